// The grid: only the rows in sight are elements, at the places that all rows would have.
const ROW = 27;
const SPARE = 8;
const PRINTED = 100;
const [grid, head, rows] = ["grid", "grid-head", "grid-rows"].map((id) => one(`#${id}`));

// A column with one value for all puzzles says nothing. Each has a smallest width in pixels, and a share of what
// is left.
const columns = [
  { kind: "names", title: "puzzle", least: 150, share: 3 },
  ...(bench.corpora.length > 1 ? [{ kind: "corpus", title: "corpus", least: 100, share: 1 }] : []),
  ...(bench.geometries.length > 1 ? [{ kind: "geometry", title: "geometry", least: 100, share: 1 }] : []),
  { kind: "level", title: "level", least: 124, share: 1 },
  { kind: "clues", title: "clues", least: 70, share: 0, isNumber: true },
  ...bench.backends.map(({ label }, backend) => ({ kind: "backend", title: label, backend,
    least: Math.min(300, Math.max(100, 7.6 * label.length + 34)), share: 2, isNumber: true })),
];
const widths = columns.map(({ least, share }) => share ? `minmax(${least}px,${share}fr)` : `${least}px`).join(" ");
const leastWidth = columns.reduce((sum, { least }) => sum + least, 0);
// The index of the row that the keys move, in what is left.
let active = 0;

const textOf = (column, place) => {
  if (column.kind === "names") return table.names[place];
  if (column.kind === "corpus") return bench.corpora[table.corpus[place]];
  if (column.kind === "geometry") return bench.geometries[table.geometry[place]];
  if (column.kind === "level") return bench.levels[table.level[place]] ?? "";
  if (column.kind === "clues") return table.clues[place] === NONE ? "" : String(table.clues[place]);
  const at = column.backend * bench.puzzles + place;
  const value = shownValue(table.measure, table.codes[at]);
  return value || statusOf(table.state[at]) || "–";
};
const classOf = (column, place) => {
  const kind = column.isNumber ? "number" : "";
  if (column.kind !== "backend") return kind;
  const state = table.state[column.backend * bench.puzzles + place];
  return `${kind} ${isFailure(state) ? "failed" : isAnswer(state) ? "" : "unsolved"}`;
};
const rowOf = (index) => {
  const place = table.left[index];
  const row = make("div");
  row.id = `row${place}`;
  row.className = "row";
  row.setAttribute("role", "row");
  row.setAttribute("aria-rowindex", index + 2);
  row.setAttribute("aria-selected", index === active);
  row.dataset.row = index;
  row.style.top = `${index * ROW}px`;
  columns.forEach((column, number) => {
    const cell = make("div", textOf(column, place), row);
    cell.setAttribute("role", number === 0 ? "rowheader" : "gridcell");
    cell.className = classOf(column, place);
    if (column.kind === "names") cell.title = cell.textContent;
  });
  return row;
};
const drawRows = (from, to) => {
  const drawn = document.createDocumentFragment();
  for (let index = from; index < to; index += 1) drawn.append(rowOf(index));
  rows.replaceChildren(drawn);
  const chosen = table.left[active];
  if (chosen !== undefined && active >= from && active < to) grid.setAttribute("aria-activedescendant", `row${chosen}`);
  else grid.removeAttribute("aria-activedescendant");
};
const drawVisible = () => {
  const from = Math.max(0, Math.floor(grid.scrollTop / ROW) - SPARE);
  drawRows(from, Math.min(table.left.length, from + Math.ceil(grid.clientHeight / ROW) + 2 * SPARE));
};
let isWaiting = false;
const drawSoon = () => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => { isWaiting = false; drawVisible(); });
};
const drawHead = () => {
  const row = make("div");
  row.className = "row";
  row.setAttribute("role", "row");
  row.setAttribute("aria-rowindex", 1);
  columns.forEach((column, number) => {
    const cell = make("div", "", row);
    const isSorted = number === table.sort.column;
    cell.setAttribute("role", "columnheader");
    cell.setAttribute("aria-sort", !isSorted ? "none" : table.sort.descending ? "descending" : "ascending");
    cell.className = column.isNumber ? "number" : "";
    const button = make("button", column.title, cell);
    button.type = "button";
    button.dataset.sort = number;
    button.title = column.kind !== "backend" ? `Sort by ${column.title}`
      : `Sort by ${MEASURES[table.measure].title} of ${column.title}`
        + (bench.backends[column.backend].own ? "" : "; puzzles were timed in blocks: means");
  });
  head.replaceChildren(row);
};
// Everything again, after a filter or the order has changed.
const refresh = () => {
  select();
  active = 0;
  grid.scrollTop = 0;
  grid.setAttribute("aria-rowcount", table.left.length + 1);
  grid.setAttribute("aria-colcount", columns.length);
  rows.style.height = `${table.left.length * ROW}px`;
  drawHead();
  drawVisible();
};
const sortBy = (column) => {
  const { sort } = table;
  sort.descending = sort.column === column && !sort.descending;
  sort.column = column;
  refresh();
  one(`[data-sort="${column}"]`, head).focus();
};
const moveTo = (index) => {
  active = Math.min(Math.max(index, 0), table.left.length - 1);
  const [top, inside] = [active * ROW, grid.clientHeight - head.offsetHeight];
  if (top < grid.scrollTop) grid.scrollTop = top;
  else if (top + ROW > grid.scrollTop + inside) grid.scrollTop = top + ROW - inside;
  drawVisible();
};
const onKey = (event) => {
  if (event.target !== grid || event.altKey || event.ctrlKey || event.metaKey) return;
  const page = Math.max(1, Math.floor((grid.clientHeight - head.offsetHeight) / ROW) - 1);
  const moves = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page,
    Home: 0, End: table.left.length - 1 };
  if (event.key in moves) moveTo(moves[event.key]);
  else if ((event.key === "Enter" || event.key === " ") && table.left.length) showPuzzle(table.left[active]);
  else return;
  event.preventDefault();
};
const onClick = (event) => {
  const button = event.target.closest("[data-sort]");
  const row = event.target.closest("[data-row]");
  if (button) sortBy(+button.dataset.sort);
  if (!row) return;
  active = +row.dataset.row;
  grid.focus({ preventScroll: true });
  drawVisible();
  showPuzzle(table.left[active]);
};
// On paper there is nothing to scroll: the first rows, and how many there are.
const toPaper = () => {
  const count = Math.min(PRINTED, table.left.length);
  drawRows(0, count);
  rows.style.height = `${count * ROW}px`;
  one("#grid-print").textContent = `The first ${count} of ${table.left.length} puzzles, in this order.`;
};
const fromPaper = () => {
  rows.style.height = `${table.left.length * ROW}px`;
  one("#grid-print").textContent = "";
  drawVisible();
};
