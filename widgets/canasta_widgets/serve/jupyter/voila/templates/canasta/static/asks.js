// While a class is asked something, a link in the bar leads there from every lesson.
(() => {
  const { asks } = JSON.parse(document.getElementById("canasta-page").textContent);
  const EVERY = 10000; // ms between two looks
  const link = document.createElement("a");
  link.className = "canasta-asks";
  link.href = asks.href;
  link.textContent = asks.text;
  // The bar stays in view with it, and other things that do stay below the bar, however large its text is.
  const root = document.documentElement;
  const measured = new ResizeObserver(([{ target }]) => root.style.setProperty("--canasta-above", `${link.isConnected ? target.offsetHeight : 0}px`));
  const show = (open) => {
    const bar = document.querySelector(".canasta-bar");
    if (!bar || open === link.isConnected) return;
    if (open) bar.querySelector("nav").append(link);
    else link.remove();
    measured.disconnect();
    measured.observe(bar); // which tells its height at once
  };

  const look = async () => {
    try {
      const answer = await canastaFetch(`${asks.href}state`, { cache: "no-cache" });
      const { open } = await answer.json();
      show(open);
    } catch {
      // The page says itself when the server cannot be reached.
    }
  };
  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  setInterval(() => document.hidden || look(), EVERY);
})();
