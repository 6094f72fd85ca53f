// The card table in the browser. It draws what Python says and holds only what is half done: the selection.
// It knows no rule of canasta; every word on it comes from Python. Its parts stand before it: `t` is what they share.

function say(t, text) {
  if (text && t.live.textContent !== text) t.live.textContent = text;
}

const sentences = (...parts) => parts.filter(Boolean).map((part) => part.replace(/([^.?!])$/, "$1.")).join(" ");

function commit(t, text) {
  t.post({ kind: "commit", text });
}

function drawCommand(t) {
  const submit = (event) => {
    event.preventDefault();
    if (t.typed.value.trim()) commit(t, t.typed.value);
    t.typed.value = "";
  };
  return make(
    "form",
    { class: "cnt-command", "data-command": true, onsubmit: submit },
    make("label", {}, make("span", {}, t.words().command), t.typed),
    make("button", { type: "submit" }, t.words().try),
  );
}

function heard(t, message) {
  if (message.kind === "why" && message.n === t.model.get("verdict").n) t.otherwise?.(message.texts);
  if (message.serial !== t.zones().serial) return;
  if (message.kind === "plays") heardPlays(t, message);
  if (message.kind === "candidates") heardCandidates(t, message);
}

function render({ model, el }) {
  const t = {
    model,
    words: () => model.get("words"),
    zones: () => model.get("zones"),
    post: (message) => model.send(message),
    chosen: new Set(), // ids of cards
    laid: [], // melds that were put together, each the ids of its cards
    target: "", // the place they are meant for
    asked: 0, // how many selections were sent
    answered: 0, // the last one that was answered
    pending: null, // a wish that came before the answer to the selection came
    options: [], // what the selection could mean
    sure: false, // whether the first of them is what it plainly means
    drag: null, // what is carried, see drag.js
    put: null, // where carried cards were put down
    count: "", // what it counts
    total: "", // the running total, where there is a minimum to reach
    plays: null, // every legal play, once asked for
    otherwise: null, // shows what would make the refused action legal, once that was asked for
    board: make("div", { class: "cnt-board" }),
    actions: make("div", { class: "cnt-actions", "data-zone": "actions" }),
    live: make("p", { class: "cnt-live", role: "status", "aria-live": "polite", "data-live": true }),
    panel: make("div", { class: "cnt-panel", "data-verdict": "" }),
    typed: make("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: "400", dir: "ltr" }),
  };
  t.root = make("section", { class: "cnt", "data-lm-suppress-shortcuts": "true", "aria-label": t.words().hand });
  t.root.append(make("div", { class: "cnt-main" }, t.board, t.actions, drawCommand(t), t.live), t.panel);
  el.append(t.root);

  const listeners = {
    "msg:custom": (message) => heard(t, message),
    "change:zones": () => drawBoard(t),
    "change:verdict": () => {
      if (!model.get("verdict").legal) setDown(t);
      showVerdict(t);
    },
    "change:marks": () => drawMarks(t),
    "change:can_undo": () => drawActions(t),
  };
  t.root.addEventListener("keydown", (event) => keys(t, event));
  listenToDrags(t);
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  const watches = [watchKernel(t), watchTries(t)];
  drawBoard(t);
  drawActions(t);
  drawPanel(t);
  return () => {
    for (const end of watches) end();
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
  };
}

export default { render };
