// Where a learner stands: tables, drawings, what is due, and files. It draws what Python says; every word comes from there.

function render({ model, el }) {
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cnv cns" });
  const head = make("div", { class: "cnv-head" });
  const body = make("div", { class: "cns-body" });
  const status = make("p", { class: "cnv-status", role: "status", "aria-live": "polite" });
  const notice = make("p", { class: "cnl-notice", role: "status", "aria-live": "polite" });
  root.append(head, body, status, notice);
  keepKeys(root);
  el.append(root);

  const silent = () => {
    status.textContent = words().lost;
    tellAll();
  };
  const found = () => {
    status.textContent = "";
    draw();
  };
  // What was asked and has no answer yet.
  const owed = () => [
    ...(model.get("view").busy ? [more] : []),
    ...(wanted() ? [chart] : []),
  ];
  const answers = watchAnswers(model, ["msg:custom", "change:view", "change:chart"], silent, found, owed);
  const more = () => answers.post({ kind: "more", done: model.get("view").busy.done });
  const wanted = () => Boolean(model.get("view").rules) && model.get("chart").n !== model.get("view").n;
  const chart = () => answers.post({ kind: "chart", n: model.get("view").n });
  const save = (kind) => answers.post({ kind: "save", as: kind });

  // Only what is a drawing and nothing else is put on the page.
  const picture = (text) => {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    return read.querySelector("parsererror") || read.documentElement.localName !== "svg" ? "" : document.importNode(read.documentElement, true);
  };
  const slot = (name, width = "") => make("div", { class: `cnv-drawn ${width && `is-${width}`}`, "data-drawn": width ? `${name}-${width}` : name });
  const key = (...signs) => make("ul", { class: "cnv-key" }, ...signs.map(([sign, means]) => make("li", {}, make("span", { "aria-hidden": "true" }, sign), means)));
  const figure = (title, slots, signs = [], note = "") => make("figure", {}, make("figcaption", {}, title), ...slots, signs.length ? key(...signs) : "", note ? make("p", { class: "cns-note" }, note) : "");
  const inCell = (value) => (typeof value === "object" ? [value.law, " ", make("code", { dir: "ltr" }, value.clause)] : [make("span", {}, value)]);
  const row = ([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, ...inCell(first)), ...rest.map((value) => make("td", {}, ...inCell(value))));
  const table = (name, title, label, { columns, rows }) =>
    make(
      "details",
      { "data-table": name },
      make("summary", {}, title),
      make(
        "div",
        { class: "cnv-wide", tabindex: "0", role: "region", "aria-label": label },
        make("table", {}, make("thead", {}, make("tr", {}, ...columns.map((column) => make("th", { scope: "col" }, column)))), make("tbody", {}, ...rows.map(row))),
      ),
    );

  function item(each) {
    const where = make("p", { class: "cns-where" });
    if (each.drills.length) where.append(make("span", {}, `${words().drilled} ${each.drills.join(", ")}`));
    if (each.href) where.append(make("span", {}, `${words().taught} `, make("a", { href: each.href, target: "_blank" }, each.lesson)));
    return make("li", { class: "cnv-item", "data-due": each.clause }, make("p", {}, each.law, " ", make("code", { dir: "ltr" }, each.clause)), make("p", {}, make("b", {}, each.reason)), where);
  }

  // All that is due, or only what is least sure.
  const every = (n) => make("button", { type: "button", "data-do": "all", "aria-expanded": String(all), onclick: () => ((all = !all), draw()) }, all ? words().fewer : `${words().all} (${n})`);
  let all = false;

  function review({ asked, going = false, text = "", items = [], few = 0, practise = "" }) {
    const said = words();
    if (going) return [make("h2", {}, said.review), make("p", {}, said.below), make("p", { class: "cnl-bar" }, make("button", { type: "button", "data-do": "stop", onclick: () => answers.post({ kind: "stop" }) }, said.stop))];
    const turn = make("button", { type: "button", "data-do": "review", "aria-expanded": String(asked), onclick: () => answers.post({ kind: "review", on: !asked }) }, asked ? said.hide : said.ask);
    return [
      make("h2", {}, said.review),
      make("p", {}, said.what),
      make("p", { class: "cnl-bar" }, turn),
      asked ? make("p", { "data-said": "review" }, text) : "",
      practise ? make("p", { class: "cnl-bar" }, make("button", { type: "button", class: "is-main", "data-do": "practise", onclick: () => answers.post({ kind: "practise" }) }, practise)) : "",
      items.length ? make("ol", { class: "cnv-items" }, ...(all ? items : items.slice(0, few)).map(item)) : "",
      items.length > few ? make("p", { class: "cnl-bar" }, every(items.length)) : "",
    ];
  }

  function parts(view) {
    const said = words();
    const forecast = [["■", said.week], ["│", said.month]];
    return [
      ["rules", make("h2", {}, said.by_rule), view.chosen ? make("p", {}, view.chosen) : "", make("div", { class: "cns-charts" }, figure(said.tries, [slot("tries")]), figure(said.right, [slot("right")]), figure(said.time, [slot("time")]), figure(said.forecast, [slot("forecast")], forecast, said.note)), table("rules", said.table_all, said.by_rule, view.rules)],
      ["time", make("h2", {}, said.over_time), figure(said.heat, [slot("heat", "wide"), slot("heat", "narrow")]), table("heat", said.table, said.heat, view.heat), figure(said.past, [slot("past", "wide"), slot("past", "narrow")], [["■", said.at_once], ["□", said.others]]), table("past", said.table, said.past, view.past), table("latest", said.latest, said.latest, view.latest)],
      ["keep", make("h2", {}, said.keep), make("p", { class: "cnl-bar" }, ...["csv", "json"].map((kind) => make("button", { type: "button", "data-do": kind, onclick: () => save(kind) }, said[kind])))],
      ["review", ...review(view.review)], // what is dealt for it lies below
    ].map(([name, ...nodes]) => make("div", { class: "cns-part", "data-part": name }, ...nodes));
  }

  let shown = null; // the number of the view that is drawn
  function draw() {
    const view = model.get("view");
    const said = words();
    if (!view.n) return;
    root.setAttribute("aria-label", said.title);
    if (notice.textContent !== trouble(view)) notice.textContent = trouble(view);
    const focused = hasFocus(root) ? document.activeElement.dataset.do || document.activeElement.closest("details")?.dataset.table : null;
    const open = new Set([...root.querySelectorAll("details[open]")].map((each) => each.dataset.table));
    const drawings = shown === view.n ? new Map([...root.querySelectorAll("[data-drawn]")].map((each) => [each.dataset.drawn, each.firstChild])) : new Map();
    head.replaceChildren(
      make("p", {}, make("b", {}, view.who)),
      ...(view.busy ? [make("p", {}, view.busy.text), make("progress", { max: String(view.busy.of), value: String(view.busy.done), "aria-label": view.busy.text })] : []),
      ...(view.empty ? [make("p", { "data-said": "empty" }, view.empty), make("p", {}, make("a", { class: "cnv-link", href: "index.ipynb", target: "_blank" }, said.lessons))] : []),
      ...(view.said || []).map((text) => make("p", {}, text)),
    );
    body.replaceChildren(...(view.rules ? parts(view) : []));
    for (const name of open) root.querySelector(`details[data-table="${name}"]`)?.setAttribute("open", "");
    for (const [name, node] of drawings) if (node) root.querySelector(`[data-drawn="${name}"]`)?.replaceChildren(node);
    const next = { practise: "stop", stop: "review" }; // what stands in the place of a button
    const held = (name) => name && root.querySelector(`[data-do="${name}"], [data-table="${name}"] > summary`);
    (held(focused) || held(next[focused]))?.focus({ preventScroll: true });
    shown = view.n;
    if (view.busy) more();
    else if (wanted()) chart();
    place();
  }
  const trouble = (view) => [words()[shelfOfPage().says(root)], view.notice].filter(Boolean).join(" ");

  // The drawings come after the tables.
  function place() {
    const { n, drawn = {}, problem = "" } = model.get("chart");
    if (n === undefined || n !== shown) return;
    for (const place of root.querySelectorAll("[data-drawn]")) place.replaceChildren(picture(drawn[place.dataset.drawn] || "") || "");
    for (const each of root.querySelectorAll("figure")) each.hidden = !each.querySelector("svg");
    if (problem) {
      for (const each of root.querySelectorAll("details[data-table]")) each.open = true;
      status.textContent = problem;
    }
  }
  const listen = (message) => {
    if (message?.kind !== "file") return;
    saveText(message.text, message.name);
    status.textContent = words().saved.replace("{file}", message.name);
  };

  model.on("change:view", draw);
  model.on("change:chart", place);
  model.on("msg:custom", listen);
  draw();
  answers.post({ kind: "zone", east: -new Date().getTimezoneOffset() });
  const unbind = bindShelf(model, root, () => (model.get("view").n ? null : undefined), draw);
  return () => {
    unbind();
    answers.end();
    model.off("change:view", draw);
    model.off("change:chart", place);
    model.off("msg:custom", listen);
  };
}

export default { render };
