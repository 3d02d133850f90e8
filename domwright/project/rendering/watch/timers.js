// Timers, intervals, animation frames and idle callbacks. What a page sets once is waited for; what sets itself again only while it brings text.
(watch) => {
  const { setTimeout, clearTimeout } = watch.real;
  const LONG = 3000, BARREN = 3, BARREN_TIME = 400, IDLE = 1500; // ms; runs in a row without text
  let run = null; // the timer that is running: what it sets is of its chain
  const barren = (parent) => (parent && watch.novel < parent.began ? { runs: parent.runs + 1, from: parent.from } : { runs: 0, from: watch.clock() });
  const worth = (chain, now) => chain.runs < BARREN || now - chain.from < BARREN_TIME;
  // Runs `work` as a link of a chain.
  const inside = (chain, work, self_, given) => {
    const before = run;
    run = { began: watch.clock(), runs: chain.runs, from: chain.from };
    try { return work.apply(self_, given); } finally { run = before; }
  };
  // The same code put off again and again, from promises too, where no chain is seen: while neither new words nor an answer come of it, it is a clock.
  const sets = new Map(), MOST_SETS = 500;
  const again = (work, delay) => {
    const code = Function.prototype.toString.call(work), key = `${delay} ${code.length} ${code.slice(0, 100)}`, mark = watch.novel + watch.ended;
    let found = sets.get(key);
    if (!found || found.mark !== mark) { found = { times: 0, from: watch.clock(), mark }; if (sets.size < MOST_SETS) sets.set(key, found); }
    found.times += 1;
    return found;
  };
  const isClock = (found, now) => found.times > BARREN && now - found.from > BARREN_TIME && found.mark === watch.novel + watch.ended;
  const entries = new Map();
  // Whether a chain is worth it is decided when it is asked: by then the link before has shown what it brings.
  const begin = (kind, parent, delay, until, work) => {
    const chain = () => barren(parent), before = again(work, delay);
    const entry = watch.begin(kind, `${Math.round(delay)} ms`, until, (now, restless) => !restless && worth(chain(), now) && !isClock(before, now));
    entry.chain = chain;
    return entry;
  };
  // What was worth waiting for may set other things going: a moment's quiet after it, too.
  const started = (entry) => {
    const now = watch.clock();
    if (entry.counts(now, false)) watch.stirred = now;
    watch.pending.delete(entry);
    if (watch.tell) watch.tell();
  };
  self.setTimeout = function (work, delay, ...rest) {
    if (typeof work !== "function" || !(Number(delay || 0) <= LONG)) return setTimeout(work, delay, ...rest);
    const wait = Number(delay) || 0, entry = begin("timer", run, wait, watch.clock() + wait + 200, work);
    const id = setTimeout(function (...given) {
      entries.delete(id);
      const chain = entry.chain();
      started(entry);
      return inside(chain, work, this, given);
    }, delay, ...rest);
    entries.set(id, entry);
    return id;
  };
  const forget = (id) => { const entry = entries.get(id); if (entry) { entries.delete(id); watch.pending.delete(entry); if (watch.tell) watch.tell(); } };
  const intervalReal = self.setInterval.bind(self), clearIntervalReal = self.clearInterval.bind(self);
  self.clearTimeout = function (id) { forget(id); return clearTimeout(id); };
  self.clearInterval = function (id) { forget(id); return clearIntervalReal(id); };
  self.setInterval = function (work, delay, ...rest) {
    const period = Math.max(4, Number(delay) || 0);
    if (typeof work !== "function" || period > LONG) return intervalReal(work, delay, ...rest);
    let before = run;
    const set = watch.clock();
    const entry = watch.begin("interval", `${Math.round(period)} ms`, Infinity, (now, restless) => !restless && now < entry.next + 200 && worth(barren(before), now));
    entry.next = set + period;
    entry.repeats = true;
    const id = intervalReal(function (...given) {
      const chain = barren(before), now = watch.clock();
      before = { began: now, runs: chain.runs, from: chain.from };
      entry.ran = now;
      if (worth(chain, now)) watch.stirred = now;
      entry.next = now + period;
      return inside(chain, work, this, given);
    }, delay, ...rest);
    entries.set(id, entry);
    return id;
  };
  if (self.requestAnimationFrame) {
    const frameReal = self.requestAnimationFrame.bind(self), cancelReal = self.cancelAnimationFrame.bind(self), frames = new Map();
    self.requestAnimationFrame = function (work) {
      const entry = begin("animation", run, 16, Infinity, work);
      const id = frameReal(function (time) {
        frames.delete(id);
        const chain = entry.chain();
        started(entry);
        return inside(chain, work, self, [time]);
      });
      frames.set(id, entry);
      return id;
    };
    self.cancelAnimationFrame = function (id) { const entry = frames.get(id); if (entry) { frames.delete(id); watch.pending.delete(entry); } return cancelReal(id); };
  }
  if (self.requestIdleCallback) {
    const idleReal = self.requestIdleCallback.bind(self), cancelReal = self.cancelIdleCallback.bind(self), idles = new Map();
    self.requestIdleCallback = function (work, options) {
      const entry = begin("idle", run, 0, watch.clock() + IDLE, work);
      const id = idleReal((deadline) => {
        idles.delete(id);
        const chain = entry.chain();
        started(entry);
        return inside(chain, work, self, [deadline]);
      }, options);
      idles.set(id, entry);
      return id;
    };
    self.cancelIdleCallback = function (id) { const entry = idles.get(id); if (entry) { idles.delete(id); watch.pending.delete(entry); } return cancelReal(id); };
  }
}
