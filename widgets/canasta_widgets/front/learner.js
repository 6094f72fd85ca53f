// For whom progress is kept in this browser. It draws what the shelf holds; names and files are checked by Python.

const FILE = "canasta-progress.json";

function render({ model, el }) {
  const shelf = shelfOfPage();
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cne canasta-learner" });
  const box = make("details", { class: "cne-box" });
  const summary = make("summary");
  const who = make("select", { "data-learner": "who", onchange: () => choose(who.value) });
  const whoLabel = make("label", {}, make("span"), who);
  const name = make("input", { type: "text", "data-learner": "name", autocomplete: "off", spellcheck: "false" });
  const nameLabel = make("label", {}, make("span"), name);
  const use = make("button", { type: "submit", "data-do": "use" });
  const form = make("form", { onsubmit: (event) => (event.preventDefault(), answers.post({ kind: "label", text: name.value })) }, nameLabel, use);
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => open() });
  const bar = make("div", { class: "cnl-bar" });
  const sure = make("div", { class: "cne-sure", role: "group" });
  const said = make("p", { class: "cne-said", role: "status", "aria-live": "polite" });
  const notice = make("p", { class: "cnl-notice", role: "status", "aria-live": "polite" });
  const kept = make("p", { class: "cne-kept" });
  box.append(summary, kept, whoLabel, form, bar, file, sure);
  root.append(box, said, notice);
  keepKeys(root);
  el.append(root);

  let lost = false; // nothing answers; what is here can be saved all the same
  const silent = () => {
    lost = true;
    draw();
    tellAll();
  };
  const found = () => {
    lost = false;
    draw();
  };
  const answers = watchAnswers(model, ["msg:custom", "change:view"], silent, found);
  let number = 0; // of the file that is read
  let told = model.get("view").n;

  const nameOf = (label) => label || words().device;
  const say = (text, wrong = false) => {
    said.textContent = text;
    said.classList.toggle("is-wrong", wrong);
  };
  const choose = (label) => {
    shut();
    shelf.choose(label);
  };
  const open = () =>
    readFile(file, model.get("most"), (text) => answers.post({ kind: "import", n: (number += 1), text, label: shelf.label() }), () => say(words().big, true));
  const save = () => {
    saveText(shelf.text(), FILE);
    say(words().saved.replace("{file}", FILE));
  };
  const shut = (focus = false) => {
    sure.replaceChildren();
    if (focus) bar.querySelector('[data-do="forget"]').focus();
  };
  const ask = () => {
    const forget = () => {
      const label = shelf.label();
      shut(true);
      shelf.forget();
      answers.post({ kind: "forget", label });
    };
    sure.setAttribute("aria-label", words().forget);
    sure.replaceChildren(
      make("p", {}, words().sure.replace("{name}", nameOf(shelf.label()))),
      make("div", { class: "cnl-bar" }, button("no", words().no, () => shut(true)), button("yes", words().yes, forget)),
    );
    sure.querySelector("button").focus();
  };
  const button = (kind, label, onclick) => make("button", { type: "button", "data-do": kind, onclick: (event) => event.currentTarget.getAttribute("aria-disabled") !== "true" && onclick(), "aria-disabled": lost && kind !== "export" ? "true" : false }, label);

  function draw() {
    const said = words();
    if (!said.title) return;
    const label = shelf.label();
    summary.replaceChildren(make("b", {}, said.title), " ", make("span", { "data-learner": "for" }, said.for.replace("{name}", nameOf(label))));
    kept.textContent = said.kept;
    const labels = shelf.labels();
    whoLabel.hidden = labels.length < 2;
    whoLabel.firstChild.textContent = said.who;
    who.replaceChildren(...labels.map((each) => make("option", { value: each, selected: each === label }, nameOf(each))));
    nameLabel.firstChild.textContent = said.name;
    name.maxLength = model.get("longest");
    use.textContent = said.use;
    use.toggleAttribute("disabled", lost);
    const held = hasFocus(bar) ? document.activeElement.dataset.do : null;
    bar.replaceChildren(button("export", said.export, save), button("import", said.import, () => file.click()), button("forget", said.forget, ask));
    if (held) bar.querySelector(`[data-do="${held}"]`)?.focus({ preventScroll: true });
    const trouble = said[shelf.says(root)] || "";
    if (notice.textContent !== trouble) notice.textContent = trouble;
  }
  const hear = () => {
    const { n, said: text, wrong } = model.get("view");
    if (n !== told) say(text, wrong);
    told = n;
    draw();
  };
  const listen = (message) => {
    if (message?.kind === "label") {
      name.value = "";
      choose(message.label);
    }
    if (message?.kind === "more") answers.post({ kind: "added", n: message.n, new: shelf.add(message.entries, null) });
  };
  const changed = () => {
    shut();
    draw();
  };

  model.on("change:view", hear);
  model.on("change:words", draw);
  model.on("msg:custom", listen);
  const stop = shelf.watch(root, changed, true);
  draw();
  return () => {
    stop();
    answers.end();
    model.off("change:view", hear);
    model.off("change:words", draw);
    model.off("msg:custom", listen);
  };
}

export default { render };
