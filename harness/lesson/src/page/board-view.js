// The board: givens, symbols in the colour and with the letter of their level, and candidates in their places.
const SIDE = 44;
const MARGIN = 16;
class BoardView {
  static title = "board";
  static takes(player) { return player.state(BoardState); }
  constructor(parent, player) {
    this.state = player.state(BoardState);
    this.picture = picture(parent, "board");
    const { problem } = player.lesson;
    this.cells = problem.cells;
    [this.rows, this.columns] = [0, 1].map((axis) => Math.max(...this.cells.map((place) => place[axis])) + 1);
    this.blocks = blocksOf(problem);
    this.lines = linesOf(problem, this.blocks);
    this.tints = tintsOf(problem, this.blocks);
    this.symbols = [...problem.symbols];
    // Candidates stand in rows of as many as the root of their number.
    this.across = Math.ceil(Math.sqrt(this.symbols.length));
    this.side = Math.max(SIDE, this.across * 13);
  }
  corner(cell) {
    const [row, column] = this.cells[cell];
    return [MARGIN + column * this.side, MARGIN + row * this.side];
  }
  show(player) {
    const { svg } = this.picture;
    this.picture.begin(this.columns * this.side + MARGIN + 4, this.rows * this.side + MARGIN + 4, `${t("board")}. ${player.words}`);
    for (let row = 0; row < this.rows; row += 1) this.number(svg, row + 1, 6, MARGIN + (row + 0.5) * this.side + 4);
    for (let column = 0; column < this.columns; column += 1) this.number(svg, column + 1, MARGIN + (column + 0.5) * this.side, 11);
    this.cells.forEach((_, cell) => this.cell(svg, cell));
    draw("path", { class: "thin", d: this.path(this.lines.thin) }, svg);
    draw("path", { class: "thick", d: this.path(this.lines.thick) }, svg);
    this.clash(svg);
  }
  number(svg, text, x, y) { draw("text", { class: "place", x, y, "text-anchor": "middle" }, svg, text); }
  path(lines) {
    return lines.map(([row, column, isLevel]) =>
      `M${MARGIN + column * this.side} ${MARGIN + row * this.side}${isLevel ? "h" : "v"}${this.side}`).join("");
  }
  cell(svg, cell) {
    const { state, side } = this;
    const [x, y] = this.corner(cell);
    const value = state.value[cell];
    const level = state.level[cell];
    const classes = ["cell"];
    if (this.tints.has(cell)) classes.push("tinted");
    if (state.pattern.includes(cell)) classes.push("pattern");
    if (state.others.includes(cell)) classes.push("others");
    if (state.now === cell) classes.push("now");
    draw("rect", { class: classes.join(" "), x, y, width: side, height: side, "data-cell": cell }, svg);
    if (value < 0) { this.candidates(svg, cell, x, y); return; }
    const isGiven = state.lesson.problem.givens[cell] >= 0;
    draw("text", { class: `symbol ${isGiven ? "given" : levelClass(level)}`, x: x + side / 2, y: y + side / 2 + side * 0.2,
      "font-size": side * 0.55, "text-anchor": "middle" }, svg, this.symbols[value]);
    if (!isGiven && level > 0) draw("text", { class: `letter ${levelClass(level)}`, x: x + side - 3, y: y + 10, "text-anchor": "end" }, svg, letterOf(level));
  }
  candidates(svg, cell, x, y) {
    const { state, side, across } = this;
    const step = side / across;
    this.symbols.forEach((name, symbol) => {
      const at = cell * state.size + symbol;
      const isGone = !state.can[at];
      const isNew = state.gone.has(at);
      // What went earlier stays in sight, struck through; what the givens had removed was never there.
      if (isGone && !state.start[at]) return;
      const [cx, cy] = [x + (symbol % across + 0.5) * step, y + (Math.floor(symbol / across) + 0.5) * step];
      const kind = isNew ? "gone new" : isGone ? "gone" : "left";
      draw("text", { class: `candidate ${kind}`, x: cx, y: cy + 3.5, "text-anchor": "middle" }, svg, name);
      if (isGone) draw("path", { class: `strike ${kind}`, d: `M${cx - 4} ${cy + 4}l8 -8` }, svg);
    });
  }
  clash(svg) {
    const { clash } = this.state;
    if (!clash) return;
    clash.cells.forEach((cell) => {
      const [x, y] = this.corner(cell);
      draw("rect", { class: "clash", x: x + 2, y: y + 2, width: this.side - 4, height: this.side - 4 }, svg);
    });
    if (clash.kind !== "twins") return;
    const [from, to] = clash.cells.map((cell) => this.corner(cell).map((it) => it + this.side / 2));
    draw("path", { class: "clash-line", d: `M${from}L${to}` }, svg);
  }
}
// The connected regions that are neither rows nor columns and share no cell with an earlier one.
const blocksOf = ({ cells, regions }) => {
  const block = cells.map(() => -1);
  regions.forEach((region, index) => {
    const isLine = [0, 1].some((axis) => region.cells.every((cell) => cells[cell][axis] === cells[region.cells[0]][axis]));
    if (isLine || region.cells.some((cell) => block[cell] >= 0) || !isConnected(cells, region.cells)) return;
    region.cells.forEach((cell) => { block[cell] = index; });
  });
  return block;
};
const isConnected = (cells, members) => {
  const waiting = new Set(members.map((cell) => cells[cell].join()));
  const reached = [cells[members[0]]];
  waiting.delete(reached[0].join());
  while (reached.length) {
    const [row, column] = reached.pop();
    for (const place of [[row + 1, column], [row - 1, column], [row, column + 1], [row, column - 1]]) {
      if (waiting.delete(place.join())) reached.push(place);
    }
  }
  return waiting.size === 0;
};
// Sides of cells: row, column, whether it is horizontal. Thick ones are the outline and those between blocks.
const linesOf = ({ cells }, blocks) => {
  const at = new Map(cells.map((place, cell) => [place.join(), cell]));
  const [thin, thick] = [new Map(), new Map()];
  cells.forEach(([row, column], cell) => {
    for (const [line, beyond] of [[[row, column, true], [row - 1, column]], [[row, column, false], [row, column - 1]],
      [[row + 1, column, true], [row + 1, column]], [[row, column + 1, false], [row, column + 1]]]) {
      const other = at.get(beyond.join());
      const isInside = other !== undefined && blocks[other] === blocks[cell];
      (isInside ? thin : thick).set(line.join(), line);
    }
  });
  return { thin: [...thin.values()], thick: [...thick.values()] };
};
// The cells of further regions, such as diagonals and windows. Regions of two cells would tint everything.
const tintsOf = ({ cells, regions }, blocks) => {
  const tinted = new Set();
  regions.forEach((region, index) => {
    const isLine = [0, 1].some((axis) => region.cells.every((cell) => cells[cell][axis] === cells[region.cells[0]][axis]));
    const isBlock = region.cells.some((cell) => blocks[cell] === index);
    const isShared = new Set(region.cells.map((cell) => blocks[cell])).size === 1;
    if (!isLine && !isBlock && !isShared && region.cells.length > 2) region.cells.forEach((cell) => tinted.add(cell));
  });
  return tinted;
};
