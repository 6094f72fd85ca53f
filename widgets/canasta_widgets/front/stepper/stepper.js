// What stands above the table when a deal is stepped through. It draws what Python says; every word comes from there.
// Its parts stand before it: `s` is what they share.

function openPanel(s, name) {
  s.open = s.open === name ? "" : name;
  for (const [each, { button, panel }] of Object.entries(s.panels)) {
    button.setAttribute("aria-expanded", String(each === s.open));
    panel.hidden = each !== s.open;
  }
  if (s.open === "steps") drawList(s);
  if (s.open === "own") wantLog(s, fillLog);
}

function makePanels(s) {
  const made = { steps: makeList(s), looks: makeLooks(s), own: makeOwn(s) };
  s.panels = {};
  for (const [name, panel] of Object.entries(made)) {
    const button = make("button", { type: "button", "data-panel": name, "aria-expanded": "false", onclick: () => openPanel(s, name) }, s.words()[name]);
    panel.hidden = true;
    panel.classList.add("cns-panel");
    s.panels[name] = { button, panel };
  }
}

function drawView(s) {
  if (!s.view().can) return;
  heardWish(s);
  drawTimeline(s);
  drawSaid(s);
  drawList(s);
  drawLooks(s);
  drawOwn(s);
  drawPlayer(s);
  // It is told at the beginning and where the walk stops; between them the table needs the room.
  const { fault, can } = s.view();
  const due = can.first && can.last ? "" : fault;
  if (s.fault.textContent !== due) s.fault.textContent = due;
  if (settledWish(s) && s.told !== s.view().told) {
    // Where the slider itself was moved, it has told where that is.
    if (s.told !== null && s.view().told && document.activeElement !== s.range) s.voice.say(s.view().told);
    s.told = s.view().told;
  }
  keepTime(s);
}

function render({ model, el }) {
  const answers = watchBeside(model, el, () => drawView(s));
  const s = {
    model,
    view: () => model.get("view"),
    stops: () => model.get("stops"),
    marks: () => model.get("marks"),
    words: () => model.get("words"),
    post: answers.post,
    number: 0, // of the last wish
    waits: 0, // the wish that Python has not answered yet
    place: null, // where the thumb is, while that one is out
    playing: false,
    clock: 0,
    open: "", // the panel that is open
    logs: [], // what is to be done with the logs that were asked for
    filled: "", // what was written into the text for the learner
    told: null,
    walk: 0,
    voice: makeVoice(),
    fault: make("p", { class: "cns-fault", role: "alert" }),
  };
  const words = s.words();
  makePanels(s);
  s.root = make(
    "section",
    { class: "cnl cns", "aria-label": words.deal, onkeydown: (event) => keysOfStepper(s, event) },
    make(
      "div",
      { class: "cns-bar" },
      make("div", { class: "cns-moves", role: "group", "aria-label": words.deal }, ...makePlayer(s)),
      make("div", { class: "cns-tools" }, s.speed, ...Object.values(s.panels).map(({ button }) => button)),
    ),
    makeTimeline(s),
    makeSaid(s),
    s.fault,
    s.voice.node,
    ...Object.values(s.panels).map(({ panel }) => panel),
  );
  keepKeys(el);
  el.append(s.root);

  const changed = () => {
    s.list.replaceChildren();
    halt(s);
    s.place = null;
    drawSigns(s);
  };
  const listeners = {
    "change:view": () => drawView(s),
    "change:stops": changed,
    "change:marks": changed,
    "msg:custom": (message) => (message.kind === "halt" ? halt(s) : message.kind === "log" ? heardLog(s, message) : null),
  };
  const hidden = () => document.hidden && halt(s);
  for (const [event, listener] of Object.entries(listeners)) model.on(event, listener);
  document.addEventListener("visibilitychange", hidden);
  drawSigns(s);
  drawView(s);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) model.off(event, listener);
    document.removeEventListener("visibilitychange", hidden);
    clearTimeout(s.clock);
    s.voice.end();
    answers.end();
  };
}

export default { render };
