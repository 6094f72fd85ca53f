// Every legal play, by kind and with its count, each played by one button. Long lists come a page at a time.

function togglePlays(t) {
  if (!t.plays) return askPlays(t);
  const held = hasFocus(t.listed);
  closePlays(t);
  drawActions(t);
  if (held) t.actions.querySelector('[data-action="plays"]')?.focus({ preventScroll: true });
  return null;
}

function askPlays(t, more = {}) {
  t.wanted = more;
  t.post({ kind: "plays", serial: t.zones().serial, ...more });
}

// The position has changed: the list goes, and a focus in it goes back to the table.
function closePlays(t) {
  const held = hasFocus(t.listed);
  t.plays = t.found = t.finding = null;
  t.wanted = null;
  t.listed.replaceChildren();
  if (held) focusTable(t);
}

const playStops = (t) => [...t.listed.querySelectorAll("[data-play], [data-more]")];

// One tab stop for the whole list; arrows do the rest.
function focusPlay(t, node) {
  for (const stop of playStops(t)) stop.tabIndex = stop === node ? 0 : -1;
  node.focus();
}

function drawPlay(t, play) {
  return make("li", {}, plainButton({ tabindex: "-1", "data-play": play.text, onclick: () => commit(t, play.text) }, play.label));
}

function drawMore(t, page, find) {
  if (page.next === null) return null;
  const post = () => askPlays(t, { group: page.verb, from: page.next, find });
  return plainButton({ class: "cnt-plain cnt-more-plays", tabindex: "-1", "data-more": page.verb, onclick: post }, page.more);
}

function drawGroup(t, page, find) {
  return make(
    "div",
    { role: "group", "aria-label": page.title, "data-group": page.verb },
    make("h3", { "aria-hidden": "true" }, page.title),
    make("ul", { class: "cnt-plays" }, ...page.plays.map((play) => drawPlay(t, play))),
    drawMore(t, page, find),
  );
}

function openPlays(t, { title, note }) {
  t.finding = make("input", { type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "60", dir: "ltr", oninput: () => askPlays(t, { find: t.finding.value }) });
  t.found = make("div", { class: "cnt-found", role: "group", "aria-label": t.words().plays, onkeydown: (event) => playKeys(t, event) });
  const label = make("label", {}, make("span", {}, t.words().find), t.finding);
  t.listed.replaceChildren(make("h2", { "data-plays-title": true }, title), note ? "" : label, t.found);
}

// Whether the focus still is where the list was asked for. Some browsers give it to no button that is clicked.
const isAsking = (t) => document.activeElement === document.body || (hasFocus(t.actions) && document.activeElement.dataset.action === "plays");

function heardPlays(t, message) {
  if (!t.wanted) return; // another view of the same model asked
  const { page, find, title, note, groups } = message;
  if (t.finding && t.finding.value !== find) return; // an answer to what stood there before
  t.wanted = null;
  if (page) return addPage(t, page, find);
  const opens = !t.plays;
  if (opens) openPlays(t, message);
  t.plays = groups.flatMap((group) => group.plays);
  if (opens) drawActions(t);
  const held = opens ? isAsking(t) : hasFocus(t.found);
  t.listed.querySelector("[data-plays-title]").textContent = title;
  t.found.replaceChildren(note ? make("p", {}, note) : "", ...groups.map((group) => drawGroup(t, group, find)));
  const [first] = playStops(t);
  if (first) first.tabIndex = 0;
  if (held) (first || t.finding).focus();
  if (note || !opens || !held) say(t, note || title);
}

function addPage(t, page, find) {
  const group = t.found?.querySelector(`[data-group="${page.verb}"]`);
  const more = group?.querySelector("[data-more]");
  if (!more || group.querySelectorAll("[data-play]").length !== page.from) return;
  t.plays.push(...page.plays);
  const held = document.activeElement === more || document.activeElement === document.body;
  const stop = more.tabIndex;
  const items = page.plays.map((play) => drawPlay(t, play));
  group.querySelector("ul").append(...items);
  const next = drawMore(t, page, find);
  if (next) more.replaceWith(next);
  else more.remove();
  if (held) focusPlay(t, items[0].firstChild);
  else items[0].firstChild.tabIndex = stop;
}

function playKeys(t, event) {
  const stops = playStops(t);
  const at = stops.indexOf(event.target);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const forward = getComputedStyle(t.root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
  const to = { ArrowDown: at + 1, [forward]: at + 1, ArrowUp: at - 1, [back]: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  if (event.key === "Escape") togglePlays(t);
  else if (to === undefined) return;
  else if (stops[to]) focusPlay(t, stops[to]);
  event.preventDefault();
  event.stopPropagation();
}
