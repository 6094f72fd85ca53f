// A question above the table: options, a number, an order or a sheet to fill in. It draws what Python says.

let forms = 0; // that were drawn; each group of options needs a name of its own

// Gives back the form, or nothing. `send` takes the answer.
function makeQuestion(form, words, send) {
  if (!form.how) return null;
  forms += 1;
  const made = { one: choosing, many: choosing, number: numbering, order: ordering, sheet: filling }[form.how](form, words);
  const submit = (event) => {
    event.preventDefault();
    const answer = made.read();
    if (answer !== null && !form.done) send(answer);
  };
  return make(
    "form",
    { class: "cnq", "data-how": form.how, onsubmit: submit, novalidate: true },
    form.about ? make("p", { class: "cnq-about" }, form.about) : "",
    made.node,
    make("button", { type: "submit", "data-do": "answer", "aria-disabled": form.done ? "true" : false }, words.answer),
  );
}

function choosing(form, words) {
  const one = form.how === "one";
  const option = ({ label }, at) =>
    make("label", {}, make("input", { type: one ? "radio" : "checkbox", name: `cnq-${forms}`, value: String(at), disabled: form.done }), make("span", {}, label));
  const node = make("fieldset", {}, make("legend", { class: one ? "cnq-hidden" : false }, one ? words.answer : words.many), ...form.options.map(option));
  const read = () => {
    const found = [...node.querySelectorAll(":checked")].map((each) => form.options[Number(each.value)].value);
    return one ? (found[0] ?? null) : found;
  };
  return { node, read };
}

const wholeNumber = (input) => (/^\s*-?\d{1,6}\s*$/.test(input.value) ? Number(input.value) : null);
const numberInput = (form, more) => make("input", { type: "text", autocomplete: "off", maxlength: "7", dir: "ltr", disabled: form.done, ...more });

function numbering(form, words) {
  const input = numberInput(form, { "aria-label": words.number });
  return { node: input, read: () => wholeNumber(input) };
}

function filling(form) {
  const inputs = form.options.map(() => numberInput(form, {}));
  const node = make("div", { class: "cnq-lines" }, ...form.options.map(({ label }, at) => make("label", {}, make("span", {}, label), inputs[at])));
  const read = () => {
    const numbers = inputs.map(wholeNumber);
    const missing = numbers.indexOf(null);
    if (missing < 0) return numbers;
    inputs[missing].focus();
    return null;
  };
  return { node, read };
}

function ordering(form, words) {
  let order = [...form.options];
  const node = make("ol", { "aria-label": words.order });
  const move = (at, by) => {
    const to = at + by;
    if (to < 0 || to >= order.length || form.done) return;
    [order[at], order[to]] = [order[to], order[at]];
    draw();
    node.children[to].querySelector(`[data-by="${by}"]`).focus();
  };
  const draw = () => {
    const button = (at, by, sign, word) =>
      make("button", { type: "button", "data-by": String(by), "aria-label": `${word}: ${order[at].label}`, onclick: () => move(at, by) }, make("span", { "aria-hidden": "true" }, sign));
    node.replaceChildren(...order.map(({ label }, at) => make("li", {}, make("span", {}, label), button(at, -1, "↑", words.up), button(at, 1, "↓", words.down))));
  };
  draw();
  return { node: make("div", {}, make("p", { class: "cnq-note" }, words.order), node), read: () => order.map((each) => each.value) };
}
