//! Simulated clusters: whatever machines do, the merge is the run on one machine, or names what is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::merge;
use crate::bench::{Bench, example, prints, text};

/// The columns that depend on the machine and the order.
const OF_THE_RUN: [&str; 3] = ["run_id", "plan_order", "wall_ns"];

/// The lines of a file of rows, in which no field has quotes, without the columns of the run; with their numbers.
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

#[test]
fn whatever_machines_do_the_merge_is_one_run_or_names_what_is_missing() {
    let bench = Bench::new("");
    let (mut n_merged, mut n_missing, mut n_copies, mut n_halves) = (0, 0, 0, 0);
    for seed in 0..20 {
        let folder = bench.path(&format!("simulated{seed}"));
        let n_shards = if seed % 2 == 0 { "30" } else { "7" };
        let expected = simulate(
            &folder,
            &["--seed", &seed.to_string(), "--shards", n_shards, "--puzzles", "600"],
        );
        let (shared, merged) = (folder.join("shared"), folder.join("merged"));
        let missing = expected["missing"].as_array().expect("numbers");
        let (code, told) = merge(&[&shared], &merged);
        n_copies += expected["copies"].as_u64().expect("a number");
        assert_eq!(
            told.matches("is a copy of").count() as u64,
            expected["copies"],
            "{seed}: {told}"
        );
        let status: Value =
            serde_json::from_str(&prints(&["status", text(&shared), "--json"])).expect("JSON");
        let n_published = status["published"].as_array().expect("numbers").len();
        assert_eq!(n_published + missing.len(), n_shards.parse::<usize>().expect("a number"));
        if missing.is_empty() {
            assert_eq!(code, Some(0), "{seed}: {told}");
            assert!(lines(&merged.join("rows.csv")) == lines(&folder.join("rows.csv")), "{seed}");
            n_merged += 1;
        } else {
            assert_eq!(code, Some(1), "{seed}: {told}");
            let numbers: Vec<u32> =
                serde_json::from_value(expected["missing"].clone()).expect("numbers");
            let named = format!(" missing: {}.\n", ranges(&numbers));
            assert!(told.contains(&named), "{seed}: {told} does not contain {named}");
            assert!(!merged.exists());
            n_missing += 1;
        }
        for half in fs::read_dir(folder.join("half")).into_iter().flatten().flatten() {
            // Beside the shards, half a copy is refused by its name, or left out.
            let (half, merged) = (half.path(), folder.join("beside half"));
            match merge(&[&shared, &half], &merged) {
                (Some(0), told) => {
                    assert!(missing.is_empty(), "{seed}: {told}");
                    assert!(lines(&merged.join("rows.csv")) == lines(&folder.join("rows.csv")));
                    fs::remove_dir_all(&merged).expect("it can go");
                }
                (Some(1), told) => assert!(!missing.is_empty(), "{seed}: {told}"),
                (_, told) => assert!(told.contains(text(&half)), "{seed}: {told}"),
            }
            n_halves += 1;
        }
    }
    let seen = (n_merged > 3, n_missing > 3, n_copies > 3, n_halves > 10);
    assert_eq!(seen, (true, true, true, true), "{n_merged} {n_missing} {n_copies} {n_halves}");
}

/// The same numbers as the merge prints them, in another way.
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
