// Tells each step once. What comes faster than it can be spoken is left out, but for the last.

const SPOKEN = 50; // milliseconds for a character

function makeVoice() {
  const node = make("p", { class: "cns-hidden", role: "status", "aria-live": "polite", "data-heard": true });
  let free = 0;
  let next = "";
  let timer = 0;
  const speak = () => {
    timer = 0;
    node.textContent = next;
    free = Date.now() + next.length * SPOKEN;
  };
  return {
    node,
    say(text) {
      next = text;
      if (!timer) timer = setTimeout(speak, Math.max(0, free - Date.now()));
    },
    end: () => clearTimeout(timer),
  };
}
