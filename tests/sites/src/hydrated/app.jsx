import { useEffect, useState } from "react";
import { FOOTER, LINKS, SITE } from "../layout.js";

export function App({ page }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <>
      <header className="site-header"><b>{SITE}</b><nav>{LINKS.map(([to, text]) => <a key={to} href={to}>{text}</a>)}</nav></header>
      <main data-ready={ready}><article dangerouslySetInnerHTML={{ __html: page.html }} /></main>
      <footer className="site-footer"><p>{FOOTER}</p></footer>
    </>
  );
}
