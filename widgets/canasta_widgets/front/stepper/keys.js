// Keys: on the buttons the arrows go a step, Home and End to the ends. The slider has its own; there Space plays.

function keysOfStepper(s, event) {
  const at = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const forward = getComputedStyle(s.root).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const moves = { ArrowLeft: "back", ArrowRight: "back", Home: "first", End: "last", [forward]: "step" };
  let move;
  if (at === s.range) move = event.key === " " ? "play" : undefined;
  else if (at.closest(".cns-bar button, .cns-text")) move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  event.stopPropagation();
  press(s, move);
}
