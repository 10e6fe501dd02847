//! The properties of readers, on seeds and on mutations of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use board::catalog;
use board::instance::read_cover;
use board::seed::seeded;
use hardening::mutation::mutated;
use hardening::shrinking::shortest;
use hardening::target::TARGETS;
use race::external::protocol::Reply;
use race::program;
use record::history::History;
use record::manifest::Manifest;
use record::structure::parse_geometry;
use record::{Row, csv_header};

/// The number of mutations of the seeds of each target.
const MUTATIONS: u64 = 3000;

#[test]
fn every_property_holds_for_seeds_and_mutations() {
    for target in TARGETS.iter().filter(|target| target.name != "differential") {
        let seeds = target.seeds();
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        seeds.iter().for_each(|seed| (target.check)(seed));
        // To know its options, a study makes the whole command line.
        let n_mutations = if target.name == "study" { MUTATIONS / 30 } else { MUTATIONS };
        for number in 0..n_mutations {
            let input = mutated(&seeds, 1024, &mut seeded(number, 0x5EED));
            // The message of a panic in a property does not name its input.
            let shown = || String::from_utf8_lossy(&input).into_owned();
            if std::panic::catch_unwind(|| (target.check)(&input)).is_err() {
                panic!("{}, mutation {number}: {:?}", target.name, shown());
            }
        }
    }
}

#[test]
fn a_broken_property_is_found_and_its_input_shrunk() {
    let seeds = hardening::target::named("cover").expect("a target").seeds();
    // As if the writer lost colours.
    let is_broken = |bytes: &[u8]| {
        let problem = read_cover(&String::from_utf8_lossy(bytes));
        problem.is_ok_and(|problem| problem.colours() > 0)
    };
    let mut inputs = (0..MUTATIONS).map(|number| mutated(&seeds, 1024, &mut seeded(number, 1)));
    let found = inputs.find(|input| is_broken(input)).expect("a coloured problem");
    let small = shortest(&found, is_broken);
    // A primary item, a bar, a secondary item, and an option that gives it a colour.
    assert!(small.len() <= 9, "{:?}", String::from_utf8_lossy(&small));
}

/// Seeds that are refused would test errors only.
#[test]
fn seeds_are_read() {
    let first = |name: &str| {
        let seeds = hardening::target::named(name).expect("a target").seeds();
        seeds.iter().map(|seed| String::from_utf8_lossy(seed).into_owned()).collect::<Vec<_>>()
    };
    assert!(first("cover").iter().any(|text| read_cover(text).is_ok()));
    assert!(first("manifest").iter().all(|text| Manifest::from_json(text).is_ok()));
    assert!(first("study").iter().all(|text| harness::cmd::study::run_words(text).is_ok()));
    let drawing = |text: &String| catalog::read_drawing(text, "drawn");
    assert!(first("drawing").iter().filter(|text| drawing(text).is_ok()).count() >= 2);
    assert!(first("structure").iter().all(|text| parse_geometry(text).is_ok()));
    let is_row = |text: &String| {
        let whole = [&csv_header().expect("a header")[..], &text.as_bytes()[1..]].concat();
        csv::Reader::from_reader(&whole[..]).deserialize::<Row>().all(|row| row.is_ok())
    };
    let rows = first("rows");
    assert_eq!(rows.iter().filter(|text| is_row(text)).count(), 2, "two of {}", rows.len());
    let lines = first("reply").join("\n");
    assert!(lines.lines().all(|line| line.is_empty() || line.parse::<Reply>().is_ok()));
    let results = first("answer").concat();
    let is_result = |line: &str| {
        matches!(line.trim_start_matches(char::is_numeric).parse(), Ok(Reply::Result(_)))
    };
    assert!(results.lines().all(is_result), "{results}");
    let history = |text: &String| History::parse("history", text.as_bytes());
    assert!(first("history").iter().all(|text| history(text).is_ok_and(|it| !it.lines.is_empty())));
    let programs = |text: &String| program::parse(text, Path::new("")).map_or(0, |it| it.len());
    assert_eq!(first("programs").iter().map(programs).max(), Some(3));
}

#[test]
fn every_target_has_a_binary_of_libfuzzer_and_small_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/src/bin");
    let stem = |path: &Path| path.file_stem().map(|it| it.to_string_lossy().into_owned());
    let files = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    let binaries: BTreeSet<String> = files.filter_map(|path| stem(&path)).collect();
    assert_eq!(binaries, TARGETS.iter().map(|target| target.name.to_owned()).collect());
    for target in TARGETS {
        let file = folder.join(target.name).with_extension("rs");
        let text = fs::read_to_string(&file).expect("a binary");
        let call = match target.name {
            "differential" => "differential::check_bytes(bytes)".to_owned(),
            name if !text.contains("notation") => format!("readers::{name}(bytes)"),
            name => format!("readers::notation(\"{}\", bytes)", name.replace('_', "-")),
        };
        assert!(text.contains(&call), "{}: expected {call}", file.display());
        let seeds = target.seeds();
        assert!((1..=16).contains(&seeds.len()), "{}: {} seeds", target.name, seeds.len());
        assert!(seeds.iter().all(|seed| seed.len() < 1500), "{}", target.name);
    }
}
