//! Known chromatic numbers, bounds, and brute force.

use std::sync::Arc;
use std::time::Duration;

use board::instance::{VertexColour, check_colouring};
use board::seed::seeded;
use board::{Graph, Puzzle, Vertex, catalog};
use generate::instances::{mycielski, petersen, queen_graph};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::clique;
use super::exact::{DSATUR_EXACT, DSATUR_EXACT_BRELAZ};
use super::graphs::n_colours;
use super::greedy::{DSATUR, WELSH_POWELL};
use crate::contract::{Event, Interrupt, Observer};
use crate::recorder::{Recorded, Recorder};
use crate::{BACKENDS, Backend, Counter, Limits, Outcome, Stop};

/// The random stream of these tests.
const STREAM: u64 = 0xc010;

fn graph(order: usize, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> Graph {
    Graph::new(order, edges).expect("edges")
}

fn pairs(order: usize) -> impl Iterator<Item = (Vertex, Vertex)> {
    (0..order).flat_map(|b| (0..b).map(move |a| (a, b)))
}

/// Returns a random graph of `order` vertices with equal edge probabilities.
fn random(order: usize, seed: u64) -> Graph {
    let mut rng = seeded(seed, STREAM);
    let density = rng.random_range(0.0..1.0);
    graph(order, pairs(order).filter(|_| rng.random_bool(density)))
}

/// Returns the rows that solve graphs.
fn rows() -> impl Iterator<Item = &'static Backend> {
    BACKENDS.iter().filter(|row| row.takes::<Graph>())
}

fn solve(backend: &Backend, graph: &Graph) -> Outcome<Vec<VertexColour>> {
    let outcome = backend
        .prepare::<Graph>(graph)
        .expect("it takes graphs")
        .solve(graph, &Limits::solutions(1));
    let first = outcome.first.as_ref().expect("a colouring");
    assert_eq!(check_colouring(graph, first), Ok(()), "{}", backend.id);
    let claimed = backend.counts.contains(&Counter::Colours).then(|| n_colours(first) as u64);
    assert_eq!(outcome.counters.colours, claimed.unwrap_or_default(), "{}", backend.id);
    outcome
}

/// Asserts that exact rows are exhausted with `chromatic` colours, and greedy ones are stuck with at
/// least as many.
#[track_caller]
fn check(graph: &Graph, chromatic: usize) {
    for backend in rows() {
        let outcome = solve(backend, graph);
        let colours = n_colours(outcome.first.as_ref().expect("a colouring"));
        if backend.complete {
            assert_eq!((outcome.stop, colours), (Stop::Exhausted, chromatic), "{}", backend.id);
        } else {
            assert_eq!(outcome.stop, Stop::Stuck);
            assert!(colours >= chromatic, "{}", backend.id);
        }
    }
}

/// Returns the smallest number of colours, by trying every colouring that introduces colours in order.
fn brute_force(graph: &Graph) -> usize {
    fn least(graph: &Graph, colours: &mut Vec<VertexColour>, used: u32) -> usize {
        let vertex = colours.len();
        if vertex == graph.order() {
            return used as usize;
        }
        let clashes = |colour| graph.edges().any(|(a, b)| b == vertex && colours[a] == colour);
        let possible: Vec<u32> = (0..=used).filter(|&colour| !clashes(colour)).collect();
        let mut best = usize::MAX;
        for colour in possible {
            colours.push(colour);
            best = best.min(least(graph, colours, used.max(colour + 1)));
            colours.pop();
        }
        best
    }
    least(graph, &mut Vec::new(), 0)
}

#[test]
fn queen_graphs_have_the_published_chromatic_numbers() {
    for (n, chromatic) in [(1, 1), (2, 4), (3, 5), (4, 5), (5, 5), (6, 7), (7, 7)] {
        check(&queen_graph(n), chromatic);
    }
}

#[test]
fn each_mycielski_graph_needs_one_colour_more_than_the_previous() {
    for n in 0..4 {
        check(&mycielski(n), n + 2);
    }
    let exact = &DSATUR_EXACT_BRELAZ;
    assert_eq!(solve(exact, &mycielski(4)).first.as_deref().map(n_colours), Some(6));
}

#[test]
fn textbook_graphs_have_their_chromatic_numbers() {
    check(&petersen(), 3);
    check(&graph(0, []), 0);
    check(&graph(5, []), 1);
    check(&graph(7, pairs(7)), 7);
    check(&graph(9, pairs(9).filter(|(a, b)| (a + b) % 2 == 1)), 2);
    for (length, chromatic) in [(3, 3), (8, 2), (9, 3), (50, 2), (51, 3)] {
        check(&graph(length, (0..length).map(|i| (i, (i + 1) % length))), chromatic);
    }
}

#[test]
fn random_graphs_agree_with_brute_force() {
    for seed in 0..400 {
        let graph = random(1 + seed as usize % 9, seed);
        check(&graph, brute_force(&graph));
    }
}

#[test]
fn dsatur_is_exact_on_bipartite_graphs() {
    let dsatur = &DSATUR;
    for seed in 0..200 {
        let mut rng = seeded(seed, STREAM);
        let mut is_left: Vec<bool> = (0..30).map(|_| rng.random()).collect();
        (is_left[0], is_left[1]) = (true, false);
        let across = pairs(30).filter(|&(a, b)| is_left[a] != is_left[b]);
        let graph = graph(30, across.filter(|&it| it == (0, 1) || rng.random_bool(0.1)));
        assert_eq!(solve(dsatur, &graph).counters.colours, 2, "{seed}");
    }
}

#[test]
fn welsh_and_powell_stay_within_their_bound() {
    let row = &WELSH_POWELL;
    for seed in 0..200 {
        let graph = random(40, seed);
        let mut degrees: Vec<usize> = (0..40).map(|vertex| graph.degree(vertex)).collect();
        degrees.sort_unstable_by(|a, b| b.cmp(a));
        let bound = (1..).zip(degrees).map(|(i, degree)| i.min(degree + 1)).max();
        assert!(Some(solve(row, &graph).counters.colours as usize) <= bound, "{seed}");
    }
}

/// Returns an interrupt that never stops a search.
fn never() -> Interrupt<'static> {
    Interrupt::new(&Limits::solutions(1))
}

#[test]
fn the_largest_clique_is_a_maximum_clique() {
    for seed in 0..300 {
        let graph = random(1 + seed as usize % 12, seed);
        let (found, is_largest) = clique::largest(&graph, u64::MAX, &never());
        assert!(is_largest);
        let is_clique = |vertices: &[Vertex]| {
            vertices
                .iter()
                .enumerate()
                .all(|(i, &b)| vertices[..i].iter().all(|&a| graph.is_edge(a, b)))
        };
        assert!(is_clique(&found));
        let members = |set: u32| -> Vec<Vertex> {
            (0..graph.order()).filter(|vertex| set >> vertex & 1 == 1).collect()
        };
        let mut sets =
            (0..1_u32 << graph.order()).filter(|set| set.count_ones() as usize > found.len());
        assert!(!sets.any(|set| is_clique(&members(set))), "{seed}");
    }
    let (found, is_largest) = clique::largest(&mycielski(4), 3, &never());
    assert_eq!((found.len(), is_largest), (2, false));
}

#[test]
fn a_search_stopped_by_a_limit_returns_the_best_colouring_so_far() {
    let graph = queen_graph(8);
    for backend in rows().filter(|backend| backend.complete) {
        for nodes in [1, 20, 64, 2000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::solutions(1) };
            let outcome =
                backend.prepare::<Graph>(&graph).expect("it takes graphs").solve(&graph, &limits);
            assert_eq!((outcome.stop, outcome.counters.nodes), (Stop::NodeLimit, nodes));
            assert_eq!(outcome.first.is_some(), nodes > 56, "{nodes}");
            assert_eq!(outcome.solutions, u64::from(nodes > 56));
        }
    }
}

#[test]
fn events_agree_with_the_counters_and_end_with_the_colouring() {
    for backend in rows() {
        let graph = queen_graph(6);
        let solved = solve(backend, &graph);
        let mut recorder = Recorder::default();
        let traced = backend.prepare::<Graph>(&graph).expect("it takes graphs").trace(
            &graph,
            &Limits::solutions(1),
            &mut recorder,
        );
        assert_eq!(traced, solved, "{}", backend.id);
        let count = |is_it: fn(&Recorded) -> bool| {
            recorder.events.iter().filter(|event| is_it(event)).count() as u64
        };
        let counters = traced.counters;
        assert_eq!(
            count(|it| matches!(it, Recorded::Paint { alternatives: 2.., .. })),
            counters.bets
        );
        assert_eq!(
            count(|it| matches!(it, Recorded::Paint { alternatives: 1, .. })),
            counters.deductions
        );
        assert_eq!(count(|it| matches!(it, Recorded::Conflict)), counters.conflicts);
        assert_eq!(recorder.events.last(), traced.first.map(Recorded::Coloured).as_ref());
    }
}

#[test]
fn a_star_with_a_hundred_thousand_points_takes_two_colours_and_little_memory() {
    let star = graph(100_000, (1..100_000).map(|point| (0, point)));
    let row = &WELSH_POWELL;
    assert_eq!(solve(row, &star).counters.colours, 2);
}

#[test]
fn the_clock_is_read_in_time_however_many_vertices_a_step_looks_at() {
    let graph = graph(1 << 20, []);
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::solutions(1) };
    for row in [DSATUR, DSATUR_EXACT, DSATUR_EXACT_BRELAZ] {
        let outcome = row.prepare::<Graph>(&graph).expect("it takes graphs").solve(&graph, &limits);
        let ended = (outcome.stop, outcome.counters.nodes < 100);
        assert_eq!(ended, (Stop::Deadline, true), "{}: {}", row.id, outcome.counters.nodes);
    }
}

/// The symbols and alternatives that a search reports.
#[derive(Default)]
struct Reported(Vec<(usize, usize)>);

impl Observer for Reported {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Deduce { symbol, .. } => self.0.push((symbol.into(), 1)),
            Event::Bet { symbol, alternatives, .. } => self.0.push((symbol.into(), alternatives)),
            _ => {}
        }
    }
}

#[test]
fn a_colour_that_is_no_symbol_is_never_an_alternative() {
    let geometry = Arc::new(catalog::classic(4).unwrap());
    let mut rng = seeded(9, STREAM);
    // Four cells without a symbol, no two of which are neighbours; and random givens.
    let mut lines = vec![".21.34....43.12.".to_owned()];
    lines.extend((0..200).map(|_| {
        let cell = |_| *b"...1234".choose(&mut rng).expect("a character") as char;
        (0..16).map(cell).collect()
    }));
    let mut n_stuck = 0;
    for line in lines {
        let puzzle = board::text::line::parse(&line, &geometry).unwrap();
        for row in [DSATUR, WELSH_POWELL] {
            let mut reported = Reported::default();
            let mut solver = row.prepare::<Puzzle>(&geometry).unwrap();
            let outcome = solver.trace(&puzzle, &Limits::solutions(1), &mut reported);
            n_stuck += usize::from(outcome.stop == Stop::Stuck);
            let is_real = |&(symbol, alternatives): &(usize, usize)| symbol < 4 && alternatives < 5;
            assert!(reported.0.iter().all(is_real), "{} on {line}: {:?}", row.id, reported.0);
        }
    }
    assert!(n_stuck >= 5, "{n_stuck}");
}
