// Files of results as one table, learner by rule. It draws what Python says; every word comes from there.

function render({ model, el }) {
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cnr cng" });
  const input = make("input", { type: "file", multiple: true, accept: ".json,application/json", hidden: true, onchange: () => open() });
  const bar = make("div", { class: "cnl-bar" });
  const said = make("p", { class: "cng-said", role: "status", "aria-live": "polite" });
  const body = make("div", { class: "cng-body" });
  keepKeys(root);
  el.append(root);

  const say = (text) => {
    if (said.textContent !== text) said.textContent = text;
  };
  const silent = () => {
    say(words().lost);
    tellAll();
  };
  let number = 0;
  let waiting = []; // files that are read one after the other, so that none is lost on the way
  const owed = () => (waiting.length && model.get("view").read < waiting[0].n ? [() => answers.post(waiting[0])] : []);
  const answers = watchAnswers(model, ["msg:custom", "change:view"], silent, draw, owed);

  const take = (messages) => {
    const idle = !waiting.length;
    for (const each of messages) {
      number += 1;
      waiting.push({ ...each, n: number });
    }
    if (idle && waiting.length) answers.post(waiting[0]);
  };
  async function open() {
    const files = [...input.files];
    input.value = "";
    const fits = (file) => file.size <= model.get("most");
    const read = async (file) => (fits(file) ? { kind: "file", name: file.name, text: await file.text() } : { kind: "large", name: file.name });
    take(await Promise.all(files.map(read)));
  }
  const handed = watchHanded(words, say, (texts) => take(texts.map((each) => ({ kind: "file", ...each }))));
  function next() {
    if (!waiting.length || model.get("view").read < waiting[0].n) return;
    waiting = waiting.slice(1);
    if (waiting.length) answers.post(waiting[0]);
  }

  const button = (kind, text, onclick, main = false) => make("button", { type: "button", "data-do": kind, class: main ? "is-main" : false, onclick }, text);
  const clear = () => {
    number = 0;
    waiting = [];
    handed?.clear();
    answers.post({ kind: "clear" });
  };
  const head = (text, more = {}) => make("th", { scope: "col", ...more }, text);
  const cell = (each) =>
    each
      ? make("td", { "data-grade": each.grade, title: each.said }, make("span", { "aria-hidden": "true" }, each.text), make("span", { class: "cng-hidden" }, each.said))
      : make("td", {}, make("span", { "aria-hidden": "true" }, "–"), make("span", { class: "cng-hidden" }, words().never));

  function table(view) {
    const { learner, tasks, share, table: title } = words();
    const row = (each) => make("tr", {}, make("th", { scope: "row" }, each.label), make("td", {}, String(each.tasks)), make("td", {}, each.share), ...each.cells.map(cell));
    return make(
      "div",
      { class: "cng-wide", tabindex: "0", role: "region", "aria-label": title },
      make(
        "table",
        {},
        make("caption", {}, title),
        make("thead", {}, make("tr", {}, head(learner), head(tasks), head(share), ...view.clauses.map((each) => head(make("code", { dir: "ltr" }, each.id), { title: each.law })))),
        make("tbody", {}, ...view.rows.map(row)),
      ),
    );
  }
  const folded = (title, ...inside) => make("details", { class: "cnr-link" }, make("summary", {}, title), ...inside);

  function draw() {
    const view = model.get("view");
    if (!view.said) return;
    const { title, open: label, csv, json, save, clear: anew, rules, refused, assignments } = words();
    root.setAttribute("aria-label", title);
    const held = hasFocus(bar) ? document.activeElement.dataset.do : null;
    const some = view.rows.length > 0;
    bar.replaceChildren(
      button("open", label, () => input.click(), !handed),
      ...(some ? [button("csv", `${save} ${csv}`, () => answers.post({ kind: "save", as: "csv" })), button("json", `${save} ${json}`, () => answers.post({ kind: "save", as: "json" }))] : []),
      ...(some || view.refused.length ? [button("clear", anew, clear)] : []),
    );
    if (held) (bar.querySelector(`[data-do="${held}"]`) ?? bar.querySelector("button")).focus({ preventScroll: true });
    say(view.said);
    body.replaceChildren(
      ...(view.refused.length ? [make("h2", {}, refused), make("ul", { class: "cng-refused" }, ...view.refused.map((each) => make("li", {}, make("b", {}, each.name), ` ${each.why}`)))] : []),
      ...(some ? [table(view)] : []),
      ...(some ? [folded(rules, make("dl", {}, ...view.clauses.flatMap((each) => [make("dt", {}, make("code", { dir: "ltr" }, each.id)), make("dd", {}, each.law)])))] : []),
      ...(some ? [folded(assignments, make("ul", {}, ...view.assignments.map((each) => make("li", {}, make("code", { dir: "ltr" }, each.text), ` ${each.learners}`))))] : []),
    );
  }
  const hear = () => {
    draw();
    next();
  };
  const listen = (message) => {
    if (message?.kind !== "file") return;
    saveText(message.text, message.name);
    say(words().saved.replace("{file}", message.name));
  };

  root.append(...(handed ? [handed.root] : []), bar, input, said, body);
  model.on("change:view", hear);
  model.on("msg:custom", listen);
  draw();
  return () => {
    answers.end();
    handed?.end();
    model.off("change:view", hear);
    model.off("msg:custom", listen);
  };
}

export default { render };
