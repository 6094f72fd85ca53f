// What stands above the table when a deal is stepped through. It draws what Python says; every word comes from there.

function render({ model, el }) {
  const words = model.get("words");
  const answers = watchBeside(model, ["change:view"], el, draw);
  const post = (kind, more = {}) => answers.post({ kind, ...more });
  const MOVES = ["first", "back", "step", "last"];
  let can = {};

  // Made once, so that the focus stays where it is while the texts change.
  const text = make("div", { class: "cns-text", role: "status", "aria-live": "polite" });
  const buttons = Object.fromEntries(
    MOVES.map((move) => [move, make("button", { type: "button", "data-do": move, onclick: () => can[move] && post(move) }, words[move])]),
  );
  const go = make("select", { "data-do": "go", onchange: () => post("go", { at: Number(go.value) }) }, ...model.get("stops").map((stop, at) => make("option", { value: String(at) }, stop)));
  const fault = make("p", { class: "cns-fault", role: "alert" });
  const look = make("select", { "data-do": "look", onchange: () => post("look", { seat: look.value === "" ? null : Number(look.value) }) });
  const open = make("input", { type: "checkbox", "data-do": "hands", onchange: () => post("hands", { open: open.checked }) });
  const hands = make("ul", { class: "cns-hands", "aria-label": words.every });
  const line = make("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: "1000", dir: "ltr" });
  const problem = make("p", { class: "cns-problem", role: "alert" });
  const own = make(
    "details",
    { class: "cns-own" },
    make("summary", {}, words.own),
    make("form", { onsubmit: (event) => (event.preventDefault(), post("set_up", { line: line.value })) }, make("label", {}, make("span", {}, words.line), line), make("button", { type: "submit", "data-do": "set_up" }, words.set)),
    problem,
  );
  el.append(
    make(
      "section",
      { class: "cnl cns", "data-lm-suppress-shortcuts": "true", "aria-label": words.deal },
      make("div", { class: "cnl-bar", role: "group", "aria-label": words.deal }, ...MOVES.map((move) => buttons[move])),
      text,
      fault,
      make("div", { class: "cns-looks" }, model.get("stops").length ? make("label", {}, make("span", {}, words.go), go) : "", make("label", {}, make("span", {}, words.look), look), make("label", { class: "cns-check" }, open, make("span", {}, words.hands))),
      hands,
      own,
    ),
  );

  const card = (each) => make("span", { class: `cns-card cns-${each.look}` }, make("span", { "aria-hidden": "true" }, `${each.sign}${each.suit}`), make("span", { class: "cns-hidden" }, `${each.words}, `));

  function draw() {
    const view = model.get("view");
    if (!view.can) return;
    can = view.can;
    text.classList.toggle("is-aside", view.aside);
    text.replaceChildren(
      make("p", { class: "cnl-task" }, make("b", {}, view.where), " ", view.what),
      view.notes.length ? make("ul", { class: "cns-notes" }, ...view.notes.map((note) => make("li", { class: `is-${note.kind}`, "data-clause": note.clause || false }, note.text, note.clause ? " " : "", note.clause ? make("code", { dir: "ltr" }, note.clause) : ""))) : "",
    );
    for (const move of MOVES) buttons[move].setAttribute("aria-disabled", String(!can[move]));
    buttons.back.textContent = view.aside ? words.return : words.back;
    buttons.back.classList.toggle("is-main", view.aside);
    buttons.step.classList.toggle("is-main", can.step && !view.aside);
    go.value = String(view.at);
    if (fault.textContent !== view.fault) fault.textContent = view.fault;
    look.replaceChildren(make("option", { value: "" }, words.turn), ...view.seats.map((name, seat) => make("option", { value: String(seat) }, name)));
    look.value = view.seat === null ? "" : String(view.seat);
    open.checked = view.open;
    hands.hidden = !view.hands.length;
    hands.replaceChildren(
      ...view.hands.map((hand) => make("li", { class: hand.turn ? "is-turn" : "" }, make("b", {}, `${hand.name}: `), make("span", { class: "cns-cards", dir: "ltr" }, ...hand.cards.map(card)), hand.rest ? ` ${hand.rest}` : "")),
    );
    // What was typed and refused stays, to be mended.
    if (!view.problem) line.value = view.line;
    problem.textContent = view.problem;
  }

  model.on("change:view", draw);
  draw();
  return () => {
    answers.end();
    model.off("change:view", draw);
  };
}

export default { render };
