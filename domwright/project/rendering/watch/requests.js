// fetch and XMLHttpRequest, until their bodies are read. A poll is known by what it brings: answers that leave the text as it was, again and again.
(watch) => {
  const { setTimeout, fetch: fetchReal } = watch.real;
  const MOST = 6, OTHER = 0.25; // barren answers after which an interface is polled; what an answer other than the one before counts
  const asking = (method, address, body) => {
    let url = "";
    try { url = new URL(address, watch.here()).href.split("#")[0]; } catch { return { method: "?", address: "", key: "?", exact: "?" }; }
    const asked = { method: String(method || "GET").toUpperCase(), address: url };
    asked.key = asked.method + " " + url.split("?")[0];
    asked.exact = asked.method + " " + url + " " + (typeof body === "string" ? body.slice(0, 2000) : "");
    return asked;
  };
  watch.asking = asking;
  const record = (asked) => {
    let found = watch.polls.get(asked.key);
    if (!found) watch.polls.set(asked.key, found = { barren: 0, novel: 0, exact: "", sum: "", address: asked.address });
    if (found.novel !== watch.novel) { found.novel = watch.novel; found.barren = 0; }
    return found;
  };
  const isPoll = (asked) => record(asked).barren >= MOST;
  const answered = (asked, sum) => {
    const found = record(asked);
    found.barren += found.exact === asked.exact || (sum && found.sum === sum) ? 1 : OTHER;
    found.exact = asked.exact; found.sum = sum; found.address = asked.address; found.last = watch.clock();
  };
  // `end(sum)` is called with the checksum of the body, or nothing.
  const begin = (kind, asked) => {
    const poll = isPoll(asked), entry = watch.begin(kind, asked.address, 0, poll ? () => false : undefined);
    let open = true;
    return { entry, end: (sum) => { if (!open) return; open = false; if (poll) watch.pending.delete(entry); else entry.end(); answered(asked, sum || ""); } };
  };

  // A body that is read as a stream: every way of reading one is followed to its end; a stream without end is waited for while it says new things.
  const GAP = 1500, tracked = new WeakMap();
  const track = (stream, work) => { if (stream) tracked.set(stream, work); return stream; };
  const chunk = (work) => { const now = watch.clock(); work.chunks = (work.chunks || 0) + 1; if (work.chunks < 20 || watch.novel > now - GAP) work.entry.until = now + GAP; };
  const Stream = self.ReadableStream && ReadableStream.prototype;
  if (Stream) {
    const getReader = Stream.getReader, pipeTo = Stream.pipeTo, pipeThrough = Stream.pipeThrough, tee = Stream.tee, cancel = Stream.cancel;
    Stream.getReader = function (...given) {
      const reader = getReader.apply(this, given), work = tracked.get(this);
      if (!work) return reader;
      work.begun = true;
      const read = reader.read.bind(reader), stop = reader.cancel.bind(reader);
      reader.read = (...view) => {
        const reading = read(...view);
        reading.then(({ done }) => { if (done) setTimeout(work.end, 0); else chunk(work); }, () => work.end());
        return reading;
      };
      reader.cancel = (...why) => { work.end(); return stop(...why); };
      return reader;
    };
    Stream.cancel = function (...given) { const work = tracked.get(this); if (work) work.end(); return cancel.apply(this, given); };
    Stream.pipeTo = function (...given) {
      const done = pipeTo.apply(this, given), work = tracked.get(this);
      if (work) { work.begun = true; done.then(() => setTimeout(work.end, 0), () => work.end()); }
      return done;
    };
    Stream.pipeThrough = function (pair, ...given) {
      const work = tracked.get(this), found = pipeThrough.call(this, pair, ...given);
      if (work) { work.begun = true; track(found, work); }
      return found;
    };
    Stream.tee = function () {
      const work = tracked.get(this), found = tee.call(this);
      if (work) { work.begun = true; for (const each of found) track(each, work); }
      return found;
    };
    const walk = async function* (options) {
      const reader = this.getReader();
      try {
        for (;;) { const { done, value } = await reader.read(); if (done) return; yield value; }
      } finally { if (!(options && options.preventCancel)) reader.cancel().catch(() => {}); reader.releaseLock(); }
    };
    const values = Stream.values;
    Stream.values = Stream[Symbol.asyncIterator] = function (options) { return tracked.has(this) ? walk.call(this, options) : values.call(this, options); };
  }

  // Headers are no content: a body that is read is waited for, however slowly it comes.
  const follow = (response, asked, work) => {
    const text = response.text;
    const read = (body) => { work.sum = watch.read(asked, response.status, body); };
    const readers = {
      text: () => text.call(response).then((body) => { read(body); return body; }),
      json: () => readers.text().then(JSON.parse),
      arrayBuffer: (real) => real().then((body) => { read(new Uint8Array(body)); return body; }),
      bytes: (real) => real().then((body) => { read(body); return body; }),
      blob: (real) => { watch.doubt("blob"); return real(); },
      formData: (real) => { watch.doubt("form"); return real(); },
    };
    for (const [name, reader] of Object.entries(readers)) {
      if (!response[name]) continue;
      const real = response[name].bind(response);
      response[name] = () => {
        work.begun = true;
        const body = reader(real);
        body.then(() => setTimeout(() => work.end(work.sum), 0), () => work.end());
        return body;
      };
    }
    const clone = response.clone.bind(response), stream = Object.getOwnPropertyDescriptor(Response.prototype, "body");
    // A copy is read beside its original: whichever is read to its end ends the work.
    response.clone = () => follow(clone(), asked, work);
    Object.defineProperty(response, "body", { get() { watch.doubt("stream"); return track(stream.get.call(response), work); } });
    return response;
  };
  if (fetchReal) {
    self.fetch = function (input, init) {
      const asked = asking((init && init.method) || (input && input.method), input && input.url ? input.url : input, init && init.body);
      // A beacon, and an answer that no script may read, bring nothing.
      const option = (name) => (init && init[name] !== undefined ? init[name] : input && input.url ? input[name] : undefined);
      if ((option("keepalive") && asked.method !== "GET") || option("mode") === "no-cors") return fetchReal.call(self, input, init);
      const work = begin("fetch", asked);
      if (watch.base && !(input && input.url)) input = asked.address || input;
      return fetchReal.call(self, input, init).then(
        (response) => {
          if (response.status >= 400) watch.failed += 1;
          const followed = follow(response, asked, work);
          // A body that nobody begins to read brings nothing.
          setTimeout(() => { if (!work.begun) work.end(); }, 50);
          return followed;
        },
        (error) => {
          if (!error || error.name !== "AbortError") { watch.failed += 1; watch.refused.push(asked.address); }
          work.end();
          throw error;
        });
    };
  }
  if (!self.XMLHttpRequest) return;
  const openReal = XMLHttpRequest.prototype.open, sendReal = XMLHttpRequest.prototype.send, given = new WeakMap();
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    given.set(this, [method, address]);
    return openReal.call(this, method, watch.base ? asking(method, address).address || address : address, ...rest);
  };
  const readXhr = (request, asked) => {
    if (!request.status) watch.refused.push(asked.address);
    else if (request.responseType === "" || request.responseType === "text") return watch.read(asked, request.status, request.responseText);
    else if (request.responseType === "arraybuffer" && request.response) return watch.read(asked, request.status, new Uint8Array(request.response));
    else watch.doubt(request.responseType);
    return "";
  };
  XMLHttpRequest.prototype.send = function (body, ...rest) {
    const asked = asking(...(given.get(this) || ["GET", ""]), body), work = begin("xhr", asked);
    this.addEventListener("progress", () => { work.entry.until = Math.max(work.entry.until, watch.clock() + GAP); });
    this.addEventListener("loadend", () => {
      if (!this.status || this.status >= 400) watch.failed += 1;
      const sum = readXhr(this, asked);
      setTimeout(() => work.end(sum), 0); // after the page's own listeners
    });
    return sendReal.call(this, body, ...rest);
  };
}
