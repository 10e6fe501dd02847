// What the buttons do.
const chosenRows = () => all("option:checked", one("#rows")).map(({ value }) => value);
const DEFAULT_ROW = "candidates/mrv";
const fillRows = async () => {
  const before = new Set([...chosenRows(), DEFAULT_ROW]);
  const { ok } = await ask("rows", { board: state.board.board });
  one("#rows").replaceChildren(...ok.map(({ id, about }) => {
    const option = make("option", id);
    [option.value, option.title, option.selected] = [id, about, before.has(id)];
    return option;
  }));
};
const levelWord = (level) => WORDS.en[level] ? word(level) : level;

const read = async () => {
  const { ok } = await ask("read", { text: one("#text").value, board: one("#board").value });
  stopDrawing();
  await setPuzzle(ok);
  if (!state.violations.length) say(word("readAs", ok.notation, ok.board.name, ok.puzzle.clues));
};
const empty = async () => {
  const { ok } = await ask("board", { board: one("#board").value || "classic9" });
  stopDrawing();
  await setPuzzle(ok);
  say("");
};
const clear = async () => {
  state.entries.fill("");
  state.removed.forEach((removed) => removed.clear());
  say("");
  await changed();
};

const hint = async () => {
  say(word("seeking"));
  const { ok } = await ask("hint", { ...puzzle(), language: document.documentElement.lang });
  if (ok.none) {
    say(word(state.violations.length ? "wrong" : ok.none), ok.none === "impossible");
    return;
  }
  [state.hint, state.solution] = [ok, null];
  one("#apply").hidden = false;
  show();
  say(ok.explained ?? `${ok.name}: ${ok.conclusion}`);
};
const apply = async () => {
  const { placements, eliminations } = state.hint;
  placements.forEach(([cell, symbol]) => { state.entries[cell] = symbol; });
  eliminations.forEach(([cell, symbol]) => state.removed[cell].add(symbol));
  await changed();
  one("#hint").focus();
};

// The claim of a row in words; a claim that the referee refutes is never one.
const claim = ({ stop, solutions, verified }) => {
  const count = BigInt(solutions);
  if (!verified) return word("unverified");
  if (count > 1n) return word("several");
  if (count === 1n) return word(stop === "exhausted" ? "unique" : "first");
  return word(stop === "exhausted" ? "none" : "gaveUp");
};
const addResult = (id, cells) => {
  const row = make("tr", "", one("#results tbody"));
  make("th", id, row).scope = "row";
  cells.forEach((text, index) => { make("td", text, row).classList.toggle("number", index > 0); });
};
const solve = async () => {
  const rows = chosenRows();
  if (!rows.length) { say(word("noRow"), true); return; }
  one("#results tbody").replaceChildren();
  one("#results").hidden = false;
  const given = puzzle();
  const seen = { grid: null, impossible: false };
  for (const backend of rows) {
    say(word("busy", backend));
    try {
      const { ok, ms } = await ask("solve", { ...given, backend });
      const counters = ["nodes", "bets", "conflicts"].map((name) => String(ok.counters[name] ?? ""));
      addResult(backend, [claim(ok), ...counters, `${ms.toPrecision(3)} ms`]);
      if (ok.verified) seen.grid ??= ok.grids[0] ?? null;
      seen.impossible ||= ok.stop === "exhausted" && ok.solutions === "0";
    } catch (error) {
      if (error === STOPPED) throw error;
      addResult(backend, [`${word("failed")}: ${error.message}`, "", "", "", ""]);
    }
  }
  [state.solution, state.hint] = [seen.grid, null];
  one("#apply").hidden = true;
  show();
  say(word(seen.grid ? "done" : seen.impossible ? "noSolution" : "unsolved"), !seen.grid);
};

const generate = async () => {
  const [board, level] = [one("#board").value || "classic9", one("#level").value];
  const field = one("#seed");
  if (!field.checkValidity() || !Number.isSafeInteger(Number(field.value))) { say(word("badSeed"), true); return; }
  if (!field.value) [field.value] = crypto.getRandomValues(new Uint32Array(1));
  const seed = Number(field.value);
  for (let number = 0; ;) {
    say(word("trying", number, seed));
    const { ok } = await ask("generate", { board, level, seed, number, tries: 4 });
    if (ok.puzzle) {
      stopDrawing();
      await setPuzzle(ok);
      say(word("generated", ok.number, seed, levelWord(ok.level ?? "any"), ok.score ?? "", ok.puzzle.clues));
      field.value = "";
      return;
    }
    number = ok.next;
  }
};
