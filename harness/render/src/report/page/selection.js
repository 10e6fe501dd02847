// What is left of the table by its filters, and in which order.
const table = {
  names: [], corpus: null, geometry: null, level: null, clues: null, state: null, time: null,
  // The measure in the columns of the backends, and its codes; the places left, in order; the column they are
  // sorted by.
  measure: "time", codes: null, left: [], sort: { column: 0, descending: false },
};
const field = (name) => one(`#bench-${name}`);

// Both times have three digits, so that a ratio can be wrong by a percent: more than the noise is more than both.
const ROUNDING = 0.01;
const noiseOf = (a, b) => Math.max(bench.backends[a].band ?? 0, bench.backends[b].band ?? 0) + ROUNDING;
// The logarithm of the time of each code, since all times of two backends are compared.
let logs = null;
const logOf = (code) => {
  logs ??= Float64Array.from({ length: NONE }, (_, each) => Math.log(Math.max(valueOf("time", each), 1)));
  return logs[code];
};
// Whether A solved the puzzle and B, which attempted it, did not, or took longer by more than the noise.
const beats = (a, b, noise, place) => {
  const [first, second] = [a * bench.puzzles + place, b * bench.puzzles + place];
  const [left, right] = [table.time[first], table.time[second]];
  if (left === NONE || isFailure(table.state[first]) || !isTaken(table.state[second])) return false;
  if (right === NONE) return !isAnswer(table.state[second]);
  return logOf(right) - logOf(left) > noise;
};
// Times of blocks are not those of a puzzle.
const timed = bench.backends.map((_, backend) => backend).filter((backend) => bench.backends[backend].own);

const byStatus = () => {
  const [whose, wanted] = [field("whose").value, field("status").value];
  if (wanted === "") return null;
  const test = wanted === "answer" ? isAnswer
    : wanted === "none" ? (state) => statusOf(state) !== "" && !isAnswer(state)
      : (state) => statusOf(state) === wanted;
  const backends = whose === "" ? [...bench.backends.keys()] : [+whose];
  return (place) => backends.some((backend) => test(table.state[backend * bench.puzzles + place]));
};
const byNoise = () => {
  const [winner, loser] = [field("winner").value, field("loser").value];
  if (winner === "" && loser === "") return null;
  const [winners, losers] = [winner, loser].map((value) => value === "" ? timed : [+value]);
  const pairs = winners.flatMap((a) => losers.filter((b) => a !== b).map((b) => [a, b, noiseOf(a, b)]));
  return (place) => pairs.some(([a, b, noise]) => beats(a, b, noise, place));
};
const byClues = () => {
  const [least, most] = [field("least").value, field("most").value];
  if (least === "" && most === "") return null;
  const [from, to] = [least === "" ? 0 : +least, most === "" ? NONE - 1 : +most];
  return (place) => table.clues[place] >= from && table.clues[place] <= to;
};
const byText = () => {
  const text = field("text").value.trim().toLowerCase();
  return text === "" ? null : (place) => table.names[place].toLowerCase().includes(text);
};
const byIndex = (name) => {
  const value = field(name).value;
  return value === "" ? null : (place) => table[name][place] === +value;
};

// The key of each puzzle in a column. Names are ranked once, numbers in them by their values.
let ranks = null;
const rankOfNames = () => {
  if (ranks) return ranks;
  const collator = new Intl.Collator("en", { numeric: true });
  const places = table.names.map((_, place) => place);
  places.sort((a, b) => collator.compare(table.names[a], table.names[b]) || a - b);
  ranks = new Int32Array(places.length);
  places.forEach((place, rank) => { ranks[place] = rank; });
  return ranks;
};
// Cells without a value come last in both directions, by their status.
const keyOf = ({ kind, backend }) => {
  if (kind === "names") { const ranked = rankOfNames(); return (place) => ranked[place]; }
  if (kind !== "backend") return (place) => table[kind][place];
  const first = backend * bench.puzzles;
  return (place) => {
    const code = table.codes[first + place];
    return code === NONE ? NONE + (table.state[first + place] & 31) : code;
  };
};
const sorted = (column, descending) => {
  const key = keyOf(column);
  const keys = Int32Array.from({ length: bench.puzzles }, (_, place) => key(place));
  const turn = descending ? -1 : 1;
  return Uint32Array.from(keys.keys()).sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left === right) return a - b;
    return left >= NONE || right >= NONE ? left - right : turn * (left - right);
  });
};
// All puzzles in the order of the table: a filter does not change it.
let order = { places: null };
const inOrder = () => {
  const { measure, sort: { column, descending } } = table;
  const isKnown = order.column === column && order.descending === descending && order.measure === measure;
  if (!isKnown) order = { column, descending, measure, places: sorted(columns[column], descending) };
  return order.places;
};

const select = () => {
  const tests = [byText(), byIndex("corpus"), byIndex("geometry"), byIndex("level"), byClues(), byStatus(),
    byNoise()].filter(Boolean);
  table.left = inOrder().filter((place) => tests.every((test) => test(place)));
  field("left").textContent = `${table.left.length.toLocaleString("en")} of ${bench.puzzles.toLocaleString("en")} puzzles`;
};

// The noise between the two backends that are compared.
const describeNoise = () => {
  const [winner, loser] = [field("winner").value, field("loser").value];
  const known = timed.filter((backend) => bench.backends[backend].band !== null);
  const percent = (log) => `${((Math.exp(log) - 1) * 100).toPrecision(2)} %`;
  const text = known.length === 0 ? "The rows have one pass, so the noise is unknown: any difference of more "
    + "than 1 % (two rounded times) counts."
    : winner !== "" && loser !== "" ? `Here the noise of a single puzzle is ${percent(noiseOf(+winner, +loser))}.`
      : "The noise of a single puzzle contains 95 % of the ratios of two halves of the passes.";
  field("noise").textContent = `${text} A failure is beaten by every solution.`;
};
