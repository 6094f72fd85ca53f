// The board: everything that lies on the table, as Python's zones say. `t` is the table on the page, see table.js.
// Styles are told by --at (the place in a fan) and --n (how many lie in it); the rest is board.css.

const MANY = 5; // melds of a side beyond which they are pushed together

const hidden = (text, more = "") => make("span", { class: `cnt-hidden ${more}` }, text);

function place(t, id, label, extra, ...children) {
  return make(
    "button",
    { type: "button", class: `cnt-place ${extra}`, "data-place": id, "data-stop": true, tabindex: "-1", "aria-pressed": "false", "aria-label": label, onclick: () => aim(t, id) },
    ...children,
  );
}

// A card, or a back, in a row of them. It lies in a frame of its own because a card is always written left to right.
const lying = (node, at, more = "") => make("span", { class: `cnt-lying ${more}`, style: `--at: ${at}` }, node);

// Cards beside each other, each over the one before. What looks like its neighbour can be pushed together: only one of
// them must be read.
function fan(name, cards, turned = null, how = "") {
  const nodes = cards.map((card, at) => lying(face(card), at, `${at && cards[at - 1].sign === card.sign ? "is-same" : ""} ${at === turned ? how : ""}`));
  return make("span", { class: name, "aria-hidden": "true", style: `--n: ${cards.length}` }, ...nodes);
}

// -- who sits where

function drawWho(player) {
  return make(
    "span",
    { class: "cnt-who", "aria-hidden": "true" },
    player.player ? make("bdi", { class: "cnt-player" }, player.player) : null,
    make("span", { class: "cnt-sub" }, make("span", { class: "cnt-seatname" }, player.name), player.partner ? make("small", {}, player.partner) : null),
  );
}

const drawNumber = (count) => (count === null ? null : make("b", { class: "cnt-number", "aria-hidden": "true" }, String(count)));

function drawBacks(count) {
  return make("span", { class: "cnt-backs", "aria-hidden": "true", style: `--n: ${count}` }, ...Array.from({ length: count }, (_, at) => lying(back(), at)));
}

function drawOpen(other) {
  const groups = [];
  let from = 0;
  for (const size of other.ranks) {
    groups.push(fan("cnt-fan is-tight", other.cards.slice(from, from + size)));
    from += size;
  }
  return make("span", { class: "cnt-open" }, hidden(other.open), ...groups);
}

function drawSeat(other) {
  return make(
    "li",
    { class: `cnt-seat ${other.turn ? "is-turn" : ""} ${other.cards ? "is-open" : ""}`, "data-seat": other.seat, "data-spot": other.spot, "data-chair": other.chair },
    other.cards || other.count === null ? null : make("span", { class: "cnt-held" }, drawBacks(other.count), drawNumber(other.count)),
    make(
      "span",
      { class: "cnt-plate" },
      drawWho(other),
      other.cards ? drawNumber(other.count) : null,
      hidden([other.words, other.partner].filter(Boolean).join(", ")),
      other.player ? hidden(` (${other.player})`, "cnt-player") : null,
      other.says ? make("em", {}, other.says) : null,
    ),
    other.cards ? drawOpen(other) : null,
  );
}

function drawOthers(t, others) {
  return others.length ? [make("ul", { class: "cnt-others", role: "list", "aria-label": t.words().others }, ...others.map(drawSeat))] : [];
}

// -- what lies on the felt

function drawMeld(t, meld) {
  const caption = meld.canasta ? [make("span", { class: "cnt-long" }, meld.label), make("span", { class: "cnt-short" }, meld.short)] : [`${meld.rank} × ${meld.count}`];
  return place(
    t,
    meld.id,
    meld.words,
    `cnt-meld ${meld.canasta ? "is-canasta" : ""} ${meld.new ? "is-new" : ""}`,
    meld.canasta ? make("span", { class: "cnt-fan", "aria-hidden": "true" }, squared(meld)) : fan("cnt-fan", meld.cards, meld.crosswise, "cnt-crosswise"),
    make("span", { class: "cnt-caption", "aria-hidden": "true", dir: meld.canasta ? false : "ltr" }, ...caption),
  );
}

function drawReds(side) {
  return make("span", { class: "cnt-reds", "data-spot": side.spot }, fan("cnt-fan is-tight", side.red_cards), make("span", { class: "cnt-caption" }, side.reds));
}

function drawSide(t, side) {
  const inside = side.melds.map((meld) => drawMeld(t, meld));
  if (!side.melds.length) inside.push(make("span", { class: "cnt-none" }, side.empty));
  const facts = [side.minimum, side.canastas, side.score].filter(Boolean).map((text) => make("span", {}, text));
  return make(
    "div",
    { class: `cnt-side ${side.own ? "is-own" : ""}`, role: "group", "aria-label": side.name, "data-zone": side.own ? "own" : "theirs", "data-place": side.own && "table" },
    make("div", { class: "cnt-head" }, make("h2", {}, side.name), ...facts),
    make("div", { class: "cnt-melds", style: `--n: ${side.melds.length}`, "data-many": side.melds.length > MANY }, ...inside),
    side.reds ? drawReds(side) : null,
  );
}

function drawPile(t, pile) {
  const heap = pile.cards.length ? fan(`cnt-heap ${pile.deep ? "is-deep" : ""}`, pile.cards, pile.sideways, "cnt-sideways") : make("span", { class: "cnt-heap", "aria-hidden": "true" }, make("span", { class: "cnt-hole" }));
  return place(
    t,
    "pile",
    pile.words,
    "cnt-pile",
    heap,
    make("span", { class: "cnt-caption", "aria-hidden": "true" }, `${t.words().pile} `, make("b", {}, String(pile.count)), pile.frozen ? make("em", {}, ` ❄ ${pile.frozen}`) : ""),
  );
}

function drawStock(t, stock) {
  const thick = stock.count === null ? 3 : Math.min(3, Math.ceil(stock.count / 12)); // so many backs under each other
  const heap = thick ? Array.from({ length: thick }, (_, at) => lying(back(), at)) : [make("span", { class: "cnt-hole" })];
  return place(
    t,
    "stock",
    stock.words,
    "cnt-stock",
    make("span", { class: "cnt-deck", "aria-hidden": "true" }, ...heap),
    make("span", { class: "cnt-caption", "aria-hidden": "true" }, `${t.words().stock} `, stock.count === null ? "" : make("b", {}, String(stock.count))),
  );
}

// -- the own hand

function drawCard(t, card) {
  const more = { "data-card": card.id, "data-stop": true, tabindex: "-1", "aria-pressed": "false", "aria-label": card.words };
  return make("button", { type: "button", class: `cnt-card ${card.new ? "is-new" : ""}`, ...more, onclick: () => choose(t, card.id) }, face(card));
}

// Cards of one rank stand together, and a long hand is broken between ranks.
function drawHand(t, table) {
  const groups = [];
  let from = 0;
  for (const size of table.ranks) {
    groups.push(make("span", { class: "cnt-rank" }, ...table.hand.slice(from, from + size).map((card) => drawCard(t, card))));
    from += size;
  }
  const { seat } = table;
  return make(
    "div",
    { class: `cnt-hand ${seat.turn ? "is-turn" : ""}`, role: "group", "aria-label": t.words().hand, "data-zone": "hand", "data-seat": seat.seat, "data-place": "hand" },
    make(
      "div",
      { class: "cnt-head" },
      make("h2", {}, t.words().hand),
      drawWho(seat),
      drawNumber(seat.count),
      hidden(seat.words),
    ),
    make("div", { class: "cnt-cards", style: `--n: ${table.hand.length}` }, ...groups),
  );
}

// -- all of it

const tableStop = (t) => t.board.querySelector('[tabindex="0"]');
const focusTable = (t) => tableStop(t)?.focus({ preventScroll: true });

function drawStatus({ turn, mine, phase, began }) {
  const facts = [began, phase].filter(Boolean).map((text) => make("span", {}, text));
  return make("p", { class: `cnt-status ${mine ? "is-mine" : ""}`, "data-zone": "status" }, make("b", {}, turn), ...facts);
}

function drawProblems(t, problems) {
  if (!problems?.length) return [];
  return [make("div", { class: "cnt-problems", role: "alert", "data-zone": "problems" }, make("b", {}, t.words().impossible), make("ul", {}, ...problems.map((text) => make("li", {}, text))))];
}

function drawFelt(t, table) {
  const others = table.sides.filter((side) => !side.own);
  const mine = table.sides.filter((side) => side.own);
  return make(
    "div",
    { class: "cnt-felt" },
    ...others.map((side) => drawSide(t, side)),
    make("div", { class: "cnt-centre" }, drawStock(t, table.stock), drawPile(t, table.pile)),
    ...mine.map((side) => drawSide(t, side)),
  );
}

function drawBoard(t) {
  const table = t.zones();
  if (!table.status) return; // Python has said nothing yet
  t.root.dataset.still = String(table.still);
  const was = whereabouts(t);
  setDown(t);
  t.chosen = new Set();
  t.laid = [];
  t.target = "";
  // What somebody began to type is not for whoever holds the next hand.
  if (t.opened !== undefined && t.opened !== table.seat.name) t.typed.value = "";
  t.opened = table.seat.name;
  // A list of plays that was asked for and has not come is asked for anew, and its button keeps the focus until it comes.
  const wanted = !t.plays && t.wanted;
  const held = hasFocus(t.board) || (hasFocus(t.actions) && !(wanted && isAsking(t)));
  const open = table.others.some((other) => other.cards);
  t.board.replaceChildren(
    ...drawProblems(t, table.problems),
    drawStatus(table.status),
    make("div", { class: `cnt-table ${open ? "is-open" : ""}`, "data-players": String(table.others.length + 1) }, ...drawOthers(t, table.others), drawFelt(t, table)),
    drawHand(t, table),
  );
  const first = t.board.querySelector("[data-card]") || t.board.querySelector("[data-stop]");
  if (first) first.tabIndex = 0;
  if (held && first) first.focus({ preventScroll: true });
  closePlays(t);
  if (wanted) askPlays(t);
  refreshTold(t);
  showMoves(t, was);
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
}
