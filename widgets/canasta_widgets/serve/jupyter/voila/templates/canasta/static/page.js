// The page around a lesson: direction and language, light or dark, and a word when the kernel is gone.
(() => {
  const page = JSON.parse(document.getElementById("canasta-page").textContent);
  document.documentElement.lang = page.lang;
  document.documentElement.dir = page.dir;

  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    document.documentElement.classList.toggle("canasta-dark", dark.matches);
    if (document.body) document.body.dataset.jpThemeLight = String(!dark.matches);
  };
  paint();
  dark.addEventListener("change", paint);

  document.addEventListener("DOMContentLoaded", () => {
    paint();
    // Voilà's own theme manager sets the attribute once more when it is ready.
    new MutationObserver(() => {
      if (document.body.dataset.jpThemeLight !== String(!dark.matches)) paint();
    }).observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    watch();
    seek();
  });

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
    const words = page.words;
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
        const answer = await fetch(`${baseUrl}api/kernels/${kernelId}`, { cache: "no-store" });
        say(answer.status === 404 ? "kernel" : "");
      } catch {
        say("server");
      }
    };
    window.canastaAsk = ask;
    setInterval(ask, 10000);
  }
})();
