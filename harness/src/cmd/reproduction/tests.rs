//! Files of expected cells: what they may have, and how their cells are judged.

use std::fs;
use std::sync::atomic::AtomicBool;

use board::seed::seeded;
use rand::RngExt;

use super::cell::Comparison;
use super::measure::Measured;
use super::{Cell, Figure, Laboratory, Replayed, ReproductionFile, Verdict};

const HEAD: &str = "title = \"t\"\nauthor = \"a\"\nsource = \"s\"\n";

fn read(rest: &str) -> anyhow::Result<ReproductionFile> {
    ReproductionFile::read("x.toml", &format!("{HEAD}{rest}"), None)
}

/// Returns a cell on the edges of the 9×9 board with these further keys.
fn cell(keys: &str) -> String {
    let measure = "measure = { board.edges = \"classic9\" }";
    format!("[[cell]]\nplace = \"p\"\nclaim = \"c\"\n{measure}\n{keys}\n")
}

fn replayed(rest: &str) -> Vec<(Cell, Replayed)> {
    let cancel = AtomicBool::new(false);
    let laboratory = Laboratory::new(&cancel, None);
    let mut file = read(rest).unwrap_or_else(|error| panic!("{rest}: {error:#}"));
    let cells = std::mem::take(&mut file.cells);
    let replay = |cell: Cell| {
        let replayed = file.replay(&cell, &laboratory).unwrap();
        (cell, replayed)
    };
    cells.into_iter().map(replay).collect()
}

#[test]
fn a_figure_is_judged_exactly_as_a_ratio_or_as_a_direction() {
    for (keys, expected) in [
        ("printed = 810", Verdict::Agrees),
        ("printed = 810.0", Verdict::Agrees),
        ("printed = 811", Verdict::Differs),
        ("printed = \"810\"", Verdict::Differs),
        ("printed = 800\nwithin = 0.02\nwhy = \"w\"", Verdict::Agrees),
        ("printed = 800\nwithin = 0.01\nwhy = \"w\"", Verdict::Differs),
        ("printed = \"many\"\nabove = 800", Verdict::Agrees),
        ("printed = \"many\"\nabove = 810", Verdict::Differs),
        ("printed = \"few\"\nbelow = 811", Verdict::Agrees),
        ("printed = \"few\"\nabove = 800\nbelow = 810", Verdict::Differs),
    ] {
        let [(cell, replayed)] = &replayed(&cell(keys))[..] else { panic!("one cell") };
        assert_eq!(replayed.ours, Some(Figure::Integer(810)));
        assert_eq!(replayed.verdict, expected, "{keys}");
        assert_eq!(cell.fails(replayed), expected == Verdict::Differs, "{keys}");
    }
}

#[test]
fn only_what_is_expected_to_agree_can_fail() {
    for (keys, verdict) in [
        ("printed = 811\nverdict = \"differs\"\nwhy = \"w\"", Verdict::Differs),
        ("printed = 810\nverdict = \"differs\"\nwhy = \"w\"", Verdict::Agrees),
        ("verdict = \"not-comparable\"\nwhy = \"w\"", Verdict::NotComparable),
    ] {
        let [(cell, replayed)] = &replayed(&cell(keys))[..] else { panic!("one cell") };
        assert_eq!(replayed.verdict, verdict, "{keys}");
        assert!(!cell.fails(replayed), "{keys}");
    }
    let surprising = replayed(&cell("printed = 810\nverdict = \"differs\"\nwhy = \"w\""));
    let (cell, replayed) = &surprising[0];
    assert_eq!(cell.reason(replayed), "Expected: differs. w");
}

#[test]
fn a_verdict_on_a_recalled_figure_says_so() {
    for (figure, verdict) in [(810, "agrees, recalled"), (811, "differs, recalled")] {
        let keys = format!("printed = {figure}\nknown = \"recalled\"");
        let [(cell, replayed)] = &replayed(&cell(&keys))[..] else { panic!("one cell") };
        assert_eq!(cell.verdict(replayed.verdict), verdict);
        assert_eq!(cell.fails(replayed), figure == 811);
    }
}

#[test]
fn a_figure_that_could_not_be_read_is_not_reproducible_and_no_failure() {
    let unread = "[[cell]]\nplace = \"p\"\nclaim = \"c\"\nverdict = \"not-reproducible\"\n";
    let [(cell, replayed)] = &replayed(&format!("{unread}why = \"w\""))[..] else {
        panic!("one cell")
    };
    assert_eq!((replayed.verdict, &*cell.reason(replayed)), (Verdict::NotReproducible, "w"));
    assert!(!cell.fails(replayed));
    let error = format!("{:#}", read(unread).err().expect("no reason"));
    assert_eq!(error, "x.toml:4:1: expected why, since the verdict is not that it agrees");
}

#[test]
fn a_ratio_of_times_is_judged_by_its_tolerance_and_names_its_machine() {
    let keys = "printed = 4.4\nwithin = 0.5\nwhy = \"w\"";
    let cell = read(&cell(keys)).unwrap().cells.remove(0);
    for (ours, verdict, reason) in [
        (2.3, Verdict::Agrees, "w On a machine."),
        (6.5, Verdict::Agrees, "w On a machine."),
        (2.1, Verdict::Differs, "Expected: agrees. w On a machine."),
        (6.7, Verdict::Differs, "Expected: agrees. w On a machine."),
    ] {
        let setting = Some("On a machine.".to_owned());
        let replayed = cell.judge(Some(Measured { setting, ..ours.into() }));
        assert_eq!((replayed.verdict, &*cell.reason(&replayed)), (verdict, reason), "{ours}");
        assert_eq!(cell.fails(&replayed), verdict == Verdict::Differs, "{ours}");
    }
}

#[test]
fn another_seed_replaces_that_of_every_sample_and_study() {
    let study = "[studies.s]\ncorpus = [{ name = \"g\", generate = { count = 2, seed = 1 } }]\n";
    let sample = "sample.different-grids = { grids = 2, seed = 1 }";
    let text = format!("{HEAD}{study}{}", cell("printed = 1"));
    let text = text.replace("board.edges = \"classic9\"", sample);
    let seeds = |seed| {
        let file = ReproductionFile::read("x.toml", &text, seed).unwrap();
        [format!("{:?}", file.cells[0].measure), file.instances.studies["s"].clone()]
    };
    let [measure, study] = seeds(None);
    assert!(measure.contains("seed: 1") && study.contains("seed = 1"), "{measure} {study}");
    let [measure, study] = seeds(Some(7));
    assert!(measure.contains("seed: 7") && study.contains("seed = 7"), "{measure} {study}");
    assert!(study.contains("count = 2"), "{study}");
}

const TABLE: &str = "[[table]]
place = \"p\"
title = \"t\"
claim = \"{column} of {row}\"
rows = [\"classic4\", \"classic9\"]
columns = [\"vertices\", \"edges\"]
measure = { board.\"{column}\" = \"{row}\" }
";

#[test]
fn a_table_has_a_cell_for_each_printed_figure() {
    let table = TABLE.replace("board.\"{column}\"", "board.edges");
    let printed = "printed = [[\"\", 56], [\"\", 811]]\n[[table.differs]]\n";
    let differs = "row = \"classic9\"\ncolumn = \"edges\"\nwhy = \"w\"\n";
    let cells = replayed(&format!("{table}{printed}{differs}"));
    let claims: Vec<&str> = cells.iter().map(|(cell, _)| &*cell.claim).collect();
    assert_eq!(claims, ["edges of classic4", "edges of classic9"]);
    assert_eq!(cells[0].1.verdict, Verdict::Agrees);
    assert_eq!((cells[1].1.verdict, cells[1].0.expected), (Verdict::Differs, Verdict::Differs));
}

#[test]
fn what_is_wrong_in_a_file_is_named_with_its_place() {
    let edges = cell("printed = 810");
    for (rest, expected) in [
        ("".to_owned(), "x.toml:1:1: no cell, expected at least one [[cell]] or [[table]]"),
        ("cell = 3".into(), "x.toml:4:8: "),
        (edges.replace("claim", "clam"), "x.toml:6:1: unknown field `clam`"),
        (edges.replace("edges", "egdes"), "x.toml:7:11: unknown variant `egdes`"),
        (edges.replace("measure", "#"), "x.toml:4:1: expected measure, unless"),
        (cell(""), "x.toml:4:1: expected printed, unless"),
        (cell("printed = 1\nverdict = \"differs\""), "x.toml:4:1: expected why, since"),
        (cell("printed = 1\nwithin = 0.1"), "x.toml:4:1: expected why, the reason of the tol"),
        (
            cell("printed = 1\nwithin = 0.1\nabove = 1"),
            "x.toml:4:1: expected within, decimals, or above",
        ),
        (format!("{TABLE}printed = [[1]]"), "x.toml:4:1: printed: expected 2 rows of 2 figures"),
        (TABLE.to_owned(), "x.toml:10:11: unknown variant `{column}`"),
        (
            format!("[studies.s]\ncorpus = []\n{edges}"),
            "x.toml:4:1: study.toml:1:1: no corpus, expected at least one [[corpus]]",
        ),
        (format!("[puzzles.p]\nboard = \"clasic9\"\n{edges}"), "x.toml:4:1: "),
    ] {
        let error = read(&rest).err().unwrap_or_else(|| panic!("{rest} is read"));
        let error = format!("{error:#}");
        assert!(error.starts_with(expected), "{error}\n  is not\n{expected}\n  of\n{rest}");
    }
}

#[test]
fn what_a_measurement_names_has_to_exist() {
    let cancel = AtomicBool::new(false);
    for (measure, expected) in [
        ("{ board.edges = \"clasic9\" }", "clasic9"),
        ("{ puzzle.clues = \"p\" }", "no puzzle is called \"p\" in this file"),
        ("{ board.neighbours = { board = \"classic4\", cell = \"r5c1\" } }", "no cell \"r5c1\""),
        (
            "{ sample.solved-share = { sample = { puzzles = 1, seed = 1 }, backend = \"mr\" } }",
            "no backend is called \"mr\"",
        ),
    ] {
        let file = read(&cell("printed = 1").replace("{ board.edges = \"classic9\" }", measure));
        let file = file.unwrap();
        let error = file.replay(&file.cells[0], &Laboratory::new(&cancel, None)).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.starts_with("x.toml:4:1: ") && error.contains(expected), "{error}");
    }
}

/// The random stream of digits that are changed.
const STREAM: u64 = 0x4e;

/// Returns a figure with another digit or letter, or one that is just out of the tolerance; none for a direction, and
/// where nothing is printed.
fn changed(cell: &Cell, rng: &mut impl rand::Rng) -> Option<Figure> {
    let printed = cell.printed.as_ref()?;
    Some(match (cell.comparison, printed) {
        (Comparison::Between(..), _) => return None,
        (_, Figure::Text(text)) if text.is_empty() => return None,
        (Comparison::Within(share), _) => Figure::Number(printed.number()? / (1.001 + share)),
        (Comparison::Rounded(decimals), _) => {
            Figure::Number(printed.number()? + 0.1_f64.powi(decimals as i32))
        }
        (Comparison::Exact, Figure::Integer(value)) => {
            let n_digits = value.unsigned_abs().max(1).ilog10() + 1;
            Figure::Integer(value + 10_i64.pow(rng.random_range(0..n_digits)))
        }
        (Comparison::Exact, Figure::Number(value)) => {
            Figure::Number(value + value.abs() * 1e-6 + 1e-9)
        }
        (Comparison::Exact, Figure::Text(text)) => {
            let mut letters: Vec<char> = text.chars().collect();
            let place = rng.random_range(0..letters.len());
            letters[place] = if letters[place] == '1' { '2' } else { '1' };
            Figure::Text(letters.into_iter().collect())
        }
    })
}

#[test]
fn every_figure_of_every_file_fails_when_one_digit_is_another() {
    let (mut rng, mut n_changed) = (seeded(1, STREAM), 0);
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/reproductions")).unwrap() {
        let path = file.unwrap().path();
        let name = path.display().to_string();
        let file = ReproductionFile::read(&name, &fs::read_to_string(&path).unwrap(), None);
        let file = file.unwrap();
        for mut cell in file.cells.into_iter().filter(|it| it.expected == Verdict::Agrees) {
            let Some(other) = changed(&cell, &mut rng) else { continue };
            let measured = |figure: &Figure| Some(figure.clone().into());
            let ours = cell.printed.replace(other).unwrap();
            assert!(cell.fails(&cell.judge(measured(&ours))), "{name}: {}", cell.claim);
            cell.printed = Some(ours.clone());
            assert!(!cell.fails(&cell.judge(measured(&ours))), "{name}: {}", cell.claim);
            n_changed += 1;
        }
    }
    assert!(n_changed > 200, "{n_changed} figures");
}
