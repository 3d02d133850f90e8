import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import html from "solid-js/html";
import { FOOTER, LINKS, SITE, load, onNavigate } from "../layout.js";

function App() {
  const [page, setPage] = createSignal({ html: "" });
  onNavigate(async (path) => { const found = await load(path); document.title = `${found.title} - ${SITE}`; setPage(found); });
  return html`
    <header role="banner"><b>${SITE}</b><nav>${LINKS.map(([to, text]) => html`<a href=${to}>${text}</a>`)}</nav></header>
    <main><article innerHTML=${() => page().html}></article></main>
    <footer role="contentinfo"><p>${FOOTER}</p></footer>`;
}

render(App, document.getElementById("app"));
