//! The size of a graph, and bounds of its chromatic number.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::Graph;
use board::referee::{self, Standing};
use render::table::{counted, counted_as, grouped};
use solvers::colour::{clique, exact, graphs::n_colours};
use solvers::{Interrupt, Limits};

use super::k_core::k_core;
use super::subject::Subject;

/// The maximum number of search states for the largest clique.
const CLIQUE_NODES: u64 = 20_000;

/// Describes a graph: order, edges, degrees, clique and chromatic number, a line each.
pub(super) fn told(subject: &Subject, time: Option<Duration>, cancel: &AtomicBool) -> String {
    let graph = &subject.graph;
    let mut text = String::new();
    let mut line = |what: &str, value: String| {
        writeln!(text, "{what:19} {value}").expect("writing to a string succeeds");
    };
    line("graph", subject.name.clone());
    line("order", grouped(graph.order() as u64));
    line("edges", grouped(graph.size() as u64));
    line("degrees", degrees(graph));
    let limits = Limits { time, cancel: Some(cancel), ..Limits::solutions(1) };
    let (clique, is_largest) = clique::largest(graph, CLIQUE_NODES, &Interrupt::new(&limits));
    let largest = if is_largest { "the largest" } else { "possibly not the largest" };
    line("clique", format!("{}, {largest}", clique.len()));
    line("chromatic number", chromatic(graph, clique.len(), &limits));
    if subject.is_coloured() {
        line("coloured", coloured(subject));
    }
    if let Some(centre) = subject.centre {
        let near = graph.neighbours(centre).iter().map(|&it| subject.vertex_name(it));
        let near = near.collect::<Vec<_>>().join(" ");
        line(&format!("around {}", subject.vertex_name(centre)), near);
    }
    text
}

/// Returns the four steps of Malherbe's scenario for a coloured graph: what was checked, constructed, coloured and
/// drawn.
pub(super) fn steps(subject: &Subject, picture: &Path) -> String {
    let graph = &subject.graph;
    let vertices = counted_as(graph.order() as u64, "vertex", "vertices");
    let edges = counted(graph.size() as u64, "edge");
    let check = match subject.puzzle().map(|it| referee::standing(it.geometry(), &it.givens())) {
        None => "nothing is coloured".into(),
        Some(Standing::Complete) => "1: complete, no rule is violated".to_owned(),
        Some(_) => "0: incomplete, no rule is violated".into(),
    };
    let lines = [
        ("check", check),
        ("graph", format!("{vertices}, {edges}")),
        ("colouring", coloured(subject)),
        ("picture", picture.display().to_string()),
    ];
    lines.map(|(what, value)| format!("{what:19} {value}\n")).concat()
}

/// Returns the number of coloured vertices and, if a backend coloured them, of colours.
fn coloured(subject: &Subject) -> String {
    let all = counted_as(subject.graph.order() as u64, "vertex", "vertices");
    let vertices = format!("{} of {all}", grouped(subject.n_coloured() as u64));
    match &subject.colouring {
        None => vertices,
        Some(it) => {
            let colours = counted(it.n_colours as u64, "colour");
            format!("{vertices}, {colours}, by {}", it.backend)
        }
    }
}

fn degrees(graph: &Graph) -> String {
    let degrees = || (0..graph.order()).map(|vertex| graph.degree(vertex));
    match (degrees().min(), degrees().max()) {
        (Some(least), Some(most)) if least == most => format!("{most} each"),
        (Some(least), Some(most)) => {
            let mean = 2.0 * graph.size() as f64 / graph.order() as f64;
            format!("{least} to {most}, {mean:.1} on average")
        }
        _ => "none".into(),
    }
}

/// Returns the chromatic number, or its bounds at the end of the time limit. Vertices with fewer neighbours than the
/// clique has vertices never need another colour, so they are left out of the search, which looks at all others for each
/// choice.
fn chromatic(graph: &Graph, clique: usize, limits: &Limits<'_>) -> String {
    let graph = k_core(graph, clique);
    let mut solver = exact::DSATUR_EXACT_BRELAZ.prepare(&graph).expect("it takes graphs");
    let outcome = solver.solve(&graph, limits);
    let found = outcome.first.as_deref().map(|colours| n_colours(colours).max(clique));
    let is_proved = outcome.stop == solvers::Stop::Exhausted || found == Some(clique);
    match found {
        Some(colours) if is_proved => colours.to_string(),
        Some(colours) => format!("{clique} to {colours}: out of time (--timeout)"),
        None => format!("at least {clique}: out of time (--timeout)"),
    }
}
