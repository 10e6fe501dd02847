// All searches on one problem, at one position: a number of steps, a value of a counter, or a share.
const PARTS = 1000;
const stage = { panels: [], position: 0, unit: "steps", lead: 0 };
const lead = () => stage.panels[stage.lead];
const valuesOf = ({ lesson }) => lesson.counters[stage.unit];
// The position at which a search is at a step, and the other way round.
const positionOf = (player, step) => {
  if (stage.unit === "steps") return step;
  if (stage.unit === "share") return Math.ceil(step / Math.max(player.lesson.last, 1) * PARTS);
  return valuesOf(player)[step];
};
const stepAt = (player, position) => {
  const { last } = player.lesson;
  if (stage.unit === "steps") return Math.min(position, last);
  if (stage.unit === "share") return Math.floor(position / PARTS * last);
  const values = valuesOf(player);
  // The last step at which no more was counted.
  let [low, high] = [0, last];
  while (low < high) { const middle = low + high + 1 >> 1; if (values[middle] <= position) low = middle; else high = middle - 1; }
  return low;
};
const furthest = () => Math.max(1, ...stage.panels.map(({ player }) => positionOf(player, player.lesson.last)));
const slider = () => one("#position");
const showAll = () => {
  stage.panels.forEach((panel) => panel.show(stepAt(panel.player, stage.position)));
  slider().max = furthest();
  slider().value = stage.position;
  slider().setAttribute("aria-valuetext", lead()?.words.textContent ?? "");
  one("#at").textContent = `${grouped(stage.position)} / ${grouped(furthest())}`;
};
const moveTo = (position) => {
  stage.position = Math.min(Math.max(position, 0), furthest());
  showAll();
};
const moveBy = (count) => moveTo(stage.position + count);
// Moves to the next or previous step of the leading search that is in a list.
const jump = (kind, isForward) => {
  const { player } = lead();
  const steps = player.lesson.jumps[kind];
  const target = isForward ? steps.find((step) => step > player.step) : steps.findLast((step) => step < player.step);
  if (target !== undefined) moveTo(positionOf(player, target));
  else if (isForward) moveTo(furthest());
  else moveTo(0);
};
const chooseLead = (index) => {
  stage.lead = index;
  stage.panels.forEach((panel, at) => {
    panel.root.classList.toggle("leads", at === index && stage.panels.length > 1);
    panel.chooser.setAttribute("aria-pressed", at === index);
    panel.words.setAttribute("aria-live", at === index ? "polite" : "off");
  });
};
const fillUnits = () => {
  const control = one("#unit");
  const names = ["steps", "share", ...NAMES.filter((name) => stage.panels.every(({ player }) => player.lesson.shown.includes(name)))];
  control.replaceChildren();
  names.forEach((name) => { const option = make("option", t(name), control); option.value = name; option.dataset.t = name; });
  stage.unit = names.includes(stage.unit) ? stage.unit : "steps";
  control.value = stage.unit;
};
