// The answers of a module to the requests in a file: node answers.mjs MODULE REQUESTS
import { readFileSync } from "node:fs";

const [module, requests] = process.argv.slice(2).map((path) => readFileSync(path));
const { exports: engine } = new WebAssembly.Instance(new WebAssembly.Module(module), {});
const bytesAt = (address, length) => new Uint8Array(engine.memory.buffer, address, length);
const answer = (request) => {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const address = engine.input(bytes.length);
  bytesAt(address, bytes.length).set(bytes);
  const length = engine.call();
  return new TextDecoder().decode(bytesAt(engine.output(), length));
};
process.stdout.write(JSON.stringify(JSON.parse(requests).map(answer)));
