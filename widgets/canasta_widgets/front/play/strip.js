// The scores of all sides in one line. It draws what Python says.

function render({ model, el }) {
  const root = make("section", { class: "cnl cnp-strip" });
  el.append(root);

  function draw() {
    const { title = "", rows = [] } = model.get("view");
    root.hidden = !rows.length;
    root.setAttribute("aria-label", title);
    root.replaceChildren(
      make("ul", {}, ...rows.map((row) => make("li", { class: row.own ? "is-own" : false }, make("b", {}, row.name), " ", make("span", { dir: "ltr" }, row.score), " ", make("small", {}, row.need)))),
    );
  }

  // The page scrolls what has the focus below it.
  const page = document.documentElement.style;
  const measured = new ResizeObserver(() => page.setProperty("--canasta-strip", `${root.offsetHeight}px`));
  measured.observe(root);
  model.on("change:view", draw);
  draw();
  return () => {
    measured.disconnect();
    page.removeProperty("--canasta-strip");
    model.off("change:view", draw);
  };
}

export default { render };
