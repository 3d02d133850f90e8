// Bundle the sites: node bundle.mjs SOURCE OUT. Svelte is compiled by its own compiler, the rest by esbuild alone.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const [, , source, out] = process.argv;
const require = createRequire(join(out, "package.json"));
const esbuild = require("esbuild");
const svelte = {
  name: "svelte",
  setup(build) {
    build.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const compiler = await import(require.resolve("svelte/compiler"));
      return { contents: (compiler.compile || compiler.default.compile)(await readFile(path, "utf8"), { filename: path, generate: "client" }).js.code, loader: "js" };
    });
  },
};
const shared = { bundle: true, format: "esm", minify: true, nodePaths: [join(out, "node_modules")], jsx: "automatic", logLevel: "error",
  define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false", __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
  conditions: ["browser", "svelte"], plugins: [svelte] };
const entries = { react: "react/main.jsx", vue: "vue/main.js", svelte: "svelte/main.js", preact: "preact/main.js", solid: "solid/main.js", lit: "lit/main.js", hydrated: "hydrated/client.jsx" };
for (const [name, file] of Object.entries(entries)) {
  await esbuild.build({ ...shared, entryPoints: [join(source, file)], outfile: join(out, "static", `${name}.js`) });
}
await esbuild.build({ ...shared, conditions: [], platform: "node", format: "cjs", entryPoints: [join(source, "hydrated/server.jsx")], outfile: join(out, "server.cjs"), plugins: [] });
