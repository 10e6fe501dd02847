// A lesson at a step: its states are brought there by applying events, from the nearest saved one.
const SAVED_EVERY = 2048;
class Player {
  constructor(lesson) {
    this.lesson = lesson;
    this.states = statesOf(lesson);
    this.saved = new Map();
    this.step = 0;
    this.words = t("start");
    this.reset();
  }
  reset() {
    this.states.forEach((state) => state.reset());
    this.step = 0;
  }
  state(kind) { return this.states.find((state) => state instanceof kind); }
  // Brings the states to a step, and puts the step into words; reasons need the state before it.
  go(step) {
    const { lesson } = this;
    const target = Math.min(Math.max(step, 0), lesson.last);
    const before = Math.max(0, target - 1);
    if (before < this.step || before - this.step > SAVED_EVERY) this.load(before);
    while (this.step < before) this.advance();
    if (target === 0) { this.words = lesson.last ? t("start") : t("nothing-open"); return; }
    const event = stepEvent(lesson, target);
    const reason = this.step < target ? reasonOf(this, event) : "";
    this.advance();
    this.words = inWords(this, event) + reason;
  }
  load(step) {
    const from = Math.floor(step / SAVED_EVERY) * SAVED_EVERY;
    for (let at = from; at > 0; at -= SAVED_EVERY) {
      const saved = this.saved.get(at);
      if (!saved) continue;
      if (this.step >= at && this.step <= step) return;
      this.states.forEach((state, index) => state.load(saved[index]));
      this.step = at;
      return;
    }
    if (this.step > step) this.reset();
  }
  advance() {
    const { lesson } = this;
    this.step += 1;
    this.states.forEach((state) => state.begin?.());
    for (let index = lesson.steps[this.step - 1]; index < lesson.steps[this.step]; index += 1) {
      const event = eventAt(lesson, index);
      this.states.forEach((state) => state.apply(event, index));
    }
    if (this.step % SAVED_EVERY === 0 && !this.saved.has(this.step)) {
      this.saved.set(this.step, this.states.map((state) => state.save()));
    }
  }
}
const statesOf = (lesson) => {
  const { kind } = lesson.problem;
  const isSat = ["decide", "imply", "falsify"].some((name) => has(lesson, name));
  const states = [];
  if (kind === "puzzle") states.push(new BoardState(lesson));
  if (kind === "exact-cover" && !isSat) states.push(new CoverState(lesson));
  if (kind === "graph") states.push(new GraphState(lesson));
  if (isSat) states.push(new TrailState(lesson));
  return states;
};
// Changes that can be undone: each is a function's arguments. A mark is the number of changes at a bet.
class Changes {
  constructor() { this.list = []; this.marks = []; }
  copy() { const it = new Changes(); it.list = this.list.slice(); it.marks = this.marks.slice(); return it; }
  mark() { this.marks.push(this.list.length); }
  // Undoes what came after the last mark, or after so many.
  undo(revert, left = this.marks.length - 1) {
    if (left < 0 || left >= this.marks.length) return;
    const length = this.marks[left];
    this.marks.length = left;
    while (this.list.length > length) revert(this.list.pop());
  }
}
