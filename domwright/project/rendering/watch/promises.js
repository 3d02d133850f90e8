// What the browser does for a page aside from the network, between two of its steps: databases, caches, code being compiled, files being read.
(watch) => {
  const SOON = 2000; // ms: longer, and it waits for something that does not come
  const follow = (owner, names, kind) => {
    for (const name of names) {
      const real = owner && owner[name];
      if (typeof real !== "function") continue;
      owner[name] = function (...given) {
        const found = real.apply(this, given);
        if (found && typeof found.then === "function") {
          const entry = watch.begin(kind, name, watch.clock() + SOON);
          found.then(() => entry.end(), () => entry.end());
        } else if (found && typeof found.addEventListener === "function") {
          const entry = watch.begin(kind, name, watch.clock() + SOON);
          for (const event of ["success", "error", "blocked"]) found.addEventListener(event, () => entry.end(), { once: true });
        }
        return found;
      };
    }
  };
  const of = (type) => self[type] && self[type].prototype;
  follow(self.WebAssembly, ["instantiate", "instantiateStreaming", "compile", "compileStreaming"], "compile");
  follow(of("CacheStorage"), ["open", "match", "keys"], "cache");
  follow(of("Cache"), ["match", "matchAll", "add", "addAll", "keys"], "cache");
  follow(of("IDBFactory"), ["open"], "database");
  follow(of("IDBObjectStore"), ["get", "getAll", "getAllKeys", "openCursor", "count"], "database");
  follow(of("IDBIndex"), ["get", "getAll", "openCursor"], "database");
  follow(of("Blob"), ["text", "arrayBuffer"], "file");
  follow(of("SubtleCrypto"), ["digest", "decrypt", "importKey"], "crypto");
  follow(of("Scheduler"), ["postTask", "yield"], "task");
  follow(of("FontFaceSet"), ["load"], "font");
  if (self.FileReader) {
    for (const name of ["readAsText", "readAsDataURL", "readAsArrayBuffer"]) {
      const real = FileReader.prototype[name];
      FileReader.prototype[name] = function (...given) {
        const entry = watch.begin("file", name, watch.clock() + SOON);
        this.addEventListener("loadend", () => entry.end(), { once: true });
        return real.apply(this, given);
      };
    }
  }
}
