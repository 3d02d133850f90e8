// What every site shares: the chrome around the content, and where the content comes from.
export const LINKS = [["/", "Home"], ["/walks/mill", "Mill"], ["/walks/marsh", "Marsh"], ["/walks/gauge", "Gauge"]];
export const SITE = "Lower River Walks";
export const FOOTER = "© 2026 Lower River Walks. All rights reserved. Imprint and privacy";
export const slugOf = (path) => path.replace(/\/+$/, "").split("/").pop() || "index";
export const load = async (path) => (await fetch(`/api/${slugOf(path)}.json`)).json();
// Client-side navigation for the sites that bring no router of their own.
export const onNavigate = (go) => {
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='/']");
    if (!link) return;
    event.preventDefault();
    history.pushState({}, "", link.getAttribute("href"));
    go(location.pathname);
  });
  addEventListener("popstate", () => go(location.pathname));
  go(location.pathname);
};
