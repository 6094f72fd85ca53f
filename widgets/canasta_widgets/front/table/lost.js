// When nothing answers, as the kernel is dead, was restarted, or the line is cut, the table says so in its place. What is
// on it stays, and what needs an answer stops pretending.

const SIGNS = ["msg:custom", "change:zones", "change:verdict", "change:kept", "change:marks", "change:can_undo"];
const ACTS = ".cnt-actions button, .cnt-command button, .cnt-kept button, [data-near]";

// A try that got lost is not made again, for nobody knows what the learner wants by now; he is told that he can.
function freed(t) {
  t.trying = null;
  t.revealing = false;
  say(t, t.words().found);
}

// What was asked and has no answer yet, each as what asks it again.
function owed(t) {
  return [
    ...Object.keys(t.told).filter((which) => t.told[which].wanted).map((which) => () => askTold(t, which)),
    ...Object.values(t.later).filter((part) => part.wanted).map((part) => part.ask),
    t.wanted && (() => askPlays(t, t.wanted)),
    t.answered !== t.asked && (() => ask(t)),
    (t.trying !== null || t.revealing) && (() => freed(t)),
  ].filter(Boolean);
}

// Gives back what ends the watch.
function watchKernel(t) {
  const notice = make("div", { class: "cnt-lost", role: "alert", id: `cnt-lost-${Math.random().toString(36).slice(2)}` });
  let sent = ""; // a typed line that has had no answer yet
  t.board.before(notice);

  const still = () => {
    for (const button of t.root.querySelectorAll(ACTS)) {
      if (button.dataset.silent !== undefined) continue;
      button.dataset.silent = button.getAttribute("aria-disabled") || "";
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("aria-describedby", notice.id);
    }
  };
  const redrawn = new MutationObserver(still);

  function silent() {
    t.root.dataset.lost = "true";
    notice.textContent = t.words().lost;
    if (sent && !t.typed.value) t.typed.value = sent;
    still();
    redrawn.observe(t.root, { childList: true, subtree: true });
    if (hasFocus(t.root)) notice.scrollIntoView({ block: "nearest" });
    tellAll();
  }

  function found() {
    redrawn.disconnect();
    delete t.root.dataset.lost;
    notice.replaceChildren();
    for (const button of t.root.querySelectorAll("[data-silent]")) {
      if (button.dataset.silent) button.setAttribute("aria-disabled", button.dataset.silent);
      else button.removeAttribute("aria-disabled");
      button.removeAttribute("aria-describedby");
      delete button.dataset.silent;
    }
    freed(t);
  }

  const stop = (event) => {
    if (t.root.dataset.lost === undefined || !event.target.closest?.(event.type === "submit" ? "form" : "[data-silent]")) return;
    event.preventDefault();
    event.stopPropagation();
    say(t, notice.textContent);
  };
  for (const act of ["click", "submit"]) t.root.addEventListener(act, stop, true);

  const answers = watchAnswers(t.model, SIGNS, silent, found, () => owed(t));
  const told = () => (sent = "");
  t.model.on("change:verdict", told);
  t.post = (message) => {
    if (message.kind === "commit" && message.text === t.typed.value) sent = message.text;
    answers.post(message);
  };
  return () => {
    redrawn.disconnect();
    t.model.off("change:verdict", told);
    answers.end();
  };
}
