// What is left of the table as a file: a corpus that the harness reads, or CSV.
const save = (name, type, text) => {
  const link = make("a");
  const url = URL.createObjectURL(new Blob([text], { type }));
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
const saveCorpus = async () => {
  const givens = await section("boards");
  const known = table.left.filter((place) => givens?.[place]);
  const lines = [];
  let geometry = null;
  for (const place of known.toSorted((a, b) => table.geometry[a] - table.geometry[b])) {
    if (table.geometry[place] !== geometry) {
      geometry = table.geometry[place];
      if (bench.geometries[geometry]) lines.push(`# geometry: ${bench.geometries[geometry]}`);
    }
    lines.push(`${givens[place]} ${table.names[place]}`);
  }
  const lost = table.left.length - known.length;
  field("left").textContent = `${known.length} puzzles saved`
    + (lost ? `; the page has no givens of ${lost} others` : "");
  if (known.length) save("selection.txt", "text/plain", `${lines.join("\n")}\n`);
};
const csvField = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const saveCsv = async () => {
  const codes = await Promise.all(present.map(section));
  const givens = await section("boards");
  const lines = [["backend", "corpus", "puzzle", "geometry", "level", "clues", "givens", "status",
    ...present.map((key) => MEASURES[key].column)].join(",")];
  for (const place of table.left) {
    const puzzle = [bench.corpora[table.corpus[place]], table.names[place],
      bench.geometries[table.geometry[place]], bench.levels[table.level[place]] ?? "",
      table.clues[place] === NONE ? "" : String(table.clues[place]), givens?.[place] ?? ""].map(csvField);
    bench.backends.forEach(({ label }, backend) => {
      const at = backend * bench.puzzles + place;
      if ((table.state[at] & 31) === NO_ROW) return;
      lines.push([csvField(label), ...puzzle, statusOf(table.state[at]),
        ...codes.map((column, index) => valueOf(present[index], column[at]) ?? "")].join(","));
    });
  }
  save("selection.csv", "text/csv", `${lines.join("\n")}\n`);
};
