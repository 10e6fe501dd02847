//! Whether 50,000 puzzles × 10 backends fit into a page if their counters are heavy-tailed: a tenth of the puzzles
//! must fit into a tenth of the room.

use std::fmt::Write as _;

use analysis::stats::scores::{Metric, Passes, ScoreMatrix};

use super::*;
use crate::golden::runs;
use crate::plot::tests::data;

const PUZZLES: usize = 5_000;
const BACKENDS: usize = 10;
const PART: usize = 50_000 / PUZZLES;

/// The size of plots, tables and script, and of the givens and solutions of 50,000 puzzles with 21 clues.
const REST: usize = 600_000;
const BOARDS: usize = 1_260_000;

/// Numbers from 0 to 1 (splitmix64, Steele, Lea and Flood 2014).
fn chance() -> impl FnMut() -> f64 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Rows whose bets are log-uniform from 1 to 10⁶ in each backend, around the hardness of the puzzle; other counters
/// and times follow them up to a factor, none of which is known.
fn rows() -> String {
    let mut chance = chance();
    let mut rows =
        String::from("backend,puzzle,status,verified,wall_ns,cpu_ns,nodes,bets,conflicts\n");
    for puzzle in 0..PUZZLES {
        let hardness = chance() * 1e6_f64.ln();
        for backend in 0..BACKENDS {
            let luck = chance() + chance() + chance() - 1.5;
            let bets = (hardness + 1.4 * luck).clamp(0.0, 1e6_f64.ln()).exp().floor();
            let wall = 2_000.0 + 300.0 * bets * (1.0 + chance()) + 100.0 * chance();
            let (cpu, nodes) =
                (wall * (0.99 + 0.02 * chance()) + 300.0, bets * (1.0 + chance()) + 1.0);
            let conflicts = bets * (0.4 + 0.2 * chance());
            let _ = writeln!(
                rows,
                "made/b{backend},{puzzle},unique,yes,{wall:.0},{cpu:.0},{nodes:.0},{bets:.0},{conflicts:.0}"
            );
        }
    }
    rows
}

#[test]
fn heavy_tailed_counters_fit_if_they_are_rounded_a_little() {
    let runs = runs(&rows());
    let all = data(&runs, Metric::Time);
    let backend = |trial: &analysis::load::Trial| Some(trial.contestant as usize);
    let matrix = |metric| ScoreMatrix::new(&runs, BACKENDS, backend, metric, Passes::Median);
    let further = [Metric::Cpu, Metric::Conflicts].map(matrix).into();
    let bench = Workbench { further, ..Workbench::default() };
    let room = (LARGEST - REST - BOARDS) / PART;
    let (html, json) = html(&bench, &crate::report::sampled(&all), &all, LARGEST - room);
    assert!(!html.contains("the table lacks"), "{}", &html[..300]);
    assert!(
        html.contains("by at most 1 %") || html.contains("by at most 2.5 %"),
        "{}",
        &html[..300]
    );
    let table: Value = serde_json::from_str(&json).expect("JSON");
    for name in ["time", "cpu", "nodes", "bets", "conflicts"] {
        assert!(table["sections"][name].is_string(), "{name}");
    }
}
