// The words of the page, and its line of status.
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
