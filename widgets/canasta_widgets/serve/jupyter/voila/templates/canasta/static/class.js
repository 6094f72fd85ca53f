// What a class is asked: it shows what the server has, sends what is chosen, and goes on by itself when it was cut off.
(() => {
  const { words, pace } = JSON.parse(document.getElementById("canasta-class").textContent);
  const main = document.getElementById("canasta-question");
  const lost = document.getElementById("canasta-lost");
  const told = document.getElementById("canasta-told");
  const AGAIN = 2000; // milliseconds until what could not be kept is sent again
  let wanted = null; // chosen and not yet kept: the question's number and the choice
  let sending = false;

  const PATIENCE = 15000; // milliseconds; the server itself gives up sooner
  const TOO_MANY = 429;
  const get = (address, options) => canastaFetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE) });
  // A phone that was turned meanwhile wanted another picture.
  const mend = () => {
    for (const each of main.querySelectorAll("img")) if (each.complete && !each.naturalWidth) each.src = each.getAttribute("src");
  };
  // Above the page stands why it is not of this moment; a page that says so itself needs it not twice.
  const reach = (text) => {
    if (text === words.unread && main.dataset.at === "?") text = "";
    if (!text && !lost.hidden) mend();
    lost.hidden = !text;
    if (lost.textContent !== text) lost.textContent = text;
  };
  const say = (text) => {
    const line = document.getElementById("canasta-kept");
    if (line) line.textContent = text;
  };

  // What was chosen outlives a page that is loaded again before it could be kept.
  const note = (what) => {
    wanted = what;
    try {
      if (what) sessionStorage.setItem("canasta-vote", JSON.stringify(what));
      else sessionStorage.removeItem("canasta-vote");
    } catch {
      // Then it holds for this page.
    }
  };
  const noted = () => {
    try {
      return JSON.parse(sessionStorage.getItem("canasta-vote"));
    } catch {
      return null;
    }
  };
  const poll = () => main.querySelector("form")?.dataset.poll;

  async function send() {
    if (sending || !wanted) return;
    sending = true;
    const now = wanted;
    try {
      const body = JSON.stringify({ poll: Number(now.poll), choice: now.choice });
      const answer = await get("vote", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      const said = await answer.json();
      if (answer.status !== 503) reach("");
      if (answer.status >= 500 || answer.status === TOO_MANY) say(words.waits);
      else {
        if (wanted === now) note(null);
        if (answer.ok) {
          say(words.kept);
          others.postMessage(now);
        } else {
          say(said.message);
          ask();
        }
      }
    } catch {
      reach(words.server);
      say(words.waits);
    }
    sending = false;
    if (wanted) setTimeout(send, wanted === now ? AGAIN : 0);
  }

  // A browser has one answer, in however many tabs.
  const others = new BroadcastChannel(`canasta-vote ${location.pathname}`);
  others.onmessage = ({ data: kept }) => {
    if (wanted || kept.poll !== poll()) return;
    const input = [...main.querySelectorAll("input")].find((each) => each.value === kept.choice);
    if (!input) return;
    input.checked = true;
    say(words.kept);
  };

  async function ask() {
    try {
      const answer = await get("state", { cache: "no-cache" });
      if (!answer.ok) throw answer;
      const { at } = await answer.json();
      if (at !== main.dataset.at) await show();
      reach("");
    } catch (fault) {
      reach(fault.status === 503 ? words.unread : words.server);
    }
  }

  async function show() {
    const answer = await get("question", { cache: "no-store" });
    if (!answer.ok) throw answer;
    const at = answer.headers.get("Canasta-At");
    const text = await answer.text();
    const held = main.contains(document.activeElement);
    main.innerHTML = text;
    main.dataset.at = at;
    told.textContent = [...main.querySelectorAll("h1, .canasta-about, .canasta-answer h2, .canasta-own")].map((each) => each.textContent.trim()).join(". ");
    if (held) main.querySelector("h1")?.focus();
    again();
  }

  // An answer to this very question that had not reached the server is chosen again, and sent.
  function again() {
    const old = wanted || noted();
    if (!old || old.poll !== poll()) {
      if (old) note(null);
      return;
    }
    const input = [...main.querySelectorAll("input")].find((each) => each.value === old.choice);
    if (!input) return;
    input.checked = true;
    note(old);
    say(words.waits);
    send();
  }

  main.addEventListener("change", (event) => {
    note({ poll: poll(), choice: event.target.value });
    say(words.sending);
    send();
  });
  // All at one beat would knock at the server's door together.
  const beat = async () => {
    if (!document.hidden) await ask();
    setTimeout(beat, pace * (0.75 + Math.random() / 2));
  };
  document.addEventListener("visibilitychange", () => document.hidden || ask());
  window.canastaAsk = ask;
  again();
  setTimeout(beat, pace);
})();
