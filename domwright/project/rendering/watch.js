// Runs before any script of a page. Counts what a page is still waiting for, and keeps closed shadow roots reachable.
(() => {
  if (window.__domwright) return;
  const state = { answered: 0, flying: 0, failed: 0, idle: 0, timers: 0, changed: performance.now(), seen: new Map(), roots: new WeakMap(), watched: 0 };
  Object.defineProperty(window, "__domwright", { value: state, enumerable: false });
  const touch = () => { state.changed = performance.now(); };

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
  if (fetchReal) {
    window.fetch = function (input, init) {
      const end = begin(input && input.url ? input.url : input);
      return fetchReal.call(this, input, init).then(
        (response) => {
          if (response.status >= 400) state.failed += 1;
          // Headers are no content: a body that is read is waited for, however slowly it comes.
          let read = false;
          for (const name of ["json", "text", "arrayBuffer", "blob", "formData"]) {
            const real = response[name];
            response[name] = function (...given) {
              read = true;
              const body = real.apply(response, given);
              body.then(() => setTimeoutReal(end, 0), end);
              return body;
            };
          }
          setTimeoutReal(() => { if (!read) end(); }, 50);
          return response;
        },
        (error) => { if (!error || error.name !== "AbortError") state.failed += 1; end(); throw error; });
    };
  }
  const sendReal = XMLHttpRequest.prototype.send, openReal = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (method, address, ...rest) { this.__address = address; return openReal.call(this, method, address, ...rest); };
  XMLHttpRequest.prototype.send = function (...rest) {
    const end = begin(this.__address);
    this.addEventListener("loadend", () => { if (!this.status || this.status >= 400) state.failed += 1; end(); });
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
