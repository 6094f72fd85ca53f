// One card as it lies on the table, drawn from FACES, which Python puts before this module.
const piece = ([what, ...more]) => {
  if (what !== "rank") {
    const [x, y, size] = more;
    return drawn("path", { class: `cnt-shape-${what}`, d: FACES.shapes[what], transform: `translate(${x} ${y}) scale(${size / 100})` });
  }
  const [sign, x, y, size, width] = more;
  return drawn("text", { x, y, "font-size": size, "text-anchor": "middle", ...(width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {}) }, sign);
};

const paper = (name, [width, height], ...children) => drawn("svg", { class: name, viewBox: `0 0 ${width} ${height}`, focusable: "false" }, ...children);

// Each face is made once and copied.
const made = new Map();

const face = ({ face: key, sign }) => {
  if (!made.has(key)) {
    // A card that nobody has drawn shows what it says.
    const { ink, look, columns } = FACES.faces[key] || { columns: [[FACES.box[0] / 2, [["rank", sign, 0, FACES.box[0] / 2, FACES.box[0] / 4, 0]]]] };
    const frame = look === "wild" ? [drawn("rect", { class: "cnt-frame", x: 4, y: 4, width: FACES.box[0] - 8, height: FACES.box[1] - 8, rx: 7 })] : [];
    // The middle of a column goes to the style, so that the columns can change sides.
    const inside = columns.length ? [...frame, ...columns.map(([at, pieces]) => drawn("g", { style: `--cnt-at: ${at}px` }, ...pieces.map(piece)))] : [drawn("path", { class: "cnt-lattice", d: FACES.back })];
    made.set(key, make("span", { class: `cnt-face cnt-${look} cnt-ink-${ink}`, "data-face": key, dir: "ltr", "aria-hidden": "true" }, paper("cnt-drawn", FACES.box, ...inside)));
  }
  return made.get(key).cloneNode(true);
};

const back = () => face({ face: "?" });

// A canasta: a squared stack with its top card and how many cards it holds.
const squared = (meld) => {
  const [width, height] = FACES.box;
  const under = FACES.stack.map(([x, y]) => drawn("rect", { x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 11 }));
  const [right, down] = FACES.stack[0];
  return make(
    "span",
    { class: `cnt-stack cnt-stack-${meld.canasta}`, dir: "ltr", "aria-hidden": "true" },
    paper("cnt-under", [width + right, height + down], ...under),
    face(meld.top),
    make("b", { class: "cnt-tally" }, String(meld.count)),
  );
};
