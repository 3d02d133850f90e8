import { createApp, ref } from "vue/dist/vue.esm-bundler.js";
import { FOOTER, LINKS, SITE, load, onNavigate } from "../layout.js";

createApp({
  setup() {
    const page = ref(null);
    onNavigate(async (path) => { page.value = null; page.value = await load(path); document.title = `${page.value.title} | ${SITE}`; });
    return { page, LINKS, SITE, FOOTER };
  },
  template: `
    <header class="masthead"><b>{{ SITE }}</b><nav><a v-for="[to, text] in LINKS" :key="to" :href="to">{{ text }}</a></nav></header>
    <main><Transition name="fade"><article v-if="page" class="entry-content" v-html="page.html"></article><p v-else class="skeleton">…</p></Transition></main>
    <footer class="site-footer"><p>{{ FOOTER }}</p></footer>`,
}).mount("#app");
