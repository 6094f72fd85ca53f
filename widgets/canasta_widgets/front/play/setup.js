// Before a game: what is to be played, and who sits where. What is wrong with it is said by Python.

const SHELF = "canasta-tutor.game:";
const shelf = () => SHELF + location.pathname;

// What was played is kept in this browser, as far as it may: storage can be forbidden or full.
function keepGame(p) {
  const { setup, deal, actions } = p.model.get("kept");
  if (!setup) return;
  const log = p.model.get("opened");
  const old = keptGame();
  const same = old && old.log === log && JSON.stringify(old.setup) === JSON.stringify(setup);
  const deals = same ? old.deals.slice(0, deal - 1) : [];
  while (deals.length < deal - 1) deals.push([]);
  try {
    localStorage.setItem(shelf(), JSON.stringify({ setup, log, deals: [...deals, actions] }));
  } catch {
    // Then it holds for this page.
  }
}

function keptGame() {
  try {
    const kept = JSON.parse(localStorage.getItem(shelf()));
    return kept && Array.isArray(kept.deals) && typeof kept.log === "string" && kept.setup && kept.deals.some((deal) => deal.length) ? kept : null;
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
  const kept = p.fresh ? keptGame() : null;
  const forget = () => {
    forgetGame();
    drawOffer(p);
    p.form.querySelector("select").focus();
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
