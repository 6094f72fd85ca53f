// Whose hands lie open.

function makeLooks(s) {
  const words = s.words();
  s.look = make("select", { "data-do": "look", onchange: () => wish(s, "look", { seat: s.look.value === "" ? null : Number(s.look.value) }) });
  s.all = make("input", { type: "checkbox", "data-do": "hands", onchange: () => wish(s, "hands", { open: s.all.checked }) });
  return make("div", { class: "cns-looks" }, make("label", {}, make("span", {}, words.look), s.look), make("label", { class: "cns-check" }, s.all, make("span", {}, words.hands)));
}

function drawLooks(s) {
  const view = s.view();
  if (s.look.options.length !== view.seats.length + 1) s.look.replaceChildren(make("option", { value: "" }, s.words().turn), ...view.seats.map((name, seat) => make("option", { value: String(seat) }, name)));
  s.look.value = view.seat === null ? "" : String(view.seat);
  s.all.checked = view.open;
}
