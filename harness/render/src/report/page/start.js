// The table is set up when its columns are unpacked.
const fill = (name, entries) => entries.forEach(([value, text]) => {
  make("option", text, field(name)).value = value;
});
const fillFilters = () => {
  const numbered = (words) => words.map((word, index) => [index, word || "none"]);
  ["corpus", "geometry", "level"].forEach((name, index) => {
    fill(name, numbered([bench.corpora, bench.geometries, bench.levels][index]));
  });
  const labels = bench.backends.map(({ label }, backend) => [backend, label]);
  fill("whose", labels);
  ["winner", "loser"].forEach((name) => fill(name, labels.filter(([backend]) => timed.includes(backend))));
  const seen = new Set(table.state.map((state) => state & 31));
  fill("status", bench.statuses.flatMap(([name], index) => seen.has(index) ? [[name, name]] : []));
  fill("measure", present.map((key) => [key, MEASURES[key].title]));
};
const changeMeasure = async () => {
  table.measure = field("measure").value || "time";
  table.codes = await section(table.measure);
};
const start = async () => {
  const names = ["names", "corpus", "geometry", "level", "clues", "state", "time"];
  (await Promise.all(names.map(section))).forEach((column, index) => { table[names[index]] = column; });
  table.codes = table.time;
  fillFilters();
  grid.style.setProperty("--columns", widths);
  grid.style.setProperty("--least", `${leastWidth}px`);
  refresh();
  describeNoise();
  grid.addEventListener("scroll", drawSoon, { passive: true });
  grid.addEventListener("keydown", onKey);
  grid.addEventListener("click", onClick);
  const changed = async () => { await changeMeasure(); describeNoise(); refresh(); };
  const form = one("#bench");
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(changed));
  field("corpus-file").addEventListener("click", saveCorpus);
  field("csv").addEventListener("click", saveCsv);
  window.addEventListener("resize", drawSoon);
  window.addEventListener("beforeprint", toPaper);
  window.addEventListener("afterprint", fromPaper);
};
// What a click needs is unpacked before it comes.
const unpackAll = async () => {
  for (const name of [...present, "boards"]) {
    await new Promise((done) => { setTimeout(done, 20); });
    await section(name);
  }
};
start().then(unpackAll).catch((error) => {
  field("left").textContent = `The table cannot be shown: ${error.message}. It needs a browser of 2023 or later.`;
});
