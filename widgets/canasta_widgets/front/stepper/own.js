// A log or a position of the learner's own. What was typed and refused stays, to be mended.

function makeOwn(s) {
  const words = s.words();
  s.text = make("textarea", { rows: "6", autocapitalize: "none", spellcheck: "false", dir: "ltr", maxlength: String(s.model.get("most")), "data-do": "log" });
  s.line = make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "1000", dir: "ltr", "data-do": "line" });
  s.unread = make("p", { class: "cns-problem", role: "alert" });
  s.problem = make("p", { class: "cns-problem", role: "alert" });
  s.copied = make("span", { role: "status" });
  const file = make("input", { type: "file", accept: ".log,.txt,text/plain", "data-do": "file", onchange: () => openFile(s, file) });
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
        button("download", () => wantLog(s, saveLog)),
        s.copied,
      ),
    ),
    make("form", { onsubmit: setUp }, make("label", {}, make("span", {}, words.line), s.line), make("button", { type: "submit", "data-do": "set_up" }, words.set)),
    s.problem,
  );
}

async function openFile(s, input) {
  const [file] = input.files;
  input.value = ""; // so that the same file, once it is mended, can be opened again
  if (!file) return;
  if (file.size > s.model.get("most")) {
    s.unread.textContent = s.words().big;
    return;
  }
  s.text.value = await file.text();
  wish(s, "load", { text: s.text.value });
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
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure address the browser copies only what is selected.
    const held = s.text.value;
    s.text.value = text;
    s.text.select();
    document.execCommand("copy");
    s.text.value = held;
  }
  s.copied.textContent = s.words().copied;
}

function saveLog(s, { text, name }) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
