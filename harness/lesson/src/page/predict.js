// Predict the next step: the right one among others of the same search, and a score.
const quiz = { isOn: false, right: 0, asked: 0, answer: -1 };
// The same step has the same question: its number is the seed.
const shuffled = (list, seed) => {
  let state = seed * 2654435761 % 4294967296 || 1;
  const next = () => { state = (state * 1664525 + 1013904223) % 4294967296; return state / 4294967296; };
  const copy = list.slice();
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
};
const choicesAt = ({ lesson }, step) => {
  const right = inShort(lesson, stepEvent(lesson, step));
  const words = new Set([right]);
  for (const offset of [2, 5, -3, 9, 3, -7, 14, 21, -2, 33, 4, 6, 7, 8, 10]) {
    const other = step + offset;
    if (words.size < 4 && other >= 1 && other <= lesson.last) words.add(inShort(lesson, stepEvent(lesson, other)));
  }
  const choices = shuffled([...words], step);
  return { choices, right: choices.indexOf(right) };
};
const ask = () => {
  const box = one("#quiz");
  box.hidden = !quiz.isOn || !stage.panels.length;
  if (box.hidden) return;
  const { player } = lead();
  one("#quiz-choices").replaceChildren();
  quiz.answer = -1;
  if (player.step >= player.lesson.last) { one("#quiz-question").textContent = t("at-end"); return; }
  one("#quiz-question").textContent = `${player.lesson.backend.id}${t("colon")} ${t("question")}`;
  const { choices, right } = choicesAt(player, player.step + 1);
  quiz.answer = right;
  choices.forEach((words, index) => {
    const button = make("button", `${index + 1}. ${words}`, make("li", "", one("#quiz-choices")));
    button.type = "button";
    button.addEventListener("click", () => answer(index));
  });
};
const answer = (index) => {
  if (!quiz.isOn || quiz.answer < 0 || index >= one("#quiz-choices").children.length) return;
  const isRight = index === quiz.answer;
  quiz.asked += 1;
  quiz.right += isRight;
  const { player } = lead();
  const step = player.step + 1;
  const words = inShort(player.lesson, stepEvent(player.lesson, step));
  moveTo(positionOf(player, step));
  one("#quiz-verdict").textContent = `${say("Step", "Étape")} ${grouped(step)}${t("colon")} ${isRight ? t("right") : `${t("wrong")} ${words}`}`;
  one("#quiz-verdict").className = isRight ? "right" : "wrong";
  one("#quiz-score").textContent = `${t("score")}${t("colon")} ${quiz.right} / ${quiz.asked}`;
  ask();
};
const toggleQuiz = () => {
  quiz.isOn = !quiz.isOn;
  one("#predict").setAttribute("aria-pressed", quiz.isOn);
  if (quiz.isOn) { setPlaying(false); Object.assign(quiz, { right: 0, asked: 0 }); one("#quiz-score").textContent = ""; one("#quiz-verdict").textContent = ""; }
  ask();
};
