// The player: the wishes that go to Python, numbered, and the clock that steps. Where one is only Python says.

const MOVES = ["first", "back", "play", "step", "last"];
const SHAPES = {
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  back: "M17 4v16L6 12z",
  play: "M7 4v16l12-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  step: "M5 4v16l9-8zM16 4h3v16h-3z",
  last: "M4 4v16l9-8zM12 4v16l9-8z",
};
const SPEED = "canasta-tutor.seconds"; // what the browser remembers

function icon(name) {
  return make("span", { class: "cns-icon", "aria-hidden": "true" }, drawn("svg", { viewBox: "0 0 24 24" }, drawn("path", { d: SHAPES[name] })));
}

function wish(s, kind, more = {}) {
  s.number = Math.max(s.number, s.view().n || 0) + 1;
  s.waits = s.number;
  s.post({ kind, n: s.number, ...more });
}

// While Python has not answered, only the latest place of the thumb is kept.
function wishPlace(s, at) {
  s.place = at;
  if (!s.waits) sendPlace(s);
}

function sendPlace(s) {
  const at = s.place;
  s.place = null;
  if (at !== null) wish(s, "go", { at });
}

function heardWish(s) {
  if (s.view().n >= s.waits) s.waits = 0;
  if (!s.waits) sendPlace(s);
}

const settledWish = (s) => !s.waits && s.place === null;

function halt(s) {
  clearTimeout(s.clock);
  s.clock = 0;
  s.playing = false;
  drawPlayer(s);
}

function tick(s) {
  s.clock = 0;
  if (s.view().can.step) wish(s, "step");
  else halt(s);
}

// The next step is counted from when this one is shown, so that a slow line skips nothing.
function keepTime(s) {
  clearTimeout(s.clock);
  s.clock = 0;
  if (!s.playing || s.waits) return;
  if (s.view().aside || !s.view().can.step) halt(s);
  else s.clock = setTimeout(() => tick(s), Number(s.speed.value) * 1000);
}

function playOrPause(s) {
  if (s.playing) return halt(s);
  const { can } = s.view();
  if (!can.step && !can.first) return;
  s.playing = true;
  wish(s, can.step ? "step" : "first");
  drawPlayer(s);
}

function press(s, move) {
  if (move === "play") return playOrPause(s);
  halt(s);
  if (s.view().can[move]) wish(s, move);
}

function makePlayer(s) {
  const words = s.words();
  s.buttons = Object.fromEntries(
    MOVES.map((move) => [move, make("button", { type: "button", "data-do": move, onclick: () => press(s, move) }, icon(move), make("span", {}, words[move]))]),
  );
  const speeds = s.model.get("speeds");
  const chosen = (event) => {
    try {
      localStorage.setItem(SPEED, event.target.value);
    } catch {} // a browser that remembers nothing plays all the same
    keepTime(s);
  };
  s.speed = make("select", { "data-do": "speed", "aria-label": words.speed, onchange: chosen }, ...speeds.map(([seconds, label]) => make("option", { value: String(seconds) }, label)));
  let kept = null;
  try {
    kept = localStorage.getItem(SPEED);
  } catch {}
  s.speed.value = String(speeds.some(([seconds]) => String(seconds) === kept) ? kept : s.model.get("usual"));
  return MOVES.map((move) => s.buttons[move]);
}

function label(button, shape, text) {
  button.replaceChildren(icon(shape), make("span", {}, text));
}

function drawPlayer(s) {
  const { can, aside } = s.view();
  const words = s.words();
  const may = { ...can, play: can.step || can.first };
  for (const move of MOVES) s.buttons[move].setAttribute("aria-disabled", String(!may[move]));
  label(s.buttons.back, "back", aside ? words.return : words.back);
  label(s.buttons.play, s.playing ? "pause" : "play", s.playing ? words.pause : words.play);
  s.buttons.play.dataset.playing = String(s.playing);
  s.buttons.back.classList.toggle("is-main", aside);
  s.buttons.step.classList.toggle("is-main", can.step && !aside);
}
