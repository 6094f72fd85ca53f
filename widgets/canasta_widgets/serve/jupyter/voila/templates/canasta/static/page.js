// The page around a lesson: direction and language, its settings, and a word when the kernel is gone.
(() => {
  const page = JSON.parse(document.getElementById("canasta-page").textContent);
  const words = page.words;
  document.documentElement.lang = page.lang;
  document.documentElement.dir = page.dir;

  const EVERY = 5000; // ms between two looks whether the kernel is there
  const PATIENCE = 15000; // ms for such a look
  const { SIZES, COLOURS, paint, set } = canastaLooks;

  document.addEventListener("DOMContentLoaded", () => {
    paint();
    // Voilà's own theme manager sets the attribute once more when it is ready.
    new MutationObserver(paint).observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    settings();
    watch();
    seek();
  });

  function settings() {
    const place = document.getElementById("canasta-settings");
    if (!place) return;
    const box = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = words.settings;
    const fields = document.createElement("div");
    box.className = "canasta-settings";
    box.append(summary, fields);
    place.replaceWith(box);
    const field = (name, options, value, chosen) => {
      const label = document.createElement("label");
      const select = document.createElement("select");
      for (const [key, text, lang] of options) {
        const option = new Option(text, key, false, key === value);
        if (lang) option.lang = lang;
        select.append(option);
      }
      select.addEventListener("change", () => chosen(select.value));
      label.append(words[name], select);
      fields.append(label);
    };
    const named = (name, keys) => keys.map((key) => [key, words[`${name}.${key}`]]);
    field("size", named("size", Object.keys(SIZES)), canastaLooks.now().size ?? "normal", (value) => set("size", value));
    field("colours", named("colours", COLOURS), canastaLooks.now().colours ?? "device", (value) => set("colours", value));
    const languages = Object.entries(page.languages);
    if (languages.length > 1)
      field("language", languages.map(([key, text]) => [key, text, key]), page.lang, (value) => {
        document.cookie = `${page.cookie}=${value}; path=/; max-age=31536000; samesite=lax`;
        location.reload();
      });
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !box.open) return;
      box.open = false;
      summary.focus();
    });
    document.addEventListener("click", (event) => {
      if (!box.contains(event.target)) box.open = false;
    });
  }

  // What a cell shows comes late, so the browser itself finds nothing that #word-meld could go to.
  function seek() {
    const name = location.hash.slice(1);
    if (!name) return;
    const observer = new MutationObserver(() => {
      const place = document.getElementById(name);
      if (!place?.offsetHeight) return;
      observer.disconnect();
      place.tabIndex = -1;
      place.scrollIntoView();
      place.focus({ preventScroll: true });
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
  }

  // Links in outputs are made to open new tabs; from one lesson to another a learner goes as on any page, unless a link
  // says that it opens a tab.
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.('main a[target="_blank"]:not([data-tab])');
      if (link?.origin === location.origin) link.removeAttribute("target");
    },
    true,
  );

  // A kernel that was culled or killed leaves a page that looks alive; asking for it does not count as activity.
  function watch() {
    const config = document.getElementById("jupyter-config-data");
    const box = document.getElementById("canasta-lost");
    if (!config || !box) return;
    const { baseUrl, kernelId } = JSON.parse(config.textContent);
    const say = (why) => {
      if (box.dataset.why === why) return;
      box.dataset.why = why;
      box.hidden = !why;
      box.textContent = why ? words[why] : "";
      document.dispatchEvent(new CustomEvent("canasta-lost", { detail: why })); // the widgets say it in their places
      if (why === "kernel") {
        const again = document.createElement("button");
        again.type = "button";
        again.textContent = words.again;
        again.addEventListener("click", () => location.reload());
        box.append(" ", again);
      }
    };
    const ask = async () => {
      try {
        const signal = AbortSignal.timeout(PATIENCE); // a server may be there and do nothing
        const answer = await canastaFetch(`${baseUrl}api/kernels/${kernelId}`, { cache: "no-store", signal });
        // A proxy answers for a server that is gone; 403: the password has been changed meanwhile.
        say([403, 404].includes(answer.status) ? "kernel" : answer.status >= 500 ? "server" : "");
      } catch {
        say("server");
      }
    };
    window.canastaAsk = ask;
    setInterval(ask, EVERY);
    for (const name of ["online", "offline"]) window.addEventListener(name, ask);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) ask();
    });
    document.addEventListener("canasta-line", ask);
    // A phone's browser does not say that a page is left before it is gone; this it does say.
    window.addEventListener("pagehide", () => {
      const form = new FormData(); // a server that is not ours wants its token
      form.append("_xsrf", canastaToken());
      navigator.sendBeacon(`${baseUrl}voila/api/shutdown/${kernelId}`, form);
    });
    // Brought back by the browser as it was, a page has no kernel any more, and nothing to lose.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  }

  // The line to the kernel is opened by Voilà's own script; when it is cut that is worth a look at once.
  const Line = window.WebSocket;
  window.WebSocket = class extends Line {
    constructor(...told) {
      super(...told);
      this.addEventListener("close", () => document.dispatchEvent(new Event("canasta-line")));
    }
  };
})();
