// A log is kept and brought back as text: by the clipboard, or as a file.

// Opens the chosen file; `use` gets its text, `refuse` is called for one that is too large.
async function readFile(input, most, use, refuse) {
  const [file] = input.files;
  input.value = ""; // so that the same file, once it is mended, can be opened again
  if (!file) return;
  if (file.size > most) refuse();
  else use(await file.text());
}

async function copyText(area, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure address the browser copies only what is selected.
    const held = area.value;
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.value = held;
  }
}

function saveText(text, name) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
