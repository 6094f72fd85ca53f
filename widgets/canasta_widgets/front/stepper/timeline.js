// The timeline: a slider over all stops, and signs where something telling happened. Each sign has its words in the
// slider's own text and in the list of steps.

function told(s, at) {
  const [where, what] = s.stops()[at] || ["", ""];
  const sentence = s.words().told.replace("{where}", where).replace("{what}", what);
  return [sentence, ...s.marks().filter((mark) => mark[0] === at && mark[1] !== "deal").map((mark) => mark[2])].join(" ");
}

function scrub(s) {
  const at = Number(s.range.value);
  halt(s);
  s.range.setAttribute("aria-valuetext", told(s, at));
  drawPlace(s, at);
  wishPlace(s, at);
}

function makeTimeline(s) {
  s.range = make("input", { type: "range", class: "cns-range", "data-do": "go", min: "0", step: "1", "aria-label": s.words().timeline, "aria-describedby": s.keys.id, oninput: () => scrub(s) });
  s.signs = make("div", { class: "cns-signs", "aria-hidden": "true" });
  s.timeline = make("div", { class: "cns-timeline" }, s.signs, s.range);
  return s.timeline;
}

function drawSigns(s) {
  const last = s.stops().length - 1;
  s.timeline.hidden = last < 1;
  s.range.max = String(Math.max(last, 1));
  const go = (at) => {
    s.range.value = String(at);
    scrub(s);
  };
  s.signs.replaceChildren(
    ...s.marks().map(([at, kind, words]) => make("span", { class: `cns-sign is-${kind}`, style: `--at: ${at / Math.max(last, 1)}`, title: words, "data-mark": kind, onclick: () => go(at) })),
  );
  // Signs that would lie upon each other become strokes.
  s.signs.classList.toggle("is-dense", s.marks().length > 30);
}

function drawTimeline(s) {
  if (!settledWish(s)) return;
  s.range.value = String(s.view().at);
  s.range.setAttribute("aria-valuetext", told(s, s.view().at));
}
