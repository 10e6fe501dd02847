// The counters: running numbers, and curves of up to four of them over the steps.
const CURVE = { width: 460, height: 130, samples: 240 };
class CountersView {
  static title = "counters";
  static takes({ lesson }) { return lesson.shown.length > 0; }
  constructor(parent, { lesson }) {
    this.list = make("dl", "", parent, "numbers");
    this.picture = picture(parent, "curves");
    this.names = lesson.shown;
    this.curves = this.names.slice(0, 4).map((name) => this.curve(lesson, name));
  }
  curve(lesson, name) {
    const values = lesson.counters[name];
    const most = values[lesson.last];
    const count = Math.min(CURVE.samples, lesson.last);
    return Array.from({ length: count + 1 }, (_, index) => {
      const step = Math.round(index * lesson.last / Math.max(count, 1));
      const [x, y] = [8 + step / Math.max(lesson.last, 1) * (CURVE.width - 16), CURVE.height - 8 - values[step] / most * (CURVE.height - 16)];
      return `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }).join("");
  }
  show({ lesson, step }) {
    this.list.replaceChildren();
    this.names.forEach((name, index) => {
      const item = make("div", "", this.list, index < 4 ? `curve-${index + 1}` : "");
      make("dt", t(name), item);
      const [now, last] = [lesson.counters[name][step], lesson.counters[name][lesson.last]];
      make("dd", grouped(now), item).title = say(`${grouped(last)} in the end`, `${grouped(last)} à la fin`);
    });
    this.picture.begin(CURVE.width, CURVE.height, `${t("counters")}. ${this.names.map((name) => `${t(name)}: ${lesson.counters[name][step]}`).join(", ")}`);
    const { svg } = this.picture;
    draw("rect", { class: "frame", x: 0.5, y: 0.5, width: CURVE.width - 1, height: CURVE.height - 1 }, svg);
    this.curves.forEach((d, index) => draw("path", { class: `curve curve-${index + 1}`, d }, svg));
    const x = 8 + step / Math.max(lesson.last, 1) * (CURVE.width - 16);
    draw("path", { class: "cursor", d: `M${x} 4V${CURVE.height - 4}` }, svg);
  }
}
// The pseudo-code, with the line of the current step.
class CodeView {
  static title = "code";
  static takes({ lesson }) { return lesson.code; }
  constructor(parent, { lesson }) {
    this.at = new Map(lesson.code.at);
    this.name = make("p", "", parent, "note");
    const list = make("ol", "", parent, "code");
    this.lines = lesson.code.lines.map(() => make("li", "", list));
    const program = make("details", "", parent);
    make("summary", t("program"), program).dataset.t = "program";
    make("pre", lesson.code.source, program);
  }
  show({ lesson, step }) {
    const french = language === "fr" ? 1 : 0;
    this.name.textContent = lesson.code.algorithm[french];
    const at = step ? this.at.get(stepEvent(lesson, step).kind) : undefined;
    this.lines.forEach((line, index) => {
      line.textContent = lesson.code.lines[index][french];
      line.className = index === at ? "now" : "";
      if (index === at) line.setAttribute("aria-current", "step"); else line.removeAttribute("aria-current");
    });
  }
}
