// Whose hands lie open.

function makeLooks(s) {
  const words = s.words();
  s.look = make("select", { "data-do": "look", onchange: () => wish(s, "look", { seat: s.look.value === "" ? null : Number(s.look.value) }) });
  s.all = make("input", { type: "checkbox", "data-do": "hands", onchange: () => wish(s, "hands", { open: s.all.checked }) });
  s.hands = make("ul", { class: "cns-hands", "aria-label": words.every });
  return make("div", { class: "cns-looks" }, make("label", {}, make("span", {}, words.look), s.look), make("label", { class: "cns-check" }, s.all, make("span", {}, words.hands)));
}

function drawLooks(s) {
  const view = s.view();
  const card = (each) => make("span", { class: `cns-card cns-${each.look}` }, make("span", { "aria-hidden": "true" }, `${each.sign}${each.suit}`), make("span", { class: "cns-hidden" }, `${each.words}, `));
  if (s.look.options.length !== view.seats.length + 1) s.look.replaceChildren(make("option", { value: "" }, s.words().turn), ...view.seats.map((name, seat) => make("option", { value: String(seat) }, name)));
  s.look.value = view.seat === null ? "" : String(view.seat);
  s.all.checked = view.open;
  s.hands.hidden = !view.hands.length;
  s.hands.replaceChildren(
    ...view.hands.map((hand) => make("li", { class: hand.turn ? "is-turn" : "" }, make("b", {}, `${hand.name}: `), make("span", { class: "cns-cards", dir: "ltr" }, ...hand.cards.map(card)), hand.rest ? ` ${hand.rest}` : "")),
  );
}
