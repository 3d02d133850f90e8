// The document as it changes: new words, code and frames that are added, closed shadow roots, and what waits until it is scrolled to.
(watch) => {
  const { setTimeout } = watch.real;
  Object.assign(watch, { roots: new WeakMap(), observed: 0, below: 0, ends: 0 });

  // New words are what a page has not said before. What a clock or a counter says in one place again and again differs in its digits alone.
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "TITLE", "LINK", "META"]);
  const KEY = 120, LOOKED_AT = 80, MOST_SEEN = 5000; // characters of a text's key; nodes looked at; keys kept
  const seen = new Set(), replaced = new WeakSet();
  const gist = (node) => {
    if (node.nodeType === 3) return node.data.trim().slice(0, KEY);
    if (node.nodeType !== 1 && node.nodeType !== 11) return "";
    if (SILENT.has(node.nodeName)) return "";
    let found = "", looked = 0;
    const walker = document.createTreeWalker(node, 5, (each) => (each.nodeType === 1 && SILENT.has(each.nodeName) ? 2 : 1)); // elements and texts
    while (found.length < KEY && looked++ < LOOKED_AT && walker.nextNode()) if (walker.currentNode.nodeType === 3) found += walker.currentNode.data.trim();
    return found.slice(0, KEY);
  };
  const isNew = (text, place) => {
    if (!text) return false;
    const key = place && replaced.has(place) ? text.replace(/\d+/g, "0") : text;
    if (place) replaced.add(place);
    if (seen.has(key)) return false;
    if (seen.size < MOST_SEEN) seen.add(key);
    return true;
  };
  const EXECUTED = /^$|javascript|ecmascript|module|babel|importmap/;
  const load = (kind, element, address, until) => {
    const entry = watch.begin(kind, address, until);
    for (const event of ["load", "error"]) element.addEventListener(event, () => setTimeout(entry.end, 0), { once: true });
    return entry;
  };
  const FRAME = 4000, SHEET = 2000; // ms: what a frame and a style sheet that code waits for may take
  const begun = new WeakSet();
  const added = (element) => {
    const name = element.nodeName;
    if (begun.has(element)) return;
    if (name === "SCRIPT" && element.type === "module") watch.modules = true;
    if (name === "SCRIPT" && element.src && !element.noModule && EXECUTED.test(element.type)) { begun.add(element); load("script", element, element.src, watch.codeHangs(element.src)); }
    else if (name === "LINK" && document.readyState !== "loading" && element.href && (element.rel === "stylesheet" || element.rel === "modulepreload") && !element.disabled) { begun.add(element); load(element.rel, element, element.href, watch.clock() + SHEET); }
    else if (name === "IFRAME" && element.src && !/^(about|javascript|data):/.test(element.src)) {
      begun.add(element);
      // One that is to be loaded when it is scrolled to has not begun.
      if (element.loading === "lazy") { element.loading = "eager"; }
      load("frame", element, element.src, Math.min(watch.clock() + FRAME, watch.codeHangs(element.src)));
    }
  };
  const CODE = "script[src], script[type=module], link[rel=stylesheet], link[rel=modulepreload], iframe[src]";
  const look = (node) => {
    if (node.nodeType !== 1) return;
    if (node.nodeName === "SCRIPT" || node.nodeName === "IFRAME" || node.nodeName === "LINK") added(node);
    else if (node.firstElementChild) for (const element of node.querySelectorAll(CODE)) added(element);
  };
  const MOST_RECORDS = 300; // of one batch: more of them are a page being built
  const changed = (records) => {
    const now = (watch.changed = watch.clock());
    const parsing = document.readyState === "loading";
    let fresh = parsing || records.length > MOST_RECORDS;
    for (const record of records) {
      if (record.type === "characterData") { if (!fresh) fresh = isNew(record.target.data.trim().slice(0, KEY), record.target); continue; }
      for (const node of record.addedNodes) {
        look(node);
        if (!fresh && !SILENT.has(record.target.nodeName)) fresh = isNew(gist(node), record.removedNodes.length ? record.target : null);
      }
    }
    if (fresh) watch.novel = now;
  };
  const observer = new MutationObserver(changed);
  const observe = (root) => observer.observe(root, { childList: true, subtree: true, characterData: true });
  const attachReal = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attachReal.call(this, init);
    watch.roots.set(this, root);
    observe(root);
    return root;
  };

  // What waits until it is scrolled to, and what happens when something has moved to its end.
  const Observer = self.IntersectionObserver;
  if (Observer) {
    const observeReal = Observer.prototype.observe;
    Observer.prototype.observe = function (target) { if (target && target.tagName !== "IMG") watch.observed += 1; return observeReal.call(this, target); };
  }
  // A framework that listens to every event at its root waits for nothing: listeners of elements count where the element can be scrolled.
  const listenReal = EventTarget.prototype.addEventListener, boxes = new Set(), MOST_BOXES = 20;
  const ENDS = new Set(["transitionend", "animationend"]);
  const isWhole = (target) => target === self || target === document || target === document.body || target === document.documentElement || target === undefined || target === null;
  EventTarget.prototype.addEventListener = function (type, ...given) {
    if (type === "scroll") { if (isWhole(this)) watch.below += 1; else if (boxes.size < MOST_BOXES && this.nodeType === 1) boxes.add(this); }
    else if (type === "resize" && isWhole(this)) watch.resized = true;
    else if (ENDS.has(type)) watch.ends += 1;
    return listenReal.call(this, type, ...given);
  };
  const scrolls = (element) => element.scrollHeight > element.clientHeight + 50 && element.clientHeight > 0 && /auto|scroll|overlay/.test(getComputedStyle(element).overflowY);
  // Handlers that are set as attributes or properties are seen when it is time to scroll.
  watch.waitsBelow = () => watch.observed > 0 || watch.below > 0 || Boolean(self.onscroll || document.onscroll || (document.body && document.body.onscroll)) || [...boxes].some((box) => box.isConnected && scrolls(box));
  watch.waitsForSize = () => watch.resized || Boolean(self.onresize);

  observe(document);

  // Where a script sends the page. One that led to a dead address is opened again and kept where it is.
  if (self.navigation && self === self.top) {
    navigation.addEventListener("navigate", (event) => {
      if (event.hashChange || event.downloadRequest !== null || !event.destination || event.destination.sameDocument) return;
      watch.leaving = { kind: "navigation", address: event.destination.url.slice(0, 300), since: watch.clock() };
      if (self.__domwrightStays && event.cancelable) event.preventDefault();
    });
  }
  self.confirm = () => true;
  self.print = () => {};
}
