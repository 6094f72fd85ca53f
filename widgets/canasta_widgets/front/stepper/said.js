// What a stop says: who did what, why he might, what followed. Each clause opens its law in place.

function makeSaid(s) {
  s.what = make("p", { class: "cnl-task" });
  s.notes = make("div", { class: "cns-notes" });
  s.law = make("div", { class: "cns-law" });
  s.said = make("div", { class: "cns-text" }, s.what, s.notes, s.law);
  s.law.hidden = true;
  return s.said;
}

function openLaw(s, button, note) {
  const open = button.getAttribute("aria-expanded") !== "true";
  for (const each of s.notes.querySelectorAll("[aria-expanded]")) each.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-expanded", String(open));
  s.law.hidden = !open;
  if (open) {
    halt(s); // whoever reads a rule wants the step to stay
    s.law.replaceChildren(make("p", {}, note.law), make("p", { class: "cns-source" }, make("code", { dir: "ltr" }, note.clause), ` ${s.words().source}: ${note.source}`));
  }
}

function drawNote(s, note) {
  if (!note.clause) return make("span", { class: `is-${note.kind}` }, note.text);
  const clause = make("button", { type: "button", class: "cns-clause", "aria-expanded": "false", "aria-label": s.words().rule.replace("{clause}", note.clause), "data-clause": note.clause, onclick: () => openLaw(s, clause, note) }, make("code", { dir: "ltr" }, note.clause));
  return make("span", { class: `is-${note.kind}` }, `${note.text} `, clause);
}

// Where one is and what happened there, as the slider tells it.
function drawWhat(s, where, what) {
  const [before, after] = s.words().told.split("{what}");
  s.what.replaceChildren(make("b", {}, what ? before.replace("{where}", where) : where), what && what + after);
}

// While the thumb moves, what happened there is shown at once; the rest comes with Python's answer.
function drawPlace(s, at) {
  const [where, what] = s.stops()[at];
  drawWhat(s, where, what);
  s.said.setAttribute("aria-busy", "true");
  s.law.hidden = true;
}

function drawSaid(s) {
  const { where, what, aside, notes } = s.view();
  if (!settledWish(s) && s.said.getAttribute("aria-busy") === "true") return;
  const held = hasFocus(s.said);
  const words = s.words();
  s.said.classList.toggle("is-aside", aside);
  drawWhat(s, where, what);
  const group = (kinds, title) => {
    const items = notes.filter((note) => kinds.includes(note.kind)).flatMap((note) => [drawNote(s, note), " "]);
    return items.length ? [" ", make("p", {}, title ? make("b", {}, title) : "", title ? " " : "", ...items)] : [];
  };
  s.notes.replaceChildren(...group(["title", "comment"]), ...group(["begun"]), ...group(["why"], words.why), ...group(["then"], words.then), ...group(["sheet"]));
  s.said.setAttribute("aria-busy", "false");
  s.law.hidden = true;
  if (held) s.range.focus({ preventScroll: true });
}
