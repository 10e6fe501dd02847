// Playing: so many steps a second, drawn at most once a frame.
const SPEEDS = [0.5, 1, 2, 5, 10, 25, 100, 1000, 10000];
const play = { isOn: false, speed: 2, last: 0, rest: 0 };
const setPlaying = (isOn) => {
  play.isOn = isOn;
  Object.assign(play, { last: performance.now(), rest: 0 });
  const button = one("#play");
  button.dataset.t = isOn ? "pause" : "play";
  button.textContent = t(button.dataset.t);
  // A screen reader cannot follow what plays.
  stage.panels.forEach((panel, at) => panel.words.setAttribute("aria-live", !isOn && at === stage.lead ? "polite" : "off"));
  if (isOn && stage.position >= furthest()) moveTo(0);
  if (isOn) requestAnimationFrame(onFrame);
};
const onFrame = (now) => {
  if (!play.isOn) return;
  play.rest += Math.max(0, now - play.last) / 1000 * SPEEDS[play.speed];
  play.last = now;
  const count = Math.floor(play.rest);
  if (count) { play.rest -= count; moveBy(count); }
  if (stage.position >= furthest()) setPlaying(false); else requestAnimationFrame(onFrame);
};
const setSpeed = (index) => {
  play.speed = Math.min(Math.max(index, 0), SPEEDS.length - 1);
  one("#speed").value = play.speed;
  one("#speed-text").textContent = `${SPEEDS[play.speed].toLocaleString(language)} ${t("per-second")}`;
};
