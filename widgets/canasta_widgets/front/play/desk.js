// What stands above the table where a game is played. It draws what Python says and keeps the time of what goes by itself.
// Its parts stand before it: `p` is what they share.

function makeGame(p) {
  const words = p.words();
  const button = (kind, label, onclick, more = {}) => make("button", { type: "button", "data-do": kind, onclick, ...more }, label);
  p.where = make("p", { class: "cnp-where", tabindex: "-1" });
  p.curtain = make("div", { class: "cnp-curtain" });
  p.said = make("p", { class: "cnp-said", role: "status", "aria-live": "polite" });
  p.buttons = {
    go: button("go", words.go, () => go(p)),
    pause: button("pause", words.pause, () => pause(p)),
    next: button("next", words.next, () => p.post({ kind: "next" }), { class: "is-main" }),
    walk: button("walk", words.walk, () => p.post({ kind: "walk" })),
    away: button("away", words.away, () => p.post({ kind: "away" })),
    again: button("again", words.again, () => p.post({ kind: "again" })),
    new: button("new", words.new, () => p.post({ kind: "new" })),
  };
  const paces = Object.keys(p.model.get("paces")).map((value) => ({ value, label: words[`pace.${value}`] }));
  p.pace = selecting(paces, p.model.get("pace"), { onchange: () => setPace(p, p.pace.value), "data-do": "pace" });
  p.game.append(p.where, make("div", { class: "cnl-bar" }, ...Object.values(p.buttons), field(words.pace, p.pace, { class: "cnp-pace" })), p.said, p.curtain);
}

function setPace(p, pace) {
  p.model.set("pace", pace);
  p.model.save_changes();
  p.paused = false;
  try {
    localStorage.setItem("canasta-tutor.pace", pace);
  } catch {
    // Then it holds for this page.
  }
  drawGame(p);
}

function go(p) {
  clearTimeout(p.timer);
  p.gone = p.view().n;
  p.post({ kind: "go", n: p.gone });
}

const REPLACED = 150; // milliseconds until steps that were open before are gone
const SETTLES = 700; // milliseconds in which a table that was just shown is drawn

// Once all widgets have drawn what Python says.
const drawnAll = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
const near = (p, selector) => p.root.closest(".canasta-lesson")?.querySelector(selector);

// What one needs first comes into view: all that leads through the game, or, where there is little room, the hand.
function showTable(p) {
  p.root.scrollIntoView({ block: "start" });
  const board = near(p, ".cnt-board");
  const actions = near(p, ".cnt-actions");
  if (!board) return;
  const toHand = () => {
    if (getComputedStyle(actions).position === "sticky") {
      // What can be done grows with the first turn.
      board.style.scrollMarginBlockEnd = `max(11rem, ${actions.offsetHeight}px)`;
      board.scrollIntoView({ block: "end" });
    } else {
      actions.style.scrollMarginBlockEnd = "0.25rem";
      actions.scrollIntoView({ block: "nearest" });
    }
  };
  // The table is drawn a little later; whoever touches the page meanwhile is not moved any more.
  const drawn = new ResizeObserver(() => board.offsetHeight && toHand());
  const end = () => drawn.disconnect();
  p.settled = end;
  for (const part of [board, actions]) drawn.observe(part);
  setTimeout(end, SETTLES);
  for (const act of ["pointerdown", "wheel", "keydown"]) addEventListener(act, end, { once: true, passive: true });
}

function focusHand(p) {
  drawnAll(() => (near(p, '.cnt-board [tabindex="0"]') || p.where).focus({ preventScroll: true }));
}

// Where the game goes over to something else, what is next comes into view, and the focus to where one goes on from;
// not from what is being written or read elsewhere on the page.
function enter(p, was, stage) {
  if (stage === was || was === "") return;
  p.settled();
  const at = document.activeElement;
  const loose = !at || at === document.body || p.setup.contains(at) || p.game.contains(at) || near(p, ".cnt")?.contains(at);
  if (stage === "setup") p.setup.querySelector("button, select")?.focus();
  else if (stage === "over") p.root.scrollIntoView({ block: "start" });
  else if (stage === "play") showTable(p);
  const quick = was === "setup" && near(p, ".cnt")?.contains(at); // a card was chosen before all was drawn
  if (!loose || quick || stage === "curtain" || stage === "setup") return;
  if (was === "curtain") focusHand(p);
  else p.where.focus({ preventScroll: true });
}

// The steps of the deal open far below, once their own module has come.
function seek(p, tries = 60) {
  const range = near(p, ".cns input[type=range]");
  if (range) {
    const steps = range.closest(".cns");
    steps.style.scrollMarginBlockStart = "4rem"; // below the scores, which stay in view
    steps.scrollIntoView({ block: "start" });
    range.focus({ preventScroll: true });
  } else if (tries) requestAnimationFrame(() => seek(p, tries - 1));
}

function pause(p) {
  p.paused = !p.paused;
  drawGame(p);
}

// What goes by itself goes after a while, or when it is asked for.
function keepTime(p) {
  clearTimeout(p.timer);
  const { waits, stage } = p.view();
  const pause = p.model.get("paces")[p.model.get("pace")];
  // One's own draw comes by itself also where the others wait for a press.
  const own = waits > 0 && waits < 1;
  const wait = pause ?? (own ? 500 : null);
  const byHand = stage === "play" && waits > 0 && (wait === null || p.paused);
  if (stage === "play" && waits > 0 && !byHand) p.timer = setTimeout(() => go(p), wait * waits);
  return { byHand, paces: pause !== null };
}

const show = (node, shown) => {
  node.hidden = !shown;
};

function drawGame(p) {
  const words = p.words();
  const { stage, where = "", said = "", curtain = {}, can = {}, sought = 0 } = p.view();
  const held = p.game.contains(document.activeElement) ? document.activeElement : null;
  const { byHand, paces } = keepTime(p);
  const began = byHand && !p.byHand; // to wait for a press
  p.byHand = byHand;
  p.where.textContent = where;
  if (p.said.textContent !== said) p.said.textContent = said;
  const { go: next, pause: rest, ...others } = p.buttons;
  show(next, byHand);
  next.classList.toggle("is-main", byHand);
  show(rest, paces && stage === "play");
  rest.textContent = p.paused ? words.on : words.pause;
  for (const [name, button] of Object.entries(others)) show(button, can[name] ?? name === "new");
  show(p.pace.closest("label"), stage === "play");
  if (stage === "curtain") {
    if (p.curtain.dataset.text !== curtain.text) {
      p.curtain.dataset.text = curtain.text;
      const open = make("button", { type: "button", class: "is-main", "data-do": "show", onclick: () => p.post({ kind: "show" }) }, curtain.open);
      p.curtain.replaceChildren(make("p", { role: "status" }, curtain.text), open);
      open.focus({ preventScroll: true });
      p.curtain.scrollIntoView({ block: "nearest" });
    }
  } else {
    delete p.curtain.dataset.text;
    p.curtain.replaceChildren();
  }
  if (p.sought !== undefined && sought > p.sought) setTimeout(() => seek(p), REPLACED);
  p.sought = sought;
  if (began && near(p, ".cnt")?.contains(document.activeElement) && !document.activeElement.matches("input")) next.focus({ preventScroll: true });
  // What had the focus and is gone leaves it to what comes next: the button for it, or one's hand.
  if (held?.hidden) {
    if (!next.hidden) next.focus({ preventScroll: true });
    else if (stage === "play") focusHand(p);
    else p.where.focus({ preventScroll: true });
  }
}

function makeLog(p) {
  const words = p.words();
  p.text = make("textarea", { rows: "6", autocapitalize: "none", spellcheck: "false", dir: "ltr", maxlength: String(p.model.get("most")), "data-do": "text" });
  p.fault = make("p", { class: "cnp-problem", role: "alert" });
  p.copied = make("span", { role: "status" });
  p.uses = [];
  const want = (use) => () => {
    p.uses.push(use);
    p.post({ kind: "log" });
  };
  const load = (text) => {
    p.text.value = text;
    open();
  };
  const tooBig = () => {
    p.fault.textContent = words.big;
  };
  const file = make("input", { type: "file", accept: ".log,.txt,text/plain", "data-do": "file", onchange: () => readFile(file, p.model.get("most"), load, tooBig) });
  const button = (kind, onclick) => make("button", { type: "button", "data-do": kind, onclick }, words[kind]);
  const open = () => p.post({ kind: "load", text: p.text.value });
  const copy = async ({ text }) => {
    await copyText(p.text, text);
    p.copied.textContent = words.copied;
  };
  const fill = want(({ text }) => {
    if (!p.text.value || p.text.value === p.filled) p.text.value = p.filled = text;
  });
  p.log = make("details", { class: "cnp-more", "data-do": "log", ontoggle: () => p.log.open && fill() }, make("summary", {}, words.log));
  p.log.append(
    field(words.text, p.text),
    make("div", { class: "cnl-bar" }, button("open", open), make("label", { class: "cnp-file" }, file, make("span", {}, words.file)), button("copy", want(copy)), button("download", want(({ text, name }) => saveText(text, name))), p.copied),
  );
  return [p.fault, p.log];
}

function render({ model, el }) {
  const p = {
    model,
    words: () => model.get("words"),
    view: () => model.get("view"),
    first: true, // whether the address has not been asked for what it leads to
    stage: "", // what is shown
    paused: false,
    byHand: false, // whether the others' next play waits for a press
    settled: () => {}, // ends what brings the table into view
    sought: undefined, // how often the steps of a deal came into view
    timer: null,
    gone: 0, // the number of what was shown when the last play that goes by itself was asked for
    form: null,
    offer: make("div", { class: "cnl-bar cnp-offer" }),
    setup: make("div", { class: "cnp-setup" }),
    game: make("div", { class: "cnp-game" }),
  };
  const root = make("section", { class: "cnl cnp", "aria-label": p.words().title });
  p.root = root;
  root.append(p.setup, p.game, ...makeLog(p));
  makeGame(p);
  keepKeys(root);
  onceOnly(root);
  // Pressed again and again, the next play must be at hand wherever the page is scrolled to.
  const away = new IntersectionObserver(([seen]) => root.classList.toggle("is-away", !seen.isIntersecting));
  away.observe(p.where);
  el.append(root);

  function draw() {
    const { stage, fault = "", can = {} } = p.view();
    if (!stage) return;
    const was = p.stage;
    p.stage = stage;
    show(p.setup, stage === "setup");
    show(p.game, stage !== "setup");
    show(p.log, can.log ?? true);
    root.classList.toggle("is-playing", stage !== "setup");
    if (stage === "setup") {
      clearTimeout(p.timer);
      drawSetup(p);
      enter(p, was, stage);
    } else {
      p.first = false;
      drawGame(p);
      enter(p, was, stage);
      p.form = null;
      p.setup.replaceChildren();
    }
    if (p.fault.textContent !== fault) p.fault.textContent = fault;
  }

  // A play that was asked for and has not come is asked for again: without it everything would stand still.
  const owed = () => (p.gone === p.view().n ? [() => go(p)] : []);
  const found = () => {
    for (const button of root.querySelectorAll("button")) button.removeAttribute("aria-disabled");
    draw();
  };
  const answers = watchBeside(model, root, found, owed);
  p.post = answers.post;
  const heard = (message) => message.kind === "log" && p.uses.shift()?.(message);
  const keep = () => keepGame(p);
  model.on("change:view", draw);
  model.on("change:kept", keep);
  model.on("msg:custom", heard);
  try {
    const pace = localStorage.getItem("canasta-tutor.pace");
    if (pace in model.get("paces") && pace !== model.get("pace")) {
      model.set("pace", pace);
      model.save_changes();
      p.pace.value = pace;
    }
  } catch {
    // Then it is as Python says.
  }
  draw();
  arrive(p);
  return () => {
    clearTimeout(p.timer);
    away.disconnect();
    p.settled();
    answers.end();
    model.off("change:view", draw);
    model.off("change:kept", keep);
    model.off("msg:custom", heard);
  };
}

export default { render };
