// What one practises: a form to choose it, a line while it goes, and how it went. Every word comes from Python.

const RESULTS = "canasta-results.json";

function render({ model, el }) {
  const words = () => model.get("words");
  const root = make("section", { class: "cnl cnr canasta-practice" });
  const offer = make("div", { class: "cnr-offer" });
  const form = make("form", { onsubmit: (event) => (event.preventDefault(), begin()) });
  const going = make("div", { class: "cnr-going" });
  const report = make("div", { class: "cnr-report" });
  const problem = make("p", { class: "cnr-problem", role: "alert" });
  const said = make("p", { class: "cnr-said", role: "status", "aria-live": "polite" });
  root.append(offer, form, problem, going, report, said);
  keepKeys(root);
  el.append(root);

  const silent = () => {
    lost = true;
    say(words().lost);
    for (const button of root.querySelectorAll("button")) if (!["save", "hand"].includes(button.dataset.do)) button.setAttribute("aria-disabled", "true");
    tellAll();
  };
  const answers = watchAnswers(model, ["msg:custom", "change:view"], silent, () => draw(true));
  const post = (kind, more = {}) => answers.post({ kind, ...more });
  let stage = null;
  let began = 0;
  let clock = null;
  let asked = false; // what the address says
  let drawn = "";
  let lost = false; // nothing answers

  const say = (text) => {
    if (said.textContent !== text) said.textContent = text;
  };
  const handing = watchHanding(words, say);
  const log = make("textarea", { rows: "5", name: "log", autocapitalize: "none", spellcheck: "false", dir: "ltr" });
  const file = make("input", { type: "file", accept: ".log,.txt,text/plain", hidden: true, onchange: () => readFile(file, Number(words().most), look, () => (problem.textContent = words().big)) });
  const look = (text) => {
    log.value = text;
    post("log", { text });
  };
  const button = (kind, onclick, main = false) =>
    make("button", { type: "button", "data-do": kind, class: main ? "is-main" : false, onclick: (event) => event.currentTarget.getAttribute("aria-disabled") !== "true" && onclick() }, words()[kind]);
  const label = (text, input) => make("label", {}, make("span", {}, text), input);
  const select = (name, options, first) =>
    make("select", { name }, first ? make("option", { value: "" }, first) : "", ...options.map(({ value, label }) => make("option", { value }, label)));
  const check = (name, text, checked) => make("label", { class: "cnr-check" }, make("input", { type: "checkbox", name, checked }), make("span", {}, text));

  function makeForm(view) {
    const { what, count, hard, profile, endless, follow, usual, hints, end, timed } = words();
    form.replaceChildren(
      label(what, select("what", view.what)),
      label(count, select("count", view.counts, endless)),
      label(hard, select("hard", view.hard, follow)),
      label(profile, select("profile", view.profiles, usual)),
      make("div", { class: "cnr-checks" }, check("hints", hints, true), check("end", end, false), check("timed", timed, false)),
      make(
        "details",
        { class: "cnr-link" },
        make("summary", {}, words().own),
        label(words().log, log),
        file,
        make("div", { class: "cnl-bar" }, button("look", () => look(log.value)), button("file", () => file.click())),
      ),
      make("div", { class: "cnl-bar" }, make("button", { type: "submit", class: "is-main", "data-do": "begin" }, words().begin)),
    );
    // At the end of what? Where nothing is told before it, there has to be one.
    const ends = form.querySelector('[name="end"]');
    ends.addEventListener("change", () => {
      if (ends.checked && !form.count.value) form.count.value = view.counts[0].value;
    });
  }
  function begin() {
    const settings = {};
    for (const input of form.querySelectorAll("[name]:not(textarea)")) settings[input.name] = input.type === "checkbox" ? input.checked : input.value;
    post("begin", { settings });
  }

  const two = (n) => String(n).padStart(2, "0");
  const tick = () => {
    const seconds = Math.floor((Date.now() - began) / 1000);
    const shown = going.querySelector("time");
    if (shown) shown.textContent = `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  };

  function share(view) {
    if (!view.link) return "";
    const address = location.origin + location.pathname + view.link;
    const field = make("input", { type: "text", readonly: true, value: address, dir: "ltr", "aria-label": words().link, onfocus: () => field.select() });
    const copy = async () => {
      await copyText(field, address);
      say(words().copied);
    };
    return make("details", { class: "cnr-link" }, make("summary", {}, words().link), field, button("copy", copy));
  }

  const saved = (text) => {
    saveText(text, RESULTS);
    say(words().saved.replace("{file}", RESULTS));
  };
  const listen = (message) => {
    if (message?.kind === "file") saved(message.text);
    if (message?.kind === "hand") handing.hand(message.text);
  };

  function drawReport(view) {
    const { report: found } = view;
    const { right, wrong, number, how, told, read } = words();
    const row = (each) =>
      make(
        "tr",
        { "data-right": String(each.right) },
        make("th", { scope: "row" }, `${each.number}. ${each.title}`),
        make("td", {}, make("span", { "aria-hidden": "true" }, each.right ? "✓ " : "✕ "), each.right ? right : wrong),
        make("td", {}, each.told),
      );
    const head = (text) => make("th", { scope: "col" }, text);
    const name = make("input", { type: "text", name: "label", value: found.label, maxlength: words().longest, autocomplete: "off" });
    // The name goes along with the wish, so that the file bears it; where nothing answers it is the last one that was.
    const save = () => (lost ? saved(model.get("view").report.file) : post("save", { name: name.value }));
    const hand = () => (lost ? handing.hand(model.get("view").report.file) : post("hand", { name: name.value }));
    report.replaceChildren(
      make("h2", { tabindex: "-1" }, view.plan),
      make("p", {}, found.text),
      make("div", { class: "cnr-scroll", tabindex: "0", role: "region", "aria-label": how }, make("table", {}, make("thead", {}, make("tr", {}, head(number), head(how), head(told))), make("tbody", {}, ...found.rows.map(row)))),
      found.units.length ? make("p", {}, `${read} `, ...found.units.flatMap((each, at) => [at ? ", " : "", make("a", { href: each.href, target: "_blank" }, each.title)])) : "",
      make("div", { class: "cnl-bar" }, found.again ? button("again", () => post("again"), true) : "", button("choose", () => post("choose"))),
      found.file ? make("div", { class: "cnr-send" }, label(handing.open ? words().signed : words().name, name), handing.open ? button("hand", hand, true) : "", button("save", save)) : "",
      share(view),
    );
  }

  function draw(anew = false) {
    const view = model.get("view");
    if (!view.stage) return;
    root.setAttribute("aria-label", words().title);
    if (problem.textContent !== view.problem) {
      problem.textContent = view.problem;
      if (view.problem && view.stage === "over") report.querySelector('[name="label"]')?.focus();
    }
    if (!form.children.length) makeForm(view);
    if (view.what.length !== form.what.length) {
      form.what.replaceChildren(...view.what.map(({ value, label }) => make("option", { value }, label)));
      form.what.value = view.chosen || view.what[0].value;
    }
    form.hidden = view.stage !== "choose";
    going.hidden = view.stage !== "going";
    report.hidden = view.stage !== "over";
    offer.hidden = view.stage !== "choose" || !view.offered;
    // What is told above, the name that was typed and the file that bears it change nothing else that is seen.
    const now = JSON.stringify({ ...view, problem: "", report: { ...view.report, label: "", file: "" } });
    if (now === drawn && !anew) return;
    drawn = now;
    for (const each of root.querySelectorAll("[aria-disabled]")) each.removeAttribute("aria-disabled");
    if (anew) {
      lost = false;
      say("");
    }
    const before = stage;
    stage = view.stage;
    clearInterval(clock);
    offer.replaceChildren(...(view.offered ? [make("p", {}, make("b", {}, view.offered)), button("accept", () => post("accept"), true)] : []));
    if (stage === "going") {
      if (before !== "going") began = Date.now();
      going.replaceChildren(
        make("p", {}, make("b", {}, view.plan), view.timed ? make("span", { role: "timer", "aria-label": words().clock }, " · ", make("time", {})) : ""),
        make("div", { class: "cnl-bar" }, button("stop", () => post("stop"))),
        share(view),
      );
      if (view.timed) {
        tick();
        clock = setInterval(tick, 1000);
      }
    }
    if (stage === "over") {
      drawReport(view);
      if (before === "going") report.querySelector("h2").focus();
    }
    if (stage === "choose" && before && before !== "choose") form.what.focus();
  }
  const arrive = () => {
    if (asked || model.get("view").stage !== "choose") return;
    asked = true;
    if (location.search.length > 1) post("arrived", { search: location.search });
  };
  const shown = () => {
    draw();
    arrive();
  };

  model.on("change:view", shown);
  model.on("msg:custom", listen);
  const unbind = bindShelf(model, root, () => (model.get("view").stage ? null : undefined), () => {});
  shown();
  return () => {
    clearInterval(clock);
    unbind();
    answers.end();
    handing.end();
    model.off("change:view", shown);
    model.off("msg:custom", listen);
  };
}

export default { render };
