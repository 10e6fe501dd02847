use std::fs;
use std::path::PathBuf;

use record::Row;
use record::folder::{MANIFEST, ROWS};
use record::hash::PuzzleHash;
use serde_json::json;

use super::*;

/// Files in a folder of their own, and what reading all of them gives.
fn read(files: &[(&str, &str)]) -> anyhow::Result<Runs> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(name, text): &(&str, &str)| -> PathBuf {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    };
    let paths: Vec<PathBuf> = files.iter().map(write).collect();
    Runs::read(&paths).map_err(|error| {
        let folder = format!("{}/", folder.path().display());
        anyhow::anyhow!(format!("{error:#}").replace(&folder, ""))
    })
}

fn row(backend: &'static str, puzzle: &str) -> Row {
    let hash = PuzzleHash(puzzle.bytes().fold(0, |hash, byte| hash << 8 | u64::from(byte)));
    Row {
        schema: record::SCHEMA,
        run_id: "r".into(),
        backend: backend.to_owned().into(),
        puzzle: puzzle.into(),
        puzzle_hash: hash,
        iso_class: hash,
        rep: 1,
        invocation: 1,
        status: Status::Unique,
        verified: Verified::Yes,
        solutions: 1.into(),
        solution: Some("1234".into()),
        wall_ns: Some(1_000),
        nodes: Some(7),
        ..Row::default()
    }
}

fn csv(rows: &[Row]) -> String {
    let mut bytes = record::csv_header().unwrap();
    record::to_csv(rows, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn check_refused(text: &str, message: &str) {
    let error = read(&[("a.csv", text)]).unwrap_err().to_string();
    assert_eq!(error, message);
}

#[test]
fn what_was_written_is_read() {
    let rows = [
        Row { granularity: Some(Granularity::Block), isolated: true, ..row("cover/dlx", "one") },
        Row { wall_ns: None, rep: 3, invocation: 2, plan_order: 9, ..row("candidates/mrv", "one") },
    ];
    let runs = read(&[("a.csv", &csv(&rows))]).unwrap();
    assert_eq!(runs.contestants[0].label, "candidates/mrv", "in order");
    assert_eq!((runs.puzzles.len(), &*runs.puzzles[0].name), (1, "one"));
    let [first, second] = &runs.trials[..] else { panic!("two trials") };
    assert_eq!((first.contestant, second.contestant), (1, 0));
    assert_eq!((first.get(Measure::Wall), second.get(Measure::Wall)), (Some(1_000), None));
    assert_eq!((first.get(Measure::Nodes), first.get(Measure::Bets)), (Some(7), None));
    assert_eq!((second.rep, second.invocation, second.order), (3, 2, 9));
    assert!(first.isolated && !first.is_timed_alone() && second.is_timed_alone());
    assert_eq!(first.solution, second.solution);
}

#[test]
fn columns_may_be_in_any_order_and_missing_and_unknown_ones_are_ignored() {
    let text = "\u{feff}note,wall_ns,status,puzzle,backend\r\n\"a, b\",5,unique,one,mine\r\n\
                ,,timeout,two,mine\r\n";
    let runs = read(&[("a.csv", text)]).unwrap();
    assert_eq!(runs.trials[0].get(Measure::Wall), Some(5));
    assert_eq!((runs.trials[1].status, runs.trials[1].rep), (Status::Timeout, 1));
    assert_eq!(runs.puzzles.len(), 2);
    check_refused(
        &format!("{text},x,unique,1,a\r\n"),
        "a.csv:4:wall_ns: \"x\", expected an integer below 2^64 or nothing",
    );
    assert_eq!(read(&[("a.csv", &format!("{text}\r\n\n"))]).unwrap().trials.len(), 2);
}

#[test]
fn errors_have_a_position() {
    let header = "backend,puzzle,status,wall_ns,isolated,schema\n";
    let good = "mine,one,unique,1,true,1\n";
    for (line, message) in [
        ("mine,two,unique,1.5,,", "wall_ns: \"1.5\", expected an integer below 2^64 or nothing"),
        ("mine,two,unique,-1,,", "wall_ns: \"-1\", expected an integer below 2^64 or nothing"),
        ("mine,two,unique,1,yes,", "isolated: \"yes\", expected true or false"),
        ("mine,two,,1,,", "status: empty, expected a status"),
        (",two,unique,1,,", "backend: empty, expected the id of a backend"),
        ("mine,two,unique,1,,99", "schema: schema 99, this program reads schemas up to 2"),
        ("mine,two,unique,1,", "5: 5 fields, expected 6 as in line 1"),
        (
            "mine,one,unique,2,,",
            "puzzle: the trial of mine on one, repetition 1, repeats line 2 of a.csv; expected each \
             trial once",
        ),
    ] {
        check_refused(&format!("{header}{good}{line}\n"), &format!("a.csv:3:{message}"));
    }
    let error = read(&[("a.csv", &format!("{header}mine,one,sovled,,,\n"))]).unwrap_err();
    let error = error.to_string();
    assert!(error.starts_with("a.csv:2:status: unknown variant `sovled`, expected"), "{error}");
    check_refused("", "a.csv:1:1: empty file, expected a header");
    check_refused(
        "backend,status\n",
        "a.csv:1:puzzle: column not found, expected rows of a run with at least backend, puzzle, \
         status",
    );
    check_refused(
        "backend,puzzle,status,backend\n",
        "a.csv:1:backend: duplicate column, expected one",
    );
}

#[test]
fn bytes_that_are_not_utf_8_have_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    fs::write(&path, b"backend,puzzle,status\nmine,\xff\xfe,unique\n").unwrap();
    let error = format!("{:#}", Runs::read(&[path]).unwrap_err());
    assert!(error.contains("a.csv:2:puzzle: not UTF-8"), "{error}");
}

#[test]
fn the_same_file_twice_is_refused_and_two_runs_are_not() {
    let (once, again) =
        (csv(&[row("a/b", "one")]), csv(&[Row { run_id: "s".into(), ..row("a/b", "one") }]));
    let error = read(&[("a.csv", &once), ("b.csv", &once)]).unwrap_err().to_string();
    assert!(error.starts_with("b.csv:2:puzzle: the trial of a/b on one"), "{error}");
    assert!(error.ends_with("expected each trial once"), "{error}");
    let of_any_program = "backend,puzzle,status\nmine,one,unique\n";
    let error = read(&[("a.csv", of_any_program), ("b.csv", of_any_program)]).unwrap_err();
    assert!(error.to_string().ends_with("run_id that names the run of each row tells them apart"));
    let runs = read(&[("a.csv", &once), ("b.csv", &again)]).unwrap();
    assert_eq!((runs.trials.len(), runs.puzzles.len(), runs.runs.len()), (2, 1, 2));
    assert_eq!((runs.trials[0].source, runs.trials[1].source), (0, 1));
}

#[test]
fn isomorphs_that_are_the_same_puzzle_are_several_trials() {
    let of = |iso_seed| Row { iso_seed, ..row("a/b", "empty") };
    let runs = read(&[("a.csv", &csv(&[of(None), of(Some(1)), of(Some(2))]))]).unwrap();
    assert_eq!((runs.trials.len(), runs.puzzles.len(), runs.entries.len()), (3, 1, 3));
    let error = read(&[("a.csv", &csv(&[of(Some(1)), of(Some(1))]))]).unwrap_err().to_string();
    assert!(error.contains("repeats line 2"), "{error}");
}

#[test]
fn pilot_passes_are_excluded_but_their_failures_are_reported() {
    let pilot = Row { rep: 0, status: Status::Crashed, ..row("a/b", "one") };
    let runs = read(&[("a.csv", &csv(&[pilot.clone(), row("a/b", "one")]))]).unwrap();
    assert_eq!((runs.trials.len(), runs.trials[0].rep, runs.pilot_failures), (1, 1, 1));
    assert!(runs.caveats(Measure::Wall).iter().any(|caveat| caveat.contains("pilot passes")));
    let error = read(&[("a.csv", &csv(&[pilot]))]).unwrap_err().to_string();
    assert!(error.contains("only those of pilot passes"), "{error}");
}

#[test]
fn two_versions_of_a_backend_are_two_contestants() {
    let of = |version: &'static str| Row { version: version.into(), ..row("a/b", "one") };
    let runs = read(&[("a.csv", &csv(&[of("2"), of("1"), row("c/d", "one")]))]).unwrap();
    let labels: Vec<&str> = runs.contestants.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["a/b@1", "a/b@2", "c/d"]);
    let kept = |rules: &[(bool, &str)]| -> anyhow::Result<Vec<u32>> {
        let rules: Vec<_> = rules.iter().map(|&(take, text)| (take, text.to_owned())).collect();
        let mut runs = runs.clone();
        runs.keep(&rules, &[])?;
        Ok(runs.trials.iter().map(|trial| trial.contestant).collect())
    };
    assert_eq!(kept(&[(true, "a/b")]).unwrap(), [1, 0]);
    assert_eq!(kept(&[(true, "a/b@2")]).unwrap(), [1]);
    assert_eq!(kept(&[(false, "a/b@2")]).unwrap(), [0, 2]);
    let error = kept(&[(true, "c/x")]).unwrap_err().to_string();
    assert_eq!(error, "no backend here matches \"c/x\", did you mean c/d?");
}

#[test]
fn verdicts_across_rows_and_files_are_recomputed() {
    let several = Row {
        status: Status::Multiple,
        solutions: 2.into(),
        run_id: "s".into(),
        ..row("cover/dlx", "one")
    };
    let alone = Row { verified: Verified::Unchecked, ..row("candidates/mrv", "one") };
    let one_run = csv(std::slice::from_ref(&alone));
    let runs = read(&[("a.csv", &one_run), ("b.csv", &csv(&[several]))]).unwrap();
    let mrv = &runs.trials[0];
    assert_eq!((mrv.status, mrv.verified), (Status::Wrong, Verified::No));
    let supported = read(&[("a.csv", &csv(&[alone, row("cover/dlx", "one")]))]).unwrap();
    assert!(supported.trials.iter().all(|trial| trial.verified == Verified::Yes));
}

#[test]
fn a_row_that_contradicts_itself_is_unknown_and_convicts_no_other() {
    let edited = Row { status: Status::Multiple, ..row("cover/dlx", "one") };
    let honest = Row { verified: Verified::Unchecked, ..row("candidates/mrv", "one") };
    let runs = read(&[("a.csv", &csv(&[edited, honest]))]).unwrap();
    let statuses: Vec<Status> = runs.trials.iter().map(|trial| trial.status).collect();
    assert_eq!(statuses, [Status::Unknown, Status::Unique]);
    let warning = "a.csv: 1 row states a number of solutions that contradicts the status, and counts as unknown.";
    let caveats = runs.caveats(Measure::Wall);
    assert!(caveats[0].starts_with("WARNING") && caveats[0].ends_with(warning), "{caveats:?}");
}

#[test]
fn the_partial_row_of_a_run_that_was_killed_is_ignored() {
    let text = csv(&[row("a/b", "one"), row("a/b", "two")]);
    let truncated = &text[..text.len() - 3];
    let killed = r#"{"complete": false}"#;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(ROWS), truncated).unwrap();
    fs::write(folder.path().join(MANIFEST), killed).unwrap();
    let runs = Runs::read(&[folder.path().to_owned()]).unwrap();
    assert_eq!(runs.trials.len(), 1);
    assert!(runs.caveats(Measure::Wall).contains(&"The run is incomplete.".to_owned()));
}

#[test]
fn missing_shards_are_a_caveat() {
    let folder = tempfile::tempdir().unwrap();
    let shards = [(1, "a"), (2, "a"), (3, "a"), (3, "b")].map(|(number, backend)| {
        let shard = folder.path().join(format!("{backend}{number}"));
        fs::create_dir(&shard).unwrap();
        let row = Row { run_id: shard.display().to_string().into(), ..row("a/b", "one") };
        fs::write(shard.join(ROWS), csv(&[row])).unwrap();
        let manifest = json!({
            "run_id": format!("{backend}{number}"),
            "complete": true,
            "plan": {
                "version": "1", "backends": [backend], "programs": [], "task": "unique", "isolate": "none",
                "max_solutions": 1, "jobs": 1, "repetitions": { "min": 1, "max": 1 },
                "invocations": 1, "order": "interleaved", "seed": 1, "memory": false, "summary_only": false,
                "puzzles": [], "corpora": [], "geometries": [],
                "shard": { "number": number, "count": 3 },
            },
        });
        fs::write(shard.join(MANIFEST), manifest.to_string()).unwrap();
        shard
    });
    let caveat = "Only 2 of 3 shards: the puzzles of the others are missing.".to_owned();
    let is_said = |shards| Runs::read(shards).unwrap().caveats(Measure::Wall).contains(&caveat);
    assert!(is_said(&shards[..2]) && !is_said(&shards[..3]));
    // A shard of another run takes no place.
    let of_two_runs = Runs::read(&[&shards[..2], &shards[3..]].concat()).unwrap();
    assert_eq!(
        of_two_runs.missing_shards(),
        [
            "Only 2 of 3 shards of the run of a1: the puzzles of the others are missing.",
            "Only 1 of 3 shards of the run of b3: the puzzles of the others are missing."
        ]
    );
    let error = Runs::read(&[shards[0].clone(), shards[0].join(ROWS)]).unwrap_err().to_string();
    assert!(error.ends_with("are the same run, expected each run once"), "{error}");
}

#[test]
fn a_sample_of_rows_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(ROWS), csv(&[row("a/b", "one")])).unwrap();
    let manifest = r#"{"plan": {"summary_only": true}}"#;
    fs::write(folder.path().join(MANIFEST), manifest).unwrap();
    for path in [folder.path().to_owned(), folder.path().join(ROWS)] {
        let error = Runs::read(&[path]).unwrap_err().to_string();
        assert!(error.contains("--summary-only") && error.contains("one row in a thousand"));
    }
}

#[test]
fn a_manifest_as_it_is_written_yields_caveats() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(ROWS), csv(&[row("a/b", "one")])).unwrap();
    let mut written = json!({
        "program": record::manifest::ProgramBuild {
            version: "1".into(),
            revision: Some("1a2b3c+".into()),
            compiler: String::new(),
            opt_level: "0".into(),
            debug_assertions: false,
            target: String::new(),
            target_features: String::new(),
            lock_blake3: None,
        },
        "interference": {"inflation": 1.5},
        "plan": {"order": record::manifest::Order::Batch},
        "complete": true,
    });
    let path = folder.path().join(MANIFEST);
    fs::write(&path, written.to_string()).unwrap();
    let caveats = Runs::read(&[folder.path().to_owned()]).unwrap().caveats(Measure::Wall);
    for part in ["by 50 %", "not optimised", "(1a2b3c+)", "--order batch", "Fewer than 512"] {
        assert!(caveats.iter().any(|caveat| caveat.contains(part)), "{part}: {caveats:?}");
    }
    written["complete"] = json!("no");
    fs::write(&path, written.to_string()).unwrap();
    let error = Runs::read(&[folder.path().to_owned()]).unwrap_err().to_string();
    assert!(error.contains("manifest.json:1:"), "{error}");
}

#[test]
fn a_solver_killed_before_its_hello_is_the_one_of_its_name() {
    let told = Row { version: "1".into(), ..row("external/loop", "one") };
    let killed = Row { status: Status::Timeout, ..row("external/loop", "two") };
    let runs = read(&[("a.csv", &csv(&[told.clone(), killed.clone()]))]).unwrap();
    assert_eq!(runs.trials[0].contestant, runs.trials[1].contestant);
    assert_eq!(runs.contestants[runs.trials[0].contestant as usize].label, "external/loop");
    // Which of two versions it was, nobody knows.
    let newer = Row { version: "2".into(), ..row("external/loop", "three") };
    let runs = read(&[("a.csv", &csv(&[told, newer, killed]))]).unwrap();
    let labels: Vec<&str> = runs.contestants.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["external/loop@unknown", "external/loop@1", "external/loop@2"]);
}

#[test]
fn a_puzzle_belongs_to_each_of_its_corpora_under_each_of_its_names() {
    let hash = row("a/b", "x").puzzle_hash;
    let there = |corpus: &str, name: &str| Row {
        corpus: corpus.into(),
        puzzle_hash: hash,
        ..row("a/b", name)
    };
    let rows = [there("first", "one"), there("second", "uno"), row("a/b", "two")];
    let runs = read(&[("a.csv", &csv(&rows))]).unwrap();
    assert_eq!((runs.puzzles.len(), runs.entries.len()), (2, 3));
    let kept = |rule: &str| {
        let mut runs = runs.clone();
        runs.keep(&[], &[(true, rule.into())]).unwrap();
        runs.trials.len()
    };
    assert_eq!((kept("one"), kept("uno"), kept("two")), (2, 2, 1));
    let of_corpus = |pattern: &str| {
        let mut runs = runs.clone();
        runs.keep_corpora(&[pattern.into()]).map(|()| runs.trials.len())
    };
    assert_eq!(of_corpus("second").unwrap(), 1);
    assert_eq!(of_corpus("first|second").unwrap(), 2);
    assert!(of_corpus("third").unwrap_err().to_string().contains("no corpus here"));
}

#[test]
fn rows_of_schema_1_share_a_time_where_they_follow_each_other() {
    let mut text = String::from("backend,puzzle,order,status,wall_ns,granularity\n");
    for (puzzle, order, wall, granularity) in [
        ("a", 0, 10, "block"),
        ("b", 1, 10, "block"),
        ("c", 2, 11, "block"),
        ("d", 4, 11, "block"),
        ("e", 5, 11, "solve"),
    ] {
        text += &format!("x/y,{puzzle},{order},unique,{wall},{granularity}\n");
    }
    let runs = read(&[("a.csv", &text)]).unwrap();
    assert_eq!(runs.groups, [2, 1, 1]);
    let groups: Vec<Option<u32>> = runs.trials.iter().map(|trial| trial.group).collect();
    assert_eq!(groups, [Some(0), Some(0), Some(1), Some(2), None]);
}

#[test]
fn contestants_with_inaccurate_times_are_named() {
    let timed = |backend, puzzle, wall| Row {
        wall_ns: Some(wall),
        wall_error_ns: Some(25),
        ..row(backend, puzzle)
    };
    let rows = [
        timed("simd/single", "one", 220),
        timed("simd/single", "two", 300),
        timed("cover/dlx", "one", 220),
        timed("cover/dlx", "two", 5_000),
    ];
    let caveats = read(&[("a.csv", &csv(&rows))]).unwrap().caveats(Measure::Wall);
    let caveat = caveats.iter().find(|it| it.starts_with("The clock")).expect("a caveat");
    assert!(caveat.contains("more than 5 % on most puzzles of simd/single ("), "{caveat}");
}

#[test]
fn a_backend_on_other_instructions_is_another_contestant() {
    let on = |set: &'static str, puzzle| Row {
        version: "1".into(),
        instruction_set: Some(set.into()),
        ..row("simd/single", puzzle)
    };
    let runs = read(&[("a.csv", &csv(&[on("avx2", "one"), on("avx512", "one")]))]).unwrap();
    let labels: Vec<&str> = runs.contestants.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["simd/single@1+avx2", "simd/single@1+avx512"]);
    let runs = read(&[("a.csv", &csv(&[on("avx2", "one")]))]).unwrap();
    assert_eq!(runs.contestants[0].label, "simd/single");
}
