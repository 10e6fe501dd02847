// The plots: what the filters leave is drawn again into the frames that are in the page. A puzzle of the
// plots is a place in `bench.sample`, which has its place in the table.
const puzzles = data.corpus.map((_, place) => place);
const shown = { backends: new Set(data.backends.keys()), puzzles };

// Values to pixels, as the frame says: "log 1000 2000000000 430 58".
const axis = (text) => {
  const [kind, ...ends] = text.split(" ");
  const [low, high, from, to] = ends.map(Number);
  const part = (value) => kind === "linear" ? (value - low) / (high - low)
    : value <= 0 ? 0 : Math.log(value / low) / Math.log(high / low);
  return { high, at: (value) => from + Math.min(1, Math.max(0, part(value))) * (to - from) };
};
const px = (value) => String(Math.round(value * 10) / 10);

const ascending = (values) => values.sort((a, b) => a - b);
const costs = (backend) => ascending(
  shown.puzzles.map((place) => data.backends[backend].time[place]).filter((cost) => cost !== null));
const best = (backends, place) => {
  const known = backends.map((backend) => data.backends[backend].time[place]).filter((cost) => cost !== null);
  return known.length ? Math.min(...known) : null;
};

// The costs of a curve in ascending order; of "best", those of the virtual best.
const ofSeries = (of) => of !== "best" ? (shown.backends.has(+of) ? costs(+of) : [])
  : ascending(shown.puzzles.map((place) => best([...shown.backends], place)).filter((cost) => cost !== null));
const factors = (of) => {
  if (!shown.backends.has(+of)) return [];
  const rivals = [...shown.backends].filter((backend) => data.backends[backend].own);
  const pairs = shown.puzzles.map((place) => [data.backends[of].time[place], best(rivals, place)]);
  return ascending(pairs.filter(([cost]) => cost !== null)
    .map(([cost, least]) => Math.max(cost, 1) / Math.max(least, 1)));
};
const steps = (values, end) => {
  const share = (solved) => solved / Math.max(shown.puzzles.length, 1);
  const curve = values.flatMap((value, solved) => [[value, share(solved)], [value, share(solved + 1)]]);
  return values.length ? [...curve, [end, share(values.length)]] : [];
};
const curves = {
  cactus: (of) => ofSeries(of).map((cost, solved) => [solved + 1, cost]),
  ecdf: (of, x) => steps(ofSeries(of), data.limit ?? x.high),
  profile: (of, x) => steps(factors(of), x.high),
};

// Points that can be told apart: half a pixel from the last one; and the end.
const thinned = (points) => {
  const kept = [];
  let skipped = null;
  for (const point of points) {
    const last = kept.at(-1);
    if (last && Math.abs(point[0] - last[0]) < 0.5 && Math.abs(point[1] - last[1]) < 0.5) skipped = point;
    else { kept.push(point); skipped = null; }
  }
  return skipped ? [...kept, skipped] : kept;
};
// Each plot has markers of its own, named after its kind.
const use = (marker, [x, y], parent, place = null, svg = parent.closest("svg")) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "use");
  const attributes = { href: `#${svg.dataset.kind}-marker${marker}`, x: px(x), y: px(y) };
  if (place !== null) attributes["data-puzzle"] = place;
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  parent.append(element);
};
// The points of puzzles are columns of numbers in the page: marker, x and y in tenths of a pixel, puzzle.
all("g[data-points]").forEach(async (group) => {
  const numbers = numbersOf(await inflated(data.points[group.dataset.points]));
  const count = numbers.length / 4;
  const svg = group.closest("svg");
  const points = document.createDocumentFragment();
  for (let point = 0; point < count; point += 1) {
    const [marker, x, y, place] = [0, 1, 2, 3].map((column) => numbers[column * count + point]);
    use(marker, [x / 10, y / 10], points, place, svg);
  }
  group.replaceWith(points);
});
const drawCurve = (group, number, points) => {
  one("path", group).setAttribute("d",
    points.map(([x, y], index) => `${index ? "L" : "M"}${px(x)} ${px(y)}`).join(""));
  all("use", group).forEach((mark) => mark.remove());
  const last = points.length - 1;
  const places = [0, 1, 2, 3, 4].map((place) => Math.trunc((place + 0.15 + (number % 6) * 0.13) / 5 * last));
  const marker = data.backends[group.dataset.of]?.marker ?? 4;
  if (last >= 0) new Set([...places, last]).forEach((place) => use(marker, points[place], group));
};
// Who is better how often: the sentence under the picture, for what it shows now.
const caption = (svg, a, b) => {
  const count = { [-1]: 0, 0: 0, 1: 0 };
  for (const place of shown.puzzles) {
    const [first, second] = [a, b].map((backend) => data.backends[backend]);
    if (!first.taken[place] || !second.taken[place]) continue;
    const [left, right] = [first.time[place] ?? Infinity, second.time[place] ?? Infinity];
    count[left < right ? -1 : left > right ? 1 : 0] += 1;
  }
  const [nameA, nameB] = [a, b].map((backend) => data.backends[backend].label);
  all("text[data-note='0']", svg).forEach((line) => line.remove());
  one("#better").textContent = `${nameA} is better on ${count[-1]}, ${nameB} on ${count[1]} puzzles, `
    + `equal on ${count[0]}. Points below the diagonal: ${nameB} is better. `
    + "Dashed lines: 2× and 10×.";
};
const drawPairs = (svg, x, y) => {
  const [a, b] = ["a", "b"].map((id) => +one(`#${id}`).value);
  const titles = all("text.axis", svg);
  [a, b].forEach((backend, index) => {
    titles[index].textContent = `${data.backends[backend].label}: ${data.metric} per puzzle (log scale)`;
  });
  caption(svg, a, b);
  const group = one("g.series", svg);
  group.replaceChildren();
  group.setAttribute("fill", data.backends[b].colour);
  for (const place of shown.puzzles) {
    const [first, second] = [a, b].map((backend) => data.backends[backend]);
    if (!first.taken[place] || !second.taken[place]) continue;
    const [left, right] = [first.time[place], second.time[place]];
    const marker = left === null || right === null ? 4 : 0;
    use(marker, [x.at(left ?? data.rail), y.at(right ?? data.rail)], group, place);
  }
};

const draw = () => {
  const visible = new Set(shown.puzzles);
  for (const svg of all("svg[data-x]")) {
    const [x, y] = [axis(svg.dataset.x), axis(svg.dataset.y)];
    const curve = curves[svg.dataset.kind];
    if (svg.dataset.kind === "scatter") drawPairs(svg, x, y);
    all("g.series, g.named", svg).forEach((group) => {
      group.style.display = shown.backends.has(+group.dataset.of) || isNaN(group.dataset.of) ? "" : "none";
    });
    if (curve) all("g.series", svg).forEach((group, number) => {
      const points = curve(group.dataset.of, x).map(([left, right]) => [x.at(left), y.at(right)]);
      drawCurve(group, number, thinned(points));
    });
    else if (svg.dataset.kind === "nodes") all("use[data-puzzle]", svg).forEach((mark) => {
      mark.style.display = visible.has(+mark.dataset.puzzle) ? "" : "none";
    });
  }
  one("#left").textContent = `${shown.puzzles.length} of ${puzzles.length} puzzles, `
    + `${shown.backends.size} of ${data.backends.length} backends`;
};
const filter = () => {
  const [corpus, level] = [one("#corpus").value, one("#level").value];
  shown.puzzles = puzzles.filter((place) => (corpus === "" || data.corpus[place] === +corpus)
    && (level === "" || data.level[place] === +level));
  shown.backends = new Set(all("input[data-backend]").filter((box) => box.checked)
    .map((box) => +box.dataset.backend));
  draw();
};

const hover = one("#hover");
document.addEventListener("mouseover", async (event) => {
  const mark = event.target.closest?.("[data-puzzle]");
  hover.hidden = !mark;
  if (!mark) return;
  hover.textContent = (await section("names"))[bench.sample[mark.dataset.puzzle]];
  hover.style.left = `${event.pageX + 12}px`;
  hover.style.top = `${event.pageY + 12}px`;
});
document.addEventListener("click", (event) => {
  const mark = event.target.closest?.("[data-puzzle]");
  if (mark) showPuzzle(bench.sample[mark.dataset.puzzle]);
});
document.addEventListener("change", (event) => {
  const family = event.target.dataset?.family;
  if (family !== undefined) all("input[data-backend]").forEach((box) => {
    if (data.backends[box.dataset.backend].family === family) box.checked = event.target.checked;
  });
  if (event.target.closest("#filters, #pair")) filter();
});
