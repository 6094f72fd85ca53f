// The board: everything that lies on the table, as Python's zones say. `t` is the table on the page, see table.js.

function place(t, id, label, extra, ...children) {
  return make(
    "button",
    { type: "button", class: `cnt-place ${extra}`, "data-place": id, "data-stop": true, tabindex: "-1", "aria-pressed": "false", "aria-label": label, onclick: () => aim(t, id) },
    ...children,
  );
}

function drawMeld(t, meld) {
  const cards = meld.canasta
    ? [squared(meld)]
    : meld.cards.map((card, at) => {
        const node = face(card);
        if (at === 5) node.classList.add("cnt-crosswise");
        return node;
      });
  return place(
    t,
    meld.id,
    meld.words,
    "cnt-meld",
    make("span", { class: "cnt-fan", "aria-hidden": "true" }, ...cards),
    make("span", { class: "cnt-caption", "aria-hidden": "true" }, meld.canasta ? meld.label : `${meld.rank} × ${meld.count}`),
  );
}

function drawSide(t, side) {
  const inside = side.melds.map((meld) => drawMeld(t, meld));
  if (!side.melds.length) inside.push(make("span", { class: "cnt-none" }, side.empty));
  if (side.reds) inside.push(make("span", { class: "cnt-reds" }, side.reds));
  return make(
    "div",
    { class: `cnt-side ${side.own ? "is-own" : ""}`, role: "group", "aria-label": side.name, "data-zone": side.own ? "own" : "theirs" },
    make("h2", {}, side.name),
    make("div", { class: "cnt-melds" }, ...inside),
  );
}

function drawCentre(t, table) {
  const words = t.words();
  const stock = place(
    t,
    "stock",
    table.stock.words,
    "cnt-stock",
    back(),
    make("span", { class: "cnt-caption", "aria-hidden": "true" }, words.stock + (table.stock.count === null ? "" : ` ${table.stock.count}`)),
  );
  const heap = table.pile.cards.map((card, at) => {
    const node = face(card);
    if (at === table.pile.sideways) node.classList.add("cnt-sideways");
    return node;
  });
  const pile = place(
    t,
    "pile",
    table.pile.words,
    "cnt-pile",
    make("span", { class: "cnt-heap", "aria-hidden": "true" }, ...(heap.length ? heap : [make("span", { class: "cnt-hole" })])),
    make("span", { class: "cnt-caption", "aria-hidden": "true" }, `${words.pile} ${table.pile.count}`, table.pile.frozen ? make("em", {}, ` ❄ ${table.pile.frozen}`) : ""),
  );
  return make("div", { class: "cnt-centre" }, stock, pile);
}

function drawHand(t, table) {
  const cards = table.hand.map((card) =>
    make(
      "button",
      { type: "button", class: "cnt-card", "data-card": card.id, "data-stop": true, tabindex: "-1", "aria-pressed": "false", "aria-label": card.words, onclick: () => choose(t, card.id) },
      face(card),
    ),
  );
  return make(
    "div",
    { class: "cnt-hand", role: "group", "aria-label": t.words().hand, "data-zone": "hand" },
    make("h2", {}, t.words().hand),
    make("div", { class: "cnt-cards" }, ...cards),
  );
}

function drawOthers(t, others) {
  const items = others.map((other) => make("li", { "aria-label": other.words }, make("span", { class: "cnt-mini", "aria-hidden": "true" }), `${other.name} ${other.count}`));
  return items.length ? [make("ul", { class: "cnt-others", "aria-label": t.words().others }, ...items)] : [];
}

function drawStatus({ turn, phase, minimum, score }) {
  return make("p", { class: "cnt-status", "data-zone": "status" }, make("b", {}, turn), phase, ...[minimum, score].filter(Boolean).map((text) => make("span", {}, text)));
}

function drawBoard(t) {
  const table = t.zones();
  t.chosen = new Set();
  t.laid = [];
  t.target = "";
  const held = t.board.contains(document.activeElement) || t.actions.contains(document.activeElement);
  t.board.replaceChildren(
    drawStatus(table.status),
    ...drawOthers(t, table.others),
    make(
      "div",
      { class: "cnt-felt" },
      ...table.sides.filter((side) => !side.own).map((side) => drawSide(t, side)),
      drawCentre(t, table),
      ...table.sides.filter((side) => side.own).map((side) => drawSide(t, side)),
    ),
    drawHand(t, table),
  );
  const first = t.board.querySelector("[data-card]") || t.board.querySelector("[data-stop]");
  if (first) first.tabIndex = 0;
  if (held && first) first.focus({ preventScroll: true });
  t.plays = null;
  drawMarks(t);
  ask(t);
}

function drawMarks(t) {
  const marks = t.model.get("marks");
  for (const node of t.board.querySelectorAll("[data-card], [data-place]")) {
    const on = (marks.places || []).includes(node.dataset.card || node.dataset.place);
    node.classList.toggle("is-marked", on);
    node.toggleAttribute("data-marked", on);
  }
  if (marks.words) say(t, `${t.words().lookedup}: ${marks.words}`);
}
