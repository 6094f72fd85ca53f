// What is half done: the chosen cards and the place they are meant for. It is drawn at once; what it could mean, and what
// the judge would say, Python tells.

function ask(t) {
  t.asked += 1;
  t.pending = null;
  t.post({ kind: "select", n: t.asked, serial: t.zones().serial, cards: [...t.chosen], target: t.target });
}

function choose(t, id) {
  if (t.chosen.has(id)) t.chosen.delete(id);
  else t.chosen.add(id);
  paint(t);
  ask(t);
}

function aim(t, id) {
  t.target = t.target === id ? "" : id;
  paint(t);
  ask(t);
}

function letGo(t) {
  t.chosen.clear();
  t.target = "";
  paint(t);
  ask(t);
}

function paint(t) {
  for (const node of t.board.querySelectorAll("[data-card]")) {
    const on = t.chosen.has(node.dataset.card);
    node.setAttribute("aria-pressed", String(on));
    node.classList.toggle("is-chosen", on);
  }
  for (const node of t.board.querySelectorAll("[data-place]")) {
    const on = node.dataset.place === t.target;
    node.setAttribute("aria-pressed", String(on));
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
  t.options = message.options;
  t.count = message.count;
  drawActions(t);
  const best = t.options[0];
  if (t.chosen.size || t.target) {
    const outlook = { "is-legal": t.words().legal, "is-refused": t.words().refused }[best && stateOf(best)];
    say(t, [t.count, best && (outlook ? `${best.label}: ${outlook}. ${best.says}` : best.label)].filter(Boolean).join(". "));
  }
  const wanted = t.pending;
  t.pending = null;
  wanted?.();
}
