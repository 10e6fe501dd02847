// Lessons that are recorded now, in the player of recorded ones: a page of its own in a frame.
const player = { page: null };
// In JSON `<` only occurs in texts, where it may be written so. Then no text ends the element.
const withLessons = (lessons) => player.page
  .replace('<html lang="en">', `<html lang="${document.documentElement.lang}">`)
  .replace(/(<script type="application\/json" id="lessons">)[^<]*/,
    (_, begin) => begin + JSON.stringify(lessons).replaceAll("<", "\\u003c"));
const watch = async () => {
  const rows = chosenRows();
  if (!rows.length) { say(word("noRow"), true); return; }
  player.page ??= new TextDecoder().decode(await unpack("#player"));
  const lessons = [];
  for (const backend of rows) {
    say(word("busy", backend));
    lessons.push((await ask("lesson", { ...puzzle(), backend })).ok);
  }
  const frame = one("#lesson");
  frame.hidden = false;
  frame.srcdoc = withLessons(lessons);
  say(word("watching"));
  frame.scrollIntoView();
  frame.focus();
};
