// The states of an exact cover problem, of a graph, and of a SAT engine.
class CoverState {
  constructor(lesson) {
    this.lesson = lesson;
    this.isUncovered = has(lesson, "uncover");
    this.reset();
  }
  reset() {
    this.covered = new Uint8Array(this.lesson.problem.items.length);
    this.chosen = [];
    this.changes = new Changes();
    this.begin();
  }
  save() { return { covered: this.covered.slice(), chosen: this.chosen.slice(), changes: this.changes.copy() }; }
  load({ covered, chosen, changes }) {
    Object.assign(this, { covered: covered.slice(), chosen: chosen.slice(), changes: changes.copy() });
    this.begin();
  }
  begin() { this.item = null; this.option = null; this.isConflict = false; this.solution = null; }
  // Backends that do not report what they uncover restore it with the bet.
  revert = (change) => { if (change < 0) this.chosen.pop(); else if (!this.isUncovered) this.covered[change] = 0; };
  cover(item) {
    if (this.covered[item]) return;
    this.covered[item] = 1;
    this.changes.list.push(item);
  }
  apply(event) {
    switch (event.kind) {
      case "cover": this.item = event.item; this.cover(event.item); break;
      case "uncover": this.item = event.item; this.covered[event.item] = 0; break;
      case "choose":
        if (event.alternatives > 1) this.changes.mark();
        this.option = event.option;
        this.changes.list.push(-1);
        this.chosen.push(event.option);
        break;
      case "undo": this.changes.undo(this.revert); break;
      case "below": this.changes.undo((change) => { if (change < 0) this.chosen.pop(); else this.covered[change] = 0; }, event.level); break;
      case "conflict": this.isConflict = true; break;
      case "chosen": this.solution = [...event.list]; break;
      default:
    }
  }
}
class GraphState {
  constructor(lesson) { this.lesson = lesson; this.reset(); }
  reset() {
    this.colour = new Int32Array(this.lesson.problem.order).fill(-1);
    this.level = new Uint16Array(this.lesson.problem.order);
    this.changes = new Changes();
    this.begin();
  }
  save() { return { colour: this.colour.slice(), level: this.level.slice(), changes: this.changes.copy() }; }
  load({ colour, level, changes }) {
    Object.assign(this, { colour: colour.slice(), level: level.slice(), changes: changes.copy() });
    this.begin();
  }
  begin() { this.now = null; }
  revert = (vertex) => { this.colour[vertex] = -1; };
  apply(event) {
    switch (event.kind) {
      case "paint":
        if (event.alternatives > 1) this.changes.mark();
        this.now = event.vertex;
        this.changes.list.push(event.vertex);
        this.colour[event.vertex] = event.colour;
        this.level[event.vertex] = this.changes.marks.length;
        break;
      case "undo": this.changes.undo(this.revert); break;
      case "below": this.changes.undo(this.revert, event.level); break;
      case "coloured": event.list.forEach((colour, vertex) => { this.colour[vertex] = colour; }); break;
      default:
    }
  }
}
// The literals that are true, in order, each with its level and the clause that implied it.
class TrailState {
  constructor(lesson) { this.lesson = lesson; this.reset(); }
  reset() {
    this.trail = [];
    this.at = new Map();
    this.levels = [];
    this.learnt = 0;
    this.graph = null;
    this.begin();
  }
  save() { return { trail: this.trail.slice(), levels: this.levels.slice(), learnt: this.learnt, graph: this.graph }; }
  load({ trail, levels, learnt, graph }) {
    Object.assign(this, { trail: trail.slice(), levels: levels.slice(), learnt, graph });
    this.at = new Map(trail.map((entry) => [entry.literal >> 1, entry]));
    this.begin();
  }
  begin() { this.clause = null; }
  push(literal, reason) {
    if (this.at.has(literal >> 1)) return;
    const entry = { literal, reason, level: this.levels.length };
    this.trail.push(entry);
    this.at.set(literal >> 1, entry);
  }
  back(level) {
    if (level >= this.levels.length) return;
    const left = this.levels[level];
    while (this.trail.length > left) this.at.delete(this.trail.pop().literal >> 1);
    this.levels.length = level;
  }
  apply(event) {
    switch (event.kind) {
      case "decide":
        this.back(event.level - 1);
        this.levels.push(this.trail.length);
        this.push(event.literal, null);
        break;
      case "imply": this.push(event.literal, [...event.reason]); break;
      // The graph of a conflict stays in sight until the search goes back.
      case "falsify": this.graph = conflictGraph(this, [...event.list]); break;
      case "learn": this.clause = [...event.list]; this.learnt += 1; break;
      case "backjump": this.back(event.level); this.graph = null; break;
      case "below": this.back(event.level); this.learnt += event.tally[6]; this.graph = null; break;
      default:
    }
  }
}
