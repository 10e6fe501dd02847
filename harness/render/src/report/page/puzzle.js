// One puzzle: its boards, what each backend needed for it, and the commands that repeat the trials.
const symbols = (text) => /\s/.test(text) ? text.trim().split(/\s+/) : [...text];
// A filled board, givens bold; where there is none the text, or why there is no text.
const picture = (title, text, givens, board, parent, missing) => {
  const figure = make("div", "", parent);
  make("h4", title, figure);
  if (!text || !board) { make("p", text || missing, figure); return; }
  const copy = board.content.cloneNode(true);
  const [filled, given] = [symbols(text), symbols(givens ?? "")];
  all("[data-cell]", copy).forEach((cell) => {
    const symbol = filled[cell.dataset.cell] ?? "";
    const isGiven = (given[cell.dataset.cell] ?? ".") !== ".";
    cell.textContent = symbol === "." ? "" : symbol;
    cell.setAttribute("class", isGiven ? "given" : "found");
  });
  figure.append(copy);
};

// A word of a command line, quoted where a shell needs it.
const quoted = (word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
// A filter is a regular expression: the one that matches this name only.
const filterFor = (name) => quoted(`^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
const commandFor = (corpus, name, backend) => {
  const words = bench.commands[corpus];
  if (!words || backend.id.startsWith("external/")) return "";
  return [words[0], "-f", filterFor(name), "-b", quoted(backend.id), words[1]].filter(Boolean).join(" ");
};

// What had the focus before the puzzle was shown, and gets it back.
let opener = null;
const closePuzzle = () => {
  if (one("#puzzle").hidden) return;
  one("#puzzle").hidden = true;
  opener?.focus?.({ preventScroll: true });
};

const cellsOf = (place, backend, state, columns) => {
  const at = backend * bench.puzzles + place;
  const flags = [isFailure(state[at]) ? "failure" : state[at] & 64 ? "verified" : "unverified",
    ...(state[at] & 128 ? ["not in every pass"] : [])];
  const known = statusOf(state[at]);
  const status = !known ? "no row" : isAnswer(state[at]) || isFailure(state[at])
    ? `${known} (${flags.join(", ")})` : known;
  return [bench.backends[backend].label, status, ...columns.map(([key, codes]) => shownValue(key, codes[at]))];
};
const resultTable = (place, state, columns, parent) => {
  const table = make("table", "", parent);
  const head = make("tr", "", table);
  ["backend", "status", ...columns.map(([key]) => MEASURES[key].title)].forEach((title) => {
    make("th", title, head).scope = "col";
  });
  bench.backends.forEach((_, backend) => {
    const row = make("tr", "", table);
    cellsOf(place, backend, state, columns).forEach((text, index) => {
      make("td", text, row).className = index > 1 ? "number" : "";
    });
  });
};
const commandList = (corpus, name, parent) => {
  const commands = bench.backends.map((backend) => commandFor(corpus, name, backend));
  const known = commands.filter(Boolean);
  make("h4", "Repeat the trials", parent);
  if (known.length) make("pre", known.join("\n"), parent).id = "puzzle-commands";
  if (known.length === commands.length) return;
  make("p", known.length ? "External solvers also need their definition, as in the command of the setup."
    : "There is no manifest beside the rows that names the file of this corpus.", parent).className = "note";
};

const showPuzzle = async (place) => {
  const names = ["names", "corpus", "geometry", "clues", "state", "boards"];
  const [[name, corpus, geometry, clues, state, texts], codes] = await Promise.all([
    Promise.all(names.map(section)), Promise.all(present.map(section))]);
  const detail = one("#puzzle");
  if (detail.hidden) opener = document.activeElement;
  detail.replaceChildren();
  make("h3", name[place], detail).id = "puzzle-name";
  const facts = [bench.corpora[corpus[place]], bench.geometries[geometry[place]]];
  if (clues[place] !== NONE) facts.push(`${clues[place]} clues`);
  make("p", facts.filter(Boolean).join(", "), detail);
  const boards = make("div", "", detail);
  boards.className = "boards";
  const board = one(`#board${geometry[place]}`);
  const puzzle = texts?.[place];
  const solution = solutionOf(texts?.[bench.puzzles + place], puzzle, bench.boards[geometry[place]]);
  picture("puzzle", puzzle, puzzle, board, boards,
    "The page has no givens of this puzzle: the run and its corpora lack them, or they were left out.");
  picture("solution", solution, puzzle, board, boards,
    "The page has no solution of it: the rows contain none, or it was left out.");
  if (puzzle) make("pre", puzzle, detail).id = "puzzle-givens";
  resultTable(place, state, present.map((key, index) => [key, codes[index]]), detail);
  commandList(bench.corpora[corpus[place]], name[place], detail);
  const close = make("button", "×", detail);
  close.title = "Close (Escape)";
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", closePuzzle);
  detail.hidden = false;
  close.focus({ preventScroll: true });
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePuzzle();
});
