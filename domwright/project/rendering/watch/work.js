// The account of what is under way: every piece of work that can still bring text, from when it began until when it is waited for.
// Times are milliseconds since the epoch by the monotonic clock, so that those of frames and workers compare.
(watch) => {
  const origin = performance.timeOrigin, real = performance.now.bind(performance);
  const clock = () => origin + real();
  const started = clock();
  const pending = new Set();
  Object.assign(watch, { clock, started, pending, novel: started, changed: started, ended: started, stirred: started, failed: 0, polls: new Map(), unsure: "", refused: [] });

  // A request that hangs longer is a long poll: five seconds for what a page begins with, three for what comes later.
  const FIRST = 5000, LATER = 3000;
  watch.hang = () => Math.max(started + FIRST, clock() + LATER);
  // Code of another site is a widget, an advertisement or statistics more often than not, and the first to hang.
  const FOREIGN = 2500;
  const site = (host) => host.split(".").slice(-2).join(".");
  watch.codeHangs = (address) => {
    try { return site(new URL(address, watch.here()).hostname) === site(location.hostname) ? watch.hang() : clock() + FOREIGN; } catch { return watch.hang(); }
  };

  // Work begins; the function that ends it is given back. `until`: when waiting for it ends. `counts`: whether it is worth waiting for, asked again and again.
  watch.begun = 0;
  watch.begin = (kind, address, until, counts) => {
    if (!counts) watch.begun += 1;
    const entry = { kind, address: String(address || "").slice(0, 300), since: clock(), until: until || watch.hang(), counts };
    pending.add(entry);
    entry.end = () => { if (pending.delete(entry)) { watch.ended = clock(); if (watch.tell) watch.tell(); } };
    if (watch.tell) watch.tell();
    return entry;
  };
  watch.waited = (now, restless) => {
    const found = [];
    for (const entry of pending) if (now < entry.until && (!entry.counts || entry.counts(now, restless))) found.push(entry);
    return found;
  };
  watch.describe = (entries, now) => entries.slice(0, 20).map(({ kind, address, since }) => ({ kind, address, ms: Math.round(now - since) }));
  // The address against which others are resolved.
  watch.here = () => (watch.base ? watch.base() : self.document ? document.baseURI : location.href);
  watch.doubt = (why) => { watch.unsure = watch.unsure || why; };
  watch.real = { setTimeout: self.setTimeout.bind(self), clearTimeout: self.clearTimeout.bind(self), fetch: self.fetch, frame: self.requestAnimationFrame };
}
