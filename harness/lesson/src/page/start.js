// Shows lessons, and connects the controls. `showLessons` may be called again with other lessons.
let groups = [];
const showProblem = (index) => {
  setPlaying(false);
  const { name, lessons } = groups[index];
  one("#panels").replaceChildren();
  one("#name").textContent = name;
  stage.panels = lessons.map((lesson, at) => new Panel(one("#panels"), lesson, at));
  stage.panels.forEach((panel, at) => panel.chooser.addEventListener("click", () => { chooseLead(at); ask(); }));
  stage.position = 0;
  chooseLead(0);
  fillUnits();
  setSpeed(play.speed);
  showAll();
  ask();
};
// Lessons that follow each other and have one name are on one problem.
const showLessons = async (list) => {
  const lessons = await Promise.all(list.map(async (json) => indexed(await unpacked(json))));
  groups = [];
  lessons.forEach((lesson) => {
    if (groups.at(-1)?.name === lesson.name && !groups.at(-1).lessons.some((it) => it.backend.id === lesson.backend.id)) groups.at(-1).lessons.push(lesson);
    else groups.push({ name: lesson.name, lessons: [lesson] });
  });
  const control = one("#problem");
  control.replaceChildren();
  groups.forEach(({ name }, index) => { make("option", name, control).value = index; });
  one("#problem-label").hidden = groups.length < 2;
  if (groups.length) showProblem(0);
};
const toggleLanguage = () => {
  language = language === "fr" ? "en" : "fr";
  translate();
  stage.panels.forEach(({ player }) => player.go(player.step));
  setSpeed(play.speed);
  if (stage.panels.length) showAll();
  ask();
};
const ACTIONS = {
  first: () => moveTo(0), back: () => moveBy(-1), play: () => setPlaying(!play.isOn), step: () => moveBy(1), last: () => moveTo(furthest()),
  "next-bet": () => jump("bet", true), "next-conflict": () => jump("conflict", true), "next-solution": () => jump("solution", true),
  predict: toggleQuiz, print: printSheet, language: toggleLanguage,
};
const ON_KEYS = {
  " ": ACTIONS.play, ArrowRight: ACTIONS.step, ArrowLeft: ACTIONS.back, Home: ACTIONS.first, End: ACTIONS.last,
  b: ACTIONS["next-bet"], B: () => jump("bet", false), c: ACTIONS["next-conflict"], C: () => jump("conflict", false),
  s: ACTIONS["next-solution"], S: () => jump("solution", false), "+": () => setSpeed(play.speed + 1), "-": () => setSpeed(play.speed - 1),
  v: () => { chooseLead((stage.lead + 1) % stage.panels.length); ask(); }, p: toggleQuiz, l: toggleLanguage,
};
// Controls keep the keys that are theirs: the slider its arrows, a button the space bar.
const onKey = (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !stage.panels.length) return;
  const { target, key } = event;
  if (target.closest?.("select, input[type=text], textarea")) return;
  if (key === " " && target.closest?.("button, summary")) return;
  const isSlider = target.matches?.("input[type=range]");
  if (isSlider && ["ArrowRight", "ArrowLeft", "Home", "End"].includes(key)) return;
  if (event.shiftKey && key === "ArrowRight") moveBy(10);
  else if (event.shiftKey && key === "ArrowLeft") moveBy(-10);
  else if (/^[1-4]$/.test(key)) answer(key - 1);
  else if (ON_KEYS[key]) ON_KEYS[key]();
  else return;
  event.preventDefault();
};
const start = async () => {
  Object.entries(ACTIONS).forEach(([name, action]) => one(`#${name}`).addEventListener("click", () => {
    // Without a lesson, there is only the language to change.
    if (name === "language") action();
    else if (stage.panels.length) { action(); if (name !== "predict") ask(); }
  }));
  slider().addEventListener("input", () => { if (stage.panels.length) { moveTo(+slider().value); ask(); } });
  one("#speed").addEventListener("input", () => setSpeed(+one("#speed").value));
  one("#unit").addEventListener("change", () => { stage.unit = one("#unit").value; moveTo(positionOf(lead().player, lead().player.step)); });
  one("#problem").addEventListener("change", () => showProblem(+one("#problem").value));
  document.addEventListener("keydown", (event) => { onKey(event); });
  one("#speed").max = SPEEDS.length - 1;
  translate();
  await showLessons(JSON.parse(one("#lessons").textContent));
  document.body.dataset.ready = "true";
};
start().catch((error) => {
  one("#name").textContent = say(`The lesson cannot be shown: ${error.message}. It needs a browser of 2023 or later.`,
    `La leçon ne peut pas être montrée\u00a0: ${error.message}. Il faut un navigateur de 2023 ou plus récent.`);
});
