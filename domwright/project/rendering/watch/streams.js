// Event streams and web sockets: waited for until they have said what they have to say, first messages and then quiet.
(watch) => {
  const FIRST = 2000, GAP = 1000, ASKED = 5, PLAIN = 3; // ms to the first message and between messages; how many sends and messages extend whatever they bring
  const MOST = 6000; // ms from its opening: a stream that always has news is a ticker
  const stream = (kind, source, address) => {
    const entry = watch.begin(kind, address, watch.clock() + FIRST);
    const limit = entry.since + MOST, extend = (by) => { entry.until = Math.min(limit, Math.max(entry.until, watch.clock() + by)); if (watch.tell) watch.tell(); };
    let messages = 0, last = entry.since, sends = 0;
    const close = () => entry.end();
    source.addEventListener("close", close);
    source.addEventListener("error", () => { if (source.readyState !== 0) close(); });
    return {
      close,
      heard: () => { messages += 1; if (messages <= PLAIN || watch.novel >= last) { entry.until = Math.min(limit, watch.clock() + GAP); if (watch.tell) watch.tell(); } last = watch.clock(); },
      sent: () => { sends += 1; if (sends <= ASKED) extend(FIRST); },
    };
  };
  const wrap = (name, build) => {
    const Real = self[name];
    if (!Real) return;
    self[name] = new Proxy(Real, {
      construct(real, [address, ...given], made) {
        watch.doubt(name);
        const base = watch.base && watch.base();
        const source = Reflect.construct(real, [base ? new URL(address, name === "WebSocket" ? base.replace(/^http/, "ws") : base).href : address, ...given], made);
        build(source, source.url);
        return source;
      },
    });
  };
  wrap("WebSocket", (socket, address) => {
    const work = stream("socket", socket, address), send = socket.send.bind(socket), close = socket.close.bind(socket);
    socket.addEventListener("message", work.heard);
    socket.send = (...given) => { work.sent(); return send(...given); };
    socket.close = (...given) => { work.close(); return close(...given); };
  });
  wrap("EventSource", (source, address) => {
    const work = stream("events", source, address), close = source.close.bind(source), listen = source.addEventListener.bind(source), named = new Set(["open", "error", "message"]);
    source.addEventListener("message", work.heard);
    source.addEventListener = (type, ...given) => {
      if (!named.has(type)) { named.add(type); listen(type, work.heard); }
      return listen(type, ...given);
    };
    source.close = () => { work.close(); return close(); };
  });
}
