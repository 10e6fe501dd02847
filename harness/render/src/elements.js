// What all parts of the page use. Text from input files is written through textContent only.
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, text = "", parent = null) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
