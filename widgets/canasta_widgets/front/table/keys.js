// The keyboard: arrows move within a row and between rows; only one thing on the table is a tab stop.

const ROWS = ".cnt-side:not(.is-own) .cnt-melds, .cnt-centre, .cnt-side.is-own .cnt-melds, .cnt-cards";
const LETTERS = { m: "meld", d: "discard", t: "take", s: "draw", a: "ask", u: "undo", g: "aside" };

function rows(t) {
  return [...t.board.querySelectorAll(ROWS)].map((row) => [...row.querySelectorAll("[data-stop]")]).filter((row) => row.length);
}

function focusStop(t, node) {
  for (const stop of t.board.querySelectorAll("[data-stop]")) stop.tabIndex = -1;
  node.tabIndex = 0;
  node.focus();
}

function arrow(t, key, from) {
  const all = rows(t);
  const row = all.findIndex((stops) => stops.includes(from));
  if (row < 0) return false;
  const at = all[row].indexOf(from);
  const forward = getComputedStyle(t.root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key === "Home") focusStop(t, all[row][0]);
  else if (key === "End") focusStop(t, all[row].at(-1));
  else if (key === "ArrowUp" || key === "ArrowDown") {
    const next = all[row + (key === "ArrowUp" ? -1 : 1)];
    if (next) focusStop(t, next[Math.min(at, next.length - 1)]);
  } else {
    const next = all[row][at + (key === forward ? 1 : -1)];
    if (next) focusStop(t, next);
  }
  return true;
}

function keys(t, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === t.typed || event.target === t.finding) return;
  const from = document.activeElement;
  const onStop = event.target.closest?.("[data-stop]");
  // A key that is held down does its work once.
  if (event.repeat && (event.key === "Enter" || LETTERS[event.key])) return event.preventDefault();
  const press = (selector) =>
    settled(t, () => {
      const button = t.actions.querySelector(selector);
      if (button) button.click();
      else say(t, t.count || t.zones().status.prompt || t.words().pick);
    });
  let done = true;
  if (/^(Arrow|Home$|End$)/.test(event.key) && onStop) done = arrow(t, event.key, onStop);
  else if (event.key === "Enter" && onStop) press("[data-text]");
  else if (event.key === "Escape") letGo(t);
  else if (event.key === "?") settled(t, () => askWhy(t, from));
  else if (event.key === "r" && t.said.querySelector("[data-reveal]")) reveal(t);
  else if (TOLD[event.key]) goToTold(t, TOLD[event.key]);
  else if (event.key === "h" && t.zones().hints) t.post({ kind: "hint" });
  else if (event.key === "h") goToTold(t, "can");
  else if (LETTERS[event.key]) press(`[data-action="${LETTERS[event.key]}"]`);
  else done = false;
  if (done) event.preventDefault();
}
