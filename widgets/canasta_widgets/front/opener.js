// A heading, and a button that opens what stands below it. It draws what Python says.

function render({ model, el }) {
  const root = make("section", { class: "cnl cno" });
  const title = make("h2", { tabindex: "-1" });
  const button = make("button", { type: "button", "data-do": "open", onclick: () => answers.post({ kind: "open" }) });
  const problem = make("p", { role: "status" });
  root.append(title, button, problem);
  keepKeys(root);
  el.append(root);
  const answers = watchBeside(model, root, draw);

  function draw() {
    const { title: heading = "", label = "", open = false, problem: why = "" } = model.get("view");
    title.textContent = heading;
    button.textContent = label;
    problem.textContent = why;
    button.removeAttribute("aria-disabled");
    const held = document.activeElement === button;
    button.hidden = open || !label;
    if (held && open) title.focus({ preventScroll: true });
  }

  model.on("change:view", draw);
  draw();
  return () => {
    answers.end();
    model.off("change:view", draw);
  };
}

export default { render };
