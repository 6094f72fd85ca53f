// Results go to the class that the page is served to, where there is one. What has not arrived is sent again, also by a
// page that is opened later; the class's server says what became of it.

const UNDER_WAY = "canasta-handing"; // in the browser's own store: texts that have not arrived
const ONCE_MORE = 3000; // milliseconds until they are sent again

function watchHanding(words, say) {
  const href = classResults();
  let waiting = [];
  let sending = false;
  let timer = null;
  const read = () => {
    try {
      const found = JSON.parse(localStorage.getItem(UNDER_WAY));
      return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
    } catch {
      return [];
    }
  };
  const keep = () => {
    try {
      if (waiting.length) localStorage.setItem(UNDER_WAY, JSON.stringify(waiting));
      else localStorage.removeItem(UNDER_WAY);
    } catch {
      // Then they wait as long as this page is open.
    }
  };

  async function send() {
    clearTimeout(timer);
    if (sending || !waiting.length) return;
    sending = true;
    const [text] = waiting;
    let arrived = false;
    try {
      const answer = await window.canastaFetch(href, { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
      const { message } = await answer.json();
      arrived = answer.status < 500 && typeof message === "string";
      if (arrived) say(message);
    } catch {
      // It is sent again.
    }
    sending = false;
    if (arrived) {
      waiting = waiting.slice(1);
      keep();
    } else say(words().waits);
    if (waiting.length) timer = setTimeout(send, arrived ? 0 : ONCE_MORE);
  }
  const hand = (text) => {
    if (!waiting.includes(text)) waiting = [...waiting, text];
    keep();
    say(words().handing);
    send();
  };
  if (href) {
    waiting = read();
    send();
  }
  return { open: Boolean(href), hand, end: () => clearTimeout(timer) };
}
