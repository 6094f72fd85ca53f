// When nothing answers, as the kernel is dead, was restarted, or the line is cut, the table says so in its place. What is
// on it stays, nothing is sent that could be played late, and Python is asked again until it answers.

const PATIENCE = 4000; // milliseconds without an answer until Python is asked whether it is there
const GRACE = 3000; // and then until the table says that nothing answers
const PAUSES = [3000, 5000, 10000, 30000]; // between the questions of a table that waits
const SIGNS = ["msg:custom", "change:zones", "change:verdict", "change:kept", "change:marks", "change:can_undo"];
const ACTS = '.cnt-actions button, .cnt-command button, .cnt-kept button, [data-near]';

// Gives back what ends the watch.
function watchKernel(t) {
  const send = t.post;
  const notice = make("div", { class: "cnt-lost", role: "alert", id: `cnt-lost-${Math.random().toString(36).slice(2)}` });
  let timer = null; // runs while something is waited for
  let lost = false;
  let asked = 0; // how often, since nothing answers
  let sent = ""; // a typed line that has had no answer yet
  t.board.before(notice);

  const wait = (milliseconds, then) => {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  };
  const knock = () => {
    try {
      send({ kind: "there" });
    } catch {
      silence();
    }
  };
  const doubt = (grace = GRACE) => {
    wait(grace, silence);
    knock();
  };
  const silent = new MutationObserver(() => silenced());
  const silenced = () => {
    for (const button of t.root.querySelectorAll(ACTS)) {
      if (button.dataset.silent !== undefined) continue;
      button.dataset.silent = button.getAttribute("aria-disabled") || "";
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("aria-describedby", notice.id);
    }
  };

  function silence() {
    wait(PAUSES[Math.min(asked, PAUSES.length - 1)], () => doubt());
    asked += 1;
    if (lost) return;
    lost = true;
    t.root.dataset.lost = "true";
    notice.textContent = t.words().lost;
    if (sent && !t.typed.value) t.typed.value = sent;
    silenced();
    silent.observe(t.root, { childList: true, subtree: true });
  }

  function alive() {
    clearTimeout(timer);
    timer = null;
    asked = 0;
    sent = "";
    if (!lost) return;
    lost = false;
    silent.disconnect();
    delete t.root.dataset.lost;
    notice.replaceChildren();
    for (const button of t.root.querySelectorAll("[data-silent]")) {
      if (button.dataset.silent) button.setAttribute("aria-disabled", button.dataset.silent);
      else button.removeAttribute("aria-disabled");
      button.removeAttribute("aria-describedby");
      delete button.dataset.silent;
    }
    say(t, t.words().found);
    ask(t); // what is chosen now
  }

  t.post = (message) => {
    if (lost) return;
    if (message.kind === "commit" && message.text === t.typed.value) sent = message.text;
    try {
      send(message);
    } catch {
      silence();
      return;
    }
    if (timer === null) wait(PATIENCE, () => doubt());
  };

  const stop = (event) => {
    if (!lost || !event.target.closest?.(`[data-silent], .cnt-command`) || (event.type === "click" && event.target === t.typed)) return;
    event.preventDefault();
    event.stopPropagation();
    say(t, notice.textContent);
  };
  // JupyterLab tells when the kernel restarts, our page around Voilà when it is gone.
  const cut = () => doubt(GRACE / 2);
  const told = (event) => event.detail === "kernel" && silence();
  const listeners = [...SIGNS.map((sign) => [sign, alive]), ["comm_live_update", cut]];
  for (const [event, listener] of listeners) t.model.on(event, listener);
  document.addEventListener("canasta-lost", told);
  for (const act of ["click", "submit"]) t.root.addEventListener(act, stop, true);
  return () => {
    clearTimeout(timer);
    silent.disconnect();
    document.removeEventListener("canasta-lost", told);
    for (const [event, listener] of listeners) t.model.off(event, listener);
  };
}
