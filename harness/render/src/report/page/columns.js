// The columns of the table, unpacked: each is deflated and in base 91, and is unpacked when it is first used.
const NONE = 0xffff;
const ANSWERS = bench.statuses.map(([, isAnswer]) => isAnswer);
const NO_ROW = 31;

// The digits of base 91: printable characters without the three that HTML or JSON escape. See pack.rs.
const DIGITS = new Uint8Array(128);
[...Array(94).keys()].map((code) => code + 33).filter((code) => !['"', "<", "\\"].includes(String.fromCharCode(code)))
  .forEach((code, digit) => { DIGITS[code] = digit; });
// Two digits are 13 bits, the lowest first; a last one alone is six.
const bytesOf = (text) => {
  const bytes = new Uint8Array((text.length >> 1) * 13 + (text.length & 1) * 6 >> 3);
  let [bits, count, to] = [0, 0, 0];
  for (let place = 0; place < text.length; place += 2) {
    const [first, isLast] = [DIGITS[text.charCodeAt(place)], place + 1 === text.length];
    bits |= (isLast ? first : first * 91 + DIGITS[text.charCodeAt(place + 1)]) << count;
    count += isLast ? 6 : 13;
    for (; count >= 8; count -= 8) { bytes[to] = bits; to += 1; bits >>>= 8; }
  }
  return bytes;
};
const inflated = async (text) => {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const unpacked = (name) => inflated(bench.sections[name]);
// The low bytes stand before the high bytes.
const numbersOf = (bytes) => {
  const count = bytes.length / 2;
  const numbers = new Uint16Array(count);
  for (let place = 0; place < count; place += 1) numbers[place] = bytes[place] | bytes[count + place] << 8;
  return numbers;
};
// Some columns are differences to what an earlier one lets expect: knots of each backend, then the cells; predict.rs.
const [SINGLE, STEP] = [64, 32];
const knotOf = (code) => code < SINGLE ? code : SINGLE + Math.floor((code - SINGLE) / STEP);
const sumOf = (numbers, earlier) => {
  const largest = bench.backends.map((_, backend) => earlier
    .subarray(backend * bench.puzzles, (backend + 1) * bench.puzzles)
    .reduce((most, code) => code === NONE ? most : Math.max(most, code), 0));
  const ends = [0];
  largest.forEach((code) => ends.push(ends.at(-1) + knotOf(code) + 2));
  return numbers.slice(ends.at(-1)).map((written, at) => {
    if (written === 0) return NONE;
    const [code, first] = [earlier[at], ends[Math.floor(at / bench.puzzles)]];
    const difference = (written - 1) % 2 ? -written / 2 : (written - 1) / 2;
    if (code === NONE) return difference;
    const knot = first + knotOf(code);
    const rest = code < SINGLE ? 0 : (code - SINGLE) % STEP;
    return numbers[knot] + Math.trunc((numbers[knot + 1] - numbers[knot]) * rest / STEP) + difference;
  });
};
const valuesOf = async (name) => {
  const numbers = numbersOf(await unpacked(name));
  const earlier = bench.differences[name] && await section(bench.differences[name]);
  return earlier ? sumOf(numbers, earlier) : numbers;
};
const linesOf = async (name) => new TextDecoder().decode(await unpacked(name)).split("\n");
// The givens of all puzzles, and then their solutions as in path.rs. Givens are symbols with a mask; see boards.rs.
const boardsOf = async () => {
  const [bytes, geometry] = [await unpacked("boards"), await section("geometry")];
  let end = 0;
  for (let left = 2 * bench.puzzles; left > 0; end += 1) if (bytes[end] === 10) left -= 1;
  const lines = new TextDecoder().decode(bytes.subarray(0, end)).split("\n");
  const masks = bytes.subarray(end);
  let bit = 0;
  for (let place = 0; place < bench.puzzles; place += 1) {
    const line = lines[place];
    if (line === "" || line.startsWith("=")) { lines[place] = line.slice(1); continue; }
    const symbols = [...line];
    let [text, next] = ["", 0];
    for (const last = bit + bench.boards[geometry[place]].cells; bit < last; bit += 1) {
      text += masks[bit >> 3] >> (bit & 7) & 1 ? symbols[next++] : ".";
    }
    lines[place] = text;
  }
  return lines;
};

// Each section once; none that the page lacks.
const sections = new Map();
const section = (name) => {
  if (bench.sections[name] === undefined) return Promise.resolve(null);
  if (!sections.has(name)) {
    const read = { state: unpacked, names: linesOf, boards: boardsOf }[name] ?? valuesOf;
    sections.set(name, read(name));
  }
  return sections.get(name);
};

// What can stand in the columns of the backends. The key is that of the section.
const MEASURES = {
  time: { title: data.metric, column: "wall_ns", isTime: true },
  cpu: { title: "CPU time", column: "cpu_ns", isTime: true },
  nodes: { title: "nodes", column: "nodes" },
  bets: { title: "bets", column: "bets" },
  conflicts: { title: "conflicts", column: "conflicts" },
  accesses: { title: "memory accesses", column: "accesses" },
  memory: { title: "memory (bytes)", column: "memory_bytes" },
};
const present = Object.keys(MEASURES).filter((key) => bench.sections[key] !== undefined);
// The value of a code: times have three digits, counters perhaps fewer; see pack.rs.
const valueOf = (key, code) => {
  const own = MEASURES[key].isTime ? 1000 : bench.codes;
  const decade = own - own / 10;
  return code === NONE ? null : code < own ? code
    : ((code - own) % decade + own / 10) * 10 ** (Math.floor((code - own) / decade) + 1);
};
const shownValue = (key, code) => {
  const value = valueOf(key, code);
  return value === null ? "" : MEASURES[key].isTime ? duration(value) : value.toLocaleString("en");
};

// The state of a cell: its status and three flags.
const statusOf = (state) => (state & 31) === NO_ROW ? "" : bench.statuses[state & 31][0];
const isAnswer = (state) => (state & 31) !== NO_ROW && ANSWERS[state & 31];
const isTaken = (state) => !["", "unsupported"].includes(statusOf(state));
const isFailure = (state) => (state & 31) !== NO_ROW && (state & 32) !== 0;
