"""A page that shows one table, made from its state and a model that only keeps what it is told; no kernel runs."""

from __future__ import annotations

import json

from canasta_widgets.table import Table
from playwright.sync_api import Page

TRAITS = ("zones", "verdict", "words", "marks", "can_undo")
MODEL = """
const state = STATE;
const model = {
  get: (name) => state[name], set: (name, value) => { state[name] = value; }, save_changes() {},
  on() {}, off() {}, send: (message) => window.sent.push(message),
};
window.sent = [];
const url = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
const { default: widget } = await import(url);
widget.render({ model, el: document.querySelector("main div") });
Object.assign(document.querySelector(".cnt").dataset, ATTRIBUTES);
window.drawn = true;
"""


def draw(page: Page, table: Table, *, rtl: bool = False, look: str = "", **attributes: str) -> Page:
    """Show the table on an empty page; ``attributes`` are those that the page's settings have (size="large")."""
    state = {name: table.trait_values()[name] for name in TRAITS}
    script = MODEL.replace("STATE", json.dumps(state)).replace("ATTRIBUTES", json.dumps(attributes))
    script = script.replace("SOURCE", json.dumps(str(table._esm)).replace("</", "<\\/"))
    page.set_content(
        f"""<!doctype html><html lang="en" dir="{"rtl" if rtl else "ltr"}" class="{look}"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width"><title>A table</title>
        <style>body {{ margin: 0; padding: 8px; font: 16px/1.45 system-ui, sans-serif; }}
        h1 {{ position: absolute; clip-path: inset(50%); }}
        .canasta-dark body {{ background: #131a17; color: #ecebe4; }}</style><style>{table._css}</style></head>
        <body><main><h1>A table</h1><div></div></main><script type="module">{script}</script></body></html>"""
    )
    page.wait_for_function("window.drawn")
    return page
