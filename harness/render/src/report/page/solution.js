// The solution of a puzzle out of its givens and its path: see path.rs. Ranks in the path are in base 36.
const RADIX = 36;
const candidatesOf = ({ symbols: names, regions }, count) => {
  const size = names.length;
  const can = new Uint8Array(count * size).fill(1);
  const counts = new Uint16Array(count).fill(size);
  const isFilled = new Uint8Array(count);
  const mine = Array.from({ length: count }, () => []);
  regions.forEach((region) => region.forEach((cell) => mine[cell].push(region)));
  const ofCell = (cell) => [...names.keys()].filter((symbol) => can[cell * size + symbol]);
  const remove = (cell, symbol) => {
    const is = can[cell * size + symbol] === 1;
    if (is) { can[cell * size + symbol] = 0; counts[cell] -= 1; }
    return is;
  };
  const assign = (first, chosen) => {
    const todo = [[first, chosen]];
    while (todo.length) {
      const [cell, symbol] = todo.pop();
      if (isFilled[cell]) continue;
      isFilled[cell] = 1;
      for (let other = 0; other < size; other += 1) if (other !== symbol) remove(cell, other);
      for (const region of mine[cell]) for (const peer of region) {
        if (peer !== cell && remove(peer, symbol) && counts[peer] === 1) todo.push([peer, ofCell(peer)[0]]);
      }
    }
  };
  const full = regions.filter((region) => region.length === size);
  const fillRegion = (region) => {
    let isChanged = false;
    for (let symbol = 0; symbol < size; symbol += 1) {
      let [found, last] = [0, 0];
      for (const cell of region) if (can[cell * size + symbol]) { found += 1; last = cell; }
      if (found === 1 && !isFilled[last]) { assign(last, symbol); isChanged = true; }
    }
    return isChanged;
  };
  const fillSingles = () => { while (full.map(fillRegion).some(Boolean)); };
  const narrowest = () => {
    let best = -1;
    for (let cell = 0; cell < count; cell += 1) {
      if (!isFilled[cell] && (best < 0 || counts[cell] < counts[best])) best = cell;
    }
    return best;
  };
  return { assign, fillSingles, narrowest, ofCell };
};
const solutionOf = (written, givens, board) => {
  if (!written?.startsWith("+")) return written?.slice(1);
  const names = [...board.symbols];
  const given = [...givens];
  const candidates = candidatesOf({ symbols: names, regions: board.regions }, given.length);
  given.forEach((name, cell) => { if (name !== ".") candidates.assign(cell, names.indexOf(name)); });
  candidates.fillSingles();
  for (const digit of written.slice(1)) {
    const cell = candidates.narrowest();
    candidates.assign(cell, candidates.ofCell(cell)[parseInt(digit, RADIX)]);
    candidates.fillSingles();
  }
  return given.map((_, cell) => names[candidates.ofCell(cell)[0]]).join("");
};
