// The exact cover matrix: a row for each option, a column for each item. A small one is shown whole, of a large one
// the options of the current item.
const MATRIX = { whole: 42, options: 24, items: 40, side: 15, top: 74 };
class MatrixView {
  static title = "matrix";
  static takes(player) {
    const isCover = player.lesson.backend.id.startsWith("cover/") && player.state(BoardState);
    return isCover || player.state(CoverState) && player.lesson.problem.options;
  }
  constructor(parent, player) {
    this.note = make("p", "", parent, "note");
    this.picture = picture(parent, "matrix");
    const board = player.state(BoardState);
    this.state = board ? new BoardMatrix(board) : player.state(CoverState);
    this.problem = board ? this.state : player.lesson.problem;
    const { options, items } = this.problem;
    this.isWhole = options.length <= MATRIX.whole && items.length <= MATRIX.whole;
    this.ofItem = items.map(() => []);
    options.forEach(([members], option) => members.forEach((item) => this.ofItem[item].push(option)));
    this.item = 0;
  }
  shown() {
    const { problem } = this;
    if (this.isWhole) return { options: [...problem.options.keys()], items: [...problem.items.keys()] };
    const { state } = this;
    this.item = state.item ?? (state.option === null ? this.item : problem.options[state.option][0][0]);
    const options = this.ofItem[this.item].slice(0, MATRIX.options);
    const items = [this.item, ...new Set(options.flatMap((option) => problem.options[option][0]))];
    return { options, items: [...new Set(items)].slice(0, MATRIX.items) };
  }
  show() {
    const { state, problem } = this;
    state.refresh?.();
    const { options, items } = this.shown();
    const chosen = new Set(state.solution ?? state.chosen);
    // A solution covers its items, even if the steps to it are not there.
    const isCovered = state.covered.slice();
    state.solution?.forEach((option) => problem.options[option][0].forEach((item) => { isCovered[item] = 1; }));
    // An option is hidden if one of its items is covered.
    const isHidden = (option) => !chosen.has(option) && problem.options[option][0].some((item) => isCovered[item]);
    const covered = isCovered.reduce((sum, it) => sum + it, 0);
    this.note.textContent = say(`${chosen.size} options chosen, ${covered} of ${problem.items.length} items covered.`,
      `${chosen.size} options choisies, ${covered} éléments couverts sur ${problem.items.length}.`)
      + (this.isWhole ? "" : say(` Shown: the options of ${problem.items[this.item]}.`, ` Ici\u00a0: les options de ${problem.items[this.item]}.`));
    const { side, top } = MATRIX;
    const left = 100;
    this.picture.begin(left + items.length * side + 30, top + options.length * side + 8, `${t("matrix")}. ${this.note.textContent}`);
    const { svg } = this.picture;
    items.forEach((item, column) => {
      const x = left + (column + 0.5) * side;
      const kind = item === state.item ? "item now" : isCovered[item] ? "item gone" : "item";
      if (isCovered[item]) draw("rect", { class: "covered", x: x - side / 2, y: top, width: side, height: options.length * side }, svg);
      draw("text", { class: kind, x: x + 3, y: top - 5, transform: `rotate(-60 ${x + 3} ${top - 5})` }, svg, problem.items[item].slice(0, 12));
    });
    options.forEach((option, row) => this.row(svg, { option, items, y: top + (row + 0.5) * side, left, isHidden: isHidden(option), isChosen: chosen.has(option) }));
  }
  row(svg, { option, items, y, left, isHidden, isChosen }) {
    const { side } = MATRIX;
    const [members, words] = this.problem.options[option];
    const kind = isChosen ? "chosen" : isHidden ? "gone" : "left";
    const isNow = this.state.option === option;
    draw("text", { class: `option ${kind}`, x: left - 6, y: y + 4, "text-anchor": "end" }, svg, (isChosen ? "✓ " : "") + (words.length > 15 ? `${words.slice(0, 14)}…` : words));
    if (isNow) draw("rect", { class: "clash", x: left - 1, y: y - side / 2, width: items.length * side + 2, height: side }, svg);
    items.forEach((item, column) => {
      if (members.includes(item)) draw("rect", { class: `entry ${kind}`, x: left + column * side + 3, y: y - side / 2 + 3, width: side - 6, height: side - 6 }, svg);
    });
  }
}
