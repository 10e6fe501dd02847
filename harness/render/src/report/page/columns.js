// The columns of the table, unpacked: each is deflated and in base 64, and is unpacked when it is first used.
const NONE = 0xffff;
const ANSWERS = bench.statuses.map(([, isAnswer]) => isAnswer);
const NO_ROW = 31;

const unpacked = async (name) => {
  const text = atob(bench.sections[name]);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
// The low bytes stand before the high bytes.
const numbersOf = async (name) => {
  const bytes = await unpacked(name);
  const count = bytes.length / 2;
  const numbers = new Uint16Array(count);
  for (let place = 0; place < count; place += 1) numbers[place] = bytes[place] | bytes[count + place] << 8;
  return numbers;
};
const linesOf = async (name) => new TextDecoder().decode(await unpacked(name)).split("\n");

// Each section once; none that the page lacks.
const sections = new Map();
const section = (name) => {
  if (bench.sections[name] === undefined) return Promise.resolve(null);
  if (!sections.has(name)) {
    const isText = ["names", "givens", "solutions"].includes(name);
    sections.set(name, name === "state" ? unpacked(name) : isText ? linesOf(name) : numbersOf(name));
  }
  return sections.get(name);
};

// The value of a code: three digits; see pack.rs.
const valueOf = (code) => code === NONE ? null : code < 1000 ? code
  : ((code - 1000) % 900 + 100) * 10 ** (Math.floor((code - 1000) / 900) + 1);

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
const shownValue = (key, code) => {
  const value = valueOf(code);
  return value === null ? "" : MEASURES[key].isTime ? duration(value) : value.toLocaleString("en");
};

// The state of a cell: its status and three flags.
const statusOf = (state) => (state & 31) === NO_ROW ? "" : bench.statuses[state & 31][0];
const isAnswer = (state) => (state & 31) !== NO_ROW && ANSWERS[state & 31];
const isTaken = (state) => !["", "unsupported"].includes(statusOf(state));
const isFailure = (state) => (state & 31) !== NO_ROW && (state & 32) !== 0;
