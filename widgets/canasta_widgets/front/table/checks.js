// The longer parts of an answer, each of them to be opened: what was looked at, what would make it legal, other tables.

const TICKS = { true: "✓", false: "×", null: "–" };

// A sign, and the same in words for who does not see it.
function signed(t, holds, word, ...children) {
  const state = { true: "is-legal", false: "is-refused", null: "" }[holds];
  return [{ class: state }, make("span", { class: "cnt-sign", "aria-hidden": "true" }, TICKS[holds]), make("span", {}, make("span", { class: "cnt-hidden" }, `${word}: `), ...children)];
}

// A part that is open from some length on. What is asked of Python is asked when it is opened, never before.
function fold(t, from, open, more, title, ...children) {
  return make("details", { class: "cnt-fold", "data-from": from, "data-open": open, ...more }, make("summary", {}, title), ...children);
}

function drawFinding(t, finding) {
  const words = t.words();
  const [look, ...line] = signed(t, finding.holds, finding.holds ? words.ok : words.objects, finding.fact);
  line[1].append(
    make("small", { "data-from": "source" }, finding.law, " ", make("code", { dir: "ltr" }, finding.clause), ` · ${finding.source} (${finding.provenance})`),
  );
  return make("li", { ...look, "data-clause": finding.clause }, ...line);
}

function drawChecks(t, verdict) {
  const words = t.words();
  const groups = new Map();
  for (const finding of verdict.findings) groups.set(finding.group, [...(groups.get(finding.group) || []), finding]);
  const drawn = [...groups].map(([name, found]) => {
    const holds = found.every((finding) => finding.holds);
    const [look, ...title] = signed(t, holds, holds ? words.ok : words.objects, name);
    // What objects comes first, and one kind of trouble is heard first.
    const items = found.sort((one, other) => one.holds - other.holds);
    return make(
      "details",
      { class: `cnt-kind ${look.class}`, "data-open": name === verdict.lead?.group ? "full" : false },
      make("summary", {}, ...title),
      make("ul", {}, ...items.map((finding) => drawFinding(t, finding))),
    );
  });
  const checks = fold(t, "full", "full", {}, words.checks, ...drawn);
  checks.classList.add("cnt-checks");
  return checks;
}

// A part whose content Python looks for when it is opened: that takes longer than a verdict.
function later(t, kind, title, more, draw) {
  const body = make("div", {}, make("p", { class: "cnt-quiet" }, t.words().wait));
  const n = t.model.get("verdict").n;
  const part = { wanted: null, ask: () => t.post({ kind }) };
  const opened = (event) => {
    if (!event.target.open || part.wanted !== null) return;
    part.wanted = true;
    part.ask();
  };
  part.hear = (message) => {
    if (message.n !== n) return;
    part.wanted = false;
    body.replaceChildren(...draw(message));
  };
  t.later[kind] = part;
  return fold(t, "full", "source", { ontoggle: opened, ...more }, title, body);
}

function drawOtherwise(t) {
  const words = t.words();
  const one = (message) => (text, at) =>
    make(
      "li",
      {},
      text,
      message.opens ? plainButton({ onclick: () => t.post({ kind: "open", n: message.n, at }) }, words.show) : null,
    );
  return later(t, "why", words.if, { "data-why": true }, (message) =>
    message.texts.length ? [make("ul", { class: "cnt-if" }, ...message.texts.map(one(message)))] : [make("p", {}, words.never)],
  );
}

function drawTables(t) {
  const words = t.words();
  const heard = t.model.get("verdict").sentence;
  const row = (each) => {
    const word = { true: words.legal, false: words.refused, null: words.nowhere }[each.legal];
    const [look, sign, text] = signed(t, each.legal, word, make("b", {}, each.table), each.own ? ` (${words.here})` : "", each.says && each.says !== heard ? make("small", {}, each.says) : "");
    text.append(...each.clauses.map((id) => make("code", { class: "cnt-id", dir: "ltr" }, id)));
    return make("li", { ...look, "data-table": each.table }, sign, text);
  };
  const rule = (each) =>
    make(
      "div",
      { class: "cnt-rule", "data-rule": each.name },
      make("p", {}, each.meaning, " ", make("code", { dir: "ltr" }, each.name)),
      make("ul", {}, ...each.values.map(({ table, value, provenance }) => make("li", {}, make("b", {}, table), " ", value, " ", make("small", {}, provenance)))),
    );
  return later(t, "others", words.tables, { "data-tables": true }, (message) => [
    message.agree ? make("p", {}, words.agree) : "",
    make("ul", { class: "cnt-rows" }, ...message.rows.map(row)),
    ...(message.rules.length ? [make("h3", {}, words.decides), ...message.rules.map(rule)] : []),
  ]);
}
