//! Places for the vertices of a graph, in pixels.
//!
//! - [`circle`]: evenly around a circle, in their order.
//! - [`springs`]: T. M. J. Fruchterman and E. M. Reingold, *Graph drawing by force-directed placement*
//!   (Software: Practice and Experience 21, 1991). At distance *d*, two vertices repel each other with a
//!   force of *k*²/*d*, and an edge pulls its ends together with *d*²/*k*, so that an edge alone has the
//!   length *k*. In each step a vertex moves along its force, but no further than the heat, which falls
//!   to zero. A weak pull to the centre holds separate parts together. The start is a spiral of golden
//!   angles instead of a random one: the same graph always has the same picture.
//!
//! A step of `springs` takes time quadratic in the number of vertices; large graphs get fewer steps.

use std::f64::consts::TAU;

use board::{Graph, Vertex};

use crate::svg::Point;

/// The length of an edge alone: *k*.
const LENGTH: f64 = 70.0;

/// The distance between neighbours on a circle.
const APART: f64 = 28.0;

/// The maximum number of steps, and that of pairs of vertices in all steps.
const STEPS: usize = 400;
const PAIRS: usize = 200_000_000;

/// The pull to the centre, as a share of the distance to it.
const GRAVITY: f64 = 0.3;

/// Places vertices evenly around a circle, the first at the top.
pub(super) fn circle(order: usize) -> Vec<Point> {
    let radius = (order as f64 * APART / TAU).max(2.0 * APART);
    let place = |vertex: Vertex| {
        let (sine, cosine) = (TAU * vertex as f64 / order as f64).sin_cos();
        (radius * sine, -radius * cosine)
    };
    (0..order).map(place).collect()
}

/// Places the ends of edges close to each other, and other vertices apart.
pub(super) fn springs(graph: &Graph) -> Vec<Point> {
    let order = graph.order();
    let steps = STEPS.min(PAIRS / (order * order).max(1)).max(10);
    let mut places: Vec<Point> = (0..order).map(spiral).collect();
    for step in 0..steps {
        let heat = LENGTH * (1.0 - step as f64 / steps as f64);
        let forces = forces(graph, &places);
        for ((x, y), (across, down)) in places.iter_mut().zip(forces) {
            let size = across.hypot(down).max(f64::MIN_POSITIVE);
            let share = size.min(heat) / size;
            (*x, *y) = (*x + across * share, *y + down * share);
        }
    }
    with_room(places)
}

/// Enlarges a drawing until no two vertices are too close, up to three times.
fn with_room(places: Vec<Point>) -> Vec<Point> {
    let pairs = (0..places.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let apart =
        |(a, b): (Vertex, Vertex)| (places[a].0 - places[b].0).hypot(places[a].1 - places[b].1);
    let closest = pairs.map(apart).fold(APART, f64::min);
    let scale = (APART / closest).min(3.0);
    places.iter().map(|&(x, y)| (x * scale, y * scale)).collect()
}

/// Returns a point of a spiral on which points are evenly dense.
fn spiral(vertex: Vertex) -> Point {
    let golden = TAU * (3.0 - 5.0_f64.sqrt()) / 2.0;
    let (sine, cosine) = (golden * vertex as f64).sin_cos();
    let radius = LENGTH / 2.0 * (vertex as f64 + 0.5).sqrt();
    (radius * sine, radius * cosine)
}

/// Returns the force on each vertex.
fn forces(graph: &Graph, places: &[Point]) -> Vec<Point> {
    let mut forces: Vec<Point> =
        places.iter().map(|&(x, y)| (-GRAVITY * x, -GRAVITY * y)).collect();
    let mut push = |a: Vertex, b: Vertex, strength: &dyn Fn(f64) -> f64| {
        let (across, down) = (places[b].0 - places[a].0, places[b].1 - places[a].1);
        let distance = across.hypot(down).max(0.01);
        let share = strength(distance) / distance;
        forces[a].0 -= across * share;
        forces[a].1 -= down * share;
        forces[b].0 += across * share;
        forces[b].1 += down * share;
    };
    for b in 0..places.len() {
        for a in 0..b {
            push(a, b, &|distance| LENGTH * LENGTH / distance);
        }
    }
    for (a, b) in graph.edges() {
        push(a, b, &|distance| -distance * distance / LENGTH);
    }
    forces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: Point, b: Point) -> f64 {
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    #[test]
    fn neighbours_on_a_circle_are_equally_far_apart() {
        let places = circle(10);
        let apart = |a: usize| distance(places[a], places[(a + 1) % 10]);
        assert!((0..10).all(|a| (apart(a) - apart(0)).abs() < 1e-9));
        assert!(places[0].0.abs() < 1e-9 && places[0].1 < 0.0, "the first is at the top");
    }

    #[test]
    fn springs_draw_a_cycle_as_a_ring_and_an_edge_as_long_as_it_wants_to_be() {
        let cycle = Graph::new(12, (0..12).map(|it| (it, (it + 1) % 12))).expect("a cycle");
        let places = springs(&cycle);
        let far = cycle.edges().map(|(a, b)| distance(places[a], places[b])).fold(0.0, f64::max);
        assert!((0..12).all(|a| distance(places[a], places[(a + 6) % 12]) > 1.5 * far));
        assert_eq!(places, springs(&cycle), "it is the same each time");
        let parts = Graph::new(4, [(0, 1), (2, 3)]).expect("two edges");
        let places = springs(&parts);
        let length = distance(places[0], places[1]);
        assert!((0.5 * LENGTH..1.5 * LENGTH).contains(&length), "{length}");
        assert!(springs(&Graph::new(0, []).expect("nothing")).is_empty());
    }
}
