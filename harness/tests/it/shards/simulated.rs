//! Simulated clusters: whatever machines do, the merge is the run on one machine, or names what is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::merge;
use crate::bench::{Bench, example, prints, text};

/// The columns that depend on the machine and the order.
const OF_THE_RUN: [&str; 3] = ["run_id", "plan_order", "wall_ns"];

/// Returns the lines of a file of rows, in which no field has quotes, without the columns of the run; with their
/// numbers.
fn lines(path: &Path) -> BTreeMap<String, u32> {
    let text = fs::read_to_string(path).expect("rows");
    let mut all = text.lines();
    let header: Vec<&str> = all.next().expect("a header").split(',').collect();
    let mut lines = BTreeMap::new();
    for line in all {
        let fields = header.iter().zip(line.split(','));
        let kept = fields.filter(|(name, _)| !OF_THE_RUN.contains(name)).map(|(_, field)| field);
        *lines.entry(kept.collect::<Vec<_>>().join(",")).or_default() += 1;
    }
    lines
}

fn simulate(folder: &Path, options: &[&str]) -> Value {
    let output = Command::new(example("simulated_shards")).arg(folder).args(options).output();
    let output = output.expect("the example runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What was seen in some simulations.
#[derive(Default)]
struct Seen {
    n_merged: u64,
    n_missing: u64,
    n_copies: u64,
    n_halves: u64,
    n_running: u64,
    /// Clocks that are ahead of that of the folder.
    n_ahead: u64,
}

/// Checks the status of the shards of a simulation, and that its merge is the run on one machine or names what is
/// missing.
fn check_cluster(folder: &Path, expected: &Value, n_shards: usize, seen: &mut Seen) {
    let (shared, merged) = (folder.join("shared"), folder.join("merged"));
    let numbers =
        |value: &Value| serde_json::from_value::<Vec<u32>>(value.clone()).expect("numbers");
    let (missing, running) = (numbers(&expected["missing"]), numbers(&expected["running"]));
    let (code, told) = merge(&[&shared], &merged);
    assert_eq!(told.matches("is a copy of").count() as u64, expected["copies"], "{told}");
    let status = prints(&["status", text(&shared), "--json"]);
    let status: Value = serde_json::from_str(&status).expect("JSON");
    assert_eq!(numbers(&status["published"]).len() + missing.len(), n_shards);
    assert_eq!(numbers(&status["running"]), running);
    let lost: Vec<u32> = missing.iter().filter(|it| !running.contains(it)).copied().collect();
    assert_eq!(numbers(&status["lost"]), lost);
    seen.n_running += running.len() as u64;
    seen.n_ahead += u64::from(status["notes"].to_string().contains("dated ahead, by up to "));
    if missing.is_empty() {
        assert_eq!(code, Some(0), "{told}");
        assert!(lines(&merged.join("rows.csv")) == lines(&folder.join("rows.csv")));
        fs::remove_dir_all(&merged).expect("it can go");
        seen.n_merged += 1;
    } else {
        assert_eq!(code, Some(1), "{told}");
        let named = format!(" missing: {}.\n", ranges(&missing));
        assert!(told.contains(&named), "{told} does not contain {named}");
        assert!(!merged.exists());
        seen.n_missing += 1;
    }
}

/// Checks that half a copy beside the shards is refused by its name, or left out.
fn check_halves(folder: &Path, is_complete: bool, seen: &mut Seen) {
    let (shared, merged) = (folder.join("shared"), folder.join("beside half"));
    for half in fs::read_dir(folder.join("half")).into_iter().flatten().flatten() {
        let half = half.path();
        match merge(&[&shared, &half], &merged) {
            (Some(0), told) => {
                assert!(is_complete, "{told}");
                assert!(lines(&merged.join("rows.csv")) == lines(&folder.join("rows.csv")));
                fs::remove_dir_all(&merged).expect("it can go");
            }
            (Some(1), told) => assert!(!is_complete, "{told}"),
            (_, told) => assert!(told.contains(text(&half)), "{told}"),
        }
        seen.n_halves += 1;
    }
}

#[test]
fn whatever_machines_do_the_merge_is_one_run_or_names_what_is_missing() {
    let bench = Bench::new("");
    let mut seen = Seen::default();
    let mut n_late = 0;
    for seed in 0..20 {
        // The seed of a failure.
        println!("seed {seed}");
        let folder = bench.path(&format!("simulated{seed}"));
        let n_shards = if seed % 2 == 0 { 30 } else { 7 };
        let (seed, count) = (seed.to_string(), n_shards.to_string());
        let options = ["--seed", &seed, "--shards", &count, "--puzzles", "200"];
        let expected = simulate(&folder, &options);
        check_cluster(&folder, &expected, n_shards, &mut seen);
        seen.n_copies += expected["copies"].as_u64().expect("a number");
        check_halves(&folder, expected["missing"] == json!([]), &mut seen);

        // Slow machines publish what is missing, or what another one has published meanwhile.
        let late = simulate(&folder, &[&options[..], &["--late"]].concat());
        n_late += u64::from(late["missing"] != expected["missing"]);
        check_cluster(&folder, &late, n_shards, &mut seen);
    }
    let Seen { n_merged, n_missing, n_copies, n_halves, n_running, n_ahead } = seen;
    let counts = [n_merged, n_missing, n_copies, n_halves, n_running, n_ahead, n_late];
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}

/// Returns the same numbers as the merge prints them, in another way.
fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => parts.push((number, number)),
        }
    }
    let word = |&(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    parts.iter().map(word).collect::<Vec<_>>().join(", ")
}
