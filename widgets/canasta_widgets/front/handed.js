// What a class handed in, for whoever presents to it: how much there is, a way to read it like files, and to delete it.

const LOOK = 10000; // milliseconds between two looks at what there is

// `take` gets each text with the name on it, in their order. Null where the page is served to no class.
function watchHanded(words, say, take) {
  const href = classResults();
  if (!href) return null;
  const root = make("section", { class: "cng-handed" });
  const taken = new Set(); // what was read already, each with when it was handed in
  let sheets = null; // null: not for this browser, or not known yet
  let told = ""; // why it is not
  let which = ""; // the assignment that is chosen; "" for all
  let sure = false; // whether it is asked if all should be deleted
  let busy = false;
  let shown = "";

  const ask = async (path = "", options = {}) => {
    const answer = await window.canastaFetch(href + path, { cache: "no-store", ...options });
    const said = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(said.message), { told: said.message });
    return said;
  };
  const stamp = (each) => `${each.id} ${each.given}`;
  const chosen = () => (sheets ?? []).filter((each) => !which || each.assignment === which);
  const fresh = () => chosen().filter((each) => !taken.has(stamp(each)));

  async function look() {
    if (busy) return;
    try {
      ({ sheets } = await ask());
      told = "";
    } catch (fault) {
      if (!fault.told) return; // the page says itself that nothing answers
      told = fault.told;
      sheets = null;
    }
    if (which && !sheets?.some((each) => each.assignment === which)) which = "";
    draw();
  }
  async function readAll() {
    if (busy) return;
    busy = true;
    try {
      const texts = [];
      for (const each of fresh().reverse()) {
        texts.push({ name: each.label, text: (await ask(`/${each.id}`)).file });
        taken.add(stamp(each));
      }
      take(texts);
    } catch (fault) {
      say(fault.told || words().silent);
    }
    busy = false;
    look();
  }
  async function forget() {
    sure = false;
    try {
      const until = Math.max(...sheets.map((each) => each.given));
      say((await ask(`?until=${until}`, { method: "DELETE" })).message);
    } catch (fault) {
      say(fault.told || words().silent);
    }
    await look();
    root.querySelector("button")?.focus();
  }

  const button = (kind, text, onclick, main = false) => make("button", { type: "button", "data-do": kind, class: main ? "is-main" : false, onclick }, text);
  const doubt = (now) => () => {
    sure = now;
    draw();
    root.querySelector(now ? "[data-do=no]" : "[data-do=sure]")?.focus();
  };
  const counted = (text, n) => text.replace("{n}", n);
  function choice() {
    const found = new Map();
    for (const { assignment } of sheets) found.set(assignment, (found.get(assignment) ?? 0) + 1);
    if (found.size < 2) return "";
    const option = (value, text, n) => make("option", { value, selected: value === which }, `${text} (${n})`);
    const choose = (event) => {
      which = event.currentTarget.value;
      draw();
    };
    return make("label", {}, make("span", {}, words().which), make("select", { "data-do": "which", onchange: choose }, option("", words().every, sheets.length), ...[...found].map(([text, n]) => option(text, text, n))));
  }
  function draw() {
    const now = JSON.stringify([sheets, told, which, sure, fresh().length]);
    if (now === shown) return;
    shown = now;
    const held = hasFocus(root) ? document.activeElement.dataset.do : null;
    const n = fresh().length;
    root.replaceChildren(make("h2", {}, words().handed));
    if (!sheets) root.append(make("p", {}, told));
    else if (!sheets.length) root.append(make("p", {}, words().none));
    else
      root.append(
        choice(),
        make("div", { class: "cnl-bar" }, n ? button("read", counted(words().read, n), readAll, true) : make("span", {}, words().done), sure ? "" : button("sure", words().forget, doubt(true))),
        sure ? make("div", { class: "cnl-bar", role: "group", "aria-label": words().really }, make("span", {}, words().really), button("yes", words().yes, forget), button("no", words().no, doubt(false))) : "",
      );
    root.hidden = !sheets && !told;
    if (held) (root.querySelector(`[data-do="${held}"]`) ?? root.querySelector("button"))?.focus({ preventScroll: true });
  }

  const timer = setInterval(() => document.hidden || look(), LOOK);
  const seen = () => document.hidden || look();
  document.addEventListener("visibilitychange", seen);
  root.hidden = true;
  look();
  return {
    root,
    // What was read is put away: it may be read again.
    clear: () => {
      taken.clear();
      draw();
    },
    end: () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    },
  };
}
