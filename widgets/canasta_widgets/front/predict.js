// A guess, the simulation while it runs, and the picture of both. It draws what Python says.

function render({ model, el }) {
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cnv cnd", "aria-label": words().predict });
  const question = make("p", { class: "cnl-task" });
  const input = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "6", dir: "ltr" });
  const wrong = make("p", { role: "alert" });
  const bar = make("progress", { "aria-label": words().running });
  const said = make("p", { role: "status", "aria-live": "polite" });
  const chart = make("div", { class: "cnv-chart" });
  const table = make("div");
  const again = make("button", { type: "button", "data-do": "run", onclick: () => answers.post({ kind: "run" }) }, words().again);
  const submit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    wrong.textContent = /^\d{1,6}$/.test(text) ? "" : words().number;
    if (!wrong.textContent) answers.post({ kind: "guess", guess: Number(text) });
  };
  const form = make(
    "form",
    { onsubmit: submit, novalidate: true },
    make("label", {}, make("span", {}, words().guess), input),
    make("button", { type: "submit", "data-do": "guess" }, words().go),
  );
  root.append(question, form, wrong, bar, said, chart, table, again);
  keepKeys(root);
  el.append(root);
  const more = () => answers.post({ kind: "more", done: model.get("view").done });
  const owed = () => (model.get("view").running ? [more] : []);
  const answers = watchBeside(model, root, draw, owed);
  let drawn = "";

  function draw() {
    const view = model.get("view");
    if (!view.question) return;
    question.textContent = view.question;
    bar.hidden = !view.running;
    bar.max = view.of;
    bar.value = view.done;
    again.hidden = !view.again;
    const text = [view.outcome, view.law, view.problem].filter(Boolean).join(" ");
    if (said.textContent !== text) said.textContent = text;
    if (drawn !== view.chart) {
      drawn = view.chart;
      const svg = drawn ? new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement : null;
      chart.replaceChildren(...(svg ? [document.importNode(svg, true)] : []));
    }
    const row = ([label, value]) => make("tr", {}, make("th", { scope: "row" }, label), make("td", { dir: "ltr" }, value));
    table.replaceChildren(...(view.rows.length ? [make("details", {}, make("summary", {}, words().table), make("table", {}, make("tbody", {}, ...view.rows.map(row))))] : []));
    // A little at a time, as long as the page is there to look on.
    if (view.running) more();
  }

  model.on("change:view", draw);
  draw();
  return () => {
    answers.end();
    model.off("change:view", draw);
  };
}

export default { render };
