// Uses the page as a reader does, and returns what it saw.
(async () => {
const seen = {};
const until = async (test) => { while (!test()) await new Promise((done) => setTimeout(done, 10)); };
const paths = () => [...document.querySelectorAll("g.series > path.curve")].map((path) => path.getAttribute("d"));
const close = (a, b) => {
  const numbers = (text) => (text.match(/-?[\d.]+/g) ?? []).map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  return left.length === right.length && left.every((value, index) => Math.abs(value - right[index]) <= 0.2);
};
const change = (element, value) => {
  if (element.type === "checkbox") element.checked = value; else element.value = value;
  element.dispatchEvent(new Event("change", { bubbles: true }));
};
seen.kinds = [...document.querySelectorAll("svg[data-kind]")].map((svg) => svg.dataset.kind);
const before = paths();
const box = document.querySelector("input[data-backend='1']");
change(box, false);
seen.hidden = [...document.querySelectorAll("svg[data-x] g.series[data-of='1']")].every((group) => group.style.display === "none");
seen.changed = paths().some((path, index) => !close(path, before[index]));
change(box, true);
seen.same = paths().every((path, index) => close(path, before[index]));
change(document.querySelector("#corpus"), "1");
seen.left = document.querySelector("#left").textContent;
change(document.querySelector("#corpus"), "");
const family = document.querySelector("input[data-family='cover']");
change(family, false);
seen.family = !box.checked || document.querySelector("#left").textContent;
change(family, true);
const mark = document.querySelector("svg[data-kind='nodes'] [data-puzzle='1']");
mark.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
await until(() => !document.querySelector("#hover").hidden && document.querySelector("#hover").textContent);
seen.hover = document.querySelector("#hover").textContent;
mark.dispatchEvent(new MouseEvent("click", { bubbles: true }));
await until(() => !document.querySelector("#puzzle").hidden);
seen.puzzle = document.querySelector("#puzzle h3").textContent;
seen.rows = document.querySelectorAll("#puzzle tr").length;
seen.cells = [...document.querySelectorAll("#puzzle [data-cell]")].map((cell) => cell.textContent).join("");
change(document.querySelector("#b"), "2");
seen.pair = document.querySelectorAll("svg[data-kind='scatter'] text.axis")[1].textContent;
seen.points = document.querySelectorAll("svg[data-kind='scatter'] [data-puzzle]").length;
seen.better = document.querySelector("#better").textContent;
seen.old = document.querySelectorAll("svg[data-kind='scatter'] [data-note='0']").length;
document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
seen.closed = document.querySelector("#puzzle").hidden;
return seen;
})()
