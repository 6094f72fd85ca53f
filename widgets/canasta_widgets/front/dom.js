// Makes a node with attributes, listeners (onclick and the like) and children. Stands before each of our modules.
const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
};

// The same for what is drawn: SVG.
const drawn = (tag, attributes = {}, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const hasFocus = (node) => node.contains(document.activeElement);

// Keys pressed in ours are not for the notebook around it. JupyterLab asks whether its selectors match what has the focus,
// so its attribute on a parent, data-lm-suppress-shortcuts, would not keep them from it: `b` adds a cell, `d d` deletes one.
const keepKeys = (root) =>
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });

// Many hands click twice where once is meant, and the second click would meet what the first one brought: the next
// player's buttons.
const onceOnly = (root) =>
  root.addEventListener("click", (event) => event.detail > 1 && event.target.closest?.("button") && event.stopPropagation(), true);
