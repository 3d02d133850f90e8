// The action `scroll`: one pass to the end that every list has now, screen by screen. Lists that keep only their visible rows are gathered on the way:
// each row is put by where it stood, and the snapshot writes them all in their order. Returns whether anything could be scrolled.
async () => {
  const watch = window.__domwright || {};
  const real = watch.real || { setTimeout, frame: requestAnimationFrame };
  const STEPS = 400, ROWS = 20000, BOXES = 5; // of one pass; of one list; scrolled elements besides the page
  const WAIT = 1500; // ms that a screen's rows may take to be fetched
  const page = document.scrollingElement || document.documentElement;
  const sleep = (time) => new Promise((done) => real.setTimeout.call(window, done, time));
  const frame = () => new Promise((done) => { real.setTimeout.call(window, done, 60); (real.frame || requestAnimationFrame).call(window, () => done()); });
  const isBox = (each) => each.clientHeight > 100 && each.clientWidth > 100 && each.scrollHeight > each.clientHeight + 20 && /auto|scroll|overlay/.test(getComputedStyle(each).overflowY);
  const boxes = () => {
    const found = [];
    for (const each of document.body ? document.body.getElementsByTagName("*") : []) if (each.scrollHeight > each.clientHeight + 20 && isBox(each)) { found.push(each); if (found.length === BOXES) break; }
    return found;
  };

  // The element whose children are a box's rows: the innermost around what is seen that fills the box with several children.
  const listOf = (box) => {
    const seen = box === page ? { left: 0, top: 0, width: innerWidth, height: innerHeight } : box.getBoundingClientRect();
    for (const part of [0.5, 0.3, 0.7]) {
      let each = document.elementFromPoint(seen.left + seen.width * part, seen.top + seen.height * part);
      if (box !== page && each && !box.contains(each)) continue;
      for (; each && each !== document.documentElement; each = each.parentElement) {
        const rows = each.children;
        if (rows.length >= 3) {
          const first = rows[0].getBoundingClientRect(), last = rows[rows.length - 1].getBoundingClientRect();
          if (Math.max(last.bottom, first.bottom) - Math.min(first.top, last.top) > seen.height * 0.6) return each;
        }
        if (each === box) break;
      }
    }
    return null;
  };
  const NUMBERS = ["aria-rowindex", "aria-posinset", "data-index", "data-row-index", "data-item-index", "data-known-index"];
  const numberOf = (row) => { for (const name of NUMBERS) { const value = row.getAttribute(name); if (value !== null && value !== "" && !isNaN(value)) return Number(value); } return null; };

  const gathered = new Map(); // list → rows by number or by text
  const gather = (box, list) => {
    let rows = gathered.get(list);
    if (!rows) gathered.set(list, rows = { byKey: new Map(), lost: false, seen: new Map() });
    const base = box === page ? -scrollY : box.getBoundingClientRect().top - box.scrollTop;
    for (const element of list.children) {
      const text = element.textContent.trim();
      if (!text || rows.byKey.size >= ROWS) continue;
      const bounds = element.getBoundingClientRect(), top = bounds.top - base, height = Math.max(8, bounds.height), number = numberOf(element);
      const known = rows.seen.get(element);
      // The same element at its place with other words: a row that was fetched meanwhile. At another place: an element that is used again.
      if (known && Math.abs(known.top - top) < height * 0.5) { if (known.text !== text) { Object.assign(known, { text, node: element.cloneNode(true) }); } continue; }
      let key = number === null ? text : `#${number}`, copy = 0;
      let before = rows.byKey.get(key);
      while (before && number === null && Math.abs(before.top - top) > height * 2) before = rows.byKey.get((key = `${text}\n${++copy}`));
      if (before) { before.top = top; rows.seen.set(element, before); continue; }
      const row = { top, number, text, element, node: element.cloneNode(true) };
      rows.byKey.set(key, row);
      rows.seen.set(element, row);
    }
  };
  const pass = async (box, all) => {
    const end = box.scrollHeight, size = box === page ? innerHeight : box.clientHeight;
    const began = box.scrollTop;
    let list = null;
    for (let at = box.scrollTop, steps = 0; steps < STEPS; steps++) {
      if (!list || !list.isConnected) list = listOf(box);
      // The rows of a box within are gathered with that box.
      if (list && all.some((each) => each !== box && each.contains(list) && !each.contains(box))) list = null;
      if (list) gather(box, list);
      if (at + size >= end - 1) break;
      at = Math.min(end - size, at + size * 0.8);
      box.scrollTo({ top: at, behavior: "instant" });
      await frame();
      await frame();
      for (let waited = 0; watch.waited && waited < WAIT && watch.waited(watch.clock(), false).some((entry) => entry.kind === "fetch" || entry.kind === "xhr"); waited += 20) await sleep(20);
    }
    box.scrollTo({ top: box.scrollHeight, behavior: "instant" });
    // A page that is at its end already is told all the same: one shorter than the screen asks for more at once.
    if (box === page && box.scrollTop === began) dispatchEvent(new Event("scroll"));
    await frame();
    await frame();
    if (list && list.isConnected) gather(box, list);
  };

  const all = boxes();
  for (const box of [...all, page]) await pass(box, all);
  // A list has lost rows where what was seen is no longer there; one that keeps them all is written as it stands.
  watch.rows = watch.rows || new Map();
  for (const [list, rows] of gathered) {
    const all = [...rows.byKey.values()].sort((one, other) => (one.number !== null && other.number !== null ? one.number - other.number : one.top - other.top));
    const earlier = watch.rows.get(list);
    if (!list.isConnected || !all.some((row) => row.element.parentNode !== list || row.element.textContent.trim() !== row.text)) continue;
    const kept = earlier ? [...earlier.filter((row) => !rows.byKey.has(row.number === null ? row.text : `#${row.number}`)), ...all].sort((one, other) => (one.number !== null && other.number !== null ? one.number - other.number : one.top - other.top)) : all;
    watch.rows.set(list, kept);
  }
  return true;
}
