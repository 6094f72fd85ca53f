// The table in words, under it: what lies there, what can be done, what happened. Python writes a part when it is opened,
// and again after each change while it is open.

const TOLD = { w: "table", c: "can", l: "past" };

function drawTold(t) {
  t.told = {};
  const bar = make("div", { class: "cnt-told-bar", role: "group", "aria-label": t.words().words });
  const all = make("div", { class: "cnt-told" }, bar);
  for (const [key, which] of Object.entries(TOLD)) {
    const name = t.words()[which];
    const part = { open: false, wanted: false, from: null, body: make("div"), heading: make("h2", { tabindex: "-1" }, name) };
    part.button = plainButton(
      { "data-action": which, "aria-expanded": "false", "aria-keyshortcuts": key, onclick: () => (part.open ? closeTold(t, which) : openTold(t, which)) },
      name,
      make("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
    );
    part.region = make("section", { class: "cnt-told-part", "aria-label": name, "data-told": which, hidden: true, onkeydown: (event) => leaveTold(t, which, event) }, part.heading, part.body);
    t.told[which] = part;
    bar.append(part.button);
    all.append(part.region);
  }
  return all;
}

function askTold(t, which) {
  t.told[which].wanted = true;
  t.post({ kind: "told", which, serial: t.zones().serial });
}

function openTold(t, which) {
  const part = t.told[which];
  part.open = true;
  part.body.replaceChildren();
  part.region.hidden = false;
  part.button.setAttribute("aria-expanded", "true");
  askTold(t, which);
}

function closeTold(t, which) {
  const part = t.told[which];
  const held = hasFocus(part.region);
  part.open = part.wanted = false;
  part.region.hidden = true;
  part.button.setAttribute("aria-expanded", "false");
  if (held) (part.from?.isConnected ? part.from : tableStop(t) || part.button).focus({ preventScroll: true });
}

// A key leads to the words, and the same key back to where one was.
function goToTold(t, which) {
  const part = t.told[which];
  if (hasFocus(part.region)) return closeTold(t, which);
  part.from = document.activeElement;
  if (!part.open) openTold(t, which);
  part.heading.focus();
  return null;
}

function leaveTold(t, which, event) {
  if (event.key !== "Escape") return;
  closeTold(t, which);
  event.preventDefault();
  event.stopPropagation();
}

function refreshTold(t) {
  for (const which of Object.values(TOLD)) if (t.told[which].open) askTold(t, which);
}

// Another view of the same model may have asked: a part that is not open needs no words.
function heardTold(t, message) {
  const part = t.told[message.which];
  if (!part.open) return;
  part.wanted = false;
  part.body.replaceChildren(
    ...message.sections.flatMap((section) => [make("h3", {}, section.title), make("ul", {}, ...section.lines.map((line) => make("li", {}, line)))]),
  );
}
