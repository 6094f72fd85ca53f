// Dragging: cards of the hand, the stock or the pile are carried to a place, and put down there they mean what they mean
// when they are chosen and the place is clicked. Where they may be put down, in which words, and whether a drop has one
// plain meaning, Python says.
//
// A finger scrolls the page, on cards too; a hand may fill a small screen. So it drags what it has chosen before, and
// anything else after it has rested on it. A mouse or a pen drags at once.

const SLIP = 6; // px that a pointer may move and still be a click
const HOLD = 350; // ms; a long press opens the browser's own menu after about 500
const EDGE = 56; // px from the edge of the window where the page scrolls along
const PACE = 9; // px a frame
const ANSWERED = 800; // ms after which no answer to a drop is waited for

function listenToDrags(t) {
  t.board.addEventListener("pointerdown", (event) => takeHold(t, event));
  // Only a listener that may keep the page from scrolling can carry a card under a finger.
  t.board.addEventListener("touchmove", (event) => t.drag?.picture && event.preventDefault(), { passive: false });
  t.board.addEventListener("contextmenu", (event) => t.drag?.touch && event.preventDefault());
}

function takeHold(t, event) {
  const node = event.target.closest("[data-card], [data-place]");
  const { card, place: from } = node?.dataset || {};
  const places = t.zones().drops?.[card ? "cards" : from];
  if (event.button || !event.isPrimary || !places) return;
  setDown(t);
  const touch = event.pointerType === "touch";
  const along = isTaken(t, card);
  const over = new AbortController();
  t.drag = { node, card, from, places, touch, over, x: event.clientX, y: event.clientY, pointer: event.pointerId, slips: !touch || along };
  if (touch) t.drag.hold = setTimeout(() => pickUp(t), HOLD);
  const listen = (name, heard) => window.addEventListener(name, heard, { signal: over.signal, capture: true });
  listen("pointermove", (moved) => moved.pointerId === t.drag.pointer && carryOn(t, moved));
  listen("pointerup", (up) => up.pointerId === t.drag.pointer && putDown(t));
  listen("pointercancel", () => setDown(t));
  listen("blur", (left) => left.target === window && setDown(t)); // not what loses the focus on the page
  listen("keydown", (key) => {
    if (key.key !== "Escape" || !t.drag.picture) return;
    key.preventDefault();
    key.stopPropagation();
    setDown(t);
  });
}

const isTaken = (t, id) => t.chosen.has(id) || t.laid.some((group) => group.includes(id));

// The cards that go along: all that are chosen or set aside, if the one under the pointer is among them.
function carriedCards(t, id) {
  return isTaken(t, id) ? [...t.laid.flat(), ...t.chosen] : [id];
}

function pickUp(t) {
  const { drag } = t;
  clearTimeout(drag.hold);
  drag.cards = drag.card ? carriedCards(t, drag.card) : [];
  const nodes = drag.card ? drag.cards.map((id) => t.board.querySelector(`[data-card="${id}"]`)) : [drag.node];
  const faces = nodes.map((node) => facesIn(node).at(-1));
  drag.picture = make("span", { style: `--cnt-w: ${faces[0].offsetWidth}px` }, ...faces.map((each) => each.cloneNode(true)));
  for (const node of nodes) node.classList.add("is-carried");
  for (const node of t.board.querySelectorAll("[data-place]")) {
    const word = drag.places[node.dataset.place];
    node.classList.toggle("is-goal", Boolean(word));
    if (word) node.dataset.word = word;
  }
  drag.layer = make("div", { class: "cnt-carry", "aria-hidden": "true" }, drag.picture);
  t.root.append(drag.layer);
  t.root.toggleAttribute("data-carrying", true);
  t.board.setPointerCapture(drag.pointer); // so the click that ends it is not the card's
  drag.scroller = scrollerOf(t.root);
  followPointer(t);
  const tick = () => t.drag === drag && !drag.landed && (scrollAlong(t), requestAnimationFrame(tick));
  requestAnimationFrame(tick);
}

function carryOn(t, { clientX, clientY }) {
  const { drag } = t;
  const far = Math.hypot(clientX - drag.x, clientY - drag.y) > SLIP;
  if (!drag.picture && !far) return;
  if (!drag.picture && !drag.slips) return setDown(t);
  Object.assign(drag, { x: clientX, y: clientY });
  if (drag.picture) followPointer(t);
  else pickUp(t);
}

// The picture hangs at the pointer, above a finger so that it is seen; what lies under the pointer is shown as aimed at.
function followPointer(t) {
  const { drag } = t;
  const { left, top } = t.root.getBoundingClientRect();
  drag.picture.style.transform = `translate(${drag.x - left}px, ${drag.y - top}px) translate(-1.2rem, ${drag.touch ? "-85%" : "-40%"})`;
  const over = placeUnder(t);
  for (const node of t.board.querySelectorAll(".is-over")) if (node !== over) node.classList.remove("is-over");
  over?.classList.add("is-over");
}

// The innermost place under the pointer that takes what is carried.
function placeUnder(t) {
  const { x, y, places } = t.drag;
  let node = t.root.getRootNode().elementFromPoint(x, y)?.closest("[data-place]");
  while (node && !places[node.dataset.place]) node = node.parentElement.closest("[data-place]");
  return t.board.contains(node) ? node : null;
}

function scrollerOf(node) {
  for (let each = node.parentElement; each; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.scrollingElement;
}

function scrollAlong(t) {
  const { drag } = t;
  const way = drag.y < EDGE ? -PACE : drag.y > window.innerHeight - EDGE ? PACE : 0;
  if (!way) return;
  drag.scroller.scrollBy(0, way);
  followPointer(t);
}

function putDown(t) {
  const { drag } = t;
  if (!drag.picture) return setDown(t);
  const over = placeUnder(t);
  if (!over) return setDown(t);
  drag.over.abort();
  drag.landed = setTimeout(() => setDown(t), ANSWERED);
  const from = t.board.getBoundingClientRect();
  t.put = new Map(facesIn(drag.picture).map((node, at) => [drag.cards[at] || drag.from, middleOf(node, from)]));
  if (drag.card && !isTaken(t, drag.card)) {
    t.chosen = new Set(drag.cards);
    t.laid = [];
  }
  t.target = drag.from && !drag.card ? drag.from : over.dataset.place;
  paint(t);
  ask(t);
  // What has one plain meaning is done, also if it is refused: the learner wants to hear why. Else he chooses.
  t.pending = () => (t.sure ? commit(t, t.options[0].text) : setDown(t));
}

// Lets go of what is carried; nothing else changes.
function setDown(t) {
  const { drag } = t;
  t.drag = t.put = null;
  if (!drag) return;
  clearTimeout(drag.hold);
  clearTimeout(drag.landed);
  drag.over.abort();
  drag.layer?.remove();
  t.root.toggleAttribute("data-carrying", false);
  for (const node of t.board.querySelectorAll(".is-goal, .is-carried")) node.classList.remove("is-goal", "is-over", "is-carried");
}
