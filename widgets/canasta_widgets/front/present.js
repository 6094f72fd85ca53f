// The question to a class. It draws what Python says; while it is open Python looks each second how many have answered.

const PULSE = 1000; // milliseconds
const SILENCE = 10000; // after which it is asked again, if nothing came back

function render({ model, el }) {
  const root = make("section", { class: "cnl cnv" });
  keepKeys(root);
  el.append(root);
  const words = () => model.get("words");
  const problem = make("p", { class: "cnv-problem", role: "alert" });
  const told = make("p", { class: "cnv-told", role: "status", "aria-live": "polite" });
  const body = make("div", { class: "cnv-body" });
  const play = make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "1000", dir: "ltr", "data-do": "play" });
  root.append(body, problem, told);
  let timer = null;
  let sure = false; // whether it is asked if all should be forgotten
  let lost = false;

  const answers = watchAnswers(
    model,
    ["msg:custom", "change:view"],
    () => {
      lost = true;
      problem.textContent = words().lost;
      tellAll();
    },
    () => {
      lost = false;
      problem.textContent = model.get("view").problem;
      beat();
    },
  );

  const beat = () => {
    clearTimeout(timer);
    timer = null;
    if (lost || !model.get("view").looks) return;
    timer = setTimeout(() => {
      try {
        model.send({ kind: "tally" });
      } catch {
        // The page says that nothing answers.
      }
      timer = setTimeout(beat, SILENCE);
    }, PULSE);
  };
  const heard = (message) => message?.kind === "tally" && beat();

  const post = (kind, more = {}) => answers.post({ kind, ...more });
  const button = (kind, label, act = () => post(kind), main = false) => make("button", { type: "button", "data-do": kind, class: main ? "is-main" : false, onclick: act }, label);

  function address({ address, path }) {
    const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    return here ? address : location.origin + path;
  }

  const where = (view) => (view.place.address ? make("p", { class: "cnv-where" }, `${words().where} `, make("b", { dir: "ltr" }, address(view.place))) : "");

  function form(view) {
    const submit = (event) => {
      event.preventDefault();
      post("prepare", { play: play.value });
    };
    return [
      make("form", { onsubmit: submit }, make("label", {}, make("span", {}, words().play), play), make("button", { type: "submit", "data-do": "prepare" }, words().prepare), forgetting()),
      view.last ? button("last", `${words().last} ${view.last}`) : "",
      where(view) || make("p", {}, words().start),
      view.place.address ? make("p", { class: "cnv-results" }, make("a", { href: "class-results.ipynb", target: "_blank", rel: "noopener", "data-tab": true }, words().results)) : "",
    ];
  }

  function ready(view) {
    const boxes = view.offers.map(({ clause, law, on }) => make("label", {}, make("input", { type: "checkbox", value: clause, checked: on }), make("span", {}, law, " ", make("code", { dir: "ltr" }, clause))));
    const offer = () => post("offer", { clauses: boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value) });
    return [
      make("p", { class: "cnv-about" }, view.about),
      make("details", { class: "cnv-offers", onchange: offer, open: body.querySelector(".cnv-offers")?.open }, make("summary", {}, words().offers), make("div", {}, ...boxes)),
      make("div", { class: "cnl-bar" }, button("ask", words().ask, undefined, true), button("another", words().cancel)),
    ];
  }

  function option({ value, label, count, share, right }) {
    const bar = count === undefined ? "" : make("span", { class: "cnv-bar", "aria-hidden": "true" }, make("span", { style: `inline-size: ${share}%` }));
    return make(
      "li",
      { class: right ? "is-right" : false, "data-choice": value },
      make("span", { class: "cnv-label" }, right ? make("b", {}, `✓ ${words().right}: `) : "", label),
      count === undefined ? "" : make("b", { class: "cnv-count" }, String(count)),
      bar,
    );
  }

  function open(view) {
    const why = view.why;
    const shown = view.phase === "shown";
    return [
      where(view),
      make("p", { class: "cnv-about" }, make("span", {}, words().heading), " ", view.about),
      make("ul", { class: "cnv-options" }, ...view.options.map(option)),
      make("p", { class: "cnv-answered" }, view.answered),
      why.title ? make("div", { class: "cnv-why" }, make("p", {}, make("b", {}, `${why.legal ? "✓" : "✕"} ${why.title}. `), why.sentence), why.law ? make("p", {}, why.law, " ", make("code", { dir: "ltr" }, why.clause), " ", make("small", {}, why.source)) : "") : "",
      make(
        "div",
        { class: "cnl-bar" },
        shown ? "" : button("reveal", words().reveal, undefined, true),
        shown ? "" : button("open", view.open ? words().hide : words().open, () => post("open", { open: !view.open })),
        button("another", shown ? words().another : words().stop, undefined, shown),
      ),
      shown ? forgetting() : "",
    ];
  }

  function forgetting() {
    const ask = (now) => () => {
      sure = now;
      draw();
      body.querySelector(now ? "[data-do=no]" : "[data-do=sure]")?.focus();
    };
    if (!sure) return make("div", { class: "cnl-bar" }, button("sure", words().forget, ask(true)));
    const yes = () => {
      sure = false;
      post("forget");
    };
    return make("div", { class: "cnl-bar", role: "group", "aria-label": words().really }, make("span", {}, words().really), button("yes", words().yes, yes), button("no", words().no, ask(false)));
  }

  // A page that is opened is drawn before it is on the screen.
  const whenSeen = (then) =>
    new ResizeObserver((_sizes, observer) => {
      if (!root.offsetHeight) return;
      observer.disconnect();
      then();
    }).observe(root);
  let drawn = null;
  function draw() {
    const view = model.get("view");
    root.hidden = !view.phase;
    if (root.hidden) return;
    root.setAttribute("aria-label", words().title);
    const held = hasFocus(body) ? document.activeElement.dataset.do || document.activeElement.value : null;
    const from = { none: () => [make("p", {}, words().start)], form, ready, asked: open, shown: open }[view.phase](view);
    body.replaceChildren(make("h2", { class: view.phase === "ready" || view.phase === "none" ? false : "cnv-told" }, words().title), ...from.filter(Boolean));
    const same = held && [...body.querySelectorAll("[data-do], input")].find((each) => each.dataset.do === held || (each.value && each.value === held));
    if (same) same.focus({ preventScroll: true });
    else if (held) (body.querySelector(".is-main") || body.querySelector("input, button"))?.focus({ preventScroll: true });
    if (!lost && problem.textContent !== view.problem) problem.textContent = view.problem;
    const text = view.phase === "asked" ? view.answered : view.phase === "shown" ? `${view.why.title}. ${view.why.sentence}` : "";
    if (told.textContent !== text) told.textContent = text;
    if (drawn !== view.phase) {
      if (view.phase === "asked") whenSeen(() => root.closest(".canasta-lesson")?.querySelector(".cnt-board")?.scrollIntoView({ block: "start" }));
      else if (drawn !== null && hasFocus(body)) document.activeElement.scrollIntoView({ block: "nearest" });
      drawn = view.phase;
      beat();
    }
  }

  model.on("change:view", draw);
  model.on("change:words", draw);
  model.on("msg:custom", heard);
  draw();
  return () => {
    clearTimeout(timer);
    answers.end();
    model.off("change:view", draw);
    model.off("change:words", draw);
    model.off("msg:custom", heard);
  };
}

export default { render };
