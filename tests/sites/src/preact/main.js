import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "htm/preact";
import { FOOTER, LINKS, SITE, load, onNavigate } from "../layout.js";

function App() {
  const [page, setPage] = useState(null);
  useEffect(() => onNavigate(async (path) => { const found = await load(path); document.title = found.title; setPage(found); }), []);
  return html`
    <div class="page">
      <div class="navbar"><b>${SITE}</b>${LINKS.map(([to, text]) => html`<a class="nav-link" href=${to}>${text}</a>`)}</div>
      <div class="main-content">${page && html`<div dangerouslySetInnerHTML=${{ __html: page.html }}></div>`}</div>
      <div class="footer"><p>${FOOTER}</p></div>
    </div>`;
}

render(html`<${App} />`, document.getElementById("app"));
