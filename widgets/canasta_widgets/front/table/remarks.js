// What can be said or asked, chosen from a list, where a lesson is about it.

function drawRemarks(t) {
  const words = t.words();
  t.remark = make("select", { required: true, "data-remark": true });
  const submit = (event) => {
    event.preventDefault();
    if (t.remark.value) commit(t, t.remark.value);
  };
  // The letters of the table's keys are for finding one in the list.
  return make(
    "form",
    { class: "cnt-command cnt-remarks", hidden: true, onsubmit: submit, onkeydown: (event) => event.stopPropagation() },
    make("label", {}, make("span", {}, words.says), t.remark),
    make("button", { type: "submit" }, words.say),
  );
}

// What was chosen stays chosen while the list has it.
function listRemarks(t) {
  const remarks = t.zones().remarks || [];
  const listed = JSON.stringify(remarks);
  t.remark.form.hidden = !remarks.length;
  if (t.remark.dataset.listed === listed) return;
  const { value } = t.remark;
  t.remark.dataset.listed = listed;
  t.remark.replaceChildren(...[{ text: "", label: t.words().choose }, ...remarks].map(({ text, label }) => make("option", { value: text }, label)));
  t.remark.value = remarks.some(({ text }) => text === value) ? value : "";
}
