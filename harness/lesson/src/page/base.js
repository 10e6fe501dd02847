// What all parts of the page use. Text from input files is written through textContent only.
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, text = "", parent = null, className = "") => {
  const element = document.createElement(name);
  if (text !== "") element.textContent = text;
  if (className) element.className = className;
  parent?.append(element);
  return element;
};
const SVG = "http://www.w3.org/2000/svg";
const draw = (name, attributes, parent = null, text = "") => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  parent?.append(element);
  return element;
};
// A picture that replaces its content: a view box, and what a screen reader says of it.
const picture = (parent, className) => {
  const svg = draw("svg", { class: className, role: "img" }, parent);
  return { svg, begin(width, height, label) {
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-label", label);
    svg.style.maxWidth = `${width * 1.6}px`;
  } };
};
const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, language === "fr" ? "\u202f" : ",");
// The letter of an open bet: A for the first, after Z follow A2 to Z2.
const letterOf = (depth) => {
  if (depth < 1) return "";
  const turn = Math.floor((depth - 1) / 26);
  return String.fromCharCode(65 + (depth - 1) % 26) + (turn ? turn + 1 : "");
};
// The number of colours that levels have in turn; page.css has them.
const LEVELS = 6;
const levelClass = (level) => level < 1 ? "level-0" : `level-${(level - 1) % LEVELS + 1}`;
