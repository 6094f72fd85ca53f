// The list of all steps, to go to; the one that is shown is marked and kept in sight. It is one tab stop.

function makeList(s) {
  const words = s.words();
  s.list = make("ol", { class: "cns-list", "aria-label": words.steps, onkeydown: (event) => keysOfList(s, event) });
  const only = make("input", { type: "checkbox", "data-do": "telling", onchange: () => s.list.classList.toggle("is-telling", only.checked) });
  s.keys = make("p", { class: "cns-quiet", id: `cns-keys-${Math.random().toString(36).slice(2)}` }, words.keys);
  return make("div", {}, make("label", { class: "cns-check" }, only, make("span", {}, words.telling)), s.list, s.keys);
}

function fillList(s) {
  const signs = new Map(s.marks().map(([at, kind, words]) => [at, { kind, words }]));
  const item = ([where, what, number], at) => {
    const sign = signs.get(at);
    const go = () => {
      halt(s);
      wish(s, "go", { at });
    };
    return make(
      "li",
      { class: sign || !number ? "is-telling" : "" },
      make(
        "button",
        { type: "button", tabindex: "-1", "data-stop-at": String(at), onclick: go },
        make("span", { class: "cns-number", dir: "ltr" }, number ? `${number}.` : ""),
        make("span", {}, number ? what : `${where}: ${what}`, sign && sign.kind !== "deal" ? make("small", {}, make("span", { class: `cns-sign is-${sign.kind}`, "aria-hidden": "true" }), ` ${sign.words}`) : ""),
      ),
    );
  };
  s.list.replaceChildren(...s.stops().map(item));
}

// Made when it is first opened: of a long game it has hundreds of lines.
function drawList(s) {
  if (s.open !== "steps") return;
  if (s.list.children.length !== s.stops().length) fillList(s);
  const held = hasFocus(s.list);
  for (const each of s.list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
  const current = s.list.querySelector(`[data-stop-at="${s.view().at}"]`);
  if (!current) return;
  current.setAttribute("aria-current", "step");
  rove(s, current, held);
  // Only the list scrolls, not the page.
  const line = current.parentElement;
  if (line.offsetTop < s.list.scrollTop || line.offsetTop + line.offsetHeight > s.list.scrollTop + s.list.clientHeight) s.list.scrollTop = line.offsetTop - s.list.clientHeight / 2;
}

function rove(s, button, focus) {
  for (const each of s.list.querySelectorAll('[tabindex="0"]')) each.tabIndex = -1;
  button.tabIndex = 0;
  if (focus) button.focus({ preventScroll: true });
}

function keysOfList(s, event) {
  const shown = [...s.list.querySelectorAll("button")].filter((button) => button.offsetParent);
  const at = shown.indexOf(event.target);
  const far = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10, Home: 0, End: shown.length - 1 }[event.key];
  if (far === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = shown[Math.max(0, Math.min(far, shown.length - 1))];
  rove(s, next, false);
  next.focus();
}
