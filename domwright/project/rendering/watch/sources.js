// What the page is made of: status and checksum of every answer that it read, by which a later crawl sees whether anything has changed.
// What cannot be asked for again in the same way makes the page unsure.
(watch) => {
  const TABLE = Int32Array.from({ length: 256 }, (_, at) => { for (let bit = 0; bit < 8; bit++) at = at & 1 ? (at >>> 1) ^ 0xedb88320 : at >>> 1; return at; });
  const LARGE = 4e6, LITTLE = 100; // bytes: longer answers are not summed up; a shorter answer to what was sent brings no text
  const checksum = (bytes) => {
    let sum = -1;
    for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ TABLE[(sum ^ bytes[at]) & 255];
    return `${bytes.length}-${(~sum >>> 0).toString(16)}`;
  };
  watch.sources = new Map();
  // The document itself, where the browser still has it: nothing goes over the wire.
  watch.document = async (address) => {
    try {
      const answer = await watch.real.fetch.call(self, address, { cache: "only-if-cached", mode: "same-origin" });
      return [[address, answer.status, checksum(new Uint8Array(await answer.arrayBuffer()))]];
    } catch { return []; }
  };
  // Notes an answer and gives its checksum, "" where it has none.
  watch.read = (asked, status, body) => {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    if (asked.method !== "GET" && bytes.length > LITTLE) watch.doubt(asked.method);
    if (bytes.length > LARGE) { watch.doubt("large"); return ""; }
    const sum = checksum(bytes);
    if (asked.method === "GET") watch.sources.set(asked.address, [status, sum]);
    return sum;
  };
  // What an earlier page of the same site has put by is not in this page's answers. Preferences and tokens are short.
  const STORED = 300;
  if (self.Storage) {
    const storedReal = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      const value = storedReal.call(this, key);
      if (value && value.length > STORED) watch.doubt("storage");
      return value;
    };
  }
  const wary = (type, name, why) => {
    const real = type && type.prototype[name];
    if (real) type.prototype[name] = function (...given) { watch.doubt(why); return real.apply(this, given); };
  };
  wary(self.IDBFactory, "open", "database");
  wary(self.CacheStorage, "open", "caches");
  wary(self.CacheStorage, "match", "caches");
  performance.setResourceTimingBufferSize(1000);
}
