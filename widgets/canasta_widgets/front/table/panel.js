// The panel: what the rule book says of the last try.

function drawFinding(t, finding) {
  const words = t.words();
  return make(
    "li",
    { class: finding.holds ? "is-legal" : "is-refused", "data-clause": finding.clause },
    make("span", { class: "cnt-sign", "aria-hidden": "true" }, finding.holds ? "✓" : "×"),
    make("span", {}, make("span", { class: "cnt-hidden" }, `${finding.holds ? words.ok : words.objects}: `), finding.fact, make("small", {}, `${finding.law} `, make("code", { dir: "ltr" }, finding.clause))),
  );
}

// Python looks for it only when it is asked: that takes longer than a verdict.
function drawOtherwise(t) {
  const list = make("ul", { class: "cnt-if" }, make("li", {}, t.words().wait));
  t.otherwise = (texts) => list.replaceChildren(...(texts.length ? texts : [t.words().never]).map((text) => make("li", {}, text)));
  let wanted = false;
  const opened = (event) => {
    if (event.target.open && !wanted) t.post({ kind: "why" });
    wanted = true;
  };
  return make("details", { class: "cnt-checks", "data-why": true, ontoggle: opened }, make("summary", {}, t.words().if), list);
}

function drawChecks(t, findings) {
  const groups = [];
  for (const finding of findings) {
    if (groups.at(-1)?.name !== finding.group) groups.push({ name: finding.group, items: [] });
    groups.at(-1).items.push(drawFinding(t, finding));
  }
  return make(
    "details",
    { class: "cnt-checks" },
    make("summary", {}, t.words().checks),
    ...groups.flatMap((group) => [make("h3", {}, group.name), make("ul", {}, ...group.items)]),
  );
}

function drawPanel(t) {
  const words = t.words();
  const verdict = t.model.get("verdict");
  t.otherwise = null;
  if (!verdict.title) {
    t.panel.dataset.verdict = "";
    t.panel.replaceChildren(make("h2", {}, words.ask), make("p", { class: "cnt-quiet" }, words.keys));
    return;
  }
  const state = verdict.legal ? "legal" : "refused";
  t.panel.dataset.verdict = state;
  const parts = [
    make("h2", { class: `is-${state}` }, make("span", { class: "cnt-sign", "aria-hidden": "true" }, verdict.legal ? "✓" : "×"), ` ${verdict.title}`),
    make("p", { class: "cnt-tried" }, verdict.action || ""),
    make("p", { class: "cnt-sentence" }, verdict.sentence),
  ];
  if (verdict.lead) {
    parts.push(
      make("p", { class: "cnt-law", "data-clause": verdict.lead.clause }, make("b", {}, `${words.law}: `), verdict.lead.law),
      make("p", { class: "cnt-source" }, make("code", { dir: "ltr" }, verdict.lead.clause), make("span", {}, `${words.source}: ${verdict.lead.source} (${verdict.lead.provenance})`)),
    );
  }
  if (verdict.events?.length) parts.push(make("p", { class: "cnt-quiet" }, make("b", {}, `${words.then}: `), verdict.events.join(" ")));
  if (verdict.near?.length) {
    parts.push(
      make("h3", {}, words.near),
      make("div", { class: "cnt-near" }, ...verdict.near.map((play) => make("button", { type: "button", class: "cnt-plain", "data-near": play.text, onclick: () => commit(t, play.text) }, play.label))),
    );
  }
  if (!verdict.legal && verdict.findings.length) parts.push(drawOtherwise(t));
  if (verdict.findings.length) parts.push(drawChecks(t, verdict.findings));
  t.panel.replaceChildren(...parts);
  // Where a deal is stepped through, the step is told there.
  if (!verdict.quiet) say(t, [verdict.title, verdict.action, verdict.sentence, ...(verdict.events || [])].filter(Boolean).map((part) => part.replace(/([^.?!])$/, "$1.")).join(" "));
}

// On a small screen the panel may lie below the edge; a refusal must be seen.
function showVerdict(t) {
  const held = t.panel.contains(document.activeElement);
  drawPanel(t);
  if (held) t.board.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
  if (t.panel.dataset.verdict === "refused") t.panel.querySelector(".cnt-sentence").scrollIntoView({ block: "nearest" });
}
