// Runs before any script of a page. Counts what a page is still waiting for, and keeps closed shadow roots reachable.
(() => {
  if (window.__domwright) return;
  const state = { answered: 0, flying: 0, failed: 0, idle: 0, timers: 0, changed: performance.now(), seen: new Map(), roots: new WeakMap(), watched: 0, sources: new Map(), refused: [], unsure: "" };
  Object.defineProperty(window, "__domwright", { value: state, enumerable: false });
  const touch = () => { state.changed = performance.now(); };

  // What the page is made of: status and checksum of every answer that it read, by which a later crawl sees whether anything has changed.
  // What cannot be asked for again in the same way makes the page unsure.
  const TABLE = Int32Array.from({ length: 256 }, (_, at) => { for (let bit = 0; bit < 8; bit++) at = at & 1 ? (at >>> 1) ^ 0xedb88320 : at >>> 1; return at; });
  const LARGE = 4e6, LITTLE = 100; // bytes: longer answers are not summed up; a shorter answer to what was sent brings no text
  const checksum = (bytes) => {
    let sum = -1;
    for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ TABLE[(sum ^ bytes[at]) & 255];
    return `${bytes.length}-${(~sum >>> 0).toString(16)}`;
  };
  // The document itself, where the browser still has it: nothing goes over the wire.
  state.document = async (address) => {
    try {
      const answer = await fetchReal.call(window, address, { cache: "only-if-cached", mode: "same-origin" });
      return [[address, answer.status, checksum(new Uint8Array(await answer.arrayBuffer()))]];
    } catch { return []; }
  };
  const unsure = (why) => { state.unsure = state.unsure || why; };
  const read = (asked, status, body) => {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    if (asked.method !== "GET") { if (bytes.length > LITTLE) unsure(asked.method); return; }
    if (bytes.length > LARGE) { unsure("large"); return; }
    state.sources.set(asked.address, [status, checksum(bytes)]);
  };
  const asking = (method, address) => {
    try { return { method: String(method || "GET").toUpperCase(), address: new URL(address, document.baseURI).href.split("#")[0] }; } catch { return { method: "?", address: "" }; }
  };
  for (const name of ["WebSocket", "EventSource", "Worker", "SharedWorker"]) {
    if (window[name]) window[name] = new Proxy(window[name], { construct(real, given, made) { unsure(name); return Reflect.construct(real, given, made); } });
  }
  // What an earlier page of the same site has put by is not in this page's answers. Preferences and tokens are short.
  const STORED = 300;
  const storedReal = Storage.prototype.getItem;
  Storage.prototype.getItem = function (key) {
    const value = storedReal.call(this, key);
    if (value && value.length > STORED) unsure("storage");
    return value;
  };
  const wary = (type, name, why) => {
    const real = type && type.prototype[name];
    if (real) type.prototype[name] = function (...given) { unsure(why); return real.apply(this, given); };
  };
  wary(window.IDBFactory, "open", "database");
  wary(window.CacheStorage, "open", "caches");
  wary(window.CacheStorage, "match", "caches");
  performance.setResourceTimingBufferSize(1000);

  // Requests. One address asked for again and again is a poll: from the third time on it is not waited for.
  const begin = (address) => {
    const key = String(address).split("?")[0];
    const times = (state.seen.get(key) || 0) + 1;
    state.seen.set(key, times);
    if (times > 2) return () => {};
    state.flying += 1;
    let open = true;
    const end = () => { if (open) { open = false; state.flying -= 1; state.answered = performance.now(); touch(); } };
    setTimeoutReal(end, 5000); // a request that hangs longer is a long poll
    return end;
  };
  const setTimeoutReal = window.setTimeout.bind(window);
  const fetchReal = window.fetch;
  // Headers are no content: a body that is read is waited for, however slowly it comes.
  const follow = (response, asked, end) => {
    let begun = false;
    const text = response.text;
    const readers = {
      text: () => text.call(response).then((body) => { read(asked, response.status, body); return body; }),
      json: () => readers.text().then(JSON.parse),
      arrayBuffer: (real) => real().then((body) => { read(asked, response.status, new Uint8Array(body)); return body; }),
      bytes: (real) => real().then((body) => { read(asked, response.status, body); return body; }),
      blob: (real) => { unsure("blob"); return real(); },
      formData: (real) => { unsure("form"); return real(); },
    };
    for (const [name, reader] of Object.entries(readers)) {
      if (!response[name]) continue;
      const real = response[name].bind(response);
      response[name] = () => {
        begun = true;
        const body = reader(real);
        body.then(() => setTimeoutReal(end, 0), end);
        return body;
      };
    }
    const clone = response.clone.bind(response), stream = Object.getOwnPropertyDescriptor(Response.prototype, "body");
    response.clone = () => follow(clone(), asked, () => {});
    Object.defineProperty(response, "body", { get() { unsure("stream"); return stream.get.call(response); } });
    setTimeoutReal(() => { if (!begun) end(); }, 50);
    return response;
  };
  if (fetchReal) {
    window.fetch = function (input, init) {
      const address = input && input.url ? input.url : input;
      const asked = asking((init && init.method) || (input && input.method), address);
      const end = begin(address);
      return fetchReal.call(this, input, init).then(
        (response) => {
          if (response.status >= 400) state.failed += 1;
          return follow(response, asked, end);
        },
        (error) => {
          if (!error || error.name !== "AbortError") { state.failed += 1; state.refused.push(asked.address); }
          end();
          throw error;
        });
    };
  }
  const sendReal = XMLHttpRequest.prototype.send, openReal = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    this.__asked = asking(method, address);
    return openReal.call(this, method, address, ...rest);
  };
  const readXhr = (request) => {
    if (!request.status) state.refused.push(request.__asked.address);
    else if (request.responseType === "" || request.responseType === "text") read(request.__asked, request.status, request.responseText);
    else if (request.responseType === "arraybuffer" && request.response) read(request.__asked, request.status, new Uint8Array(request.response));
    else unsure(request.responseType);
  };
  XMLHttpRequest.prototype.send = function (...rest) {
    const end = begin(this.__asked && this.__asked.address);
    this.addEventListener("loadend", () => {
      if (!this.status || this.status >= 400) state.failed += 1;
      if (this.__asked) readXhr(this);
      end();
    });
    return sendReal.apply(this, rest);
  };

  // Work put off: idle callbacks, and first-generation timers (a timer set by a timer is an animation or a clock).
  let generation = 0;
  window.setTimeout = function (work, delay, ...rest) {
    if (typeof work !== "function" || generation > 1 || !(delay > 5) || delay > 2500) return setTimeoutReal(work, delay, ...rest);
    const mine = generation + 1;
    state.timers += 1;
    return setTimeoutReal((...given) => {
      state.timers -= 1;
      const before = generation;
      generation = mine;
      try { return work(...given); } finally { generation = before; }
    }, delay, ...rest);
  };
  const idleReal = window.requestIdleCallback;
  if (idleReal) {
    window.requestIdleCallback = function (work, options) {
      state.idle += 1;
      return idleReal.call(window, (deadline) => { state.idle -= 1; touch(); return work(deadline); }, options);
    };
  }

  // Shadow roots, closed ones too, and sections that wait until they are scrolled to.
  const observer = new MutationObserver(touch);
  const watch = (root) => observer.observe(root, { childList: true, subtree: true, characterData: true });
  const attachReal = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attachReal.call(this, init);
    state.roots.set(this, root);
    watch(root);
    return root;
  };
  const Observer = window.IntersectionObserver;
  if (Observer) {
    const observeReal = Observer.prototype.observe;
    Observer.prototype.observe = function (target) { if (target && target.tagName !== "IMG") state.watched += 1; return observeReal.call(this, target); };
  }
  const start = () => document.documentElement ? watch(document) : setTimeoutReal(start, 0);
  start();
  window.confirm = () => true;
  window.print = () => {};
})();
