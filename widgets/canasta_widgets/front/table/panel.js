// The panel: what the rule book says of the last try, in one of three lengths.

const LENGTHS = ["short", "full", "source"];

// How much is told now: what the reader set, but for an answer he asked about all that there is to read.
function lengthNow(t) {
  const length = t.model.get("length");
  return length === LENGTHS[0] && t.explained === t.model.get("verdict").n ? LENGTHS[1] : length;
}

function showLength(t) {
  const length = lengthNow(t);
  t.root.dataset.length = length;
  for (const choice of t.panel.querySelectorAll('[data-setting="length"] input')) choice.checked = choice.value === t.model.get("length");
  for (const part of t.panel.querySelectorAll("[data-open]")) part.open = LENGTHS.indexOf(length) >= LENGTHS.indexOf(part.dataset.open);
}

// Before a class the answer waits: first it is decided by those who look on. A try is not even played before that.
const projected = (t) => t.root.dataset.projector === "on";
const withheld = (t) => projected(t) && (t.held !== null || t.revealed !== t.model.get("verdict").n);

function holdBack(t, text) {
  if (!projected(t)) return false;
  t.held = { text, lay: lyingNow(t), label: [...t.options, ...(t.plays || [])].find((each) => each.text === text)?.label || text };
  drawPanel(t);
  if (t.zones().holds) t.model.send({ kind: "held", text }); // somebody asks those who look on
  t.said.querySelector("[data-reveal]").scrollIntoView({ block: "nearest" });
  return true;
}

function reveal(t) {
  if (t.held) {
    if (t.revealing) return; // its answer is on the way
    t.revealing = true;
    t.post({ kind: "commit", text: t.held.text });
  } else {
    t.revealed = t.model.get("verdict").n;
    drawPanel(t);
    t.heading.focus({ preventScroll: true });
  }
}

function drawHead(t) {
  if (t.said) return;
  const set = (value) => {
    t.explained = null;
    remember(t, "length", value);
  };
  t.heading = make("h2", { tabindex: "-1" });
  t.said = make("div", { class: "cnt-said" });
  t.panel.append(make("div", { class: "cnt-asked" }, t.heading, drawSetting(t, "length", set)), t.said);
}

function drawLead(t, lead) {
  const words = t.words();
  return make(
    "div",
    { class: "cnt-law", "data-from": "full", "data-clause": lead.clause },
    make("h3", {}, words.law),
    make("p", {}, lead.law),
    make("p", { class: "cnt-source", "data-from": "source" }, make("code", { dir: "ltr" }, lead.clause)),
    make("p", { class: "cnt-source", "data-from": "source" }, `${words.source}: ${lead.source} (${lead.provenance})`),
  );
}

function drawEvents(t, events) {
  const one = ({ text, clause }) => make("li", {}, text, " ", make("code", { dir: "ltr", "data-from": "source" }, clause));
  return make("div", { class: "cnt-then", "data-from": "full" }, make("h3", {}, t.words().then), make("ul", {}, ...events.map(one)));
}

function drawNear(t, near) {
  const button = (play) => plainButton({ "data-near": play.text, onclick: () => commit(t, play.text) }, play.label);
  return make("div", { role: "group", "aria-label": t.words().near }, make("h3", {}, t.words().near), make("div", { class: "cnt-near" }, ...near.map(button)));
}

function drawWithheld(t, verdict) {
  const words = t.words();
  const tried = t.held ? t.held.label : verdict.action || "";
  t.heading.replaceChildren(words.decide);
  t.said.replaceChildren(
    make("p", { class: "cnt-tried" }, tried),
    make("button", { type: "button", class: "cnt-reveal", "data-reveal": true, "aria-keyshortcuts": "r", onclick: () => reveal(t) }, words.reveal),
  );
  say(t, `${tried}. ${words.decide}`);
}

function drawPanel(t) {
  const words = t.words();
  const verdict = t.model.get("verdict");
  drawHead(t);
  t.later = {};
  const state = !verdict.title || withheld(t) ? "" : verdict.legal ? "legal" : "refused";
  t.panel.dataset.verdict = state;
  t.heading.className = state && `is-${state}`;
  if (t.held || (verdict.title && !state)) drawWithheld(t, verdict);
  else if (!state) {
    t.heading.replaceChildren(words.ask);
    t.said.replaceChildren(make("p", { class: "cnt-quiet" }, words.keys));
  } else {
    t.heading.replaceChildren(make("span", { class: "cnt-sign", "aria-hidden": "true" }, TICKS[verdict.legal]), ` ${verdict.title}`);
    const judged = verdict.findings.length > 0;
    t.said.replaceChildren(
      ...[
        make("p", { class: "cnt-tried" }, ...(verdict.span ? drawFault(t, verdict.span) : [verdict.action])),
        make("p", { class: "cnt-sentence", id: t.sentence }, verdict.sentence),
        verdict.near?.length ? drawNear(t, verdict.near) : "",
        verdict.lead ? drawLead(t, verdict.lead) : "",
        verdict.events?.length ? drawEvents(t, verdict.events) : "",
        judged ? drawChecks(t, verdict) : "",
        judged && !verdict.legal ? drawOtherwise(t) : "",
        judged ? drawTables(t) : "",
      ].filter(Boolean),
    );
    if (verdict.told) say(t, verdict.told);
  }
  showLength(t);
}

// On a small screen the panel may lie below the edge; a refusal must be seen.
function showVerdict(t) {
  const verdict = t.model.get("verdict");
  const held = hasFocus(t.said) || t.heading === document.activeElement;
  if (t.revealing) t.revealed = verdict.n;
  const shown = t.revealing;
  t.revealing = false;
  t.held = null;
  t.judgedAt = t.asked;
  drawPanel(t);
  mend(t, verdict);
  if (held && shown) t.heading.focus({ preventScroll: true });
  else if (held) focusTable(t);
  if (t.panel.dataset.verdict === "refused") t.panel.querySelector(".cnt-sentence").scrollIntoView({ block: "nearest" });
}

// Why? Of a choice that nobody has judged yet it is asked what the judge would say; else all that was said is shown.
// What it is asked from keeps the focus once that has gone elsewhere.
function askWhy(t, from) {
  const stays = !from.isConnected || from === document.activeElement;
  const verdict = t.model.get("verdict");
  const chosen = t.chosen.size || t.target || t.laid.length;
  const [first] = t.options;
  if (chosen && first && stateOf(first) && t.judgedAt !== t.asked) t.post({ kind: "judge", text: first.text });
  else if (withheld(t) && (t.held || verdict.title)) stays && t.said.querySelector("[data-reveal]").focus();
  else if (verdict.title) {
    t.explained = verdict.n;
    showLength(t);
    for (const part of t.said.querySelectorAll(".cnt-checks, .cnt-kind.is-refused, [data-why]")) part.open = true;
    if (stays) t.heading.focus({ preventScroll: true });
    if (stays) t.heading.scrollIntoView({ block: "nearest" });
  } else say(t, chosen ? t.words().untried : t.words().nothing);
}
