};
const data = JSON.parse(one("#data").textContent);
const bench = JSON.parse(one("#table").textContent);

const duration = (ns) => {
  const [size, unit] = ns < 1e3 ? [1, "ns"] : ns < 1e6 ? [1e3, "µs"] : ns < 1e9 ? [1e6, "ms"] : [1e9, "s"];
  return `${(ns / size).toPrecision(3)} ${unit}`;
};
