// One user action in the page: gets { kind, selector }, says whether it did something. Words and selectors are in actions.json.
async ({ kind, selector, words }) => {
  const state = window.__domwright || { roots: new WeakMap() };
  const shown = (element) => !element.checkVisibility || element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const said = (element) => (element.innerText || element.value || element.getAttribute("aria-label") || "").trim().toLowerCase().replace(/\s+/g, " ");
  const roots = (from) => {
    const found = [from];
    for (const element of from.querySelectorAll("*")) {
      const root = element.shadowRoot || state.roots.get(element);
      if (root) found.push(...roots(root));
    }
    return found;
  };
  const all = (query) => roots(document).flatMap((root) => [...root.querySelectorAll(query)]);
  const press = (element) => { element.scrollIntoView({ block: "center" }); element.click(); return true; };
  // A link to another page is not pressed: it would leave this one.
  const stays = (element) => element.tagName !== "A" || !element.getAttribute("href") || /^(#|javascript:)/.test(element.getAttribute("href"));

  // Tabs of which only the chosen one's panel is in the page: each is chosen in turn, and what it showed is kept below the panel.
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const panelOf = (tab, list) => document.getElementById(tab.getAttribute("aria-controls")) || (list.parentElement && list.parentElement.querySelector("[role=tabpanel]"));
  const says = (panel) => (panel ? panel.textContent.trim() : "");
  const leaf = async (list) => {
    if (list.closest("nav, header, footer, [role=navigation]")) return false;
    const tabs = [...list.querySelectorAll("[role=tab]")].filter((tab) => shown(tab) && stays(tab)).slice(0, 20);
    const apart = tabs.filter((tab) => says(document.getElementById(tab.getAttribute("aria-controls"))));
    if (tabs.length < 2 || new Set(apart.map((tab) => tab.getAttribute("aria-controls"))).size === tabs.length) return false;
    const first = tabs.find((tab) => tab.getAttribute("aria-selected") === "true") || tabs[0];
    const kept = [];
    for (const tab of tabs) {
      if (tab === first || !tab.isConnected) continue;
      const before = says(panelOf(tab, list));
      tab.click();
      for (let waited = 0; waited < 1500 && (!says(panelOf(tab, list)) || says(panelOf(tab, list)) === before); waited += 50) await pause(50);
      const panel = panelOf(tab, list);
      if (says(panel) && says(panel) !== before) kept.push([said(tab) ? tab.textContent.trim() : "", panel.cloneNode(true)]);
    }
    first.click();
    await pause(50);
    const place = panelOf(first, list) || list;
    for (const [label, panel] of kept.reverse()) {
      const section = document.createElement("section");
      const heading = document.createElement("h4");
      heading.textContent = label;
      panel.removeAttribute("id");
      panel.removeAttribute("hidden");
      section.append(heading, panel);
      place.after(section);
    }
    return kept.length > 0;
  };

  if (kind === "consent") {
    for (const query of words.buttons) {
      const button = all(query).find(shown);
      if (button) return press(button);
    }
    for (const layer of all(words.layers.join(",")).filter(shown)) {
      const buttons = [...layer.querySelectorAll("button, [role=button], input[type=button], input[type=submit], a")].filter((each) => shown(each) && stays(each));
      for (const group of [words.refuse, words.accept]) {
        const button = buttons.find((each) => group.some((word) => said(each).startsWith(word)));
        if (button) return press(button);
      }
    }
    let removed = false;
    for (const layer of all(words.layers.join(","))) { layer.remove(); removed = true; }
    if (removed) for (const element of [document.documentElement, document.body]) element.style.setProperty("overflow", "visible", "important");
    return removed;
  }
  if (kind === "more") {
    const named = selector ? all(selector) : all("button, [role=button], a, input[type=button]").filter((each) => stays(each) && !each.closest("nav, header, footer")
      && words.more.some((word) => said(each).startsWith(word)) && said(each).length < 60);
    const button = named.find((each) => shown(each) && !each.disabled && each.getAttribute("aria-disabled") !== "true");
    return button ? press(button) : false;
  }
  if (kind === "open") {
    const closed = all(selector || "details:not([open]), [aria-expanded=false]").filter((each) => shown(each) && !each.closest("nav, header, footer, [role=navigation]")
      && !each.hasAttribute("aria-haspopup") && each.getAttribute("role") !== "combobox");
    for (const element of closed.slice(0, 200)) {
      if (element.tagName === "DETAILS") element.open = true; else if (stays(element)) element.click();
    }
    let opened = closed.length > 0;
    if (!selector) for (const list of all("[role=tablist]").slice(0, 20)) if (await leaf(list)) opened = true;
    return opened;
  }
  return false;
}
