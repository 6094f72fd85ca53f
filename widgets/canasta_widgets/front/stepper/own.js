// A log or a position of the learner's own. What was typed and refused stays, to be mended.

function makeOwn(s) {
  const words = s.words();
  s.text = make("textarea", { rows: "6", autocapitalize: "none", spellcheck: "false", dir: "ltr", maxlength: String(s.model.get("most")), "data-do": "log" });
  s.line = make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "1000", dir: "ltr", "data-do": "line" });
  s.unread = make("p", { class: "cns-problem", role: "alert" });
  s.problem = make("p", { class: "cns-problem", role: "alert" });
  s.copied = make("span", { role: "status" });
  const open = (text) => {
    s.text.value = text;
    wish(s, "load", { text });
  };
  const tooBig = () => {
    s.unread.textContent = words.big;
  };
  const file = make("input", { type: "file", accept: ".log,.txt,text/plain", "data-do": "file", onchange: () => readFile(file, s.model.get("most"), open, tooBig) });
  const button = (kind, onclick) => make("button", { type: "button", "data-do": kind, onclick }, words[kind]);
  const load = (event) => {
    event.preventDefault();
    wish(s, "load", { text: s.text.value });
  };
  const setUp = (event) => {
    event.preventDefault();
    wish(s, "set_up", { line: s.line.value });
  };
  return make(
    "div",
    { class: "cns-own" },
    make(
      "form",
      { onsubmit: load },
      make("label", {}, make("span", {}, words.log), s.text),
      s.unread,
      make(
        "div",
        { class: "cnl-bar" },
        make("button", { type: "submit", "data-do": "load" }, words.walk),
        make("label", { class: "cns-file" }, file, make("span", {}, words.file)),
        button("copy", () => wantLog(s, copyLog)),
        button("download", () => wantLog(s, (_s, { text, name }) => saveText(text, name))),
        s.copied,
      ),
    ),
    make("form", { onsubmit: setUp }, make("label", {}, make("span", {}, words.line), s.line), make("button", { type: "submit", "data-do": "set_up" }, words.set)),
    s.problem,
  );
}

// Python has the log as text; it is sent only when it is wanted.
function wantLog(s, use) {
  s.logs.push(use);
  s.post({ kind: "log" });
}

function heardLog(s, message) {
  s.logs.shift()?.(s, message);
}

// What the learner has written there himself is not written over.
function fillLog(s, { text }) {
  if (s.text.value && s.text.value !== s.filled) return;
  s.text.value = s.filled = text;
}

async function copyLog(s, { text }) {
  await copyText(s.text, text);
  s.copied.textContent = s.words().copied;
}

function drawOwn(s) {
  const { line, problem, unread, walk } = s.view();
  if (!problem) s.line.value = line;
  if (s.problem.textContent !== problem) s.problem.textContent = problem;
  if (s.unread.textContent !== unread) s.unread.textContent = unread;
  if (s.walk !== walk) {
    s.filled = s.text.value;
    if (s.walk && s.open === "own") {
      openPanel(s, "");
      s.range.focus({ preventScroll: true });
    }
  }
  s.walk = walk;
}
