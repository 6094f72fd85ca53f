// The typed line: what cannot be read stays in it, to be mended.

function drawCommand(t) {
  const submit = (event) => {
    event.preventDefault();
    if (!t.typed.value.trim()) return;
    t.sent = t.typed.value;
    commit(t, t.sent);
  };
  return make(
    "form",
    { class: "cnt-command", "data-command": true, onsubmit: submit },
    make("label", {}, make("span", {}, t.words().command), t.typed),
    make("button", { type: "submit" }, t.words().try),
  );
}

// The line as it was typed, with the part marked that cannot be read.
function drawFault(t, [start, end]) {
  if (t.sent === null) return [];
  return [t.sent.slice(0, start), make("mark", {}, t.sent.slice(start, end)), t.sent.slice(end)];
}

function mend(t, verdict) {
  const faulty = Boolean(verdict.span) && t.sent !== null;
  if (faulty) {
    t.typed.setAttribute("aria-invalid", "true");
    t.typed.setAttribute("aria-describedby", t.sentence);
  } else {
    t.typed.removeAttribute("aria-invalid");
    t.typed.removeAttribute("aria-describedby");
  }
  // What was typed since then is not touched.
  if (t.sent === null || t.typed.value !== t.sent) return;
  const within = hasFocus(t.typed.form);
  if (verdict.legal && !verdict.asked) {
    t.typed.value = "";
    t.sent = null;
  } else if (within && faulty) {
    t.typed.focus();
    t.typed.setSelectionRange(...verdict.span);
  } else if (within) t.typed.select();
}
