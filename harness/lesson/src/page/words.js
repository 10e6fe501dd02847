// Steps in words. `say` chooses by language; places and symbols are those of the board.
const say = (english, french) => language === "fr" ? french : english;
const placeOf = (lesson, cell) => {
  const [row, column] = lesson.problem.cells[cell];
  return say(`r${row + 1}c${column + 1}`, `L${row + 1}C${column + 1}`);
};
const symbolOf = (lesson, symbol) => [...lesson.problem.symbols][symbol];
const candidateOf = (lesson, cell, symbol, sign = "=") => `${placeOf(lesson, cell)}${sign}${symbolOf(lesson, symbol)}`;
const regionOf = (lesson, region) => {
  const { name, name_fr: french } = lesson.problem.regions[region];
  return say(name, french);
};
// A number of things, singular or plural; the French plural begins above one.
const numbered = (count, english, french) => say(`${grouped(count)} ${english}${+count === 1 ? "" : "s"}`,
  `${grouped(count)} ${french}${+count > 1 && !french.endsWith("s") ? "s" : ""}`);
const quoted = (words) => say(`‘${words}’`, `«\u00a0${words}\u00a0»`);
const literalOf = (lesson, literal) => {
  const isNegative = literal & 1;
  const meaning = lesson.encoded[literal >> 1];
  if (meaning) return candidateOf(lesson, ...meaning, isNegative ? "≠" : "=");
  const { problem } = lesson;
  const words = problem.kind === "exact-cover" ? problem.options?.[literal >> 1]?.[1] : null;
  return (isNegative ? "¬" : "") + (words ? quoted(words) : `x${(literal >> 1) + 1}`);
};
const clauseOf = (lesson, literals) => `(${[...literals].map((it) => literalOf(lesson, it)).join(" ∨ ")})`;
const optionOf = (lesson, option) => lesson.problem.options?.[option]?.[1] ?? `${option + 1}`;
const amongOf = (alternatives) => alternatives === 1 ? say("the only one", "le seul choix")
  : say(`one of ${alternatives}`, `un choix parmi ${alternatives}`);
const WORDS = {
  bet: (lesson, it) => say("bet on ", "pari sur ") + `${candidateOf(lesson, it.cell, it.symbol)}, ${amongOf(it.alternatives)}`,
  confine: (lesson, it) => say("bet: ", "pari\u00a0: ") + symbolOf(lesson, it.symbol) + say(" is in ", " est dans ")
    + [...it.cells].map((cell) => placeOf(lesson, cell)).join(", ") + `, ${amongOf(it.alternatives)}`,
  deduce: (lesson, it) => candidateOf(lesson, it.cell, it.symbol) + say(" is forced", " est forcé"),
  step: (lesson, it) => say(lesson.texts, lesson.texts_fr)[it.text],
  cover: (lesson, it) => say("cover ", "couvrir ") + lesson.problem.items[it.item],
  uncover: (lesson, it) => say("uncover ", "découvrir ") + lesson.problem.items[it.item],
  choose: (lesson, it) => say("choose ", "choisir ") + `${quoted(optionOf(lesson, it.option))}, ${amongOf(it.alternatives)}`,
  paint: (_, it) => say(`vertex ${it.vertex + 1} gets colour ${it.colour + 1}`, `le sommet ${it.vertex + 1} prend la couleur ${it.colour + 1}`)
    + `, ${amongOf(it.alternatives)}`,
  decide: (lesson, it) => say("decide ", "décider ") + `${literalOf(lesson, it.literal)}, ${t("level")} ${it.level}`,
  imply: (lesson, it) => literalOf(lesson, it.literal)
    + (it.reason.length ? say(" by ", " par ") + clauseOf(lesson, [it.literal, ...it.reason]) : say(" is implied without a decision, or its alternatives are refuted", " est impliqué sans décision, ou le reste est réfuté")),
  falsify: (lesson, it) => clauseOf(lesson, it.list) + say(" is false", " est fausse"),
  learn: (lesson, it) => say("learn ", "apprendre ") + clauseOf(lesson, it.list),
  backjump: (_, it) => say("back to level ", "retour au niveau ") + it.level,
  restart: () => say("restart", "redémarrage"),
  conflict: () => say("a contradiction", "une contradiction"),
  undo: () => say("the last open bet is undone", "le dernier pari ouvert est défait"),
  chosen: (_, it) => say("a solution of ", "une solution de ") + numbered(it.list.length, "option", "option"),
  coloured: (_, it) => say("a colouring with ", "une coloration à ") + numbered(new Set(it.list).size, "colour", "couleur"),
  model: () => say("a model", "un modèle"),
  solution: () => say("a solution", "une solution"),
  "left-out": (_, it) => say("left out: ", "omis\u00a0: ") + numbered(it.count, "step", "étape") + say(" of the search", " de la recherche"),
  below: (_, it) => say(`… left out below level ${it.level}: `, `… omis sous le niveau ${it.level}\u00a0: `) + `${numbered(it.count, "step", "étape")} …`,
  none: () => "",
};
// A step by its event alone.
const inShort = (lesson, event) => WORDS[event.kind]?.(lesson, event) ?? event.kind;
// Why it happens, by the state before it: only for what a reader can see on the board.
const reasonOf = (player, event) => {
  const board = player.state(BoardState);
  if (!board || board.isSat) return "";
  if (event.kind === "deduce" || event.kind === "bet" && event.alternatives === 1) return forcedBy(board, event);
  return "";
};
const forcedBy = (board, { cell, symbol }) => {
  const { lesson, size } = board;
  if (board.ofCell(cell).length === 1) return say(`: the only candidate of ${placeOf(lesson, cell)}`, `\u00a0: seul candidat de ${placeOf(lesson, cell)}`);
  const region = board.regionsOf[cell].find((index) => {
    const { cells } = lesson.problem.regions[index];
    return cells.length === size && cells.every((other) => other === cell || !board.can[other * size + symbol]);
  });
  if (region === undefined) return "";
  return say(`: the only place for ${symbolOf(lesson, symbol)} in ${regionOf(lesson, region)}`,
    `\u00a0: seule place pour ${symbolOf(lesson, symbol)} (${regionOf(lesson, region)})`);
};
const clashInWords = ({ lesson, clash }) => {
  const cell = placeOf(lesson, clash.cells[0]);
  if (clash.kind === "empty") return say(`: ${cell} has no candidate left`, `\u00a0: ${cell} n’a plus de candidat`);
  const symbol = symbolOf(lesson, clash.symbol);
  if (clash.kind === "no-place") {
    const region = regionOf(lesson, clash.region);
    return say(`: ${symbol} has no place left in ${region}`, `\u00a0: ${symbol} n’a plus de place (${region})`);
  }
  const other = placeOf(lesson, clash.cells[1]);
  return say(`: ${cell} and ${other} are both ${symbol}`, `\u00a0: ${cell} et ${other} sont tous deux ${symbol}`);
};
// A step in words, after it was applied.
const inWords = (player, event) => {
  const board = player.state(BoardState);
  let words = inShort(player.lesson, event);
  if (event.kind === "conflict" && board?.clash) words += clashInWords(board);
  if (event.kind === "conflict" && player.state(CoverState)) words += say(": an item has no option left", "\u00a0: un élément n’a plus d’option");
  if (event.kind === "conflict" && player.state(GraphState)) words += say(": a vertex has no colour left", "\u00a0: un sommet n’a plus de couleur");
  return words;
};
const STOPS = {
  exhausted: ["the search space is exhausted", "l’espace de recherche est épuisé"],
  "solution-limit": ["the limit of solutions was reached", "la limite de solutions est atteinte"],
  "node-limit": ["the limit of nodes was reached", "la limite de nœuds est atteinte"],
  "round-limit": ["the limit of rounds was reached", "la limite de tours est atteinte"],
  deadline: ["out of time", "temps écoulé"], cancelled: ["interrupted", "interrompu"],
  stuck: ["nothing more can be deduced", "plus rien ne se déduit"],
};
// Which steps are there, if some are not.
const sampleInWords = ({ level, n_steps: total, n_steps_shown: shown }) => {
  if (total === shown) return "";
  const some = say(`${grouped(shown)} of ${grouped(total)} steps are here`, `${grouped(shown)} étapes sur ${grouped(total)} sont ici`);
  if (level === null || level === undefined) return some + say(", the first ones and solutions.", "\u00a0: les premières et les solutions.");
  return some + say(`: those up to level ${level}, the first ones and solutions. Gaps say how many are left out.`,
    `\u00a0: celles jusqu’au niveau ${level}, les premières et les solutions. Chaque lacune dit combien d’étapes sont omises.`);
};
const outcomeInWords = ({ outcome, n_steps: total }) => {
  const found = numbered(outcome.solutions, "solution", "solution");
  return `${found}, ${STOPS[outcome.stop][language === "fr" ? 1 : 0]}; ${numbered(total, "step", "étape")}`;
};
