// The list of the lessons with what was earned in each. It draws what Python says; every word comes from there.

function render({ model, el }) {
  const root = make("section", { class: "cnl cnx canasta-contents" });
  const next = make("p", { class: "cnx-next" });
  const parts = make("div", { class: "cnx-parts" });
  const notice = make("p", { class: "cnl-notice", role: "status", "aria-live": "polite" });
  root.append(next, parts, notice);
  keepKeys(root);
  el.append(root);

  // Within JupyterLab a link would lead away from it; the page around our lessons opens it in its place.
  const link = (href, text, more = {}) => make("a", { href, target: "_blank", ...more }, text);
  const item = (each) =>
    make(
      "li",
      { "data-lesson": each.href, "data-state": each.state },
      make("div", { class: "cnx-head" }, link(each.href, each.title), each.stars ? make("span", { class: "cnx-stars" }, make("span", { class: "cnl-big", "aria-hidden": "true" }, each.state === "done" ? "✓★" : each.state ? "★" : "☆"), ` ${each.stars}`) : ""),
      make("p", {}, [each.about, each.count].filter(Boolean).join(" ")),
    );
  const part = (each) => [make("h2", {}, each.title), each.entries.length ? make("ul", {}, ...each.entries.map(item)) : make("p", {}, each.empty)];
  const tell = () => {
    const said = [model.get("words")[shelfOfPage().says(root)], model.get("view").notice].filter(Boolean).join(" ");
    if (notice.textContent !== said) notice.textContent = said;
  };

  function draw() {
    const view = model.get("view");
    if (!view.parts) return;
    root.setAttribute("aria-label", view.parts[0].title);
    const held = hasFocus(root) ? document.activeElement.getAttribute("href") : null;
    const inNext = hasFocus(next);
    next.replaceChildren(view.next.href ? link(view.next.href, view.next.text, { class: "cnx-go", "data-next": true }) : view.next.text || "");
    parts.replaceChildren(...view.parts.flatMap(part));
    if (held) [...(inNext ? next : parts).querySelectorAll("a")].find((each) => inNext || each.getAttribute("href") === held)?.focus({ preventScroll: true });
    tell();
  }

  model.on("change:view", draw);
  draw();
  const unbind = bindShelf(model, root, () => (model.get("view").parts ? null : undefined), tell);
  return () => {
    unbind();
    model.off("change:view", draw);
  };
}

export default { render };
