// Where the buttons of a page lead: each is pressed with fetches and forms held, and every navigation is noted and stopped. Gets how many at most, returns addresses.
async (most) => {
  const found = new Set(), pause = (time) => new Promise((done) => setTimeout(done, time));
  const note = (address) => { try { found.add(new URL(address, document.baseURI).href); } catch { /* no address */ } };
  const stay = (event) => { note(event.destination.url); if (event.cancelable) event.preventDefault(); };
  const hold = (event) => event.preventDefault();
  const kept = { fetch: window.fetch, open: window.open, send: XMLHttpRequest.prototype.send, beacon: navigator.sendBeacon };
  if (!window.navigation) return [];
  navigation.addEventListener("navigate", stay);
  addEventListener("submit", hold, true);
  window.fetch = () => new Promise(() => {});
  XMLHttpRequest.prototype.send = () => {};
  navigator.sendBeacon = () => true;
  window.open = (address) => { if (address) note(address); return null; };
  const isButton = (element) => element.type !== "submit" || !element.form;
  const shown = (element) => !element.checkVisibility || element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const buttons = () => [...document.querySelectorAll("button, [role=button], [role=link], [onclick]")].filter((each) => isButton(each) && shown(each));
  try {
    for (let at = 0; at < most && at < buttons().length; at++) {
      const before = found.size;
      try { buttons()[at].click(); } catch { /* its own fault */ }
      await pause(20);
      // A router draws its other page though the address has not changed: it is told to look at the address again.
      if (found.size > before) { dispatchEvent(new PopStateEvent("popstate", { state: history.state })); await pause(30); }
    }
  } finally {
    navigation.removeEventListener("navigate", stay);
    removeEventListener("submit", hold, true);
    window.fetch = kept.fetch;
    window.open = kept.open;
    XMLHttpRequest.prototype.send = kept.send;
    navigator.sendBeacon = kept.beacon;
  }
  return [...found];
}
