// The actions under the board: what the selection could mean, and the buttons that are always there.

// Without a preview Python does not tell what the judge would say.
function stateOf(option) {
  return option.legal === null ? "" : option.legal ? "is-legal" : "is-refused";
}

function drawOption(t, option, at) {
  const again = () => t.actions.querySelector(`[data-action="${option.verb}"]`)?.click();
  return make(
    "button",
    {
      type: "button",
      class: `cnt-act ${stateOf(option)}`,
      "data-action": option.verb,
      "data-text": option.text,
      "aria-keyshortcuts": at === 0 ? "Enter" : false,
      onclick: () => (t.answered === t.asked ? commit(t, option.text) : settled(t, again)),
    },
    stateOf(option) ? make("span", { class: "cnt-sign", "aria-hidden": "true" }, option.legal ? "✓" : "×") : null,
    make("span", { class: "cnt-label" }, option.label),
    option.says ? make("small", {}, option.legal ? option.says : `${t.words().refused}: ${option.says}`) : null,
  );
}

const plainButton = (more, ...children) => make("button", { type: "button", class: "cnt-plain", ...more }, ...children);
const plain = (action, label, onclick, more = {}) => plainButton({ "data-action": action, onclick, ...more }, label);

function drawActions(t) {
  const words = t.words();
  const table = t.zones();
  if (!table.status) return;
  const held = hasFocus(t.actions) ? document.activeElement.dataset : null;
  const more = [];
  if (t.model.get("can_undo")) more.push(plain("undo", words.undo, () => t.post({ kind: "undo" })));
  if (t.chosen.size) more.push(plain("aside", words.aside, () => setAside(t)));
  if (table.question) more.push(plain("ask", table.question, () => commit(t, "ask")));
  if (!table.over && table.tells) more.push(plain("plays", words.all, () => togglePlays(t), { "aria-expanded": String(Boolean(t.plays)) }));
  t.actions.replaceChildren(
    make("p", { class: "cnt-count", "data-count": true }, t.count || table.status.prompt || words.pick, t.total ? make("span", { class: "cnt-total" }, t.total) : null),
    ...drawTray(t),
    make("div", { class: "cnt-buttons", role: "group", "aria-label": words.do }, ...t.options.map((option, at) => drawOption(t, option, at))),
    make("div", { class: "cnt-more" }, ...more),
  );
  if (held) {
    // The focus stays with the same button, else with its like, else it goes back to the table; it is never lost.
    const same = [...t.actions.querySelectorAll("button")];
    const like = (name) => held[name] && same.find((button) => button.dataset[name] === held[name]);
    (like("text") || like("action") || tableStop(t) || same[0])?.focus({ preventScroll: true });
  }
}

// The melds that were put together; each can be taken up again.
function drawTray(t) {
  if (!t.laid.length) return [];
  const cards = new Map(t.zones().hand.map((card) => [card.id, card]));
  const groups = t.laid.map((group, at) => {
    const held = group.map((id) => cards.get(id)).filter(Boolean);
    const label = `${t.words().takeup}: ${held.map((card) => card.words).join(", ")}`;
    return plainButton({ class: "cnt-plain cnt-group", "data-action": `takeup-${at}`, "aria-label": label, onclick: () => (takeUp(t, at), paint(t), ask(t)) }, make("span", { class: "cnt-fan" }, ...held.map(face)));
  });
  return [make("div", { class: "cnt-tray", role: "group", "aria-label": t.words().laid }, make("span", { "aria-hidden": "true" }, t.words().laid), ...groups)];
}
