// What stands above the table in a lesson. It draws what Python says; every word comes from there.

const ENDS = ["done", "missed"]; // of an item, after which one goes on, or begins again

function render({ model, el }) {
  const root = make("section", { class: "cnl canasta-guide" });
  const part = make("h2");
  const levels = make("nav", { class: "cnl-levels" });
  const task = make("p", { class: "cnl-task canasta-task", tabindex: "-1" });
  const outcome = make("div", { class: "cnl-outcome", role: "status", "aria-live": "polite", "data-outcome": "" });
  const hint = make("p", { class: "cnl-hint canasta-hint", role: "status", "aria-live": "polite" });
  const bar = make("div", { class: "cnl-bar" });
  const question = make("div", { class: "cnl-question" });
  const notice = make("p", { class: "cnl-notice", role: "status", "aria-live": "polite" });
  root.append(part, levels, task, question, outcome, hint, bar, notice);
  keepKeys(root);
  el.append(root);

  let timer = null;
  let gone = 0; // the number of what was shown when the last play that goes by itself was asked for
  const go = (n) => {
    gone = n;
    answers.post({ kind: "go", n });
  };
  // A play that was asked for and has not come is asked for again: without it everything would stand still.
  const owed = () => (model.get("view").waits && gone === model.get("view").n ? [() => go(gone)] : []);
  const answers = watchBeside(model, root, draw, owed);
  const post = (kind, more = {}) => answers.post({ kind, ...more });
  const sparks = (n, most) => "★".repeat(n) + "☆".repeat(Math.max(0, most - n));
  let level = null;
  let drawnForm = "";
  let ended = model.get("view").outcome?.state;
  let filming = false; // whether something goes by itself on the table

  // What is played there is to be seen: on a small screen the table lies below what is said.
  function showTable() {
    const board = root.closest(".canasta-lesson")?.querySelector(".cnt-board");
    if (board && board.getBoundingClientRect().bottom > innerHeight) (hint.textContent ? hint : outcome).scrollIntoView({ block: "start" });
  }

  function draw() {
    const view = model.get("view");
    const words = model.get("words");
    if (!view.levels) return;
    part.textContent = words.part || "";
    part.hidden = !words.part;
    clearTimeout(timer);
    if (view.waits) timer = setTimeout(() => go(view.n), view.waits);
    const { most } = view;
    const within = hasFocus(levels);
    levels.setAttribute("aria-label", words.levels);
    levels.replaceChildren(
      make(
        "ol",
        {},
        ...view.levels.map((each) =>
          make(
            "li",
            {},
            make(
              "button",
              {
                type: "button",
                "data-level": String(each.at),
                "aria-current": each.current ? "step" : false,
                "aria-label": each.label,
                title: each.label,
                onclick: () => post("level", { number: each.at }),
              },
              make("span", { "aria-hidden": "true" }, String(each.at + 1)),
              make("span", { class: "cnl-stars canasta-stars", "aria-hidden": "true", "data-stars": String(each.stars) }, sparks(each.stars, most)),
            ),
          ),
        ),
      ),
    );
    const due = view.levels.find((each) => each.current);
    const current = due?.at;
    task.replaceChildren(due?.heading ? make("b", {}, `${due.heading} `) : "", view.task);
    task.classList.toggle("is-faulty", view.faulty);
    if (within) levels.querySelector("[aria-current]")?.focus({ preventScroll: true });

    // What was chosen stays until the question is another, or is answered.
    const asked = JSON.stringify([view.id, view.form]);
    if (asked !== drawnForm) {
      const inForm = hasFocus(question);
      drawnForm = asked;
      const form = makeQuestion(view.form || {}, words, (answer) => answers.post({ kind: "answer", id: view.id, answer }));
      question.replaceChildren(...(form ? [form] : []));
      if (inForm && form) (view.form.done ? bar.querySelector('[data-do="next"]') : form.querySelector("input, button"))?.focus({ preventScroll: true });
    }

    const { state = "", text = "", stars = 0 } = view.outcome;
    outcome.dataset.outcome = state;
    outcome.replaceChildren(state === "done" ? make("span", { class: "cnl-big", "aria-hidden": "true" }, sparks(stars, most)) : "", text ? make("span", {}, text) : "");
    // On a small screen the learner may be far below; the star must be seen, and what came of a turn that missed.
    if (ENDS.includes(state) && state !== ended) outcome.scrollIntoView({ block: "nearest" });
    ended = state;
    hint.textContent = view.hint;
    if (view.waits && !filming) showTable();
    filming = view.waits > 0;
    tell();

    const held = hasFocus(bar) ? document.activeElement.dataset.do : null;
    const button = (kind, label, can) => make("button", { type: "button", "data-do": kind, "aria-disabled": can ? false : "true", onclick: () => can && post(kind) }, label);
    bar.replaceChildren(
      button("hint", view.offer, view.can.hint),
      button("retry", words.retry, view.can.retry),
      button("next", words.next, view.can.next),
    );
    bar.querySelector('[data-do="retry"]').classList.toggle("is-main", state === "missed");
    bar.querySelector('[data-do="next"]').classList.toggle("is-main", state === "done" && view.can.next);
    if (held === "next" && level !== current) task.focus();
    else if (held) bar.querySelector(`[data-do="${held}"]`)?.focus({ preventScroll: true });
    level = current;
  }

  // What is the matter with keeping progress, in the browser or in a file of the learner's own.
  function tell() {
    const said = [model.get("words")[shelfOfPage().says(root)], model.get("view").notice].filter(Boolean).join(" ");
    if (notice.textContent !== said) notice.textContent = said;
  }

  model.on("change:view", draw);
  const unbind = bindShelf(model, root, () => model.get("view").unit, tell);
  draw();
  return () => {
    clearTimeout(timer);
    unbind();
    answers.end();
    model.off("change:view", draw);
  };
}

export default { render };
