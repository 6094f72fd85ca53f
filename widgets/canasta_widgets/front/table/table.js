// The card table in the browser. It draws what Python says and holds only what is half done: the selection.
// It knows no rule of canasta; every word on it comes from Python. Its parts stand before it: `t` is what they share.

// Only what changes is read out, so the same once more differs by a blank.
function say(t, text) {
  t.live.textContent = text && t.live.textContent === text ? `${text}\u00a0` : text;
}

const sentences = (...parts) => parts.filter(Boolean).map((part) => part.replace(/([^.?!])$/, "$1.")).join(" ");

// The same once more before the answer came is no second try.
function commit(t, text) {
  if (t.trying === text || holdBack(t, text)) return;
  t.trying = text;
  t.post({ kind: "commit", text });
}

// All that a try which waits to be revealed was meant for.
const lyingNow = (t) => JSON.stringify(["status", "seat", "hand", "sides", "pile", "stock"].map((part) => t.zones()[part]));

function heard(t, message) {
  t.later[message.kind]?.hear(message);
  if (message.serial !== t.zones().serial) return;
  if (message.kind === "plays") heardPlays(t, message);
  if (message.kind === "told") heardTold(t, message);
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
    asked: 0, // the number of the last selection sent
    answered: 0, // the last one that was answered
    pending: null, // a wish that came before the answer to the selection came
    options: [], // what the selection could mean
    sure: false, // whether the first of them is what it plainly means
    drag: null, // what is carried, see drag.js
    put: null, // where carried cards were put down
    count: "", // what it counts
    total: "", // the running total, where there is a minimum to reach
    plays: null, // the legal plays that are listed, while they are
    wanted: null, // what of them was asked for and has not come
    listed: make("div", { class: "cnt-listing" }),
    found: null, // where they stand in it
    finding: null, // the letters that are looked for
    told: null, // the table in words
    later: {}, // shows parts of the answer that are looked for once they are opened
    sent: null, // the typed line that was tried last
    trying: null, // the try that has had no answer yet
    held: null, // before a class: the try that waits to be revealed
    revealing: false, // whether the next answer is one that was just revealed
    revealed: null, // before a class: the answer that was revealed last
    explained: null, // the answer that was asked about
    judgedAt: 0, // the selection at which the last answer came
    sentence: `cnt-sentence-${crypto.randomUUID?.() || Math.random()}`,
    said: null, // the panel's own parts, see panel.js
    heading: null,
    board: make("div", { class: "cnt-board" }),
    actions: make("div", { class: "cnt-actions", "data-zone": "actions" }),
    live: make("p", { class: "cnt-live", role: "status", "aria-live": "polite", "data-live": true }),
    panel: make("div", { class: "cnt-panel", "data-verdict": "" }),
    typed: make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "400", dir: "ltr" }),
  };
  t.root = make("section", { class: "cnt", "aria-label": t.words().hand });
  t.root.append(make("div", { class: "cnt-main" }, t.board, t.actions, t.listed, drawRemarks(t), drawCommand(t), t.live, drawTold(t), drawSettings(t)), t.panel);
  el.append(t.root);
  for (const name of SETTINGS) showSetting(t, name);

  const listeners = {
    "msg:custom": (message) => heard(t, message),
    "change:zones": () => {
      t.trying = null;
      drawBoard(t);
      listRemarks(t);
      if (t.held && t.held.lay !== lyingNow(t)) {
        t.held = null;
        drawPanel(t);
      }
    },
    "change:verdict": () => {
      t.trying = null;
      if (!model.get("verdict").legal) setDown(t);
      showVerdict(t);
    },
    "change:news": () => say(t, model.get("news").text || ""),
    "change:marks": () => drawMarks(t),
    "change:can_undo": () => drawActions(t),
    "change:length": () => showLength(t),
    "change:size": () => showSetting(t, "size"),
    "change:colours": () => showSetting(t, "colours"),
    "change:projector": () => {
      showSetting(t, "projector");
      // What is told beforehand, and the answer, wait for the class.
      drawPanel(t);
      ask(t);
    },
  };
  t.root.addEventListener("keydown", (event) => keys(t, event));
  listenToDrags(t);
  onceOnly(t.root);
  keepKeys(t.root);
  // That Python answers again is said before what it answers.
  const watches = [watchKernel(t), watchTries(t)];
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  drawBoard(t);
  listRemarks(t);
  drawActions(t);
  drawPanel(t);
  for (const name of SETTINGS) recall(t, name);
  return () => {
    for (const end of watches) end();
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
  };
}

export default { render };
