// A board: the candidates that are left, and the symbol of each filled cell with the level at which it was filled.
class BoardState {
  constructor(lesson) {
    this.lesson = lesson;
    const { problem } = lesson;
    this.size = [...problem.symbols].length;
    this.count = problem.cells.length;
    this.regionsOf = Array.from({ length: this.count }, () => []);
    problem.regions.forEach((region, index) => region.cells.forEach((cell) => this.regionsOf[cell].push(index)));
    this.peers = this.regionsOf.map((regions, cell) =>
      [...new Set(regions.flatMap((region) => problem.regions[region].cells))].filter((peer) => peer !== cell));
    this.isSat = lesson.encoded.length > 0;
    this.reset();
  }
  reset() {
    const { problem } = this.lesson;
    this.can = new Uint8Array(this.count * this.size);
    problem.candidates.forEach((symbols, cell) => symbols.forEach((symbol) => { this.can[cell * this.size + symbol] = 1; }));
    this.start = this.can.slice();
    this.value = Int16Array.from(problem.givens);
    this.level = new Uint16Array(this.count);
    this.changes = new Changes();
    this.begin();
    Object.assign(this, { isLost: false, isBelow: false, isShown: false });
  }
  save() {
    return { can: this.can.slice(), value: this.value.slice(), level: this.level.slice(), changes: this.changes.copy(),
      isLost: this.isLost, isBelow: this.isBelow, isShown: this.isShown };
  }
  load(saved) {
    Object.assign(this, { can: saved.can.slice(), value: saved.value.slice(), level: saved.level.slice(),
      changes: saved.changes.copy(), isLost: saved.isLost, isBelow: saved.isBelow, isShown: saved.isShown });
    this.begin();
  }
  // What the current step changes and points at.
  begin() { this.gone = new Set(); this.now = null; this.pattern = []; this.others = []; this.clash = null; }
  get depth() { return this.changes.marks.length; }
  ofCell(cell) {
    const symbols = [];
    for (let symbol = 0; symbol < this.size; symbol += 1) if (this.can[cell * this.size + symbol]) symbols.push(symbol);
    return symbols;
  }
  remove(cell, symbol) {
    const at = cell * this.size + symbol;
    if (!this.can[at]) return;
    this.can[at] = 0;
    this.gone.add(at);
    this.changes.list.push(at);
  }
  // Fills a cell. A SAT engine reports by itself what follows for the others.
  place(cell, symbol) {
    this.now = cell;
    if (this.value[cell] === symbol) return;
    // A negative change is a filled cell.
    this.changes.list.push(-1 - cell);
    this.value[cell] = symbol;
    this.level[cell] = this.depth;
    if (this.isSat) return;
    for (let other = 0; other < this.size; other += 1) if (other !== symbol) this.remove(cell, other);
    this.peers[cell].forEach((peer) => this.remove(peer, symbol));
  }
  revert = (change) => {
    if (change >= 0) { this.can[change] = 1; return; }
    this.value[-1 - change] = -1;
    this.level[-1 - change] = 0;
  };
  literal(literal) {
    const meaning = this.lesson.encoded[literal >> 1];
    if (!meaning) return;
    if (literal & 1) { this.remove(...meaning); [this.now] = meaning; } else this.place(...meaning);
  }
  fill(grid) {
    grid.forEach((symbol, cell) => { if (this.value[cell] !== symbol) this.place(cell, symbol); });
    this.now = null;
  }
  apply(event) {
    // A solution out of a gap is shown until the next event.
    if (this.isShown) { this.changes.undo(this.revert); this.isShown = false; }
    const isBelow = this.isBelow;
    this.isBelow = event.kind === "below";
    switch (event.kind) {
      case "bet": if (event.alternatives > 1) this.changes.mark(); this.place(event.cell, event.symbol); break;
      case "confine":
        this.changes.mark();
        this.pattern = [...event.cells];
        event.others.forEach((cell) => this.remove(cell, event.symbol));
        break;
      case "deduce": case "placed": this.place(event.cell, event.symbol); break;
      case "step":
        this.pattern = [...event.cells];
        this.others = [...event.others];
        event.eliminations.forEach(([cell, symbol]) => this.remove(cell, symbol));
        event.placements.forEach(([cell, symbol]) => this.place(cell, symbol));
        break;
      case "decide": this.changes.undo(this.revert, event.level - 1); this.changes.mark(); this.literal(event.literal); break;
      case "imply": this.literal(event.literal); break;
      case "backjump": this.changes.undo(this.revert, event.level); break;
      case "undo": this.changes.undo(this.revert); break;
      case "conflict": this.clash = this.clashOf(); break;
      case "solution":
        if (this.isLost) { this.show(event.list); break; }
        if (isBelow) { this.changes.mark(); this.isShown = true; }
        this.fill(event.list);
        break;
      case "below": this.changes.undo(this.revert, event.level); break;
      case "left-out": this.isLost = true; break;
      default:
    }
  }
  // A solution after steps that are not there: how it came about is unknown.
  show(grid) {
    const { givens } = this.lesson.problem;
    grid.forEach((symbol, cell) => { if (givens[cell] < 0) { this.value[cell] = symbol; this.level[cell] = 0; } });
  }
  // Why there is a contradiction: two equal cells, a cell without a candidate, or a symbol without a place.
  clashOf() {
    const { regions } = this.lesson.problem;
    for (let cell = 0; cell < this.count; cell += 1) {
      if (this.value[cell] < 0) continue;
      const twin = this.peers[cell].find((peer) => peer > cell && this.value[peer] === this.value[cell]);
      if (twin !== undefined) return { cells: [cell, twin], symbol: this.value[cell], kind: "twins" };
    }
    for (let cell = 0; cell < this.count; cell += 1) {
      if (this.value[cell] < 0 && !this.ofCell(cell).length) return { cells: [cell], kind: "empty" };
    }
    for (const [index, region] of regions.entries()) {
      if (region.cells.length !== this.size) continue;
      for (let symbol = 0; symbol < this.size; symbol += 1) {
        const hasPlace = region.cells.some((cell) => this.can[cell * this.size + symbol]);
        if (!hasPlace) return { cells: region.cells, symbol, region: index, kind: "no-place" };
      }
    }
    return null;
  }
}
