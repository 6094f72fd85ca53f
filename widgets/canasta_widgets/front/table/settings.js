// How a reader likes the table. The browser keeps it, where it may: storage can be forbidden or full.

const KEPT = "canasta-tutor.";
const SETTINGS = ["size", "colours", "length", "projector"];
const FOR_THE_DAY = "projector"; // kept as long as the tab is open: whoever learns alone must not be left with it

const storeOf = (name) => (name === FOR_THE_DAY ? sessionStorage : localStorage);

function remember(t, name, value) {
  t.model.set(name, value);
  t.model.save_changes();
  try {
    storeOf(name).setItem(KEPT + name, value);
  } catch {
    // Then it holds for this page.
  }
}

function remembered(name) {
  try {
    return storeOf(name).getItem(KEPT + name);
  } catch {
    return null;
  }
}

// The values of a setting that there are words for, such as `length.short`.
function choices(t, name) {
  return Object.entries(t.words())
    .filter(([key]) => key.startsWith(`${name}.`))
    .map(([key, label]) => ({ value: key.slice(name.length + 1), label }));
}

function recall(t, name) {
  const value = remembered(name);
  if (value !== t.model.get(name) && choices(t, name).some((choice) => choice.value === value)) remember(t, name, value);
}

// Each set of choices on a page needs a name of its own, and every table has its own copy of this module.
const settings = { of: Math.random().toString(36).slice(2), drawn: 0 };

function drawSetting(t, name, changed = (value) => remember(t, name, value), hide = true) {
  settings.drawn += 1;
  const group = `cnt-${name}-${settings.of}-${settings.drawn}`;
  const one = ({ value, label }) =>
    make("label", {}, make("input", { type: "radio", name: group, value, onchange: () => changed(value) }), make("span", {}, label));
  return make("fieldset", { class: "cnt-setting", "data-setting": name }, make("legend", { class: hide ? "cnt-hidden" : false }, t.words()[name]), ...choices(t, name).map(one));
}

// The settings that are about looks, folded away under the table.
function drawSettings(t) {
  const looks = SETTINGS.filter((name) => name !== "length").map((name) => drawSetting(t, name, undefined, false));
  return make("details", { class: "cnt-settings" }, make("summary", {}, t.words().looks), make("div", {}, ...looks));
}

function showSetting(t, name) {
  const value = t.model.get(name);
  t.root.dataset[name] = value;
  for (const choice of t.root.querySelectorAll(`[data-setting="${name}"] input`)) choice.checked = choice.value === value;
}
