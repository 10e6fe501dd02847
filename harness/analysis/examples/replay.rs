//! Replays finished runs as `run --until decided` would have ended them.
//!
//! ```text
//! cargo run -p analysis --example replay -- results/hardest
//! ```
//!
//! For each folder of rows it prints how often a thousand random orders of the puzzles end with the places
//! of all puzzles, the share of the time that they take, and how often twins are told apart: each backend
//! taken twice, with its passes over each puzzle shared out at random. One pass makes no twins.

use std::path::PathBuf;

use analysis::load::Runs;
use analysis::stats::sequential::replay::FullRun;
use record::manifest::Relation;

/// The number of replays.
const REPLAYS: u64 = 1000;

/// The number of replays for each of several random twins.
const TWIN_REPLAYS: u64 = 100;

fn main() -> anyhow::Result<()> {
    for folder in std::env::args_os().skip(1).map(PathBuf::from) {
        let runs = Runs::read(std::slice::from_ref(&folder))?;
        let full = FullRun::of(&runs)?;
        let places = full.truth().places();
        println!("{}: {} puzzles", folder.display(), full.costs.len());
        for (label, place) in full.labels.iter().zip(&places) {
            println!("  {} {label}", place.map_or("-".into(), |place| place.to_string()));
        }
        let mut shares = Vec::new();
        let mut n_same = 0;
        for seed in 0..REPLAYS {
            let replay = full.replay(seed);
            n_same += u64::from(replay.evidence.places() == places);
            shares.push(replay.share);
        }
        shares.sort_unstable_by(f64::total_cmp);
        let mean = 100.0 * shares.iter().sum::<f64>() / REPLAYS as f64;
        let [half, most] = [0.5, 0.95].map(|at| 100.0 * shares[(at * REPLAYS as f64) as usize]);
        println!("  places of all puzzles: {n_same} of {REPLAYS}");
        println!(
            "  time: {mean:.1} % in the mean, {half:.1} % in half, {most:.1} % in 95 % of them"
        );
        if runs.trials.iter().any(|trial| trial.rep > 1) {
            let (apart, all) = told_apart(&runs)?;
            println!("  twins told apart: {apart} of {all}");
        }
    }
    Ok(())
}

/// Returns how many pairs of twins are told apart, and how many there are.
fn told_apart(runs: &Runs) -> anyhow::Result<(usize, usize)> {
    let (mut apart, mut all) = (0, 0);
    for seed in 0..REPLAYS / TWIN_REPLAYS {
        let twins = FullRun::twins(runs, seed)?;
        for order in 0..TWIN_REPLAYS {
            let evidence = twins.replay(order).evidence;
            let found =
                evidence.relations().filter(|(pair, _)| pair[0] % 2 == 0 && pair[1] == pair[0] + 1);
            for (_, relation) in found {
                all += 1;
                apart += usize::from(relation.is_some_and(|relation| relation != Relation::Tied));
            }
        }
    }
    Ok((apart, all))
}
