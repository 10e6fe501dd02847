//! `harness generate`, from the command line to the corpus that other subcommands read.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use record::{Row, Status, Verified};
use solvers::BACKENDS;

use crate::bench::{self, Bench, prints, rows, text};
use crate::instances::{errors, harness, printed};

#[track_caller]
fn check_refused(arguments: &[&str], message: &str) {
    bench::check_refused(&[&["generate"], arguments].concat(), message);
}

/// The program refuses what is wanted with a message that has all of these words.
#[track_caller]
fn check_refused_with(arguments: &[&str], messages: &[&str]) {
    let output = bench::harness(&[&["generate"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    for message in messages {
        assert!(errors(&output).contains(message), "{message} in {}", errors(&output));
    }
}

/// Returns the lines of puzzles.
fn puzzles(corpus: &str) -> Vec<&str> {
    corpus.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn the_same_arguments_are_the_same_bytes_with_any_number_of_threads() {
    for wish in [
        &["--level", "fiendish", "--count", "12"][..],
        &["--method", "hurtebis", "--level", "easy", "--count", "9"],
        &["--symmetry", "diagonal", "--method", "build", "--clues", "27", "--count", "3"],
        &["--clues", "81", "--grids", "uniform", "--count", "3"],
        &["--clues", "81", "--grids", "regular", "--count", "3"],
    ] {
        let make = |jobs| prints(&[&["generate", "--jobs", jobs], wish].concat());
        let corpus = make("1");
        assert_eq!(corpus, make("3"));
        assert_eq!(puzzles(&corpus).len().to_string(), *wish.last().expect("a count"));
    }
}

const VARIANTS: [&str; 6] =
    ["consecutive", "greater-than", "killer", "kropki", "sandwich", "thermometer"];

/// Two families find that each of so many puzzles has one solution.
#[track_caller]
fn check_unique(corpus: &str, puzzles: usize) {
    let ids = ["candidates/mrv", "sat/extended.cdcl"];
    let backends: Vec<_> = BACKENDS.iter().filter(|it| ids.contains(&it.id)).copied().collect();
    let ran = Bench::new(corpus).run(&backends, &["--task", "unique", "--timeout", "60s"]);
    assert_eq!(ran.rows.len(), 2 * puzzles, "{corpus}");
    let is_unique = |row: &Row| row.status == Status::Unique && row.verified == Verified::Yes;
    assert!(ran.rows.iter().all(is_unique), "{}", ran.printed);
}

#[test]
fn puzzles_with_relations_have_one_solution_in_each_notation() {
    for variant in VARIANTS {
        let wish = ["generate", "--variant", variant, "--count", "3", "--seed", "2"];
        let make = |more: &[&str]| prints(&[&wish, more].concat());
        let small = make(&["--geometry", "classic6", "--jobs", "1"]);
        assert_eq!(small, make(&["--geometry", "classic6", "--jobs", "3"]));
        check_unique(&small, 3);
        if variant != "killer" {
            check_unique(&make(&["--geometry", "classic6", "--to", "f-puzzles"]), 3);
        }
    }
    check_refused(&["--variant", "killer", "--clues", "9"], "cages take the place of givens");
    check_refused(&["--variant", "killer", "--level", "easy"], "cannot be used with");
    let too_small = ["--variant", "killer", "--geometry", "classic4", "--to", "killer"];
    check_refused(&too_small, "expected classic9 with cages");
}

#[test]
fn shipped_puzzles_with_relations_have_one_solution() {
    let datasets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets");
    for name in VARIANTS {
        let corpus = fs::read_to_string(datasets.join(format!("{name}.txt"))).expect("a corpus");
        let first: Vec<&str> = corpus.lines().take(10).collect();
        check_unique(&first.join("\n"), 8);
    }
}

#[test]
fn boards_beyond_any_search_have_full_grids() {
    let bench = Bench::new("");
    let corpus = bench.path("holes64.txt");
    let wish = ["--geometry", "classic64", "--family", "holes", "--share", "0.3"];
    prints(&[&["generate", "-o", text(&corpus)], &wish[..]].concat());
    let said = fs::read_to_string(&corpus).expect("a corpus");
    assert_eq!(puzzles(&said).len(), 1);
    prints(&["check", text(&corpus)]);
    check_refused(
        &["--geometry", "x", "--grids", "regular"],
        "x has no regular grid, expected a classic or a Latin board",
    );
}

#[test]
fn a_level_that_is_asked_for_is_the_one_that_is_rated() {
    let bench = Bench::new("");
    for level in ["easy", "hard", "beyond"] {
        let corpus = bench.path(level);
        prints(&["generate", "--level", level, "--count", "5", "-o", text(&corpus)]);
        let rated = prints(&["rate", "--csv", text(&corpus)]);
        let levels: Vec<&str> =
            rated.lines().skip(1).filter_map(|it| it.split(',').nth(4)).collect();
        assert_eq!(levels, [level; 5]);
    }
}

#[test]
fn what_is_written_in_another_notation_reads_back() {
    let bench = Bench::new("");
    for (notation, geometry) in [("hurtebis", "classic9"), ("grid", "samurai"), ("sdk", "classic9")]
    {
        let file = bench.path(notation);
        let wish = ["generate", "--geometry", geometry, "--symmetry", "central", "--seed", "5"];
        let lines = prints(&wish);
        prints(&[&wish[..], &["--to", notation, "-o", text(&file)]].concat());
        let read = ["convert", text(&file), "--geometry", geometry, "--to", "line"];
        assert_eq!(puzzles(&prints(&read)), puzzles(&lines), "{notation}");
        let page = bench.path(&format!("{notation}.html"));
        prints(&["draw", text(&file), "--geometry", geometry, "-o", text(&page)]);
        assert!(fs::metadata(page).expect("a page").len() > 1000);
    }
}

#[test]
fn a_drawn_motif_is_met_in_both_ways() {
    let bench = Bench::new("");
    let motif = bench.path("motif.txt");
    let rows = ["x x x", "x . x", ". x .", "x x x"].map(|row| format!("{row} | x . x | x x x\n"));
    let picture = [0, 1, 2, 3, 1, 3, 0, 2, 3].map(|row: usize| rows[row].clone()).concat();
    fs::write(&motif, &picture).expect("a motif");
    let marks: String = picture.chars().filter(|mark| ".x".contains(*mark)).collect();
    for method in ["build", "choose"] {
        let wish = ["generate", "--symmetry", text(&motif), "--method", method, "--count", "2"];
        let corpus = prints(&wish);
        assert_eq!(puzzles(&corpus).len(), 2);
        for puzzle in puzzles(&corpus) {
            let given: String =
                puzzle.chars().map(|it| if it == '.' { '.' } else { 'x' }).collect();
            assert_eq!(given, marks);
        }
    }
}

#[test]
fn what_contradicts_itself_is_refused() {
    let bench = Bench::new("");
    let motif = bench.path("motif.txt");
    fs::write(&motif, "x.x\n.!").expect("a motif");
    check_refused(&["--symmetry", text(&motif)], "motif.txt:2:2: '!' is not a mark");
    fs::write(&motif, format!("{}{}", "x".repeat(30), ".".repeat(51))).expect("a motif");
    check_refused(&["--symmetry", text(&motif), "--clues", "31"], "draws 30 given cells");
    check_refused(&["--symmetry", text(&motif), "--method", "remove"], "expected --method build");
    check_refused(&["--symmetry", "sideways"], "neither a symmetry nor a file");
    check_refused(&["--symmetry", "vertical", "--geometry", "triple"], "no such symmetry");
    check_refused(&["--method", "build"], "expected --clues");
    check_refused(&["--method", "hurtebis", "--symmetry", "central"], "have no symmetry");
    check_refused(&["--method", "hurtebis", "--level", "beyond"], "need no hypothesis");
    check_refused(
        &["--expect", "multiple", "--level", "easy"],
        "require puzzles with one solution",
    );
    check_refused(&["--level", "trivial"], "possible values");
    check_refused(&["--clues", "82"], "has only 81 cells");
    check_refused(&["--to", "sdk", "--count", "2"], "sdk holds one puzzle");
    for (wish, message) in [
        (
            &["--clues", "10"][..],
            "no puzzle on classic9 with 10 clues has only one solution, expected at least 17",
        ),
        (&["--geometry", "classic16", "--clues", "14"], "expected at least 15"),
        (&["--symmetry", "central", "--clues", "16"], "expected at least 17"),
        (
            &["--symmetry", "rotational", "--clues", "26"],
            "no pattern with --symmetry rotational has 26 clues, expected --clues 25 or 28",
        ),
    ] {
        check_refused(wish, message);
    }
    fs::write(&motif, format!("{}{}", "x".repeat(16), ".".repeat(65))).expect("a motif");
    check_refused(&["--symmetry", text(&motif)], "with 16 clues has only one solution");
    // Relations need fewer clues.
    let thermometers = ["generate", "--variant", "thermometer", "--geometry", "classic4"];
    prints(&[&thermometers[..], &["--clues", "2", "--tries", "1000"]].concat());
}

#[test]
fn few_cells_of_a_grid_have_several_solutions() {
    for clues in ["0", "10", "19"] {
        let text = prints(&["generate", "--expect", "multiple", "--clues", clues]);
        let puzzle = text.lines().last().expect("a puzzle");
        let given = puzzle.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!(given.to_string(), clues, "{text}");
    }
}

#[test]
fn what_cannot_be_had_ends_with_a_message() {
    for wish in [
        &["--symmetry", "rotational", "--clues", "17"][..],
        &["--geometry", "classic6", "--level", "beyond", "--clues", "30"],
    ] {
        check_refused(wish, "0 of 1 puzzles: 1000 consecutive attempts gave no new one");
    }
    // No Latin square of this size follows from five cells. A number of clues alone is tried for longer.
    let few = [
        "0 of 1 puzzles: 100000 consecutive attempts gave no new one",
        "or climb to few clues with --fewest-clues",
        "note: random puzzles rarely have so few clues, up to 100000 are tried",
    ];
    check_refused_with(&["--geometry", "latin5", "--clues", "5"], &few);
    let tried = [
        "0 of 1 puzzles: 3 consecutive attempts gave no new one",
        "try more with --tries, or climb to few clues with --fewest-clues",
    ];
    check_refused_with(&["--clues", "17", "--tries", "3"], &tried);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_puzzles_so_far() {
    for wish in [&["--method", "hurtebis"][..], &["--variant", "killer", "--geometry", "classic16"]]
    {
        let bench = Bench::new("");
        let corpus = bench.path("new.txt");
        let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
            .args(["generate", "--count", "1000000", "-o", text(&corpus)])
            .args(wish)
            .spawn()
            .expect("the program starts");
        let written = || fs::read_to_string(&corpus).unwrap_or_default();
        bench::wait_until("puzzles are written", || written().contains("# source"));
        thread::sleep(Duration::from_millis(300));
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let written = written();
        assert!(written.ends_with('\n'), "{written}");
        assert!(puzzles(&written).iter().all(|line| line.len() == 81), "{written}");
    }
}

#[test]
fn a_search_that_is_killed_goes_on_and_ends_as_if_it_had_not_been() {
    let bench = Bench::new("");
    let journal = bench.path("journal");
    let search = ["generate", "--geometry", "classic6", "--hardest-for", "candidates/mrv"];
    let search = [&search[..], &["--climbs", "24", "--patience", "150", "-c", "5"]].concat();
    let kept = [&search[..], &["--journal", text(&journal)]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(&kept)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() < 4 && child.try_wait().expect("a child").is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let before = lines();
    assert!((4..25).contains(&before), "killed on the way, after {before} lines");
    let whole = prints(&search);
    assert_eq!(prints(&kept), whole, "as if it had not been killed");
    assert_eq!(lines(), 25);
    assert_eq!(prints(&kept), whole, "nothing is left to be done");
    assert_eq!(prints(&[&search[..], &["--jobs", "1"]].concat()), whole);
    assert_eq!(puzzles(&whole).len(), 5);
    let other = [&kept[..], &["--seed", "2"]].concat();
    check_refused(&other[1..], "journal:1:1: this is the journal of another search");
}

#[test]
fn mined_puzzles_cost_what_is_said_of_them() {
    let search =
        ["generate", "--hardest-for", "cover/dlx", "--cost", "conflicts", "--patience", "5"];
    let corpus = prints(&[&search[..], &["--climbs", "6", "-c", "3"]].concat());
    let bench = Bench::new(&corpus);
    let (file, run) = (bench.path("corpus.txt"), bench.path("run"));
    prints(&["run", text(&file), "-b", "cover/dlx", "-o", text(&run), "--no-probe", "--jobs", "1"]);
    let rows = rows(&run);
    assert_eq!(rows.len(), 3);
    for (row, line) in rows.iter().zip(puzzles(&corpus)) {
        let said = format!("# {} conflicts of cover/dlx", row.conflicts.expect("a count"));
        assert!(line.ends_with(&said), "{line}");
    }
    let from = ["--from", text(&file), "--climbs", "3", "-c", "1", "--patience", "40"];
    let other = prints(&[&search[..3], &from].concat());
    assert!(!corpus.contains(puzzles(&other)[0]), "what one starts from is left out");
    check_refused(&["--hardest-for", "cover/dlx-rs"], "does not count bets");
    check_refused(&["--hardest-for", "cover/dlx", "--level", "hard"], "cannot be used with");
}

#[test]
fn a_climb_to_few_clues_leads_to_fewer_than_removal_does() {
    let search = ["generate", "--fewest-clues", "--climbs", "2", "--patience", "100", "-c", "2"];
    let corpus = prints(&search);
    for line in puzzles(&corpus) {
        let given = line[..81].bytes().filter(|&it| it != b'.').count();
        assert!(given <= 22, "{line}");
        assert!(line.ends_with(&format!("# {given} clues")), "{line}");
    }
    check_refused(&["--fewest-clues", "--hardest-for", "cover/dlx"], "cannot be used with");
    check_refused(&["--fewest-clues", "--cost", "nodes"], "cannot be used with");
    check_refused(&["--drawings", "3"], "--hardest-for");
}

#[test]
fn shares_of_given_cells_lead_to_a_picture_of_their_transition() {
    let bench = Bench::new("");
    let (corpus, run, svg) = (bench.path("c.txt"), bench.path("run"), bench.path("t.svg"));
    let family = ["generate", "--geometry", "latin8", "--family", "completion", "--count", "6"];
    let shares = ["--share", "0.25,0.4,0.5,0.6", "-o", text(&corpus)];
    prints(&[&family[..], &shares].concat());
    let ask = ["run", text(&corpus), "--task", "first", "-o", text(&run), "--no-probe"];
    prints(&[&ask[..], &["-b", "candidates/mrv", "-b", "cover/dlx"]].concat());
    prints(&["plot", "transition", text(&run), "--metric", "bets", "-o", text(&svg)]);
    let picture = fs::read_to_string(svg).expect("a picture");
    assert!(picture.contains("Highest median: candidates/mrv at"), "the peak is named");
    let rows = rows(&run);
    assert_eq!(rows.len(), 2 * 4 * 6);
    let clues: Vec<usize> = rows.iter().map(|row| row.clues).collect();
    assert!([16, 26, 32, 38].iter().all(|given| clues.contains(given)));
    check_refused(&["--family", "holes"], "--share");
    check_refused(&["--family", "holes", "--share", "1.5"], "is not a share");
}

#[test]
fn a_drawn_seed_is_printed_and_gives_the_same_puzzle_again() {
    let bench = Bench::new("");
    let puzzle = |seed: &str| {
        let command = ["generate", "--geometry", "classic6", "--seed", seed];
        let output = harness(&bench, &command);
        (printed(&output), errors(&output))
    };
    let (first, note) = puzzle("random");
    let seed = note.strip_prefix("note: --seed ").and_then(|it| it.split_once(" was drawn"));
    let (seed, _) = seed.expect("a note");
    assert!(first.contains(&format!(" --seed {seed}\n")), "{first}");
    assert_eq!(puzzle(seed), (first.clone(), String::new()));
    assert_ne!(puzzle("random").0, first, "another one each time");
}

#[test]
fn screen_file_and_page_are_written_at_once() {
    let bench = Bench::new("");
    let new = ["generate", "--method", "hurtebis", "--to", "hurtebis"];
    let outputs = ["-o", "-", "-o", "@new.txt", "-o", "@new.html"];
    let screen = printed(&harness(&bench, &[&new[..], &outputs].concat()));
    assert_eq!(screen.matches("|------------------|").count(), 2);
    assert_eq!(fs::read_to_string(bench.path("new.txt")).expect("a file"), screen);
    let page = fs::read_to_string(bench.path("new.html")).expect("a page");
    assert_eq!(page.matches("<figure").count(), 2, "the puzzle and its solution");
    let again = harness(&bench, &[&new[..], &outputs[2..]].concat());
    assert_eq!((again.status.code(), printed(&again)), (Some(2), String::new()));
}
