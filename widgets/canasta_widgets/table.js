// The card table in the browser. It draws what Python says and holds only what is half done: the selection.
// It knows no rule of canasta; every word on it comes from Python.

const face = (card) =>
  make(
    "span",
    { class: `cnt-face cnt-${card.look}`, dir: "ltr", "aria-hidden": "true" },
    make("b", {}, card.sign),
    make("i", {}, card.suit || (card.look === "wild" ? "~" : "")),
  );

function render({ model, el }) {
  let chosen = new Set();
  let target = "";
  let asked = 0;
  let answered = 0;
  let pending = null; // a wish that came before the answer to the selection came
  let options = [];
  let count = "";
  let plays = null;
  let otherwise = null; // what would make the refused action legal, once it was asked for

  const words = () => model.get("words");
  const zones = () => model.get("zones");

  const root = make("section", { class: "cnt", "data-lm-suppress-shortcuts": "true", "aria-label": words().hand });
  const board = make("div", { class: "cnt-board" });
  const actions = make("div", { class: "cnt-actions", "data-zone": "actions" });
  const live = make("p", { class: "cnt-live", role: "status", "aria-live": "polite", "data-live": true });
  const panel = make("div", { class: "cnt-panel", "data-verdict": "" });
  const typed = make("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: "400", dir: "ltr" });
  const command = make(
    "form",
    { class: "cnt-command", "data-command": true, onsubmit: submit },
    make("label", {}, make("span", {}, words().command), typed),
    make("button", { type: "submit" }, words().try),
  );
  root.append(make("div", { class: "cnt-main" }, board, actions, command, live), panel);
  el.append(root);

  function say(text) {
    if (text && live.textContent !== text) live.textContent = text;
  }

  function post(message) {
    model.send(message);
  }

  function commit(text) {
    post({ kind: "commit", text });
  }

  function submit(event) {
    event.preventDefault();
    if (typed.value.trim()) commit(typed.value);
    typed.value = "";
  }

  function ask() {
    asked += 1;
    pending = null;
    post({ kind: "select", n: asked, serial: zones().serial, cards: [...chosen], target });
  }

  function choose(id) {
    if (chosen.has(id)) chosen.delete(id);
    else chosen.add(id);
    paint();
    ask();
  }

  function aim(id) {
    target = target === id ? "" : id;
    paint();
    ask();
  }

  function letGo() {
    chosen.clear();
    target = "";
    paint();
    ask();
  }

  // The selection is drawn at once, without waiting for an answer.
  function paint() {
    for (const node of board.querySelectorAll("[data-card]")) {
      const on = chosen.has(node.dataset.card);
      node.setAttribute("aria-pressed", String(on));
      node.classList.toggle("is-chosen", on);
    }
    for (const node of board.querySelectorAll("[data-place]")) {
      const on = node.dataset.place === target;
      node.setAttribute("aria-pressed", String(on));
      node.classList.toggle("is-chosen", on);
    }
  }

  function place(id, label, extra, ...children) {
    return make(
      "button",
      { type: "button", class: `cnt-place ${extra}`, "data-place": id, "data-stop": true, tabindex: "-1", "aria-pressed": "false", "aria-label": label, onclick: () => aim(id) },
      ...children,
    );
  }

  function drawMeld(meld) {
    const cards = meld.canasta
      ? [make("span", { class: `cnt-square cnt-square-${meld.canasta}`, "aria-hidden": "true" }, make("b", {}, meld.rank), make("small", {}, String(meld.count)))]
      : meld.cards.map((card, at) => {
          const node = face(card);
          if (at === 5) node.classList.add("cnt-crosswise");
          return node;
        });
    return place(
      meld.id,
      meld.words,
      "cnt-meld",
      make("span", { class: "cnt-fan", "aria-hidden": "true" }, ...cards),
      make("span", { class: "cnt-caption", "aria-hidden": "true" }, meld.canasta ? meld.label : `${meld.rank} × ${meld.count}`),
    );
  }

  function drawSide(side) {
    const inside = side.melds.map(drawMeld);
    if (!side.melds.length) inside.push(make("span", { class: "cnt-none" }, side.empty));
    if (side.reds) inside.push(make("span", { class: "cnt-reds" }, side.reds));
    return make(
      "div",
      { class: `cnt-side ${side.own ? "is-own" : ""}`, role: "group", "aria-label": side.name, "data-zone": side.own ? "own" : "theirs" },
      make("h2", {}, side.name),
      make("div", { class: "cnt-melds" }, ...inside),
    );
  }

  function drawCentre(table) {
    const stock = place(
      "stock",
      table.stock.words,
      "cnt-stock",
      make("span", { class: "cnt-back", "aria-hidden": "true" }),
      make("span", { class: "cnt-caption", "aria-hidden": "true" }, words().stock + (table.stock.count === null ? "" : ` ${table.stock.count}`)),
    );
    const heap = table.pile.cards.map((card, at) => {
      const node = face(card);
      if (at === table.pile.sideways) node.classList.add("cnt-sideways");
      return node;
    });
    const pile = place(
      "pile",
      table.pile.words,
      "cnt-pile",
      make("span", { class: "cnt-heap", "aria-hidden": "true" }, ...(heap.length ? heap : [make("span", { class: "cnt-hole" })])),
      make("span", { class: "cnt-caption", "aria-hidden": "true" }, `${words().pile} ${table.pile.count}`, table.pile.frozen ? make("em", {}, ` ❄ ${table.pile.frozen}`) : ""),
    );
    return make("div", { class: "cnt-centre" }, stock, pile);
  }

  function drawHand(table) {
    const cards = table.hand.map((card) =>
      make(
        "button",
        { type: "button", class: "cnt-card", "data-card": card.id, "data-stop": true, tabindex: "-1", "aria-pressed": "false", "aria-label": card.words, onclick: () => choose(card.id) },
        face(card),
      ),
    );
    return make(
      "div",
      { class: "cnt-hand", role: "group", "aria-label": words().hand, "data-zone": "hand" },
      make("h2", {}, words().hand),
      make("div", { class: "cnt-cards" }, ...cards),
    );
  }

  function drawBoard() {
    const table = zones();
    const { turn, phase, minimum, score } = table.status;
    chosen = new Set();
    target = "";
    const others = table.others.map((other) =>
      make("li", { "aria-label": other.words }, make("span", { class: "cnt-mini", "aria-hidden": "true" }), `${other.name} ${other.count}`),
    );
    const held = board.contains(document.activeElement) || actions.contains(document.activeElement);
    board.replaceChildren(
      make("p", { class: "cnt-status", "data-zone": "status" }, make("b", {}, turn), phase, ...[minimum, score].filter(Boolean).map((text) => make("span", {}, text))),
      ...(others.length ? [make("ul", { class: "cnt-others", "aria-label": words().others }, ...others)] : []),
      make(
        "div",
        { class: "cnt-felt" },
        ...table.sides.filter((side) => !side.own).map(drawSide),
        drawCentre(table),
        ...table.sides.filter((side) => side.own).map(drawSide),
      ),
      drawHand(table),
    );
    const first = board.querySelector("[data-card]") || board.querySelector("[data-stop]");
    if (first) first.tabIndex = 0;
    if (held && first) first.focus({ preventScroll: true });
    plays = null;
    drawMarks();
    ask();
  }

  // Without a preview Python does not tell what the judge would say.
  function stateOf(option) {
    return option.legal === null ? "" : option.legal ? "is-legal" : "is-refused";
  }

  function drawActions() {
    const held = actions.contains(document.activeElement) ? document.activeElement.dataset : null;
    const buttons = options.map((option, at) =>
      make(
        "button",
        {
          type: "button",
          class: `cnt-act ${stateOf(option)}`,
          "data-action": option.verb,
          "data-text": option.text,
          "aria-keyshortcuts": at === 0 ? "Enter" : false,
          // Candidates of an earlier selection must not be played: the wish waits for the new ones.
          onclick: () => {
            if (answered === asked) commit(option.text);
            else pending = () => actions.querySelector(`[data-action="${option.verb}"]`)?.click();
          },
        },
        stateOf(option) ? make("span", { class: "cnt-sign", "aria-hidden": "true" }, option.legal ? "✓" : "×") : null,
        make("span", { class: "cnt-label" }, option.label),
        option.says ? make("small", {}, option.legal ? option.says : `${words().refused}: ${option.says}`) : null,
      ),
    );
    const more = [];
    if (model.get("can_undo")) more.push(make("button", { type: "button", class: "cnt-plain", "data-action": "undo", onclick: () => post({ kind: "undo" }) }, words().undo));
    const { question } = zones();
    if (question) more.push(make("button", { type: "button", class: "cnt-plain", "data-action": "ask", onclick: () => commit("ask") }, question));
    if (!zones().over) more.push(make("button", { type: "button", class: "cnt-plain", "data-action": "plays", "aria-expanded": String(Boolean(plays)), onclick: toggle }, words().all));
    const list = plays
      ? [make("ul", { class: "cnt-plays", "aria-label": words().plays }, ...plays.map((play) => make("li", {}, make("button", { type: "button", class: "cnt-plain", "data-play": play.text, onclick: () => commit(play.text) }, play.label))))]
      : [];
    actions.replaceChildren(
      make("p", { class: "cnt-count", "data-count": true }, count || zones().status.prompt || words().pick),
      make("div", { class: "cnt-buttons", role: "group", "aria-label": words().do }, ...buttons),
      make("div", { class: "cnt-more" }, ...more),
      ...list,
    );
    if (held) {
      // The focus stays with the same button, else with its like, else it goes back to the table; it is never lost.
      const same = [...actions.querySelectorAll("button")];
      const like = (name) => held[name] && same.find((button) => button.dataset[name] === held[name]);
      (like("text") || like("action") || board.querySelector('[tabindex="0"]') || same[0])?.focus({ preventScroll: true });
    }
  }

  function toggle() {
    if (plays) {
      plays = null;
      drawActions();
    } else post({ kind: "plays" });
  }

  function drawFinding(finding) {
    return make(
      "li",
      { class: finding.holds ? "is-legal" : "is-refused", "data-clause": finding.clause },
      make("span", { class: "cnt-sign", "aria-hidden": "true" }, finding.holds ? "✓" : "×"),
      make("span", {}, make("span", { class: "cnt-hidden" }, `${finding.holds ? words().ok : words().objects}: `), finding.fact, make("small", {}, `${finding.law} `, make("code", { dir: "ltr" }, finding.clause))),
    );
  }

  // Python looks for it only when it is asked: that takes longer than a verdict.
  function drawOtherwise() {
    const list = make("ul", { class: "cnt-if" }, make("li", {}, words().wait));
    otherwise = (texts) => list.replaceChildren(...(texts.length ? texts : [words().never]).map((text) => make("li", {}, text)));
    let wanted = false;
    const asked = (event) => {
      if (event.target.open && !wanted) post({ kind: "why" });
      wanted = true;
    };
    return make("details", { class: "cnt-checks", "data-why": true, ontoggle: asked }, make("summary", {}, words().if), list);
  }

  function drawPanel() {
    const verdict = model.get("verdict");
    otherwise = null;
    if (!verdict.title) {
      panel.dataset.verdict = "";
      panel.replaceChildren(make("h2", {}, words().ask), make("p", { class: "cnt-quiet" }, words().keys));
      return;
    }
    const state = verdict.legal ? "legal" : "refused";
    panel.dataset.verdict = state;
    const parts = [
      make("h2", { class: `is-${state}` }, make("span", { class: "cnt-sign", "aria-hidden": "true" }, verdict.legal ? "✓" : "×"), ` ${verdict.title}`),
      make("p", { class: "cnt-tried" }, verdict.action || ""),
      make("p", { class: "cnt-sentence" }, verdict.sentence),
    ];
    if (verdict.lead) {
      parts.push(
        make("p", { class: "cnt-law", "data-clause": verdict.lead.clause }, make("b", {}, `${words().law}: `), verdict.lead.law),
        make("p", { class: "cnt-source" }, make("code", { dir: "ltr" }, verdict.lead.clause), make("span", {}, `${words().source}: ${verdict.lead.source} (${verdict.lead.provenance})`)),
      );
    }
    if (verdict.events?.length) {
      parts.push(make("p", { class: "cnt-quiet" }, make("b", {}, `${words().then}: `), verdict.events.join(" ")));
    }
    if (verdict.near?.length) {
      parts.push(
        make("h3", {}, words().near),
        make("div", { class: "cnt-near" }, ...verdict.near.map((play) => make("button", { type: "button", class: "cnt-plain", "data-near": play.text, onclick: () => commit(play.text) }, play.label))),
      );
    }
    if (!verdict.legal && verdict.findings.length) parts.push(drawOtherwise());
    if (verdict.findings.length) {
      const groups = [];
      for (const finding of verdict.findings) {
        if (groups.at(-1)?.name !== finding.group) groups.push({ name: finding.group, items: [] });
        groups.at(-1).items.push(drawFinding(finding));
      }
      parts.push(
        make(
          "details",
          { class: "cnt-checks" },
          make("summary", {}, words().checks),
          ...groups.flatMap((group) => [make("h3", {}, group.name), make("ul", {}, ...group.items)]),
        ),
      );
    }
    panel.replaceChildren(...parts);
    say([verdict.title, verdict.action, verdict.sentence, ...(verdict.events || [])].filter(Boolean).map((part) => part.replace(/([^.?!])$/, "$1.")).join(" "));
  }

  // On a small screen the panel may lie below the edge; a refusal must be seen.
  function showRefusal() {
    const held = panel.contains(document.activeElement);
    drawPanel();
    if (held) board.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    if (panel.dataset.verdict === "refused") panel.querySelector(".cnt-sentence").scrollIntoView({ block: "nearest" });
  }

  function drawMarks() {
    const marks = model.get("marks");
    for (const node of board.querySelectorAll("[data-card], [data-place]")) {
      const on = (marks.places || []).includes(node.dataset.card || node.dataset.place);
      node.classList.toggle("is-marked", on);
      node.toggleAttribute("data-marked", on);
    }
    if (marks.words) say(`${words().lookedup}: ${marks.words}`);
  }

  // Arrows move within a row and between rows; only one thing on the table is a tab stop.
  function rows() {
    return [...board.querySelectorAll(".cnt-side:not(.is-own) .cnt-melds, .cnt-centre, .cnt-side.is-own .cnt-melds, .cnt-cards")]
      .map((row) => [...row.querySelectorAll("[data-stop]")])
      .filter((row) => row.length);
  }

  function focus(node) {
    for (const stop of board.querySelectorAll("[data-stop]")) stop.tabIndex = -1;
    node.tabIndex = 0;
    node.focus();
  }

  function arrow(key, from) {
    const all = rows();
    const row = all.findIndex((stops) => stops.includes(from));
    if (row < 0) return false;
    const at = all[row].indexOf(from);
    const forward = getComputedStyle(root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (key === "Home") focus(all[row][0]);
    else if (key === "End") focus(all[row].at(-1));
    else if (key === "ArrowUp" || key === "ArrowDown") {
      const next = all[row + (key === "ArrowUp" ? -1 : 1)];
      if (next) focus(next[Math.min(at, next.length - 1)]);
    } else {
      const next = all[row][at + (key === forward ? 1 : -1)];
      if (next) focus(next);
    }
    return true;
  }

  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === typed) return;
    const onStop = event.target.closest?.("[data-stop]");
    const now = (selector) => actions.querySelector(selector)?.click();
    const click = (selector) => (answered === asked ? now(selector) : (pending = () => now(selector)));
    const press = (verb) => click(`[data-action="${verb}"]`);
    let done = true;
    if (/^(Arrow|Home$|End$)/.test(event.key) && onStop) done = arrow(event.key, onStop);
    else if (event.key === "Enter" && onStop) click("[data-text]");
    else if (event.key === "Escape") letGo();
    else if (event.key === "?") {
      const checks = panel.querySelectorAll("details");
      for (const each of checks) each.open = true;
      checks[0]?.querySelector("summary").focus();
    } else if (event.key === "m") press("meld");
    else if (event.key === "d") press("discard");
    else if (event.key === "t") press("take");
    else if (event.key === "s") press("draw");
    else if (event.key === "a") press("ask");
    else if (event.key === "u") press("undo");
    else done = false;
    if (done) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  function heard(message) {
    if (message.kind === "why" && message.n === model.get("verdict").n) otherwise?.(message.texts);
    if (message.serial !== zones().serial) return;
    if (message.kind === "plays") {
      plays = message.plays;
      drawActions();
      actions.querySelector("[data-play]")?.focus();
    }
    // An answer to a selection that has changed since is of no use.
    if (message.kind === "candidates" && message.n === asked) {
      answered = asked;
      options = message.options;
      count = message.count;
      drawActions();
      const best = options[0];
      if (chosen.size || target) {
        const outlook = { "is-legal": words().legal, "is-refused": words().refused }[best && stateOf(best)];
        say([count, best && (outlook ? `${best.label}: ${outlook}. ${best.says}` : best.label)].filter(Boolean).join(". "));
      }
      const wanted = pending;
      pending = null;
      wanted?.();
    }
  }

  root.addEventListener("keydown", keys);
  model.on("msg:custom", heard);
  model.on("change:zones", drawBoard);
  model.on("change:verdict", showRefusal);
  model.on("change:marks", drawMarks);
  model.on("change:can_undo", drawActions);
  drawBoard();
  drawActions();
  drawPanel();
  return () => {
    model.off("msg:custom", heard);
    model.off("change:zones", drawBoard);
    model.off("change:verdict", showRefusal);
    model.off("change:marks", drawMarks);
    model.off("change:can_undo", drawActions);
  };
}

export default { render };
