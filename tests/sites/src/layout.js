// What every site shares: the chrome around the content, and where the content comes from.
// The SPA corpus of the benchmark tells its own words; the test sites have these.
const told = globalThis.SITE_DATA;
export const LINKS = told?.links ?? [["/", "Home"], ["/walks/mill", "Mill"], ["/walks/marsh", "Marsh"], ["/walks/gauge", "Gauge"]];
export const SITE = told?.site ?? "Lower River Walks";
export const FOOTER = told?.footer ?? "© 2026 Lower River Walks. All rights reserved. Imprint and privacy";
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
