// Card moves shown as motion: ghosts of the cards go from where they lay to where they lie now, as Python says what went
// where. Nothing waits for them, and the next redraw, which clears the board, ends them.

const LASTS = 150; // ms that a card is on its way
const SPREAD = 40; // ms from the first one that leaves to the last
const BACKS = 3; // ghosts for cards that go face down together
const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

const noMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Every place on the board by its name.
function spotsOf(t) {
  const nodes = t.board.querySelectorAll("[data-card], [data-place], [data-spot]");
  return new Map([...nodes].map((node) => [node.dataset.card || node.dataset.spot || node.dataset.place, node]));
}

// The middle and the width of a card or a place, seen from the board; null for what is not shown.
function middleOf(node, from) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return width ? { x: left + width / 2 - from.left, y: top + height / 2 - from.top, w: node.offsetWidth || width } : null;
}

const facesIn = (node) => [...node.querySelectorAll(".cnt-face, .cnt-back")];

// Before a redraw: where the cards are that will have gone.
function whereabouts(t) {
  const was = new Map();
  const moved = t.zones().moved || [];
  if (!moved.length || !t.board.firstChild) return was;
  const from = t.board.getBoundingClientRect();
  const there = spotsOf(t);
  for (const id of new Set(moved.map((move) => move.from))) {
    const node = there.get(id);
    const lay = t.put?.get(id) || (node && middleOf(facesIn(node).at(-1) || node, from));
    if (lay) was.set(id, lay);
  }
  return was;
}

// After it, but before it is painted.
function showMoves(t, was) {
  const moved = t.zones().moved || [];
  if (was.size) requestAnimationFrame(() => moved === t.zones().moved && (noMotion() ? outlineMoved(t, moved) : animateMoves(t, moved, was)));
}

// Without motion the places that something came to are outlined until the next redraw.
function outlineMoved(t, moved) {
  const there = spotsOf(t);
  for (const { to } of moved.filter((move) => !staysInHand(move, there))) there.get(to)?.toggleAttribute("data-moved", true);
}

// A card of the hand that stays there has no face: it is moved itself.
const staysInHand = (move, there) => !move.faces.length && there.get(move.to)?.dataset.card !== undefined;

// Everything is measured before anything is set going, else the page would be laid out anew for each card.
function animateMoves(t, moved, was) {
  const from = t.board.getBoundingClientRect();
  const there = spotsOf(t);
  const slides = [];
  const flights = [];
  const landed = new Set();
  for (const move of moved) {
    const start = was.get(move.from);
    const node = there.get(move.to);
    if (!start || !node) continue;
    if (staysInHand(move, there)) {
      const end = middleOf(node, from);
      if (end && Math.hypot(start.x - end.x, start.y - end.y) > 1) slides.push([node, start, end]);
      continue;
    }
    const cards = move.faces.length ? move.faces.map(face) : Array.from({ length: Math.min(move.n, BACKS) }, back);
    for (const card of cards) {
      const target = landsOn(node, card, landed);
      const end = middleOf(target || node, from);
      if (end) flights.push({ card, start, end: target ? end : { ...end, w: start.w }, target });
    }
  }
  const layer = make("div", { class: "cnt-motion", dir: "ltr", "aria-hidden": "true" });
  t.board.append(layer);
  for (const each of slides) slideCard(...each);
  const done = flights.map((flight, at) => flyGhost(layer, flight, (SPREAD * at) / flights.length));
  Promise.allSettled(done).then(() => layer.remove());
}

// The face on which a ghost lands: the last that looks like it and is free.
function landsOn(node, card, landed) {
  const found = facesIn(node).findLast((each) => !landed.has(each) && each.dataset.face === card.dataset.face);
  if (found) landed.add(found);
  return found;
}

function slideCard(node, start, end) {
  node.animate([{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: "none" }], { duration: LASTS, easing: EASE });
}

// What lies there already is shown when its ghost has come.
function flyGhost(layer, { card, start, end, target }, delay) {
  const at = ({ x, y, w }) => `translate(${x}px, ${y}px) scale(${w / end.w}) translate(-50%, -50%)`;
  const ghost = make("span", { class: "cnt-ghost", style: `--cnt-w: ${end.w}px` }, card);
  layer.append(ghost);
  target?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + LASTS });
  return ghost.animate([{ transform: at(start) }, { transform: at(end) }], { duration: LASTS, delay, easing: EASE, fill: "both" }).finished;
}
