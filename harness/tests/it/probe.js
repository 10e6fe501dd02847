// Uses the page as a reader does, and returns what it saw.
(async () => {
const seen = {};
const until = async (test) => { while (!test()) await new Promise((done) => setTimeout(done, 10)); };
// The places that a path goes through: in the page it is made of steps, and from the script of places.
const places = (d) => {
  let [x, y] = [0, 0];
  return [...d.matchAll(/([MLlhv])([^MLlhv]*)/g)].flatMap(([, letter, text]) => {
    const [first, second] = (text.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if ("ML".includes(letter)) [x, y] = [first, second];
    else [x, y] = [x + (letter === "v" ? 0 : first), y + (letter === "v" ? first : second ?? 0)];
    return [x, y];
  });
};
const paths = () => [...document.querySelectorAll("g.series > path.curve")].map((path) => places(path.getAttribute("d")));
const close = (a, b) => a.length === b.length && a.every((value, index) => Math.abs(value - b[index]) <= 0.2);
const change = (element, value) => {
  if (element.type === "checkbox") element.checked = value; else element.value = value;
  element.dispatchEvent(new Event("change", { bubbles: true }));
};
await until(() => !document.querySelector("[data-points]"));
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
