// Whether Python answers. After a message it must be heard; if it is not, it is asked whether it is there, and if nothing
// comes back `silent` is called. It is asked again until it is heard; then `found` is called. `signs` are its events.
// A line that was cut for a moment loses what is under way in silence. `owed` gives what was asked and has no answer, each
// as what asks it again: messages keep their order, so what Python has not answered when it answers whether it is there,
// it will not answer any more.

const PATIENCE = 4000; // milliseconds without a sign until Python is asked
const GRACE = 3000; // and then until nothing answers
const PAUSES = [3000, 5000, 10000, 30000]; // between the questions after that
const REPEATS = 5; // how often in a row the same is asked again, should Python have no answer to it

function watchAnswers(model, signs, silent, found, owed = () => []) {
  let timer = null; // runs while something may be waited for
  let waiting = false; // for any sign since the last message
  let lost = false;
  let asked = 0; // how often, since nothing answers
  let repeated = 0;

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
  const look = () => {
    timer = null;
    const open = owed().length > 0;
    if (!open) repeated = 0;
    if (waiting || (open && repeated < REPEATS)) doubt();
  };
  const hear = (message) => {
    asked = 0;
    waiting = false;
    wait(PATIENCE, look);
    const back = lost;
    lost = false;
    if (back) found();
    if (!back && message?.kind !== "there") return;
    repeated += 1;
    if (repeated <= REPEATS) for (const again of owed()) again();
  };
  // What is sent to nobody could be played late, when the learner no longer thinks of it.
  const post = (message) => {
    if (lost) return;
    if (timer === null || !waiting) wait(PATIENCE, look);
    waiting = true;
    send(message);
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
