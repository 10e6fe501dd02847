// Drawing a jigsaw: a letter for each cell, the block that it belongs to.
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const drawing = { on: false, letters: [] };
const paint = (cell, letter) => {
  drawing.letters[cell] = letter;
  showDrawing();
};
const paintKey = (key) => {
  const letter = key.toUpperCase();
  const size = state.board.symbols.length;
  if (key.length !== 1 || !LETTERS.slice(0, size).includes(letter)) return false;
  paint(state.focus, letter);
  return true;
};
const showDrawing = () => {
  all("[data-cell]", grid).forEach((element) => {
    const letter = drawing.letters[element.dataset.cell];
    const hue = LETTERS.indexOf(letter) * 360 / state.board.symbols.length;
    element.replaceChildren();
    make("span", letter, element);
    element.style.background = `hsl(${hue} 60% 50% / 35%)`;
    element.setAttribute("aria-label", `${placeName(Number(element.dataset.cell))}: ${letter}`);
  });
};
// The board as a drawing of the format that the module reads.
const drawn = () => {
  const size = state.board.symbols.length;
  const rows = Array.from({ length: size }, (_, row) => drawing.letters.slice(row * size, (row + 1) * size).join(""));
  const diagonals = one("#diagonals").checked ? "diagonals\n" : "";
  return `name: drawn\norder: ${size}\n\nboard:\n${rows.join("\n")}\n\nrows\ncolumns\n${diagonals}`;
};
const startDrawing = async () => {
  const size = Number(one("#size").value);
  drawing.on = true;
  drawing.letters = Array.from({ length: size * size }, (_, cell) => LETTERS[Math.floor(cell / size)]);
  const { ok } = await ask("board", { board: `latin${size}` });
  await setPuzzle(ok);
  one("#letter").replaceChildren(...[...LETTERS.slice(0, size)].map((letter) => make("option", letter)));
  one("#painting").hidden = false;
  showDrawing();
  say(word("paint"));
};
const stopDrawing = () => {
  drawing.on = false;
  one("#painting").hidden = true;
};
const useDrawing = async () => {
  const { ok } = await ask("board", { board: drawn() });
  stopDrawing();
  await setPuzzle(ok);
  say("");
};
