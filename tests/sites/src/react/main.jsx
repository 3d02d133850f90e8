import { createRoot } from "react-dom/client";
import { useEffect, useState } from "react";
import { BrowserRouter, Link, Route, Routes, useLocation } from "react-router";
import { FOOTER, LINKS, SITE, load } from "../layout.js";

function Page() {
  const { pathname } = useLocation();
  const [page, setPage] = useState(null);
  useEffect(() => { setPage(null); load(pathname).then(setPage); }, [pathname]);
  useEffect(() => { if (page) document.title = `${page.title} | ${SITE}`; }, [page]);
  if (!page) return <div className="spinner" role="status">Loading…</div>;
  return <article className="content" dangerouslySetInnerHTML={{ __html: page.html }} />;
}

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <header className="site-header"><strong>{SITE}</strong>
      <nav className="main-nav"><ul>{LINKS.map(([to, text]) => <li key={to}><Link to={to}>{text}</Link></li>)}</ul></nav>
    </header>
    <main><Routes><Route path="*" element={<Page />} /></Routes></main>
    <footer className="site-footer"><p>{FOOTER}</p></footer>
  </BrowserRouter>
);
