// Whether Python answers. After a message it must be heard; if it is not, it is asked whether it is there, and if nothing
// comes back `silent` is called. It is asked again until it is heard; then `found` is called. `signs` are its events.

const PATIENCE = 4000; // milliseconds without a sign until Python is asked
const GRACE = 3000; // and then until nothing answers
const PAUSES = [3000, 5000, 10000, 30000]; // between the questions after that

function watchAnswers(model, signs, silent, found) {
  let timer = null; // runs while something is waited for
  let lost = false;
  let asked = 0; // how often, since nothing answers

  const wait = (milliseconds, then) => {
    clearTimeout(timer);
    timer = setTimeout(then, milliseconds);
  };
  const lose = () => {
    wait(PAUSES[Math.min(asked, PAUSES.length - 1)], () => doubt());
    asked += 1;
    if (lost) return;
    lost = true;
    silent();
  };
  const doubt = (grace = GRACE) => {
    wait(grace, lose);
    send({ kind: "there" });
  };
  const send = (message) => {
    try {
      model.send(message);
    } catch {
      lose();
    }
  };
  const hear = () => {
    clearTimeout(timer);
    timer = null;
    asked = 0;
    if (lost) {
      lost = false;
      found();
    }
  };
  // What is sent to nobody could be played late, when the learner no longer thinks of it.
  const post = (message) => {
    if (lost) return;
    send(message);
    if (timer === null) wait(PATIENCE, () => doubt());
  };
  // JupyterLab tells when the kernel restarts, our page around Voilà when it is gone.
  const cut = () => doubt(GRACE / 2);
  const gone = (event) => event.detail === "kernel" && !lost && lose();
  const listeners = [...signs.map((sign) => [sign, hear]), ["comm_live_update", cut]];
  for (const [event, listener] of listeners) model.on(event, listener);
  document.addEventListener("canasta-lost", gone);
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener("canasta-lost", gone);
    for (const [event, listener] of listeners) model.off(event, listener);
  };
  return { post, end };
}

// All widgets of a page have one kernel.
function tellAll() {
  document.dispatchEvent(new CustomEvent("canasta-lost", { detail: "kernel" }));
}
