// A lesson out of its JSON: its events as numbers, and which of them end a step. See record/events.rs.
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const inflated = async (bytes) => {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
// LEB128: seven bits a byte, the lowest first.
const numbersOf = (bytes) => {
  const numbers = new Uint32Array(bytes.reduce((count, byte) => count + (byte < 128), 0));
  let [at, number, weight] = [0, 0, 1];
  for (const byte of bytes) {
    number += (byte & 127) * weight;
    weight *= 128;
    if (byte < 128) { numbers[at] = number; at += 1; number = 0; weight = 1; }
  }
  return numbers;
};
// How many numbers the kinds have: a number, or what begins a list or several.
const LENGTHS = { node: 0, round: 0, pass: 0, bet: 3, deduce: 2, placed: 2, cover: 1, choose: 2, uncover: 1, paint: 3,
  encoded: 0, decide: 2, backjump: 1, restart: 0, conflict: 0, undo: 0, known: 1, counted: 4, "left-out": 11, below: 11 };
const QUIET = new Set(["node", "round", "pass", "placed", "encoded", "known", "counted"]);
const ends = (kind, numbers, from) => {
  if (kind in LENGTHS) return from + LENGTHS[kind];
  if (kind === "imply") return from + 2 + numbers[from + 1];
  if (kind !== "step" && kind !== "confine") return from + 1 + numbers[from];
  let at = kind === "confine" ? from + 2 : from + 1;
  for (const width of kind === "confine" ? [1, 1] : [2, 2, 1, 1]) at += 1 + width * numbers[at];
  return at;
};
// The places where events begin and, for each step, the number of events up to it. Quiet events after a step belong
// to the next one, and the last ones to the last step. What is left out is a step too.
const parsed = (lesson, numbers) => {
  const [starts, steps] = [[], []];
  for (let at = 0; at < numbers.length;) {
    starts.push(at);
    const kind = lesson.kinds[numbers[at]];
    at = ends(kind, numbers, at + 1);
    if (!QUIET.has(kind)) steps.push(starts.length);
  }
  starts.push(numbers.length);
  if (steps.length) steps[steps.length - 1] = starts.length - 1;
  return { starts: Uint32Array.from(starts), steps: Uint32Array.from([0, ...steps]) };
};
const listOf = (numbers, at, width = 1) => numbers.subarray(at + 1, at + 1 + width * numbers[at]);
const pairsOf = (numbers, at) => {
  const list = listOf(numbers, at, 2);
  return Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index], list[2 * index + 1]]);
};
// An event as an object.
const eventAt = (lesson, index) => {
  const { numbers, starts } = lesson;
  const [from, kind] = [starts[index] + 1, lesson.kinds[numbers[starts[index]]]];
  const at = (offset) => numbers[from + offset];
  if (kind === "bet" || kind === "deduce" || kind === "placed") return { kind, cell: at(0), symbol: at(1), alternatives: at(2) };
  if (kind === "choose") return { kind, option: at(0), alternatives: at(1) };
  if (kind === "paint") return { kind, vertex: at(0), colour: at(1), alternatives: at(2) };
  if (kind === "decide") return { kind, literal: at(0), level: at(1) };
  if (kind === "imply") return { kind, literal: at(0), reason: listOf(numbers, from + 1) };
  if (kind === "cover" || kind === "uncover") return { kind, item: at(0) };
  if (kind === "backjump") return { kind, level: at(0) };
  // Steps that are not there, and what they counted; after `below`, the search is at the level of the lesson.
  if (kind === "left-out" || kind === "below") {
    const tally = [...numbers.subarray(from, from + 11)];
    return { kind, count: tally[0], tally, level: lesson.level };
  }
  if (kind === "counted") return { kind, growth: numbers.subarray(from, from + 4) };
  if (kind === "known") return { kind, text: at(0) };
  if (kind in LENGTHS) return { kind };
  if (kind === "confine") return { kind, symbol: at(0), alternatives: at(1), cells: listOf(numbers, from + 2), others: listOf(numbers, from + 3 + at(2)) };
  if (kind !== "step") return { kind, list: listOf(numbers, from) };
  const places = [from + 1];
  for (const width of [2, 2, 1]) places.push(places.at(-1) + 1 + width * numbers[places.at(-1)]);
  return { kind, text: at(0), placements: pairsOf(numbers, places[0]),
    eliminations: pairsOf(numbers, places[1]), cells: listOf(numbers, places[2]), others: listOf(numbers, places[3]) };
};
// The event that a step is named by: its last one that is not quiet.
const stepEvent = (lesson, step) => {
  for (let index = lesson.steps[step] - 1; index >= lesson.steps[step - 1]; index -= 1) {
    if (!QUIET.has(lesson.kinds[lesson.numbers[lesson.starts[index]]])) return eventAt(lesson, index);
  }
  return { kind: "none" };
};
const unpacked = async (json) => {
  const numbers = numbersOf(await inflated(bytesOf(json.events)));
  const lesson = { ...json, numbers };
  return Object.assign(lesson, parsed(lesson, numbers));
};
