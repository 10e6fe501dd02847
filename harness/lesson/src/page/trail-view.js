// The trail of a SAT engine by levels, and why the last conflict happened.
const TRAIL = { levels: 12, literals: 24, nodes: 26 };
class TrailView {
  static title = "trail";
  static takes(player) { return player.state(TrailState); }
  constructor(parent, player) {
    this.state = player.state(TrailState);
    this.list = make("ol", "", parent, "trail");
    this.clause = make("p", "", parent, "clause");
    this.title = make("h4", "", parent);
    this.picture = picture(parent, "implication");
  }
  show({ lesson }) {
    const { state } = this;
    this.list.replaceChildren();
    const bounds = [0, ...state.levels, state.trail.length];
    const first = Math.max(0, bounds.length - 1 - TRAIL.levels);
    for (let level = bounds.length - 2; level >= first; level -= 1) this.level(lesson, level, bounds[level], bounds[level + 1]);
    if (!state.trail.length) make("li", t("no-clauses"), this.list);
    this.clause.textContent = state.clause ? `${t("learnt")} ${clauseOf(lesson, state.clause)}` : "";
    this.implication(lesson);
  }
  level(lesson, level, from, to) {
    const item = make("li", "", this.list);
    make("span", `${t("level")} ${level}`, item, `level-name ${levelClass(level)}`);
    const shown = Math.min(to, from + TRAIL.literals);
    for (let at = from; at < shown; at += 1) {
      const { literal, reason } = this.state.trail[at];
      const isNew = at === this.state.trail.length - 1;
      const chip = make("span", literalOf(lesson, literal), item, `literal${reason ? "" : " decided"}${isNew ? " now" : ""}`);
      if (reason?.length) chip.title = clauseOf(lesson, [literal, ...reason]);
    }
    if (to > shown) make("span", `… + ${to - shown}`, item);
  }
  implication(lesson) {
    const { graph } = this.state;
    this.title.textContent = graph ? t("implication") : "";
    this.picture.svg.toggleAttribute("hidden", !graph);
    if (graph) this.graph(lesson, graph);
  }
  graph(lesson, graph) {
    const wide = Math.max(...graph.layers.map((layer) => layer.length));
    const [across, down, width] = [92, 46, Math.max(graph.layers.length * 118, 240)];
    const height = wide * down + 10;
    this.picture.begin(width, height, `${t("implication")}: ${clauseOf(lesson, graph.clause)}`);
    const { svg } = this.picture;
    const places = new Map();
    graph.layers.forEach((layer, column) => layer.forEach((key, row) => {
      places.set(key, [4 + column * 118, 8 + (row + (wide - layer.length) / 2) * down]);
    }));
    graph.edges.forEach(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [places.get(from), places.get(to)];
      draw("path", { class: "line", d: `M${x1 + across} ${y1 + 14}C${x1 + across + 20} ${y1 + 14} ${x2 - 20} ${y2 + 14} ${x2} ${y2 + 14}` }, svg);
    });
    places.forEach(([x, y], key) => {
      const entry = graph.entries.get(key);
      const kind = key === "conflict" ? "conflict" : entry.reason ? "implied" : "decided";
      draw("rect", { class: `node ${kind}`, x, y, width: across, height: 28, rx: 5 }, svg);
      const name = key === "conflict" ? t("conflicts").replace(/s$/, "") : literalOf(lesson, entry.literal);
      draw("text", { class: "node-name", x: x + across / 2, y: y + 13, "text-anchor": "middle" }, svg, name.slice(0, 14));
      if (entry) draw("text", { class: `node-level ${levelClass(entry.level)}`, x: x + across / 2, y: y + 24, "text-anchor": "middle" }, svg, `${t("level")} ${entry.level}`);
    });
  }
}
// From the false clause backwards through reasons, within its last level; literals of earlier levels are ends, and
// those of level 0 are left out.
const conflictGraph = (state, clause) => {
  const [entries, edges, depth] = [new Map(), [], new Map([["conflict", 0]])];
  const queue = clause.map((literal) => [literal, "conflict"]);
  const last = Math.max(...clause.map((literal) => state.at.get(literal >> 1)?.level ?? 0));
  while (queue.length && entries.size < TRAIL.nodes) {
    const [literal, to] = queue.shift();
    const entry = state.at.get(literal >> 1);
    // What holds without a decision explains nothing.
    if (!entry || entry.level === 0) continue;
    const key = literal >> 1;
    edges.push([key, to]);
    if (entries.has(key)) continue;
    entries.set(key, entry);
    if (entry.level === last && entry.reason) entry.reason.forEach((cause) => queue.push([cause, key]));
  }
  // A cause stands to the left of all that it implies.
  for (let isMoved = true; isMoved;) {
    isMoved = false;
    edges.forEach(([from, to]) => {
      if ((depth.get(from) ?? 0) > (depth.get(to) ?? 0)) return;
      depth.set(from, (depth.get(to) ?? 0) + 1);
      isMoved = true;
    });
  }
  const deepest = Math.max(...depth.values());
  const layers = Array.from({ length: deepest + 1 }, () => []);
  depth.forEach((value, key) => layers[deepest - value].push(key));
  return { entries, edges, layers: layers.filter((layer) => layer.length), clause };
};
