// The board: what was read, what was typed since, and how both are shown.
const grid = one("#grid");
const state = {
  board: null, // geometry, as the module describes it
  cells: [], // for each cell the symbols that the text allows
  entries: [], // for each cell the symbol that was typed, or ""
  removed: [], // for each cell the candidates that hints removed
  candidates: [],
  violations: [],
  solution: null,
  hint: null,
  focus: 0,
};
const isGiven = (cell) => [...state.cells[cell]].length === 1;
const allowed = (cell) => state.entries[cell]
  || [...state.cells[cell]].filter((symbol) => !state.removed[cell].has(symbol)).join("");
const puzzle = () => ({
  board: state.board.board,
  symbols: state.board.symbols,
  cells: state.cells.map((_, cell) => allowed(cell)),
});

// Of several grids, each has names of its own: "grid 2 row 3".
const isLine = (name) => /\b(row|column) \d+$/.test(name);
const isBlock = (name) => /\bblock \d+$/.test(name);
// For each cell, its block; cells of other regions than rows, columns and blocks are tinted.
const blocksOf = ({ regions, names, positions }) => {
  const block = positions.map(() => -1);
  const tinted = new Set();
  regions.forEach((cells, region) => {
    if (isBlock(names[region])) cells.forEach((cell) => { block[cell] = region; });
    else if (!isLine(names[region]) && cells.length > 2) cells.forEach((cell) => tinted.add(cell));
  });
  return { block, tinted };
};
const placeName = (cell) => {
  const [row, column] = state.board.positions[cell];
  return word("cell", row + 1, column + 1);
};

// Makes the cells of a board, row by row.
const layOut = () => {
  const { positions } = state.board;
  const { block, tinted } = blocksOf(state.board);
  const at = new Map(positions.map(([row, column], cell) => [`${row} ${column}`, cell]));
  const width = Math.max(...positions.map(([, column]) => column)) + 1;
  grid.replaceChildren();
  grid.style.setProperty("--columns", width);
  grid.style.setProperty("--side", Math.ceil(Math.sqrt([...state.board.symbols].length)));
  const rows = new Map();
  positions.forEach(([row, column], cell) => {
    if (!rows.has(row)) {
      const group = make("div", "", grid);
      group.setAttribute("role", "row");
      rows.set(row, group);
    }
    const element = make("div", "", rows.get(row));
    element.setAttribute("role", "gridcell");
    element.dataset.cell = cell;
    element.style.gridArea = `${row + 1} / ${column + 1}`;
    element.tabIndex = cell === state.focus ? 0 : -1;
    element.classList.toggle("tint", tinted.has(cell));
    for (const [side, down, right] of [["top", -1, 0], ["bottom", 1, 0], ["left", 0, -1], ["right", 0, 1]]) {
      const next = at.get(`${row + down} ${column + right}`);
      element.classList.toggle(side, next === undefined || block[next] !== block[cell]);
    }
  });
};

const showCell = (element, bad) => {
  const cell = Number(element.dataset.cell);
  const shown = state.entries[cell] || (isGiven(cell) ? state.cells[cell] : "");
  const solved = !shown && state.solution ? [...state.solution][cell] : "";
  const { hint } = state;
  const of = (candidates) => new Set((candidates ?? []).filter(([it]) => it === cell).map(([, symbol]) => symbol));
  const [placed, gone] = [of(hint?.placements), of(hint?.eliminations)];
  element.replaceChildren();
  const classes = {
    given: isGiven(cell) && !state.entries[cell], entry: Boolean(state.entries[cell]), solved: Boolean(solved),
    bad: bad.has(cell), why: Boolean(hint?.cells?.includes(cell) || hint?.others?.includes(cell)),
    placed: placed.size > 0, gone: gone.size > 0,
  };
  Object.entries(classes).forEach(([name, holds]) => element.classList.toggle(name, holds));
  const candidates = state.candidates[cell] ?? "";
  if (shown || solved) make("span", shown || solved, element);
  else if (one("#candidates").checked || placed.size || gone.size) {
    const marks = make("span", "", element);
    marks.className = "marks";
    for (const symbol of state.board.symbols) {
      const mark = make("span", candidates.includes(symbol) ? symbol : "", marks);
      mark.classList.toggle("placed", placed.has(symbol));
      mark.classList.toggle("gone", gone.has(symbol));
    }
  }
  const kind = shown ? shown + (classes.given ? `, ${word("given")}` : "") : solved || `${word("open")}: ${[...candidates].join(" ")}`;
  element.setAttribute("aria-label", `${placeName(cell)}: ${kind}`);
};
const show = () => {
  const bad = new Set(state.violations.flatMap(({ cells }) => cells));
  all("[data-cell]", grid).forEach((element) => showCell(element, bad));
};

// Asks what follows from the givens and entries, and shows it.
const refresh = async () => {
  const { ok } = await ask("check", puzzle());
  state.candidates = ok.puzzle.candidates;
  state.violations = ok.puzzle.violations;
  show();
  const [first] = state.violations;
  if (first) say(word("violation", state.board.names[first.region], first.symbol), true);
};
const changed = async () => {
  [state.solution, state.hint] = [null, null];
  one("#apply").hidden = true;
  await refresh();
};
const setPuzzle = async ({ board, puzzle: read }) => {
  [state.board, state.cells] = [board, read.cells];
  state.entries = read.cells.map(() => "");
  state.removed = read.cells.map(() => new Set());
  state.focus = 0;
  layOut();
  await changed();
  if (!drawing.on) await fillRows();
};

const enter = (cell, symbol) => {
  if (isGiven(cell)) return;
  state.entries[cell] = symbol;
  say("");
  report(changed());
};
const focusOn = (cell) => {
  one(`[data-cell="${state.focus}"]`, grid)?.setAttribute("tabindex", "-1");
  state.focus = cell;
  const element = one(`[data-cell="${cell}"]`, grid);
  element.tabIndex = 0;
  element.focus();
};
// The next cell in a direction, beyond holes of the board.
const neighbour = (cell, down, right) => {
  const [row, column] = state.board.positions[cell];
  const along = state.board.positions.flatMap(([r, c], it) => {
    const distance = down ? (r - row) * down : (c - column) * right;
    const isOn = down ? c === column : r === row;
    return isOn && distance > 0 ? [[distance, it]] : [];
  });
  return along.toSorted((a, b) => a[0] - b[0])[0]?.[1] ?? cell;
};
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const symbolOf = (key) => [key, key.toUpperCase(), key.toLowerCase()].find((it) => state.board.symbols.includes(it));
const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !state.board) return;
  const { key } = event;
  if (ARROWS[key]) focusOn(neighbour(state.focus, ...ARROWS[key]));
  else if (drawing.on) { if (!paintKey(key)) return; }
  else if (key.length === 1 && symbolOf(key)) enter(state.focus, symbolOf(key));
  else if (["Delete", "Backspace", "0", ".", " "].includes(key)) enter(state.focus, "");
  else return;
  event.preventDefault();
};
const onClick = (event) => {
  const cell = event.target.closest("[data-cell]")?.dataset.cell;
  if (cell === undefined) return;
  focusOn(Number(cell));
  if (drawing.on) paint(Number(cell), one("#letter").value);
};
