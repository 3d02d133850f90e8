// Waits until nothing that can still bring text is under way in the page and in its frames of the same origin. Gives why it stopped waiting,
// how long it took, the text's length and what was still under way. The account itself is kept by the scripts in `watch/`.
async (options) => {
  const plain = window.__domwright && window.__domwright.real ? window.__domwright.real.setTimeout : setTimeout;
  const clock = () => performance.timeOrigin + performance.now();
  const sleep = (time) => new Promise((done) => plain(done, time));
  const started = clock();
  const elapsed = () => clock() - started;
  const DEEP = 5, MANY = 50; // frames in one another, and of one page
  const TURN = 20, RESTLESS = 4500; // ms: between two looks; after which what only repeats itself is not waited for
  const NEWS = 1000; // ms before the end: a document that has changed since still does

  const rootOf = (element) => element.shadowRoot || (window.__domwright && window.__domwright.roots && window.__domwright.roots.get(element)) || null;
  const windowsOf = () => {
    const found = [window];
    const visit = (view, depth) => {
      let count = 0;
      try { count = view.frames.length; } catch { return; }
      for (let at = 0; at < count && found.length < MANY; at++) {
        try { if (view.frames[at].document) { found.push(view.frames[at]); if (depth < DEEP) visit(view.frames[at], depth + 1); } } catch { /* another origin: settled by itself */ }
      }
    };
    if (window.frames.length) visit(window, 1);
    return found;
  };

  // --- what the page says so far
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG"]);
  const bodyOf = (frame) => { try { return frame.contentDocument && frame.contentDocument.body; } catch { return null; } };
  const textLength = () => {
    let total = 0;
    const visit = (root) => {
      for (let node = root.firstChild; node; node = node.nextSibling) {
        if (node.nodeType === 3) { total += node.data.trim().length; continue; }
        if (node.nodeType !== 1 || SILENT.has(node.tagName.toUpperCase())) continue;
        const inner = rootOf(node) || (node.tagName === "IFRAME" && bodyOf(node));
        if (inner) visit(inner);
        visit(node);
      }
    };
    if (document.body) visit(document.body);
    const rows = window.__domwright && window.__domwright.rows;
    if (rows) for (const list of rows.values()) for (const row of list) total += row.text.length;
    return total;
  };
  const LOADING = "[aria-busy='true'], [class*='skeleton' i], [class*='spinner' i], [class*='loading' i], [class*='placeholder-glow' i], [class*='shimmer' i], progress";
  const isLoading = () => {
    for (const element of document.querySelectorAll(LOADING)) {
      if (element !== document.body && element !== document.documentElement && element.checkVisibility && element.checkVisibility() && element.tagName !== "IMG") return true;
    }
    return false;
  };

  // --- what is under way
  const account = () => {
    const now = clock(), restless = elapsed() > RESTLESS, found = { waited: [], novel: 0, ended: started, stirred: started, changed: 0, ready: true, service: false };
    for (const view of windowsOf()) {
      let watch = null, state = "complete";
      try { watch = view.__domwright; state = view.document.readyState; } catch { continue; }
      if (state === "loading" || (state !== "complete" && elapsed() < options.load)) found.ready = false;
      if (!watch || !watch.waited) continue;
      found.waited.push(...watch.waited(now, restless));
      found.novel = Math.max(found.novel, watch.novel);
      found.ended = Math.max(found.ended, watch.ended);
      found.stirred = Math.max(found.stirred, watch.stirred);
      found.changed = Math.max(found.changed, watch.changed);
    }
    // What has moved may bring something at its end: finite animations, where somebody listens.
    if (!found.waited.length && !restless && window.__domwright && window.__domwright.ends && document.getAnimations) {
      for (const each of document.getAnimations()) {
        const timing = each.effect && each.effect.getComputedTiming();
        if (each.playState === "running" && timing && timing.endTime < 2000) { found.waited.push({ kind: "animation", address: "", since: now }); break; }
      }
    }
    return found;
  };
  // What is told of the end: requests, streams, workers and frames that are open still, what polls, and what changes the document by the clock.
  const PRIVATE = new Set(["timer", "animation", "idle", "interval"]);
  const open = () => {
    const now = clock(), found = [];
    for (const view of windowsOf()) {
      let watch = null;
      try { watch = view.__domwright; } catch { continue; }
      if (!watch || !watch.pending) continue;
      if (watch.leaving && window.__domwrightStays) found.push(watch.leaving);
      const moving = now - watch.changed < NEWS;
      for (const entry of watch.pending) {
        const counts = entry.quiet ? !entry.quiet() : PRIVATE.has(entry.kind) ? moving && (entry.ran || (entry.kind !== "interval" && watch.waited(now, false).includes(entry))) : true;
        if (counts) found.push(entry);
      }
      for (const poll of watch.polls.values()) if (poll.barren >= 6 && now - poll.last < NEWS * 3 && !found.some((each) => each.address.split("?")[0] === poll.address.split("?")[0])) found.push({ kind: "poll", address: poll.address.slice(0, 300), since: poll.last });
    }
    return found.slice(0, 20).map(({ kind, address, since }) => ({ kind, address, ms: Math.round(now - since) }));
  };

  // --- below the fold: what is scrolled is the document, or the element that fills the screen
  const scroller = () => {
    const page = document.scrollingElement || document.documentElement;
    if (!page || page.scrollHeight > innerHeight + 50) return page;
    for (let each = document.elementFromPoint(innerWidth / 2, innerHeight / 2); each && each !== page; each = each.parentElement) {
      if (each.scrollHeight > each.clientHeight + 50 && each.clientHeight > innerHeight * 0.4 && /auto|scroll|overlay/.test(getComputedStyle(each).overflowY)) return each;
    }
    return page;
  };
  // The next frame; a page that draws none is not waited for.
  const drawn = (window.__domwright && window.__domwright.real && window.__domwright.real.frame) || requestAnimationFrame;
  const frame = () => new Promise((done) => { plain(done, 60); drawn.call(window, done); });
  // Once for every document: what it brings is seen by the looks that follow.
  const scrollThrough = async (watch) => {
    watch.scrolled = true;
    if (watch.waitsForSize()) dispatchEvent(new Event("resize"));
    if (!watch.waitsBelow()) return;
    const each = scroller(), height = each ? Math.min(each.scrollHeight, options.scroll) : 0, step = Math.max(400, innerHeight * 0.9);
    if (height <= innerHeight + 50 && each === (document.scrollingElement || document.documentElement)) return;
    const to = async (top) => { each.scrollTo({ top, behavior: "instant" }); await frame(); };
    // Where only listeners wait, and the far end, from which all is above, sets nothing going, the screens between do not either.
    const before = watch.begun, said = watch.novel;
    if (!watch.observed) {
      await to(height);
      if (watch.begun === before && watch.novel === said && !watch.waited(clock(), false).length) { each.scrollTo({ top: 0, behavior: "instant" }); return; }
    }
    for (let top = step; top < height + step; top += step) await to(top);
    each.scrollTo({ top: 0, behavior: "instant" });
  };

  let why = "ceiling", length = -1, measured = -1, loading = false, cost = 1;
  while (elapsed() < options.ceiling) {
    const found = account(), now = clock(), restless = elapsed() > RESTLESS;
    if (found.changed !== measured || length < 0) {
      const before = performance.now();
      if (!found.waited.length || elapsed() % 500 < TURN * 2) { length = textLength(); measured = found.changed; }
      cost = performance.now() - before;
    }
    const wanted = options.selector ? document.querySelector(options.selector) !== null : true;
    // Quiet since the last new words, the last work that ended, and the beginning.
    const quiet = now - Math.max(restless ? 0 : Math.max(found.novel, found.stirred), found.ended, started) >= options.quiet;
    if (found.ready && wanted && !found.waited.length && quiet && elapsed() >= options.floor) {
      const thin = length < options.enough, dressed = document.scripts.length > 0;
      loading = length < options.enough * 4 && isLoading();
      // A thin page with scripts may be at work where no account is kept; one with a spinner says that it is.
      const patience = loading ? options.patience : thin && dressed ? options.patience / 4 : 0;
      if (elapsed() >= patience) {
        const watch = window.__domwright;
        if (watch && watch.waitsBelow && options.scroll && !watch.scrolled) { await scrollThrough(watch); continue; }
        why = now - found.changed < options.quiet ? "restless" : "settled";
        break;
      }
    }
    await sleep(Math.max(TURN, Math.min(1000, cost * 10)));
  }
  const pending = open();
  // Modules import others while they run, of which no script is told: where there are any, the browser is asked.
  const modules = windowsOf().some((view) => { try { return Boolean(view.__domwright && view.__domwright.modules); } catch { return false; } });
  return { why, milliseconds: Math.round(elapsed()), text: textLength(), loading: loading && isLoading(), pending, modules };
}
