// The coach beside a table. It draws what Python says; every word comes from there.

const QUIET = 500; // milliseconds in which nothing changes until it is read out
const NARROW = "(max-width: 40rem)";

function render({ model, el }) {
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cnc" });
  const name = make("b");
  const sign = make("span", { class: "cnc-sign", "aria-hidden": "true" });
  const brief = make("span");
  const said = make("div", { class: "cnc-said" });
  const bar = make("div", { class: "cnl-bar" });
  const box = make("details", { class: "cnc-box" }, make("summary", {}, name, " ", make("span", { class: "cnc-brief" }, sign, brief)), said, bar);
  const live = make("p", { class: "cnt-hidden", role: "status", "aria-live": "polite", "data-live": true });
  const t = { model, root, words };
  root.append(box, live);
  keepKeys(root);
  el.append(root);
  // Where there is little room it is one line with what costs something, until it is opened.
  box.open = !matchMedia(NARROW).matches;

  const answers = watchBeside(model, root, draw);
  let timer = null;
  let wanted = ""; // what was asked for and has not come
  let heard = 0; // the number of what was last to be read out
  // One utterance a change, and none of what is gone before it could be heard.
  const tell = ({ n, text }) => {
    if (n === heard) return;
    heard = n;
    clearTimeout(timer);
    timer = setTimeout(() => {
      live.textContent = text && live.textContent === text ? `${text}\u00a0` : text;
    }, QUIET);
  };

  // What stands below must not move away under a finger: the answers may grow, up to a height, and do not shrink again.
  let low = 0;
  const keepHeight = () => {
    said.style.minBlockSize = "";
    low = Math.max(low, said.offsetHeight);
    said.style.minBlockSize = low ? `${low}px` : "";
  };
  box.addEventListener("toggle", () => {
    low = 0;
    keepHeight();
  });

  // The law of a line opens under it.
  const opening = (clause, law, ...line) => make("details", { "data-clause": clause }, make("summary", {}, ...line, " ", make("code", { dir: "ltr" }, clause)), make("p", {}, law));
  const rule = ({ clause, law }) => opening(clause, law, words().law);
  const careful = () => [make("span", { class: "cnc-sign", "aria-hidden": "true" }, "! "), make("b", {}, words().careful), " "];
  const line = ({ text, costs, clause, law }) => make("li", { class: costs ? "is-warning" : "is-fact" }, opening(clause, law, ...(costs ? careful() : []), text));
  const part = ({ what, title, text, remarks, laws }) =>
    make(
      "div",
      { "data-part": what },
      make("h2", {}, title),
      text ? make("p", {}, text) : "",
      remarks.length ? make("ul", {}, ...remarks.map(line)) : "",
      laws.length ? make("div", { class: "cnc-rules" }, ...laws.map(rule)) : "",
    );

  function draw() {
    const { parts, can, said: aloud } = model.get("view");
    if (!parts) return;
    const mode = model.get("mode");
    const idle = words()[`idle.${mode}`];
    const held = bar.contains(document.activeElement) ? document.activeElement.dataset.do : null;
    const opened = new Set([...said.querySelectorAll("[data-clause][open]")].map((each) => each.dataset.clause));
    root.setAttribute("aria-label", words().coach);
    const warnings = parts.find((each) => each.warns)?.warns || 0;
    root.classList.toggle("is-warning", warnings > 0);
    name.textContent = words().coach;
    sign.textContent = warnings ? `${"!".repeat(warnings)} ` : "";
    brief.textContent = parts[0]?.brief || idle;
    said.replaceChildren(...(parts.length ? parts.map(part) : [make("p", { class: "cnc-idle" }, idle)]));
    for (const each of said.querySelectorAll("[data-clause]")) each.open = opened.has(each.dataset.clause);
    const ask = (what) => {
      if (!can[what]) return;
      wanted = what;
      answers.post({ kind: "ask", what });
    };
    const button = (what) =>
      make("button", { type: "button", "data-do": what, "aria-disabled": can[what] ? false : "true", onclick: () => ask(what) }, words()[what]);
    bar.replaceChildren(...Object.keys(can).map(button));
    bar.hidden = !bar.children.length;
    if (held) bar.querySelector(`[data-do="${held}"]`)?.focus({ preventScroll: true });
    if (!box.querySelector("[data-setting]")) {
      box.append(drawSetting(t, "mode", undefined, false));
      recall(t, "mode");
    }
    if (root.dataset.mode !== mode) low = 0;
    root.dataset.mode = mode;
    keepHeight();
    showSetting(t, "mode");
    tell(aloud);
    if (wanted) said.querySelector(`[data-part="${wanted}"]`)?.scrollIntoView({ block: "nearest" });
    wanted = "";
  }

  const listeners = { "change:view": draw, "change:mode": draw };
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  draw();
  return () => {
    clearTimeout(timer);
    answers.end();
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
  };
}

export default { render };
