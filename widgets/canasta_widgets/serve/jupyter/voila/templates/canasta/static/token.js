// A server that is not ours, such as that of a hub, wants its token with whatever a page asks by itself.
window.canastaToken = () => /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] ?? "";
window.canastaFetch = (address, options = {}) =>
  fetch(address, { ...options, headers: { ...options.headers, "X-XSRFToken": window.canastaToken() } });
