// The step sheet: the next steps of the leading search, numbered, each with the board at that moment.
const SHEET = 24;
const printSheet = () => {
  setPlaying(false);
  const { player } = lead();
  const back = player.step;
  const sheet = one("#sheet");
  sheet.replaceChildren();
  make("h1", `${player.lesson.name} · ${player.lesson.backend.id}`, sheet);
  const list = make("ol", "", sheet);
  list.start = Math.max(back, 1);
  const boardView = [BoardView, MatrixView, GraphView, TrailView].find((view) => view.takes(player));
  for (let step = list.start; step < list.start + SHEET && step <= player.lesson.last; step += 1) {
    player.go(step);
    const item = make("li", "", list);
    make("p", player.words, item);
    if (boardView) new boardView(item, player).show(player);
  }
  player.go(back);
  make("p", outcomeInWords(player.lesson), sheet);
  document.body.classList.add("printing");
  window.print();
};
window.addEventListener("afterprint", () => document.body.classList.remove("printing"));
