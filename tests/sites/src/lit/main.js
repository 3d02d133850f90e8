import { LitElement, html } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { FOOTER, LINKS, SITE, load, onNavigate } from "../layout.js";

class RiverHeader extends LitElement {
  render() { return html`<header><b>${SITE}</b><nav>${LINKS.map(([to, text]) => html`<a href=${to}>${text}</a>`)}</nav></header>`; }
}
class RiverPage extends LitElement {
  static properties = { page: { state: true } };
  connectedCallback() {
    super.connectedCallback();
    onNavigate(async (path) => { this.page = await load(path); document.title = `${this.page.title} | ${SITE}`; });
  }
  render() { return html`<main><article>${this.page ? unsafeHTML(this.page.html) : ""}</article><slot></slot></main>`; }
}
class RiverFooter extends LitElement {
  render() { return html`<footer><p>${FOOTER}</p></footer>`; }
}
customElements.define("river-header", RiverHeader);
customElements.define("river-page", RiverPage);
customElements.define("river-footer", RiverFooter);
