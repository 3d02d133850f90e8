// One evaluate: wait until the page has settled, then write its DOM down. Gets the settle options, returns the snapshot.
async (options) => {
  const state = window.__domwright || {
    answered: 0, flying: 0, failed: 0, idle: 0, timers: 0, changed: 0, roots: new WeakMap(), watched: 0, sources: new Map(), refused: [], unsure: "unwatched",
  };
  const started = performance.now();
  const sleep = (time) => new Promise((done) => { const channel = setTimeout; channel(done, time); });
  const elapsed = () => performance.now() - started;

  // --- what the page says so far
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG"]);
  const frameBody = (frame) => { try { return frame.contentDocument && frame.contentDocument.body; } catch { return null; } };
  const rootOf = (element) => element.shadowRoot || state.roots.get(element) || null;
  const textLength = () => {
    let total = 0;
    const visit = (root) => {
      for (let node = root.firstChild; node; node = node.nextSibling) {
        if (node.nodeType === 3) { total += node.data.trim().length; continue; }
        if (node.nodeType !== 1 || SILENT.has(node.tagName.toUpperCase())) continue;
        const inner = rootOf(node) || (node.tagName === "IFRAME" && frameBody(node));
        if (inner) visit(inner);
        visit(node);
      }
    };
    if (document.body) visit(document.body);
    return total;
  };
  const LOADING = "[aria-busy='true'], [class*='skeleton' i], [class*='spinner' i], [class*='loading' i], [class*='placeholder-glow' i], [class*='shimmer' i], progress";
  const isLoading = () => {
    for (const element of document.querySelectorAll(LOADING)) {
      if (element !== document.body && element !== document.documentElement && element.checkVisibility && element.checkVisibility() && element.tagName !== "IMG") return true;
    }
    return false;
  };

  // --- settle
  let why = "ceiling", length = -1, lastChange = performance.now(), cost = 1, scrolled = false;
  while (elapsed() < options.ceiling) {
    const before = performance.now();
    const now = textLength();
    cost = performance.now() - before;
    if (length < 0 || Math.abs(now - length) > Math.max(3, length * 0.005)) { lastChange = performance.now(); length = now; }
    // Quiet also since the last answer: what it brought is still to be drawn.
    const quiet = performance.now() - Math.max(lastChange, state.answered || 0) >= options.quiet;
    const ready = document.readyState !== "loading" && (document.readyState === "complete" || elapsed() > options.load);
    const wanted = options.selector ? document.querySelector(options.selector) !== null : true;
    const busy = state.flying > 0 || (state.idle > 0 && elapsed() < 1500);
    // A thin page, or one that shows a spinner, is given longer: its timers are waited for too.
    const thin = now < options.enough;
    const patient = (thin && document.scripts.length > 0) || (elapsed() < options.patience * 2 && isLoading());
    const waits = patient && (elapsed() < options.patience || (elapsed() < options.patience * 2 && (state.timers > 0 || isLoading())));
    const timers = state.timers > 0 && now < options.enough * 4 && elapsed() < options.patience;
    if (ready && wanted && quiet && !busy && !waits && !timers && elapsed() >= options.floor) {
      if (state.watched > 0 && !scrolled && options.scroll) {
        scrolled = true;
        const height = document.documentElement.scrollHeight;
        for (let at = 0; at < height && at < options.scroll; at += Math.max(400, innerHeight * 0.8)) { scrollTo(0, at); await sleep(16); }
        scrollTo(0, 0);
        lastChange = performance.now();
        continue;
      }
      why = "settled";
      break;
    }
    await sleep(Math.max(20, Math.min(1000, cost * 10)));
  }

  // --- write it down
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set(["script", "style", "noscript", "xmp", "iframe", "noembed", "noframes", "plaintext"]);
  const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const escapeValue = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const facts = { shadow: 0, closed: 0, frames: 0, foreign: [], hidden: 0, nodes: 0, truncated: false };
  const out = [];
  const careful = document.getElementsByTagName("*").length <= options.nodes;

  const hiddenBy = (element) => {
    if (!careful || !element.checkVisibility) return "";
    if (element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false })) {
      return element.offsetWidth <= 1 && element.offsetHeight <= 1 && element.textContent.trim() && getComputedStyle(element).position === "absolute" ? "clip" : "";
    }
    if (element.closest("details:not([open])") && element.tagName !== "DETAILS") return "";
    const style = getComputedStyle(element);
    if (style.display === "none") return "display";
    if (style.visibility !== "visible") return "visibility";
    return style.opacity === "0" ? "opacity" : "";
  };

  // Words that only their style keeps apart (spans in a flex row or with a margin) would be glued in the text: "Bread€2.00".
  const INLINE = new Set("a abbr b bdi cite code em i label q s small span strong time u".split(" "));
  const EXACT = "pre, code, [contenteditable], .CodeMirror, .cm-editor, .monaco-editor, .ace_editor, .katex, .MathJax, mjx-container";
  // The text at an edge of a node, without putting all of its text together: formatting may be nested hundreds deep.
  const edge = (node, last) => {
    while (node && node.nodeType === 1 && node.firstChild) node = last ? node.lastChild : node.firstChild;
    return node && node.nodeType === 3 ? node : null;
  };
  const closes = (node) => { const text = edge(node, true); return text ? text.data.slice(-1).trim() : ""; };
  const opens = (node) => { const text = edge(node, false); return text ? text.data.slice(0, 1).trim() : ""; };
  const LETTER = /^\p{L}$/u;
  const gaps = (node) => {
    if (!careful || !INLINE.has(node.localName)) return [false, false];
    const open = closes(node.previousSibling) && opens(node), close = opens(node.nextSibling) && closes(node);
    if (!open && !close) return [false, false];
    // One letter alone is a drop cap, or one of a word that is animated letter by letter.
    const text = edge(node, false);
    if ((text === edge(node, true) && LETTER.test(text.data)) || node.closest(EXACT)) return [false, false];
    const style = getComputedStyle(node), stands = !/^(inline|contents|none|ruby)/.test(style.display);
    const wide = (value) => parseFloat(value) >= 0.15 * parseFloat(style.fontSize);
    return [open && (stands || wide(style.marginLeft)), close && (stands || wide(style.marginRight))];
  };

  // Line breaks that a style keeps (posts, descriptions): in the text they would be spaces.
  const keepsLines = (text, around) => {
    if (!careful || !around || around.nodeType !== 1 || !/\S[^\n]*\n/.test(text.data) || around.closest("textarea, " + EXACT)) return false;
    return /^(preserve|preserve-breaks|break-spaces)$/.test(getComputedStyle(around).whiteSpaceCollapse);
  };

  const children = (node, known) => { for (let child = node.firstChild; child; child = child.nextSibling) write(child, known); };
  const write = (node, known) => {
    if (facts.nodes > options.nodes * 4) { facts.truncated = true; return; }
    if (node.nodeType === 3) {
      const around = node.parentNode;
      if (RAW.has(around && around.localName)) out.push(node.data);
      else out.push(keepsLines(node, around) ? escapeText(node.data).replace(/(\S)[ \t]*\n/g, "$1<br>").replace(/\n/g, "<br>") : escapeText(node.data));
      return;
    }
    if (node.nodeType !== 1) return;
    facts.nodes += 1;
    const name = node.localName;
    if (name === "slot") { slot(node, known); return; }
    if (name === "style" || (name === "link" && /stylesheet|preload|prefetch/.test(node.rel)) || name === "object" || name === "embed") return;
    if (name === "script" && !/json/.test(node.type)) return;
    if (name === "iframe") { frame(node, known); return; }
    const hidden = known || name === "option" || node.namespaceURI !== "http://www.w3.org/1999/xhtml" || !document.body || !document.body.contains(node) && node.getRootNode() === document ? "" : hiddenBy(node);
    const [apart, close] = hidden || known ? [false, false] : gaps(node);
    if (apart && out[out.length - 1] !== " ") out.push(" ");
    out.push("<", name);
    for (const attribute of node.attributes) {
      if (attribute.name.startsWith("on") || attribute.name === "data-domwright-hidden") continue;
      if (name === "img" && (attribute.name === "src" || attribute.name === "loading")) continue;
      if (name === "input" && (attribute.name === "checked" || attribute.name === "value")) continue;
      out.push(" ", attribute.name, '="', escapeValue(attribute.value), '"');
    }
    if (name === "img") { const shown = node.currentSrc || node.src; if (shown) out.push(' src="', escapeValue(shown), '"'); }
    if (name === "input" && node.type !== "password") {
      if (node.checked) out.push(' checked=""');
      if (node.value && node.type !== "hidden") out.push(' value="', escapeValue(node.value), '"');
    }
    if (hidden) { facts.hidden += 1; out.push(' data-domwright-hidden="', hidden, '"'); }
    out.push(">");
    if (VOID.has(name)) return;
    const root = rootOf(node);
    if (root) {
      facts.shadow += 1;
      if (!node.shadowRoot) facts.closed += 1;
      children(root, known || hidden);
    } else if (name === "template") {
      children(node.content, "template");
    } else if (name === "textarea") {
      out.push(escapeText(node.value));
    } else {
      children(node, known || hidden);
    }
    out.push("</", name, ">");
    if (close) out.push(" ");
  };
  const slot = (node, known) => {
    const assigned = node.assignedNodes({ flatten: true });
    if (assigned.length) for (const each of assigned) write(each, known); else children(node, known);
  };
  const frame = (node, known) => {
    const body = frameBody(node);
    if (!body) { if (node.src) facts.foreign.push(node.src); return; }
    if (!body.textContent.trim()) return;
    facts.frames += 1;
    out.push('<div data-domwright-frame="', escapeValue(node.src || ""), '">');
    children(body, known);
    out.push("</div>");
  };
  const sources = async () => {
    const fetched = performance.getEntriesByType("resource"), navigation = performance.getEntriesByType("navigation")[0];
    const made = navigation ? navigation.name.split("#")[0] : "";
    // Modules of JSON and WebAssembly are read by no script that could be watched.
    const isScript = (entry) => (entry.initiatorType === "script" || /\.(m?js|wasm)(\?|$)/.test(entry.name) || (entry.initiatorType === "other" && /\.json(\?|$)/.test(entry.name)));
    const isOwn = (entry) => entry.name.startsWith(location.origin + "/");
    // Another host's script that is told what to call brings data.
    const padded = fetched.some((entry) => isScript(entry) && !isOwn(entry) && /[?&](callback|jsonp|cb)=/i.test(entry.name));
    return {
      document: made, unsure: state.unsure || (facts.frames ? "frames" : padded ? "jsonp" : fetched.length >= 1000 ? "many" : ""), refused: state.refused,
      answers: [...(options.document && state.document ? await state.document(made) : []), ...[...state.sources].map(([address, [status, sum]]) => [address, status, sum])],
      scripts: [...new Set(fetched.filter((entry) => isScript(entry) && isOwn(entry)).map((entry) => entry.name))],
    };
  };
  const plain = document.contentType && !/html/.test(document.contentType);
  // A document of tens of megabytes may still be coming when time is up: what is taken is its beginning.
  if (document.readyState === "loading") facts.truncated = true;
  write(document.documentElement, "");
  return {
    html: "<!doctype html>" + out.join(""), url: location.href, title: document.title, type: document.contentType, plain,
    why, milliseconds: Math.round(elapsed()), text: length, failed: state.failed, flying: state.flying, loading: isLoading() && length < options.enough * 4,
    shadow: facts.shadow, closed: facts.closed, frames: facts.frames, foreign: facts.foreign.slice(0, 20), hidden: facts.hidden, truncated: facts.truncated,
    sources: options.sources ? await sources() : null,
  };
}
