// Connects the page, then loads the module.
const report = (promise) => promise.catch((error) => {
  say(error === STOPPED ? word("stopped") : error.message, error !== STOPPED);
});
let isBusy = false;
// One action at a time; only the stop button and the board's cells work meanwhile.
const action = (name, run) => one(name).addEventListener("click", async () => {
  if (isBusy) return;
  isBusy = true;
  one("#stop").disabled = false;
  await report(run());
  isBusy = false;
  one("#stop").disabled = true;
});
const fillBoards = async () => {
  const { ok } = await ask("boards");
  for (const { names, about } of ok) {
    const group = make("optgroup", "", one("#board"));
    group.label = about;
    names.forEach((name) => make("option", name, group));
  }
};
const setLanguage = (language) => {
  document.documentElement.lang = language;
  translate();
  if (state.board && !drawing.on) show();
};
const start = async () => {
  const first = navigator.language.startsWith("fr") ? "fr" : "en";
  one("#language").value = first;
  one("#language").addEventListener("change", ({ target }) => setLanguage(target.value));
  setLanguage(first);
  say(word("loading"));
  engine.bytes = await unpack("#module");
  await WebAssembly.compile(engine.bytes.slice(0));
  launch();
  await fillBoards();
  grid.addEventListener("keydown", onKey);
  grid.addEventListener("click", onClick);
  one("#candidates").addEventListener("change", show);
  const actions = { read, empty, draw: startDrawing, use: useDrawing, hint, apply, clear, solve, watch, generate };
  Object.entries(actions).forEach(([name, run]) => action(`#${name}`, run));
  one("#stop").addEventListener("click", stopEngine);
  all("fieldset").forEach((set) => { set.disabled = false; });
  await read();
  document.documentElement.dataset.ready = "yes";
};
start().catch((error) => say(word("noModule", error.message), true));
