// Reads one JSON object a line ({system, html, url}) and answers with one: {text, markdown, title, author, date, seconds} or {error}.
import { createInterface } from "node:readline";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";

const systems = {
  async readability(html) {
    const { document } = parseHTML(html);
    const found = new Readability(document).parse();
    const text = found?.textContent ?? "";
    return { text, markdown: text, title: found?.title ?? "", author: found?.byline ?? "", date: (found?.publishedTime ?? "").slice(0, 10) };
  },
  async defuddle(html, url) {
    const { document } = parseHTML(html);
    const found = await Defuddle(document, url || "http://localhost/", { markdown: true });
    return { text: null, markdown: found.content ?? "", title: found.title ?? "", author: found.author ?? "", date: (found.published ?? "").slice(0, 10) };
  },
};

console.log = console.info = console.debug = (...told) => console.error(...told);
for await (const line of createInterface({ input: process.stdin })) {
  const { system, html, url } = JSON.parse(line);
  const start = process.cpuUsage();
  let answer;
  try {
    answer = await systems[system](html, url);
  } catch (error) {
    answer = { error: String(error?.message ?? error) };
  }
  const used = process.cpuUsage(start);
  process.stdout.write(JSON.stringify({ ...answer, seconds: (used.user + used.system) / 1e6 }) + "\n");
}
