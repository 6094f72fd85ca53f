// How a reader likes the table. The browser keeps it, where it may: storage can be forbidden or full.

const KEPT = "canasta-tutor.";

function remember(t, name, value) {
  t.model.set(name, value);
  t.model.save_changes();
  try {
    localStorage.setItem(KEPT + name, value);
  } catch {
    // Then it holds for this page.
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(KEPT + name);
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

let settings = 0; // that were drawn; each set of choices needs a name of its own

function drawSetting(t, name, changed) {
  settings += 1;
  const one = ({ value, label }) =>
    make("label", {}, make("input", { type: "radio", name: `cnt-${name}-${settings}`, value, onchange: () => changed(value) }), make("span", {}, label));
  return make("fieldset", { class: "cnt-setting", "data-setting": name }, make("legend", { class: "cnt-hidden" }, t.words()[name]), ...choices(t, name).map(one));
}
