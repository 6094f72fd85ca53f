// The review of a deal. It draws what Python says; every word comes from there.

function render({ model, el }) {
  const root = make("section", { class: "cnl cnv" });
  keepKeys(root);
  el.append(root);
  const head = make("div", { class: "cnv-head" });
  const list = make("div", { class: "cnv-list" });
  const chart = make("div", { class: "cnv-chart" });
  const status = make("p", { class: "cnv-status", role: "status", "aria-live": "polite" });
  root.append(head, list, chart, status);
  let seat = ""; // whose turns are shown, everyone's if empty
  let all = false;

  const answers = watchAnswers(
    model,
    ["msg:custom", "change:view", "change:chart"],
    () => {
      status.textContent = model.get("words").lost;
      tellAll();
    },
    () => {
      status.textContent = "";
      drawChart();
    },
  );

  function item(each, words, opens) {
    const buttons = make("p", { class: "cnl-bar" });
    if (opens) buttons.append(make("button", { type: "button", "data-open": String(each.at), onclick: () => answers.post({ kind: "open", at: each.at }) }, words.open));
    buttons.append(
      make("a", { class: "cnv-link", href: each.href, target: "_blank", rel: "noopener", "data-tab": true, "data-again": String(each.at) }, words.again, make("span", { class: "cnv-hidden" }, ` (${words.tab}): ${each.where}`)),
    );
    return make(
      "li",
      { class: `cnv-item is-${each.kind}`, "data-missed": String(each.at), "data-kind": each.kind },
      make("h3", {}, make("span", {}, each.where), make("small", {}, `${each.sort} · ${each.weight}`)),
      make("p", {}, each.text),
      make("dl", {}, make("div", {}, make("dt", {}, words.played), make("dd", {}, each.played)), make("div", {}, make("dt", {}, words.better), make("dd", {}, each.better))),
      each.rules.length
        ? make("details", {}, make("summary", {}, words.rule), ...each.rules.map((rule) => make("p", {}, rule.law, " ", make("code", { dir: "ltr" }, rule.clause))))
        : "",
      buttons,
    );
  }

  function draw() {
    const { ended = "", found = "", items = [], seats = [], few = 0, opens = false } = model.get("view");
    const words = model.get("words");
    root.hidden = !ended;
    if (!ended) {
      for (const part of [head, list]) part.replaceChildren();
      return;
    }
    root.setAttribute("aria-label", words.title);
    if (!seats.some(([value]) => String(value) === seat)) seat = "";
    const choice = make(
      "select",
      {
        "data-seat": true,
        onchange: () => {
          seat = choice.value;
          drawList();
        },
      },
      ...[["", words.everyone], ...seats].map(([value, name]) => make("option", { value: String(value), selected: String(value) === seat }, name)),
    );
    head.replaceChildren(
      make("h2", { tabindex: "-1" }, words.title),
      make("p", {}, ended),
      make("p", {}, found),
      seats.length && items.length ? make("p", {}, make("label", {}, make("span", {}, words.who), choice)) : "",
    );
    drawList();

    function drawList() {
      const meant = items.filter((each) => seat === "" || String(each.seat) === seat);
      const worst = [...meant].sort((one, other) => one.rank - other.rank);
      const more = make(
        "button",
        {
          type: "button",
          "data-all": true,
          "aria-expanded": String(all),
          onclick: () => {
            all = !all;
            drawList();
            list.querySelector("[data-all]")?.focus();
          },
        },
        all ? words.few : `${words.all} (${meant.length})`,
      );
      list.replaceChildren(
        items.length && !meant.length ? make("p", {}, words.none) : "",
        make("ol", { class: "cnv-items" }, ...(all ? meant : worst.slice(0, few)).map((each) => item(each, words, opens))),
        meant.length > few ? make("p", {}, more) : "",
      );
    }
  }

  // Only what is a drawing and nothing else is put on the page.
  function picture(text) {
    const read = new DOMParser().parseFromString(text, "image/svg+xml");
    return read.querySelector("parsererror") || read.documentElement.localName !== "svg" ? "" : document.importNode(read.documentElement, true);
  }

  function drawChart() {
    const { table = null, key = [], note = "", drawn = {}, problem = "" } = model.get("chart");
    const words = model.get("words");
    const within = chart.contains(document.activeElement);
    const shown = model.get("view").ended;
    if (!shown || !table) {
      const ask = make("button", { type: "button", "data-chart": true, onclick: () => answers.post({ kind: "chart" }) }, words.chart);
      chart.replaceChildren(shown ? ask : "");
      return;
    }
    const cell = (tag, text, at) => make(tag, at === 0 && tag === "td" ? { class: "is-step" } : {}, text);
    chart.replaceChildren(
      make("h3", { tabindex: "-1" }, words.points),
      problem ? make("p", { class: "cnv-problem" }, problem) : "",
      ...Object.entries(drawn).map(([width, text]) => make("div", { class: `cnv-drawn is-${width}` }, picture(text))),
      Object.keys(drawn).length ? make("ul", { class: "cnv-key" }, ...key.map(([sign, means]) => make("li", {}, make("span", { "aria-hidden": "true" }, sign), means))) : "",
      note ? make("p", {}, note) : "",
      make(
        "details",
        { open: Boolean(problem) },
        make("summary", {}, words.table),
        make(
          "div",
          { class: "cnv-wide", tabindex: "0", role: "region", "aria-label": words.table },
          make(
            "table",
            {},
            make("thead", {}, make("tr", {}, ...table.columns.map((name) => make("th", { scope: "col" }, name)))),
            make("tbody", {}, ...table.rows.map((row) => make("tr", {}, ...row.map((text, at) => cell("td", text, at))))),
          ),
        ),
      ),
    );
    if (within) chart.querySelector("h3").focus();
  }

  const redraw = () => {
    draw();
    drawChart();
  };
  model.on("change:view", redraw);
  model.on("change:chart", drawChart);
  redraw();
  return () => {
    answers.end();
    model.off("change:view", redraw);
    model.off("change:chart", drawChart);
  };
}

export default { render };
