// Runs in a worker of its own: the module, and requests one after the other.
let module = null;
let engine = null;
const start = () => { engine = new WebAssembly.Instance(module, {}).exports; };
const bytesAt = (address, length) => new Uint8Array(engine.memory.buffer, address, length);
const textAt = (address, length) => new TextDecoder().decode(bytesAt(address, length));
// What a panic left behind, up to a zero byte. The instance is not used again.
const panicMessage = (error) => {
  const rest = bytesAt(engine.output());
  return `${error.message}: ${new TextDecoder().decode(rest.subarray(0, rest.indexOf(0))).slice(0, 500)}`;
};
const answer = (request) => {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  // The memory may move when the module makes room: addresses come first.
  const address = engine.input(bytes.length);
  bytesAt(address, bytes.length).set(bytes);
  try {
    const length = engine.call();
    return JSON.parse(textAt(engine.output(), length));
  } catch (error) {
    const message = panicMessage(error);
    start();
    return { error: message };
  }
};
self.onmessage = ({ data }) => {
  if (data.bytes) {
    module = new WebAssembly.Module(data.bytes);
    start();
    return;
  }
  const begin = performance.now();
  const told = answer(data.request);
  self.postMessage({ id: data.id, told, ms: performance.now() - begin });
};
