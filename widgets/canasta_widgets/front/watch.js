// A worked position: checks that are ticked one by one. It draws what Python says.

function render({ model, el }) {
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cnw", "aria-label": words().watch });
  const title = make("p", { class: "cnl-task" });
  const list = make("ol", { class: "cnw-checks" });
  const told = make("p", { class: "cnw-hidden", role: "status", "aria-live": "polite" });
  const came = make("p", { class: "cnw-came" });
  const bar = make("div", { class: "cnl-bar" });
  root.append(title, list, came, told, bar);
  keepKeys(root);
  el.append(root);
  const answers = watchBeside(model, root, draw);

  const check = ({ ticked, text, law, clause }) =>
    make(
      "li",
      { class: ticked ? "is-ticked" : false },
      make("span", { class: "cnw-sign", "aria-hidden": "true" }, ticked ? "✓" : "·"),
      ticked
        ? make("details", { "data-clause": clause }, make("summary", {}, make("span", { class: "cnw-hidden" }, `${words().holds} `), text), make("p", {}, law, " ", make("code", { dir: "ltr" }, clause)))
        : make("span", { class: "cnw-open" }, words().open),
    );

  function draw() {
    const { title: heading = "", checks = [], next = "", again = "", at = 0, told: said = "" } = model.get("view");
    const held = hasFocus(bar) ? document.activeElement.dataset.do : null;
    title.textContent = heading;
    list.replaceChildren(...checks.map(check));
    const last = checks.filter((each) => each.ticked).at(-1);
    came.textContent = said;
    const text = said || last?.text || "";
    if (told.textContent !== text) told.textContent = text;
    const button = (kind, label, more) => (label ? make("button", { type: "button", "data-do": kind, onclick: () => answers.post({ kind, ...more }) }, label) : "");
    bar.replaceChildren(...[button("next", next, { at }), button("again", again, {})].filter(Boolean));
    if (held) (bar.querySelector(`[data-do="${held}"]`) || bar.firstChild)?.focus({ preventScroll: true });
  }

  model.on("change:view", draw);
  draw();
  return () => {
    answers.end();
    model.off("change:view", draw);
  };
}

export default { render };
