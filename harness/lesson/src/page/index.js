// What is computed once of a lesson: the counters after each step, the steps to jump to, and the search tree.
const COUNTED = ["removals", "propagations", "updates", "accesses"];
const SOLVED = new Set(["solution", "chosen", "coloured", "model"]);
const isBet = ({ kind, alternatives }) => kind === "decide" || kind === "confine"
  || (kind === "bet" || kind === "choose" || kind === "paint") && alternatives > 1;
// A tree in columns. A node is alive from its first step to its last.
const newTree = () => ({ parent: [-1], depth: [0], start: [0], end: [Infinity], state: [0], label: [null] });
const FAILED = 1;
const FOUND = 2;
const treeStep = (tree, open, event, step) => {
  const close = (left) => { while (open.length > left) tree.end[open.pop()] = step; };
  if (isBet(event)) {
    if (event.kind === "decide") close(event.level);
    tree.parent.push(open.at(-1));
    tree.depth.push(open.length);
    tree.start.push(step);
    tree.end.push(Infinity);
    tree.state.push(0);
    tree.label.push(event);
    open.push(tree.parent.length - 1);
  } else if (event.kind === "undo") close(Math.max(1, open.length - 1));
  else if (event.kind === "backjump" || event.kind === "below") close(event.level + 1);
  else if (event.kind === "conflict") tree.state[open.at(-1)] |= FAILED;
  else if (SOLVED.has(event.kind)) tree.state[open.at(-1)] |= FOUND;
};
const countEvent = (now, event) => {
  const { kind } = event;
  if (kind === "node") now.nodes += 1;
  else if (kind === "conflict") now.conflicts += 1;
  else if (isBet(event)) now.bets += 1;
  else if (["deduce", "placed", "choose", "paint"].includes(kind)) now.deductions += 1;
  else if (kind === "imply" || kind === "cover") now.propagations += 1;
  else if (kind === "learn") now.learned += 1;
  else if (kind === "below" || kind === "left-out") countGap(now, event.tally);
  else if (kind === "counted") {
    COUNTED.forEach((name, index) => {
      if (name !== "propagations" || !now.isTold) now[name] += event.growth[index];
    });
  }
};
// What steps that are not there have counted, in the order of record/events.rs.
const countGap = (now, [, nodes, bets, conflicts, deductions, implied, learned, ...growth]) => {
  Object.entries({ nodes, bets, conflicts, deductions, learned }).forEach(([name, count]) => { now[name] += count; });
  COUNTED.forEach((name, index) => { now[name] += name === "propagations" && now.isTold ? implied : growth[index]; });
};
const NAMES = ["nodes", "bets", "conflicts", "deductions", "removals", "propagations", "updates", "accesses", "learned"];
const indexed = (lesson) => {
  const count = lesson.steps.length;
  const counters = Object.fromEntries(NAMES.map((name) => [name, new Uint32Array(count)]));
  const now = Object.fromEntries(NAMES.map((name) => [name, 0]));
  // Literals and covered items are told one by one; then the sums are not needed.
  now.isTold = ["imply", "cover"].some((kind) => has(lesson, kind));
  const jumps = { bet: [], conflict: [], solution: [] };
  const [tree, open] = [newTree(), [0]];
  for (let step = 1; step < count; step += 1) {
    for (let index = lesson.steps[step - 1]; index < lesson.steps[step]; index += 1) {
      const event = eventAt(lesson, index);
      countEvent(now, event);
      treeStep(tree, open, event, step);
      if (isBet(event)) jumps.bet.push(step);
      else if (event.kind === "conflict") jumps.conflict.push(step);
      else if (SOLVED.has(event.kind)) jumps.solution.push(step);
    }
    NAMES.forEach((name) => { counters[name][step] = now[name]; });
  }
  const shown = NAMES.filter((name) => now[name] > 0);
  placeTree(tree);
  return Object.assign(lesson, { counters, shown, jumps, tree, last: count - 1 });
};
const has = (lesson, kind) => {
  const code = lesson.kinds.indexOf(kind);
  const { numbers, starts } = lesson;
  for (let index = 0; index < starts.length - 1; index += 1) if (numbers[starts[index]] === code) return true;
  return false;
};
// Leaves stand side by side in their order, and a node above the middle of its children.
const placeTree = (tree) => {
  const size = tree.parent.length;
  const [first, last, x] = [new Float64Array(size).fill(-1), new Float64Array(size).fill(-1), new Float64Array(size)];
  const isLeaf = new Uint8Array(size).fill(1);
  for (let node = 1; node < size; node += 1) isLeaf[tree.parent[node]] = 0;
  let leaves = 0;
  for (let node = 0; node < size; node += 1) if (isLeaf[node]) { x[node] = leaves; leaves += 1; }
  for (let node = size - 1; node >= 0; node -= 1) {
    if (!isLeaf[node]) x[node] = (first[node] + last[node]) / 2;
    const parent = tree.parent[node];
    if (parent < 0) continue;
    first[parent] = x[node];
    if (last[parent] < 0) last[parent] = x[node];
  }
  Object.assign(tree, { x, leaves, size });
};
