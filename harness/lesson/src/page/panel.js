// The panel of one search: its name, the step in words, and the views that fit.
const VIEWS = [BoardView, MatrixView, GraphView, TrailView, TreeView, CountersView, CodeView];
class Panel {
  constructor(parent, lesson, index) {
    this.player = new Player(lesson);
    this.root = make("section", "", parent, "panel");
    this.root.dataset.panel = index;
    const head = make("h2", "", this.root);
    this.chooser = make("button", lesson.backend.id, head, "lead");
    this.chooser.type = "button";
    this.about = make("p", "", this.root, "note");
    this.sample = make("p", "", this.root, "note sample");
    this.count = make("p", "", this.root, "count");
    this.words = make("p", "", this.root, "words");
    this.words.setAttribute("aria-live", index ? "off" : "polite");
    this.views = VIEWS.filter((view) => view.takes(this.player)).map((view) => this.view(view));
    this.essay();
    this.outcome = make("p", "", this.root, "note outcome");
  }
  view(View) {
    const details = make("details", "", this.root, `view view-${View.title}`);
    details.open = true;
    make("summary", t(View.title), details).dataset.t = View.title;
    const view = new View(details, this.player);
    // What is closed is not drawn.
    details.addEventListener("toggle", () => { if (details.open) view.show(this.player); });
    return { details, view };
  }
  essay() {
    const details = make("details", "", this.root, "view");
    make("summary", t("essay"), details).dataset.t = "essay";
    this.method = make("p", "", details);
    this.text = make("pre", "", details);
  }
  show(step) {
    this.player.go(step);
    const { lesson } = this.player;
    this.count.textContent = `${say("step", "étape")} ${grouped(this.player.step)} / ${grouped(lesson.last)}`;
    this.words.textContent = this.player.words;
    this.outcome.textContent = outcomeInWords(lesson);
    const { backend, essay, essay_fr: french } = lesson;
    this.sample.textContent = sampleInWords(lesson);
    this.about.textContent = say(backend.about, backend.method_fr);
    this.method.textContent = say(backend.method.join(" · "), backend.method_fr);
    this.text.textContent = say(essay, french);
    this.views.forEach(({ details, view }) => { if (details.open) view.show(this.player); });
  }
}
