// What was tried from a start is kept in this browser, so that one can go on after the kernel was lost or the page loaded
// again. Storage may be forbidden or full, or hold anything; then nothing is kept, and nothing else happens.

const SHELF = `${KEPT}tries:`;
const STARTS = 40; // that are kept; the oldest go first

const areTries = (tries) => Array.isArray(tries) && tries.every((each) => Array.isArray(each) && typeof each[0] === "string" && typeof each[1] === "boolean");

function fromShelf(key) {
  try {
    const { tries } = JSON.parse(localStorage.getItem(key));
    return areTries(tries) ? tries : [];
  } catch {
    return [];
  }
}

function toShelf(key, tries) {
  try {
    if (tries.length) localStorage.setItem(key, JSON.stringify({ at: Date.now(), tries }));
    else localStorage.removeItem(key);
    const age = (name) => {
      try {
        return Number(JSON.parse(localStorage.getItem(name)).at) || 0;
      } catch {
        return 0;
      }
    };
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SHELF));
    if (names.length > STARTS) names.sort((one, other) => age(one) - age(other)).slice(0, names.length - STARTS).forEach((name) => localStorage.removeItem(name));
  } catch {
    // Nothing is kept then.
  }
}

// Gives back what ends the watch.
function watchTries(t) {
  const offer = make("div", { class: "cnt-kept", role: "group", "aria-label": t.words().kept });
  let start = null; // where the table began
  let touched = false; // whether anything was tried from there since
  t.board.before(offer);

  const close = () => {
    const held = hasFocus(offer);
    offer.replaceChildren();
    if (held) focusTable(t);
  };
  const open = (key, tries) => {
    const words = t.words();
    const resume = () => {
      close();
      t.post({ kind: "resume", tries });
    };
    const anew = () => {
      close();
      toShelf(key, []);
    };
    offer.replaceChildren(
      make("p", {}, words.kept),
      plainButton({ "data-kept": "resume", onclick: resume }, `${words.goon} (${tries.length})`),
      plainButton({ "data-kept": "anew", onclick: anew }, words.anew),
    );
    say(t, words.kept);
  };
  const look = () => {
    const kept = t.model.get("kept");
    if (!kept?.start) return;
    const key = `${SHELF}${location.pathname}|${kept.start}`;
    if (kept.start !== start) touched = false;
    start = kept.start;
    close();
    if (kept.tries.length || touched) toShelf(key, kept.tries); // none are left where one began again
    else if (fromShelf(key).length) open(key, fromShelf(key));
    touched = touched || kept.tries.length > 0;
  };
  t.model.on("change:kept", look);
  look();
  return () => t.model.off("change:kept", look);
}
