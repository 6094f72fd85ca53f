// What is half done: the chosen cards and the place they are meant for. It is drawn at once; what it could mean, and what
// the judge would say, Python tells.

// Counted over all views of the model, for each of them hears every answer.
let asked = 0;

function ask(t) {
  t.asked = asked += 1;
  t.pending = null;
  t.post({ kind: "select", n: t.asked, serial: t.zones().serial, cards: [...t.chosen], laid: t.laid, target: t.target });
}

function choose(t, id) {
  const at = t.laid.findIndex((group) => group.includes(id));
  if (at >= 0) takeUp(t, at);
  else if (t.chosen.has(id)) t.chosen.delete(id);
  else t.chosen.add(id);
  paint(t);
  ask(t);
}

function aim(t, id) {
  t.target = t.target === id ? "" : id;
  paint(t);
  ask(t);
}

// Melds for one action are put together one by one: the chosen cards are set aside as one of them.
function setAside(t) {
  if (!t.chosen.size) return;
  t.laid.push([...t.chosen]);
  t.chosen.clear();
  t.target = "";
  paint(t);
  ask(t);
}

function takeUp(t, at) {
  for (const id of t.laid.splice(at, 1)[0]) t.chosen.add(id);
}

function letGo(t) {
  t.chosen.clear();
  t.laid = [];
  t.target = "";
  paint(t);
  ask(t);
}

function paint(t) {
  for (const node of t.board.querySelectorAll("[data-card]")) {
    const on = t.chosen.has(node.dataset.card);
    const aside = t.laid.findIndex((group) => group.includes(node.dataset.card));
    node.setAttribute("aria-pressed", String(on || aside >= 0));
    node.classList.toggle("is-chosen", on);
    node.classList.toggle("is-laid", aside >= 0);
    node.dataset.laid = aside < 0 ? "" : String(aside + 1);
  }
  for (const node of t.board.querySelectorAll("[data-place]")) {
    const on = node.dataset.place === t.target;
    if (node.hasAttribute("aria-pressed")) node.setAttribute("aria-pressed", String(on));
    node.classList.toggle("is-chosen", on);
  }
}

// Candidates of an earlier selection must not be played: a wish that comes too early waits for the new ones.
function settled(t, wish) {
  if (t.answered === t.asked) wish();
  else t.pending = wish;
}

// An answer to a selection that has changed since is of no use.
function heardCandidates(t, message) {
  if (message.n !== t.asked) return;
  t.answered = t.asked;
  t.options = projected(t) ? message.options.map((option) => ({ ...option, legal: null, says: "" })) : message.options;
  t.count = message.count;
  t.total = projected(t) ? "" : message.total;
  t.sure = message.sure;
  drawActions(t);
  const best = t.options[0];
  if (t.chosen.size || t.target || t.laid.length) {
    const outlook = { "is-legal": t.words().legal, "is-refused": t.words().refused }[best && stateOf(best)];
    say(t, sentences(t.count, best && (outlook ? `${best.spoken}: ${outlook}` : best.spoken), best?.says, t.total));
  }
  const wanted = t.pending;
  t.pending = null;
  wanted?.();
}
