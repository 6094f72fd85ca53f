// How a learner likes all pages on this device: size of the text and colours. A browser that keeps nothing has it for one
// page. It runs before anything is painted, on lessons and on pages without a notebook alike.
const canastaLooks = (() => {
  const KEPT = "canasta-page";
  const SIZES = { normal: "", large: "112.5%", larger: "125%", largest: "150%" };
  const COLOURS = ["device", "light", "dark"];
  const device = window.matchMedia("(prefers-color-scheme: dark)");
  let looks = {};
  const read = () => {
    try {
      looks = { ...JSON.parse(localStorage.getItem(KEPT)) };
    } catch {
      // what cannot be read is as good as nothing
    }
  };
  const isDark = () => (looks.colours === "dark" || looks.colours === "light" ? looks.colours === "dark" : device.matches);
  const paint = () => {
    const dark = isDark();
    document.documentElement.classList.toggle("canasta-dark", dark);
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    document.documentElement.style.fontSize = SIZES[looks.size] ?? "";
    if (document.body && document.body.dataset.jpThemeLight !== String(!dark))
      document.body.dataset.jpThemeLight = String(!dark);
  };
  const set = (name, value) => {
    looks = { ...looks, [name]: value };
    try {
      localStorage.setItem(KEPT, JSON.stringify(looks));
    } catch {
      // it holds for this page
    }
    paint();
  };
  read();
  paint();
  device.addEventListener("change", paint);
  window.addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    read();
    paint();
  });
  return { SIZES, COLOURS, paint, set, now: () => looks };
})();
