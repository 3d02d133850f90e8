// Workers: the same account is kept inside of them. A worker is started through a few lines of ours, which tell this side how much is under way in there.
(watch) => {
  const { setTimeout } = watch.real;
  const WATCHED = 20, MOST = 64; // workers of a page that are watched; that are started at all, since each is a thread with a heap of its own
  let made = 0;

  // Inside a worker. `told` comes from the page: which parts to run, and under which address the worker's own code believes to be.
  const inside = (parts, told) => {
    const heard = { received: 0 };
    const watch = { tell: null, base: told.base ? () => told.base : undefined, parts };
    if (told.base) {
      // The lines come from a blob: the worker's own code must see its own address, and resolve others against it.
      const own = new URL(told.base), load = self.importScripts && self.importScripts.bind(self);
      try { Object.defineProperty(self, "location", { value: Object.assign(Object.create(null), { href: own.href, origin: own.origin, protocol: own.protocol, host: own.host, hostname: own.hostname, port: own.port, pathname: own.pathname, search: own.search, hash: own.hash, toString: () => own.href }), configurable: true }); } catch { /* the blob's, then */ }
      if (load && !told.module) self.importScripts = (...urls) => load(...urls.map((url) => new URL(url, told.base).href));
      if (self.Request) self.Request = new Proxy(self.Request, { construct: (real, [input, ...rest], target) => Reflect.construct(real, [typeof input === "string" ? new URL(input, told.base).href : input, ...rest], target) });
    }
    for (const part of parts) part(watch);
    let port = null, queued = false;
    const report = () => {
      queued = false;
      if (!port) return;
      const now = watch.clock(), waited = watch.waited(now, false);
      // What is waited for until a given moment is over then, whether or not anything happens.
      for (const { until } of waited) if (until < Infinity) watch.real.setTimeout(watch.tell, Math.max(1, until - now + 1));
      port.postMessage({ work: watch.describe(waited, now), received: heard.received, failed: watch.failed });
    };
    watch.tell = () => { if (!queued) { queued = true; watch.real.setTimeout(report, 0); } };
    const attach = (event, found) => { event.stopImmediatePropagation(); port = found; watch.tell(); };
    const count = () => { heard.received += 1; watch.tell(); };
    let last;
    const news = (data) => { if (typeof data !== "string" || data !== last) watch.novel = watch.clock(); last = data; };
    if (self.onconnect !== undefined || !self.postMessage) {
      self.addEventListener("connect", (event) => {
        if (!port) return attach(event, event.ports[0]);
        for (const each of event.ports) {
          each.addEventListener("message", count);
          const send = each.postMessage.bind(each);
          each.postMessage = (data, ...rest) => { news(data); return send(data, ...rest); };
        }
        return undefined;
      });
    } else {
      const send = self.postMessage.bind(self);
      self.addEventListener("message", (event) => (event.data && event.data.domwright === told.token && event.ports[0] ? attach(event, event.ports[0]) : count()));
      self.postMessage = (data, ...rest) => { news(data); return send(data, ...rest); };
    }
  };

  const blobs = new Map(); // what object addresses stand for: a page may revoke one as soon as its worker was made
  const createReal = URL.createObjectURL.bind(URL), revokeReal = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (object) => { const address = createReal(object); if (object instanceof Blob && /javascript|^$/.test(object.type)) blobs.set(address, object); return address; };
  URL.revokeObjectURL = (address) => { blobs.delete(address); return revokeReal(address); };

  const objectOf = (pieces) => createReal(new Blob(pieces, { type: "text/javascript" }));
  const lines = (told) => `(${inside})([${watch.parts.join(",")}], ${JSON.stringify(told)});\n`;
  // The address of a worker that watches itself, "" where it cannot.
  const watched = (address, isModule, token) => {
    const url = new URL(address, watch.here());
    if (url.protocol === "blob:" && blobs.has(url.href)) return objectOf([lines({ token }), isModule ? "" : ";", blobs.get(url.href)]);
    if (!/^https?:$/.test(url.protocol) || url.origin !== self.origin) return "";
    const own = lines({ token, base: url.href, module: isModule });
    return isModule ? objectOf([`import "${objectOf([own])}";\nimport ${JSON.stringify(url.href)};`]) : objectOf([own, `importScripts(${JSON.stringify(url.href)});`]);
  };
  const account = (worker, address) => {
    let sent = 0, told = null;
    const entry = watch.begin("worker", address, Infinity, (now) => (told ? told.work.length > 0 || told.received < sent : now < entry.since + 5000));
    const limit = entry.since + 8000;
    entry.until = limit;
    entry.quiet = () => told && !told.work.length;
    const control = new MessageChannel();
    control.port1.onmessage = ({ data }) => { told = data; watch.ended = Math.max(watch.ended, watch.clock()); watch.failed += data.failed > (entry.failed || 0) ? 1 : 0; entry.failed = data.failed; if (watch.tell) watch.tell(); };
    worker.addEventListener("error", () => { told = told || { work: [], received: Infinity, failed: 0 }; });
    return { entry, port: control.port2, outgoing: () => { sent += 1; }, receive: (port) => { port.onmessage = control.port1.onmessage; } };
  };
  const wrap = (name, start) => {
    const Real = self[name];
    if (!Real) return;
    self[name] = new Proxy(Real, {
      construct(real, [address, options], target) {
        watch.doubt(name);
        made += 1;
        if (made > MOST) throw new DOMException(`more than ${MOST} workers`, "QuotaExceededError");
        const isModule = Boolean(options && options.type === "module"), token = Math.random().toString(36).slice(2);
        let own = "";
        try { if (made <= WATCHED) own = watched(String(address), isModule, token); } catch { own = ""; }
        const plain = () => Reflect.construct(real, options === undefined ? [address] : [address, options], target);
        if (!own) return plain();
        try { return start(real, own, options, target, String(address), token); } catch { return plain(); }
      },
    });
  };
  wrap("Worker", (real, own, options, target, address, token) => {
    const worker = Reflect.construct(real, options === undefined ? [own] : [own, options], target);
    const work = account(worker, address), send = worker.postMessage.bind(worker), end = worker.terminate.bind(worker);
    send({ domwright: token }, [work.port]);
    worker.postMessage = (...given) => { work.outgoing(); return send(...given); };
    worker.terminate = () => { work.entry.end(); return end(); };
    return worker;
  });
  wrap("SharedWorker", (real, own, options, target, address) => {
    // The first to connect is this side of the account; the page's own connection is the second.
    const control = Reflect.construct(real, options === undefined ? [own] : [own, options], target);
    const worker = Reflect.construct(real, options === undefined ? [own] : [own, options], target);
    const work = account(worker, address), send = worker.port.postMessage.bind(worker.port);
    work.receive(control.port);
    worker.port.postMessage = (...given) => { work.outgoing(); return send(...given); };
    return worker;
  });

  // Service workers answer a page's own requests, which are counted; that one is ready, and what it says by messages, is waited for here.
  const container = navigator.serviceWorker;
  if (!container || !self.ServiceWorkerContainer) return;
  const SOON = 3000, SAYS = 1500; // ms: to be installed and active; to its first message where the page listens
  const register = container.register.bind(container), Ready = Object.getOwnPropertyDescriptor(ServiceWorkerContainer.prototype, "ready");
  const active = (registration, entry) => {
    const worker = registration.installing || registration.waiting;
    const done = () => { entry.until = watch.clock() + (watch.listensToService ? SAYS : 100); setTimeout(entry.end, watch.listensToService ? SAYS : 50); };
    if (!worker) { done(); return; }
    worker.addEventListener("statechange", () => { if (worker.state === "activated") done(); else if (worker.state === "redundant") entry.end(); });
  };
  // It may serve the page that asks for it, not the pages that are open beside it or come after.
  const scoped = (script, options) => {
    const wanted = new URL((options && options.scope) || "./", options && options.scope ? document.baseURI : new URL(script, document.baseURI)), own = location.origin + location.pathname;
    return { ...options, scope: own.startsWith(wanted.href) ? own : wanted.href };
  };
  ServiceWorkerContainer.prototype.register = function (script, options) {
    watch.doubt("service worker");
    watch.service = true;
    const entry = watch.begin("service worker", script, watch.clock() + SOON), registering = register(script, scoped(script, options));
    registering.then((registration) => active(registration, entry), () => entry.end());
    return registering;
  };
  Object.defineProperty(ServiceWorkerContainer.prototype, "ready", {
    configurable: true,
    get() {
      const ready = Ready.get.call(this);
      if (watch.service) { const entry = watch.begin("service worker", "ready", watch.clock() + SOON); ready.then(() => setTimeout(entry.end, 0)); }
      return ready;
    },
  });
  const listen = container.addEventListener.bind(container);
  container.addEventListener = (type, ...given) => { if (type === "message" || type === "controllerchange") watch.listensToService = true; return listen(type, ...given); };
  const onmessage = Object.getOwnPropertyDescriptor(ServiceWorkerContainer.prototype, "onmessage");
  if (onmessage) Object.defineProperty(container, "onmessage", { configurable: true, get: () => onmessage.get.call(container), set: (work) => { watch.listensToService = true; onmessage.set.call(container, work); } });
  // One that stayed would answer for the pages that come after.
  watch.leave = () => (watch.service ? container.getRegistrations().then((all) => { for (const each of all) each.unregister(); }) : undefined);
}
