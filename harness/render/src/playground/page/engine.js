// The module in its worker. A search that takes too long is stopped by ending the worker.
const STOPPED = Symbol("stopped");
const engine = { worker: null, bytes: null, waiting: new Map(), last: 0 };
const unpack = async (selector) => {
  const packed = Uint8Array.from(atob(one(selector).textContent.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};
const launch = () => {
  const url = URL.createObjectURL(new Blob([one("#worker").textContent], { type: "text/javascript" }));
  engine.worker = new Worker(url);
  engine.worker.onmessage = ({ data }) => {
    const asked = engine.waiting.get(data.id);
    engine.waiting.delete(data.id);
    if (data.told.error === undefined) asked?.resolve({ ...data, ok: data.told.ok });
    else asked?.reject(new Error(data.told.error));
  };
  engine.worker.onerror = (event) => end(new Error(event.message));
  engine.worker.postMessage({ bytes: engine.bytes });
};
const end = (reason) => {
  engine.worker.terminate();
  const waiting = [...engine.waiting.values()];
  engine.waiting.clear();
  waiting.forEach(({ reject }) => reject(reason));
};
const stopEngine = () => {
  end(STOPPED);
  launch();
};
const ask = (call, fields = {}) => new Promise((resolve, reject) => {
  engine.last += 1;
  engine.waiting.set(engine.last, { resolve, reject });
  engine.worker.postMessage({ id: engine.last, request: { call, ...fields } });
});
