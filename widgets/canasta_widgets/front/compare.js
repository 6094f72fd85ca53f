// One play at several tables. It draws what Python says; what was typed stays in its fields, whatever Python says of it.

function render({ model, el }) {
  const root = make("section", { class: "cnl cnc" });
  keepKeys(root);
  el.append(root);
  const field = (kind) => make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "1000", dir: "ltr", "data-do": kind });
  const line = field("line");
  const play = field("play");
  const choice = make("select", { "data-do": "example" });
  const problem = make("p", { class: "cnc-problem", role: "alert" });
  const found = make("div", { class: "cnc-found" });
  const status = make("p", { class: "cnc-status", role: "status", "aria-live": "polite" });
  let typed = false; // and not yet asked about
  let own = null; // what was typed last, kept while an example stands in the fields

  const answers = watchAnswers(
    model,
    ["msg:custom", "change:view"],
    () => {
      problem.textContent = model.get("words").lost;
      tellAll();
    },
    () => {
      problem.textContent = model.get("view").problem;
    },
  );

  const ask = () => {
    typed = false;
    answers.post({ kind: "compare", line: line.value, play: play.value });
  };
  const fill = (from) => {
    line.value = from.line;
    play.value = from.play;
  };
  const choose = () => {
    const meant = choice.value === "" ? own : model.get("examples")[Number(choice.value)];
    if (!meant) return;
    fill(meant);
    ask();
  };
  const note = () => {
    typed = true;
    own = { line: line.value, play: play.value };
    choice.value = "";
  };
  for (const each of [line, play]) each.addEventListener("input", note);
  choice.addEventListener("change", choose);
  const submit = (event) => {
    event.preventDefault();
    ask();
  };
  const label = (text, input) => make("label", {}, make("span", {}, text), input);
  const form = make("form", { onsubmit: submit });
  root.append(form, problem, found, status);

  function drawForm() {
    const words = model.get("words");
    const examples = model.get("examples");
    root.setAttribute("aria-label", words.title);
    choice.replaceChildren(make("option", { value: "" }, words.own), ...examples.map(({ title }, at) => make("option", { value: String(at) }, title)));
    form.replaceChildren(
      examples.length ? label(words.example, choice) : "",
      label(words.line, line),
      label(words.play, play),
      make("button", { type: "submit", class: "is-main", "data-do": "compare" }, words.ask),
    );
  }

  function row(each, words) {
    const look = { true: ["is-legal", "✓"], false: ["is-refused", "✕"], null: ["is-nowhere", "–"] }[each.legal];
    const rule = each.law
      ? make(
          "details",
          {},
          make("summary", {}, words.law),
          make("p", {}, each.law, " ", make("code", { dir: "ltr" }, each.clause)),
          each.also.length ? make("p", {}, words.also, ...each.also.flatMap((id) => [" ", make("code", { dir: "ltr" }, id)])) : "",
        )
      : "";
    return make(
      "li",
      { class: look[0], "data-table": each.table },
      make("p", { class: "cnc-head" }, make("span", { "aria-hidden": "true" }, look[1]), make("b", { dir: "ltr" }, each.table), make("span", {}, each.word), each.own ? make("small", {}, words.here) : ""),
      each.says ? make("p", {}, each.says) : "",
      rule,
    );
  }

  function decider(each) {
    const value = ({ table, value, provenance }) =>
      make("div", {}, make("dt", { dir: "ltr" }, table), make("dd", {}, make("b", { dir: "ltr" }, value), make("small", {}, provenance)));
    return make("div", { class: "cnc-rule", "data-rule": each.name }, make("p", {}, each.meaning, " ", make("code", { dir: "ltr" }, each.name)), make("dl", {}, ...each.values.map(value)));
  }

  function draw() {
    const view = model.get("view");
    const words = model.get("words");
    root.hidden = !("line" in view);
    if (root.hidden) {
      found.replaceChildren();
      return;
    }
    if (!form.children.length) drawForm();
    if (!typed) fill(view);
    const at = model.get("examples").findIndex((each) => each.line === line.value && each.play === play.value);
    choice.value = at < 0 ? "" : String(at);
    if (at < 0) own = { line: line.value, play: play.value };
    if (problem.textContent !== view.problem) problem.textContent = view.problem;
    line.setAttribute("aria-invalid", String(Boolean(view.problem)));
    status.textContent = view.problem ? "" : view.said;
    found.replaceChildren(
      ...(view.about
        ? [
            make("h2", {}, view.about),
            make("ul", { class: "cnc-rows" }, ...view.rows.map((each) => row(each, words))),
            view.note ? make("p", {}, view.note) : "",
            ...(view.rules.length ? [make("h3", {}, words.decides), ...view.rules.map(decider)] : []),
          ]
        : []),
    );
  }

  const reword = () => {
    drawForm();
    draw();
  };
  model.on("change:view", draw);
  model.on("change:words", reword);
  model.on("change:examples", reword);
  draw();
  return () => {
    answers.end();
    model.off("change:view", draw);
    model.off("change:words", reword);
    model.off("change:examples", reword);
  };
}

export default { render };
