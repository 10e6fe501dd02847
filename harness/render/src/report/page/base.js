// What all parts of the page use. Text from input files is written through textContent only.
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, text = "", parent = null) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
};
const data = JSON.parse(one("#data").textContent);
const bench = JSON.parse(one("#table").textContent);

const duration = (ns) => {
  const [size, unit] = ns < 1e3 ? [1, "ns"] : ns < 1e6 ? [1e3, "µs"] : ns < 1e9 ? [1e6, "ms"] : [1e9, "s"];
  return `${(ns / size).toPrecision(3)} ${unit}`;
};
