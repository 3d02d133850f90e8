// Run at build time: writes the server's HTML of every page, as a static export does.
import { readFileSync, writeFileSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { App } from "./app.jsx";

const [, , pages, out] = process.argv;
for (const [slug, page] of Object.entries(JSON.parse(readFileSync(pages, "utf8")))) {
  const state = JSON.stringify({ props: { page } }).replace(/</g, "\\u003c");
  writeFileSync(`${out}/${slug}.html`, `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.title}</title></head><body>` +
    `<div id="__next">${renderToString(<App page={page} />)}</div><script id="__NEXT_DATA__" type="application/json">${state}</script>` +
    `<script type="module" src="/static/hydrated.js"></script></body></html>`);
}
