// One card as it lies on the table.
const face = (card) =>
  make(
    "span",
    { class: `cnt-face cnt-${card.look}`, dir: "ltr", "aria-hidden": "true" },
    make("b", {}, card.sign),
    make("i", {}, card.suit || (card.look === "wild" ? "~" : "")),
  );

const back = () => make("span", { class: "cnt-back", "aria-hidden": "true" });
