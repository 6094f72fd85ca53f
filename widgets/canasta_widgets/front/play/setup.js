// Before a game: what is to be played, and who sits where. What is wrong with it is said by Python.

const SHELF = "canasta-tutor.game:";
const MOST_GAMES = 12; // that are kept; the oldest go first
// A game is kept for the address at which it is played, so that one tried in another tab does not take its place.
const shelf = () => SHELF + location.pathname + location.search;

// What was played is kept in this browser, as far as it may: storage can be forbidden or full.
function keepGame(p) {
  const { setup, actions } = p.model.get("kept");
  const deals = setup ? [...p.model.get("past"), actions] : [];
  // One in which nothing was played yet does not take the place of another.
  if (!deals.some((deal) => deal.length)) return;
  try {
    localStorage.setItem(shelf(), JSON.stringify({ at: Date.now(), setup, log: p.model.get("opened"), deals }));
    const names = Object.keys(localStorage).filter((name) => name.startsWith(SHELF));
    if (names.length > MOST_GAMES) names.sort((one, other) => age(one) - age(other)).slice(0, names.length - MOST_GAMES).forEach((name) => localStorage.removeItem(name));
  } catch {
    // Then it holds for this page.
  }
}

function age(name) {
  try {
    return Number(JSON.parse(localStorage.getItem(name)).at) || 0;
  } catch {
    return 0;
  }
}

function keptGame() {
  try {
    const { setup, log, deals } = JSON.parse(localStorage.getItem(shelf()));
    return setup && typeof log === "string" && deals.every(Array.isArray) && deals.some((deal) => deal.length) ? { setup, log, deals } : null;
  } catch {
    return null;
  }
}

function forgetGame() {
  try {
    localStorage.removeItem(shelf());
  } catch {
    // It was not kept.
  }
}

function drawOffer(p) {
  const words = p.words();
  const kept = keptGame();
  const forget = () => {
    forgetGame();
    drawOffer(p);
    p.form.querySelector("select").focus();
    arrive(p);
  };
  p.offer.replaceChildren(
    ...(kept
      ? [
          make("p", {}, words.kept),
          make("button", { type: "button", class: "is-main", "data-do": "resume", onclick: () => p.post({ kind: "resume", ...kept }) }, words.resume),
          make("button", { type: "button", "data-do": "forget", onclick: forget }, words.forget),
        ]
      : []),
  );
}

const field = (label, input, more = {}) => make("label", more, make("span", {}, label), input);

function selecting(options, value, more = {}) {
  const made = make("select", more, ...options.map((each) => make("option", { value: each.value, selected: each.value === value }, each.label)));
  return made;
}

// A seat that was not there before gets what the last one has.
function drawSeats(p, setup, chosen) {
  const players = p.form.querySelector('[name="players"]:checked')?.value;
  const names = setup.seats[players] || [];
  p.seats.replaceChildren(
    ...names.map((name, at) => field(name, selecting(setup.sitters, chosen[at] ?? chosen.at(-1), { "data-sitter": String(at) }))),
  );
}

const sitting = (p) => [...p.seats.querySelectorAll("select")].map((each) => each.value);

function makeForm(p) {
  const words = p.words();
  const { setup } = p.view();
  const { values } = setup;
  const text = (name, more = {}) => field(words[name], make("input", { type: "text", name, value: values[name], autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "1000", dir: "ltr", ...more }));
  const check = (name) => make("label", { class: "cnp-check" }, make("input", { type: "checkbox", name, checked: values[name] }), make("span", {}, words[name]));
  const player = (n) =>
    make("label", {}, make("input", { type: "radio", name: "players", value: String(n), checked: n === values.players, onchange: () => drawSeats(p, setup, sitting(p)) }), make("span", {}, String(n)));
  p.seats = make("div", { class: "cnp-seats" });
  p.problem = make("p", { class: "cnp-problem", role: "alert" });
  const more = make("details", { class: "cnp-more" }, make("summary", {}, words.more), text("seed"), text("position"), text("house"), ...["lays", "draws", "says", "practice"].map(check));
  p.form = make(
    "form",
    { onsubmit: (event) => begin(p, event), novalidate: true },
    make("div", { class: "cnp-row" }, field(words.profile, selecting(setup.bases, values.base, { name: "base" })), make("fieldset", { class: "cnp-players" }, make("legend", {}, words.players), ...setup.players.map(player))),
    make("fieldset", {}, make("legend", {}, words.seats), p.seats),
    more,
    p.problem,
    make("div", { class: "cnl-bar" }, make("button", { type: "submit", class: "is-main", "data-do": "begin" }, words.begin)),
  );
  drawSeats(p, setup, values.sitters);
  return p.form;
}

function begin(p, event) {
  event.preventDefault();
  const form = { sitters: sitting(p), players: Number(p.form.querySelector('[name="players"]:checked').value) };
  for (const input of p.form.querySelectorAll("[name]")) {
    if (input.type === "checkbox") form[input.name] = input.checked;
    else if (input.type !== "radio") form[input.name] = input.value;
  }
  p.post({ kind: "begin", form });
}

// An address can ask for a game, unless one that was begun there waits.
function arrive(p) {
  const asks = p.first && location.search.length > 1 && p.view().stage === "setup";
  if (!asks || keptGame()) return;
  p.first = false;
  p.post({ kind: "arrived", search: location.search });
}

// What was typed and refused stays, to be mended.
function drawSetup(p) {
  const { setup } = p.view();
  if (!p.form) {
    makeForm(p);
    p.setup.append(p.offer, p.form);
    drawOffer(p);
  }
  if (p.problem.textContent !== setup.problem) p.problem.textContent = setup.problem;
}
