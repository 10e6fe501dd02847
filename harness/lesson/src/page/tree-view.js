// The search tree up to the current step: a bet is an edge, a cross a contradiction, a disc a solution.
const TREE = { width: 460, height: 260, most: 160 };
class TreeView {
  static title = "tree";
  static takes({ lesson }) { return lesson.tree.size > 1; }
  constructor(parent) {
    this.note = make("p", "", parent, "note");
    this.picture = picture(parent, "tree");
  }
  show(player) {
    const { lesson: { tree }, step } = player;
    const current = nodeAt(tree, step);
    const deepest = tree.deepest ??= tree.depth.reduce((most, it) => Math.max(most, it), 1);
    const inner = { width: TREE.width - 20, height: TREE.height - 24 };
    // Of a large tree, the leaves around the current node.
    const span = Math.min(Math.max(tree.leaves - 1, 1), TREE.most);
    const left = Math.min(Math.max(0, tree.x[current] - span / 2), Math.max(0, tree.leaves - 1 - span));
    const middle = tree.leaves > 1 ? 10 : TREE.width / 2;
    const place = (node) => [middle + (tree.x[node] - left) / span * inner.width, 12 + tree.depth[node] / deepest * inner.height];
    const path = new Set();
    for (let node = current; node >= 0; node = tree.parent[node]) path.add(node);
    this.note.textContent = say(`Level ${tree.depth[current]}; ${grouped(started(tree, step))} of ${grouped(tree.size)} states.`,
      `Niveau ${tree.depth[current]}\u202f; ${numbered(started(tree, step), "state", "état")} sur ${grouped(tree.size)}.`)
      + (tree.leaves - 1 > TREE.most ? say(" The tree is larger than its picture.", " L’arbre est plus grand que son image.") : "");
    this.picture.begin(TREE.width, TREE.height, `${t("tree")}. ${this.note.textContent}`);
    this.nodes(tree, step, path, current, place, (node) => tree.x[node] >= left - 1 && tree.x[node] <= left + span + 1);
  }
  nodes(tree, step, path, current, place, isNear) {
    const { svg } = this.picture;
    const marks = [];
    const edges = { done: "", open: "" };
    for (let node = 0; node < tree.size && tree.start[node] <= step; node += 1) {
      if (!path.has(node) && !isNear(node)) continue;
      const [x, y] = place(node);
      const parent = tree.parent[node];
      if (parent >= 0) edges[path.has(node) ? "open" : "done"] += `M${place(parent).map((it) => it.toFixed(1))}L${x.toFixed(1)},${y.toFixed(1)}`;
      const isOver = tree.end[node] <= step;
      if (tree.state[node] & FOUND && (isOver || node === current)) marks.push(["found", x, y]);
      else if (tree.state[node] & FAILED && isOver) marks.push(["failed", x, y]);
      if (node === current) marks.push(["current", x, y]);
    }
    draw("path", { class: "edge", d: edges.done }, svg);
    draw("path", { class: "edge open", d: edges.open }, svg);
    marks.forEach(([kind, x, y]) => {
      if (kind === "failed") draw("path", { class: kind, d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6` }, svg);
      else draw("circle", { class: kind, cx: x, cy: y, r: kind === "current" ? 6 : 4 }, svg);
    });
  }
}
// The number of nodes that have started, and the innermost that is open.
const started = ({ start }, step) => {
  let [low, high] = [0, start.length];
  while (low < high) { const middle = low + high >> 1; if (start[middle] <= step) low = middle + 1; else high = middle; }
  return low;
};
const nodeAt = (tree, step) => {
  let node = started(tree, step) - 1;
  while (node > 0 && tree.end[node] <= step) node = tree.parent[node];
  return Math.max(node, 0);
};
