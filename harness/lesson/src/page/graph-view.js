// A graph that is being coloured. The vertices of a board stand where its cells are; others are placed by springs
// (Fruchterman and Reingold, Graph drawing by force-directed placement, 1991), or on a circle if there are many.
const GRAPH = { size: 440, sprung: 150, steps: 200, lines: 6000 };
class GraphView {
  static title = "graph";
  static takes(player) {
    const isColouring = player.lesson.backend.id.startsWith("colour/") && player.state(BoardState);
    return isColouring || player.state(GraphState) && player.lesson.problem.edges;
  }
  constructor(parent, player) {
    this.picture = picture(parent, "graph");
    const board = player.state(BoardState);
    this.state = board ?? player.state(GraphState);
    this.edges = board ? board.peers.flatMap((peers, cell) => peers.filter((peer) => peer > cell).map((peer) => [cell, peer]))
      : player.lesson.problem.edges;
    this.places = board ? board.lesson.problem.cells.map(([row, column]) => [column, row]) : placed(player.lesson.problem.order, this.edges);
    this.colours = () => board ? board.value : this.state.colour;
    this.fit();
  }
  fit() {
    const [xs, ys] = [0, 1].map((axis) => this.places.map((place) => place[axis]));
    const span = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1e-9);
    this.places = this.places.map(([x, y]) => [20 + (x - Math.min(...xs)) / span * (GRAPH.size - 40), 20 + (y - Math.min(...ys)) / span * (GRAPH.size - 40)]);
    this.radius = Math.min(14, Math.max(4, GRAPH.size / Math.sqrt(this.places.length) / 3.4));
  }
  show(player) {
    const colours = this.colours();
    const { now } = this.state;
    const isAtNow = ([a, b]) => a === now || b === now;
    const line = ([a, b]) => `M${this.places[a].map((it) => it.toFixed(1))}L${this.places[b].map((it) => it.toFixed(1))}`;
    this.picture.begin(GRAPH.size, GRAPH.size, `${t("graph")}. ${player.words}`);
    const { svg } = this.picture;
    if (this.edges.length < GRAPH.lines) draw("path", { class: "line", d: this.edges.map(line).join("") }, svg);
    draw("path", { class: "line now", d: this.edges.filter(isAtNow).map(line).join("") }, svg);
    this.places.forEach(([cx, cy], vertex) => {
      const colour = colours[vertex];
      const hue = colour < 0 ? "none" : `paint-${colour % 12}`;
      draw("circle", { class: `vertex ${hue}${vertex === now ? " now" : ""}`, cx, cy, r: this.radius }, svg);
      if (colour >= 0) draw("text", { class: "vertex-name", x: cx, y: cy + 4, "text-anchor": "middle", "font-size": Math.min(12, this.radius * 1.2) }, svg, this.name(colour));
    });
  }
  name(colour) { return this.state instanceof BoardState ? symbolOf(this.state.lesson, colour) : colour + 1; }
}
const placed = (order, edges) => {
  const circle = Array.from({ length: order }, (_, vertex) => [Math.sin(vertex / order * 2 * Math.PI), -Math.cos(vertex / order * 2 * Math.PI)]);
  if (order > GRAPH.sprung) return circle;
  let places = circle.map(([x, y]) => [x * Math.sqrt(order), y * Math.sqrt(order)]);
  for (let step = 0; step < GRAPH.steps; step += 1) places = sprung(places, edges, 1 - step / GRAPH.steps);
  return places;
};
const sprung = (places, edges, heat) => {
  const forces = places.map(([x, y]) => [-0.1 * x, -0.1 * y]);
  const push = (a, b, strength) => {
    const [dx, dy] = [places[b][0] - places[a][0], places[b][1] - places[a][1]];
    const distance = Math.max(Math.hypot(dx, dy), 0.01);
    const share = strength(distance) / distance;
    forces[a][0] -= dx * share; forces[a][1] -= dy * share;
    forces[b][0] += dx * share; forces[b][1] += dy * share;
  };
  for (let b = 0; b < places.length; b += 1) for (let a = 0; a < b; a += 1) push(a, b, (distance) => 1 / distance);
  edges.forEach(([a, b]) => push(a, b, (distance) => -distance * distance));
  return places.map(([x, y], vertex) => {
    const [dx, dy] = forces[vertex];
    const size = Math.max(Math.hypot(dx, dy), 1e-9);
    const share = Math.min(size, heat) / size;
    return [x + dx * share, y + dy * share];
  });
};
