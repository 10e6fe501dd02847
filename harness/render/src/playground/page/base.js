// What all parts of the page use. Texts of puzzles are written through textContent only.
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, text = "", parent = null) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
};
const word = (key, ...values) => {
  const text = WORDS[document.documentElement.lang]?.[key] ?? WORDS.en[key] ?? key;
  return values.reduce((line, value, index) => line.replaceAll(`{${index}}`, () => value), text);
};
const translate = () => {
  all("[data-word]").forEach((element) => { element.textContent = word(element.dataset.word); });
  all("[data-label]").forEach((element) => element.setAttribute("aria-label", word(element.dataset.label)));
  document.title = word("title");
};
const say = (text, isBad = false) => {
  one("#status").textContent = text;
  one("#status").classList.toggle("failure", isBad);
};
