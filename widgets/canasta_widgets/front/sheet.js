// The score sheet. It draws what Python says; every word comes from there.

function render({ model, el }) {
  const root = make("section", { class: "cnl cnh" });
  keepKeys(root);
  el.append(root);

  // The law of a line opens under it: it is long, and mostly known.
  const label = (row) =>
    row.law
      ? make("details", { "data-clause": row.clause }, make("summary", {}, make("span", {}, row.label), " ", make("code", { dir: "ltr" }, row.clause)), make("p", {}, row.law))
      : row.label;

  function draw() {
    const { title, missing, columns = [], rows = [] } = model.get("view");
    root.hidden = !title;
    if (!title) {
      root.replaceChildren();
      return;
    }
    root.setAttribute("aria-label", title);
    const width = columns.length + 1;
    const head = make("tr", {}, make("td"), ...columns.map((column) => make("th", { scope: "col" }, column.name, column.seats ? make("small", {}, column.seats) : "")));
    const line = (row) =>
      make(
        "tr",
        { class: row.part ? "is-part" : row.cells.length ? "is-sum" : "is-head" },
        make("th", { scope: row.cells.length ? "row" : "colgroup", colspan: row.cells.length ? false : String(width) }, label(row)),
        ...row.cells.map((cell) => make("td", { dir: "ltr" }, cell)),
      );
    root.replaceChildren(
      make("h2", {}, title),
      missing ? make("p", {}, missing) : make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows.map(line))),
    );
  }

  model.on("change:view", draw);
  draw();
  return () => model.off("change:view", draw);
}

export default { render };
