// A widget that stands beside a table leaves it to the table to say that nothing answers; its own buttons rest until then.
function watchBeside(model, root, draw, owed) {
  const silent = () => {
    for (const button of root.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
    tellAll();
  };
  return watchAnswers(model, ["msg:custom", "change:view"], silent, draw, owed);
}
