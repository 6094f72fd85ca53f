// What a learner has done is kept in this browser: entries, one list for each name, for all lessons of a site. Entries are
// only added. The widgets of a page share one shelf; where storage is full or forbidden, it holds as long as the page.

const FORMAT = "canasta-tutor progress"; // as in Python, of a file and of what is kept alike
const VERSION = 1;
const SHELVES = "canasta-tutor.progress:";
const ASIDE = "canasta-tutor.broken:";
const LEARNER = "canasta-tutor.learner:";
const COMMON = Symbol.for("canasta-tutor.shelf");

// The path of the site, as Voilà and JupyterLab tell it, else the folder of the page.
function siteBase() {
  let base = document.body.dataset.baseUrl;
  try {
    base = JSON.parse(document.getElementById("jupyter-config-data").textContent).baseUrl || base;
  } catch {
    // There is no such thing on this page.
  }
  try {
    return new URL(base || ".", location.href).pathname;
  } catch {
    return location.pathname.replace(/[^/]*$/, "");
  }
}

const lineOf = (entry) => JSON.stringify(Object.keys(entry).sort().map((name) => [name, entry[name]]));
const areEntries = (entries) => entries.filter((entry) => entry && typeof entry === "object" && !Array.isArray(entry));
const byLine = (entries) => new Map(areEntries(entries).map((entry) => [lineOf(entry), entry]));
const asFile = (label, entries) => JSON.stringify({ format: FORMAT, version: VERSION, label, entries });

function makeShelf() {
  const base = siteBase();
  const watchers = []; // the first one says what is the matter with storage
  const made = new Map(); // by name: what was added on this page, for storage may lose it
  let chosen = "";
  let trouble = "";
  let read = { text: null, found: null }; // the last that was read, for it can be long

  const place = (label, shelves = SHELVES) => `${shelves}${base}|${label}`;
  const own = (label) => made.get(label) || made.set(label, new Map()).get(label);

  // What storage holds; null for nothing, undefined for what must not be written over.
  const stored = (label) => {
    let text = null;
    try {
      text = localStorage.getItem(place(label));
    } catch {
      trouble = "forbidden";
      return undefined;
    }
    if (text === null) return null;
    if (text === read.text) return read.found;
    try {
      const { format, version, entries } = JSON.parse(text);
      if (format === FORMAT && version > VERSION) {
        trouble = "newer";
        return undefined;
      }
      if (format !== FORMAT) throw new TypeError(format);
      read = { text, found: byLine(entries) };
      return read.found;
    } catch {
      return putAside(label, text);
    }
  };
  const putAside = (label, text) => {
    try {
      localStorage.setItem(place(label, ASIDE), text);
      localStorage.removeItem(place(label));
      trouble = "broken";
      return null;
    } catch {
      trouble = "full";
      return undefined;
    }
  };
  const all = () => new Map([...(stored(chosen) || []), ...own(chosen)]);
  // Another tab may have written since, or at the same moment: whatever is missing there is added.
  const save = () => {
    const there = stored(chosen);
    if (there === undefined || !own(chosen).size) return;
    const whole = new Map([...(there || []), ...own(chosen)]);
    if (there && whole.size === there.size) return;
    try {
      localStorage.setItem(place(chosen), asFile(chosen, [...whole.values()]));
      if (trouble === "full") trouble = "";
    } catch {
      trouble = "full";
    }
  };
  const tell = (but = null) => {
    for (const each of [...watchers]) if (each.me !== but) each.hear();
  };
  const look = () => {
    try {
      chosen = localStorage.getItem(`${LEARNER}${base}`) ?? "";
    } catch {
      trouble = "forbidden"; // and who was chosen on this page stays
    }
  };
  const changed = (event) => {
    if (event.key === `${LEARNER}${base}`) look();
    else if (event.key === null) made.clear();
    else if (event.key !== place(chosen)) return;
    else if (event.newValue === null) own(chosen).clear(); // it was forgotten in another tab
    else save();
    tell();
  };
  // A page that was asleep has heard nothing.
  const woken = (event) => {
    if (!event.persisted) return;
    look();
    if (stored(chosen) === null) own(chosen).clear();
    tell();
  };

  return {
    label: () => chosen,
    trouble: () => trouble,
    entries: (unit = null) => [...all().values()].filter((entry) => unit === null || entry.unit === unit),
    text: () => asFile(chosen, [...all().values()]),
    labels: () => {
      const found = new Set(["", chosen, ...made.keys()]);
      try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(place(""))) found.add(key.slice(place("").length));
      } catch {
        trouble = "forbidden";
      }
      return [...found].sort();
    },
    // Gives back how many of them are new.
    add: (entries, me) => {
      const there = all();
      const fresh = areEntries(entries).filter((entry) => !there.has(lineOf(entry)));
      for (const entry of fresh) own(chosen).set(lineOf(entry), entry);
      const before = trouble;
      save();
      tell(trouble === before ? me : null);
      return fresh.length;
    },
    choose: (label) => {
      chosen = label;
      try {
        localStorage.setItem(`${LEARNER}${base}`, label);
      } catch {
        // Then it holds for this page.
      }
      tell();
    },
    forget: () => {
      own(chosen).clear();
      try {
        localStorage.removeItem(place(chosen));
      } catch {
        // It was not kept.
      }
      if (trouble === "full") trouble = "";
      tell();
    },
    // What is the matter, for the one who says it.
    says: (me) => (watchers[0]?.me === me ? trouble : ""),
    watch: (me, hear, first = false) => {
      if (!watchers.length) {
        look();
        addEventListener("storage", changed);
        addEventListener("pageshow", woken);
      }
      watchers[first ? "unshift" : "push"]({ me, hear });
      stored(chosen); // so that trouble is known at once
      return () => {
        watchers.splice(watchers.findIndex((each) => each.me === me), 1);
        if (watchers.length) return;
        removeEventListener("storage", changed);
        removeEventListener("pageshow", woken);
      };
    },
  };
}

const shelfOfPage = () => (window[COMMON] ??= makeShelf());

// For a widget that is told what is kept, of a unit or of all, and whose Python may add to it. Gives back what ends it.
function bindShelf(model, me, unitOf, draw) {
  const shelf = shelfOfPage();
  let arrived = false;
  const send = (message) => {
    try {
      model.send(message);
    } catch {
      // Nobody is there; the buttons find out.
    }
  };
  const know = () => {
    const unit = unitOf();
    if (unit === undefined) return; // Python has not said yet
    send({ kind: "known", label: shelf.label(), entries: shelf.entries(unit), arrival: !arrived });
    arrived = true;
  };
  const hear = () => {
    know();
    draw();
  };
  const keep = () => {
    const made = model.get("made") || [];
    if (!made.length) return;
    shelf.add(made.map((each) => each.entry), me);
    send({ kind: "kept", n: made.at(-1).n });
    draw();
  };
  const listen = (message) => message?.kind === "more" && shelf.add(message.entries, me);
  const first = () => arrived || know();
  const stop = shelf.watch(me, hear);
  const listeners = [["change:made", keep], ["msg:custom", listen], ["change:view", first]];
  for (const [event, listener] of listeners) model.on(event, listener);
  first();
  keep();
  return () => {
    stop();
    for (const [event, listener] of listeners) model.off(event, listener);
  };
}
