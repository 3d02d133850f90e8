// Writes the DOM down, once it has settled. Gets the settle options and the function that waits (`settle.js`), returns the snapshot.
async (options, settle) => {
  const state = window.__domwright || { failed: 0, roots: new WeakMap(), sources: new Map(), refused: [], unsure: "unwatched", outer: [] };
  const rootOf = (element) => element.shadowRoot || (state.roots && state.roots.get(element)) || null;
  const frameBody = (frame) => { try { return frame.contentDocument && frame.contentDocument.body; } catch { return null; } };
  const told = await settle(options);

  // --- write it down
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set(["script", "style", "noscript", "xmp", "iframe", "noembed", "noframes", "plaintext"]);
  const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const escapeValue = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const facts = { shadow: 0, closed: 0, frames: 0, foreign: [], hidden: 0, nodes: 0, truncated: false };
  const out = [];
  let careful = document.getElementsByTagName("*").length <= options.nodes;

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

  // Rows of a list that keeps only those in sight were gathered while it was scrolled; they are no longer in the page, so that no style tells of them.
  const gathered = (rows, known) => { const before = careful; careful = false; for (const row of rows) write(row.node, known); careful = before; };
  const children = (node, known) => { const rows = state.rows && state.rows.get(node); if (rows) gathered(rows, known); else for (let child = node.firstChild; child; child = child.nextSibling) write(child, known); };
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
  const TRADE = new Set("300x250 336x280 728x90 970x90 970x250 160x600 300x600 120x600 320x50 320x100 468x60 234x60 250x250 200x200".split(" "));
  const isRead = (node) => careful && node.offsetWidth >= 200 && node.offsetHeight >= 80 && !TRADE.has(`${node.offsetWidth}x${node.offsetHeight}`) && !hiddenBy(node);
  state.outer = [];
  const frame = (node, known) => {
    const body = frameBody(node);
    if (!body) {
      if (!node.src) return;
      facts.foreign.push(node.src.slice(0, 300));
      // Another origin's text is fetched into this place, where a reader would see it; an advertisement's has one of its trade's sizes.
      if (isRead(node)) out.push("<!--domwright-frame-", state.outer.push(node) - 1, "-->");
      return;
    }
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
  if (state.leave) await Promise.race([state.leave(), new Promise((done) => setTimeout(done, 500))]);
  if (options.part) {
    out.push('<div data-domwright-frame="', escapeValue(location.href), '">');
    if (document.body) children(document.body, "");
    out.push("</div>");
  } else {
    write(document.documentElement, "");
  }
  return {
    html: (options.part ? "" : "<!doctype html>") + out.join(""), outer: state.outer.length, url: location.href, title: document.title, type: document.contentType, plain,
    ...told, failed: state.failed,
    shadow: facts.shadow, closed: facts.closed, frames: facts.frames, foreign: facts.foreign.slice(0, 20), hidden: facts.hidden, truncated: facts.truncated,
    sources: options.sources ? await sources() : null,
  };
}
