// A puzzle as an exact cover problem: an option is a symbol in a cell; the items are the cells, and each symbol in each
// region. Backends of the family `cover` work on it; what is covered follows from the board.
class BoardMatrix {
  constructor(board) {
    this.board = board;
    const { size, count, lesson } = board;
    const { regions } = lesson.problem;
    const names = [...lesson.problem.symbols];
    const ofRegion = (region, symbol) => count + region * size + symbol;
    // Its words are those of the language in which the page is.
    this.inWords = () => {
      this.language = language;
      this.items = [...lesson.problem.cells.map((_, cell) => placeOf(lesson, cell)),
        ...regions.flatMap((_, region) => names.map((name) => `${name} ${regionOf(lesson, region)}`))];
      this.options = Array.from({ length: count * size }, (_, option) => {
        const [cell, symbol] = [Math.floor(option / size), option % size];
        return [[cell, ...board.regionsOf[cell].map((region) => ofRegion(region, symbol))], candidateOf(lesson, cell, symbol)];
      });
    };
    this.ofRegion = ofRegion;
    this.inWords();
    this.refresh();
  }
  refresh() {
    if (this.language !== language) this.inWords();
    const { board, board: { size, now, clash } } = this;
    this.covered = new Uint8Array(this.items.length);
    this.chosen = [];
    board.value.forEach((symbol, cell) => {
      if (symbol < 0) return;
      this.chosen.push(cell * size + symbol);
      this.options[cell * size + symbol][0].forEach((item) => { this.covered[item] = 1; });
    });
    this.option = now !== null && board.value[now] >= 0 ? now * size + board.value[now] : null;
    this.item = clash?.kind === "no-place" ? this.ofRegion(clash.region, clash.symbol) : clash ? clash.cells[0] : now;
  }
}
