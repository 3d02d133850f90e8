// Runs before any script of a page: films and sounds are not fetched before someone plays them. Chromium has no switch for it.
(() => {
  const films = document.getElementsByTagName("video"), sounds = document.getElementsByTagName("audio");
  const still = (media) => {
    if (media.preload === "none") return;
    media.preload = "none";
    media.autoplay = false;
  };
  // An element's own loading begins with a task of its own: after the observer, which is told within the task that made the element.
  const observer = new MutationObserver(() => {
    for (const film of films) still(film);
    for (const sound of sounds) still(sound);
  });
  observer.observe(document, { childList: true, subtree: true });
})();
