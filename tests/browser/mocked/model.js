// A model as anywidget hands it to a module, and what ipywidgets does to it when a message comes from Python.
// What the browser sends lies in `sent`, and is handed to `window.toPython`, which may answer with Python's messages.
window.mock = (state) => {
  // What a module hangs on things that outlive its view.
  const hung = new Map();
  const known = new WeakMap();
  const name = (listener) => (known.has(listener) || known.set(listener, `${known.n = (known.n || 0) + 1}`), known.get(listener));
  const proto = EventTarget.prototype;
  const { addEventListener, removeEventListener } = proto;
  const outlives = (target) => !(target instanceof Node && target !== document && target !== document.body && target !== document.documentElement);
  proto.addEventListener = function (type, listener, options) {
    if (listener && outlives(this ?? window)) hung.set(`${type} ${name(listener)}`, `${(this ?? window).constructor.name} ${type}`);
    return addEventListener.call(this ?? window, type, listener, options);
  };
  proto.removeEventListener = function (type, listener, options) {
    if (listener) hung.delete(`${type} ${name(listener)}`);
    return removeEventListener.call(this ?? window, type, listener, options);
  };
  for (const [start, stop] of [["setInterval", "clearInterval"]]) {
    const [begin, end] = [window[start], window[stop]];
    window[start] = (...rest) => {
      const id = begin.call(window, ...rest);
      hung.set(`${start} ${id}`, start);
      return id;
    };
    window[stop] = (id) => (hung.delete(`${start} ${id}`), end.call(window, id));
  }

  const listeners = new Map();
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const emit = (event, ...arguments_) => [...(listeners.get(event) || [])].forEach((listener) => listener(...arguments_));
  const sent = [];
  const views = [];
  let own = {}; // what the browser set and has not saved yet

  // As Backbone does: all values first, then an event for each that is another one.
  const set = (values) => {
    const changed = Object.keys(values).filter((name) => !same(state[name], values[name]));
    Object.assign(state, values);
    for (const name of changed) emit(`change:${name}`, model, state[name]);
    if (changed.length) emit("change", model);
  };
  const hear = (message) => {
    if (message.method === "update") set(message.state);
    if (message.method === "custom") emit("msg:custom", message.content, []);
  };
  let open = 0; // messages that have not been answered
  const post = async (message) => {
    sent.push(message);
    open += 1;
    for (const answer of await window.toPython(message)) hear(answer);
    open -= 1;
  };
  const settled = async () => {
    do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    while (open);
  };

  const model = {
    get: (name) => state[name],
    set: (name, value) => ((own[name] = value), set({ [name]: value })),
    save_changes: () => (Object.keys(own).length && post({ method: "update", state: own }), (own = {})),
    send: (content) => void post({ method: "custom", content: JSON.parse(JSON.stringify(content)) }),
    on: (event, listener) => void listeners.set(event, [...(listeners.get(event) || []), listener]),
    off: (event, listener) => void listeners.set(event, (listeners.get(event) || []).filter((each) => listener && each !== listener)),
  };

  return {
    model,
    sent,
    hear,
    set,
    settled,
    left: () => [...hung.values()],
    count: () => [...listeners.values()].flat().length,
    show: async (module) => {
      const widget = typeof module.default === "function" ? await module.default() : module.default;
      if (!views.length) await widget.initialize?.({ model });
      const el = document.createElement("div");
      document.querySelector("main").append(el);
      views.push({ el, leave: await widget.render({ model, el }) });
    },
    leave: async (at) => {
      await views[at].leave?.();
      views[at].el.remove();
    },
  };
};
