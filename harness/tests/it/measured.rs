//! Rows and manifests say what was measured.

use std::fs;

use record::Status;
use solvers::Instructions;

use crate::bench::{Bench, harness, prints, rows, text};

const CORPUS: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

#[test]
fn a_row_names_the_crate_and_the_instructions_that_did_its_work() {
    let bench = Bench::new(CORPUS);
    let path = bench.path("corpus.txt");
    for isolate in ["all", "none"] {
        let run = bench.path(isolate);
        let arguments =
            [text(&path), "-o", text(&run), "--isolate", isolate, "--jobs", "1", "--no-probe"];
        let backends = ["-b", "simd/", "-b", "sat/extended.varisat", "-b", "candidates/mrv"];
        let output = harness(&[&arguments[..], &backends[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let rows = rows(&run);
        assert_eq!(rows.len(), 10);
        for row in rows {
            let (version, instructions) = (&*row.version, row.instruction_set.as_deref());
            match &*row.backend {
                "sat/extended.varisat" => assert!(version.starts_with("0.1.0+varisat.")),
                _ => assert_eq!(version, "0.1.0"),
            }
            let expected = match row.backend.split_once('.') {
                Some((name, fixed)) if name.starts_with("simd/") => Some(fixed),
                None if row.backend.starts_with("simd/") => Some(Instructions::best().name()),
                _ => None,
            };
            assert_eq!(instructions, expected, "{}", row.backend);
            let lacks = |it: Instructions| expected == Some(it.name()) && !it.are_here();
            if Instructions::ALL.into_iter().any(lacks) {
                assert_eq!(row.status, Status::Unsupported);
                assert!(row.error.expect("a reason").contains("this processor lacks"));
            } else {
                assert_eq!(row.status, Status::Unique, "{}", row.backend);
            }
        }
    }
}

#[test]
fn a_manifest_has_no_absolute_path_and_its_run_goes_on() {
    let bench = Bench::new(CORPUS);
    let (path, run) = (bench.path("corpus.txt"), bench.path("run"));
    let arguments = [text(&path), "-o", text(&run), "-b", "candidates/mrv", "--no-probe"];
    assert_eq!(harness(&arguments).status.code(), Some(0));
    let file = run.join("manifest.json");
    let manifest = fs::read_to_string(&file).expect("a manifest");
    let folder = path.parent().expect("a folder");
    assert!(!manifest.contains(text(folder)) && !manifest.contains("/target/"), "{manifest}");
    let shown = prints(&["show", text(&run)]);
    for part in ["corpus.txt", "target features", "lock blake3"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let again = [&arguments[..], &["--resume"]].concat();
    assert_eq!(harness(&again).status.code(), Some(0));
    // That of an older version has one, and knows less of the program.
    let mut older: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    older["plan"]["corpora"][0]["file"] = text(&path).into();
    let program = older["program"].as_object_mut().expect("a program");
    program.remove("target_features");
    program.remove("lock_blake3");
    older["plan"].as_object_mut().expect("a plan").remove("versions");
    fs::write(&file, older.to_string()).expect("room");
    assert_eq!(harness(&["show", text(&run)]).status.code(), Some(0));
    assert_eq!(harness(&again).status.code(), Some(0));
}

#[test]
fn a_run_does_not_go_on_with_another_release_of_an_engine() {
    let bench = Bench::new(CORPUS);
    let (path, run) = (bench.path("corpus.txt"), bench.path("run"));
    let arguments = [text(&path), "-o", text(&run), "-b", "sat/extended.batsat", "--no-probe"];
    assert_eq!(harness(&arguments).status.code(), Some(0));
    let file = run.join("manifest.json");
    let manifest = fs::read_to_string(&file).expect("a manifest");
    let (older, version) = ("0.1.0+batsat.0.0.1", "0.1.0+batsat.0.6.0");
    fs::write(&file, manifest.replace(version, older)).expect("room");
    let output = harness(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains(older) && error.contains(version), "{error}");
}

#[test]
fn a_tree_with_changes_is_told_wherever_its_times_are_shown() {
    let bench = Bench::new(CORPUS);
    let (path, run) = (bench.path("corpus.txt"), bench.path("run"));
    let arguments = ["-b", "candidates/mrv", "-b", "cover/dlx", "--no-probe"];
    let table = prints(&[&[text(&path), "-o", text(&run)], &arguments[..]].concat());
    let file = run.join("manifest.json");
    let mut manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("a manifest")).expect("JSON");
    let is_dirty = |manifest: &serde_json::Value| {
        manifest["program"]["revision"].as_str().is_some_and(|it| it.ends_with('+'))
    };
    let caveat = "uncommitted changes";
    assert_eq!(table.contains(caveat), is_dirty(&manifest));
    for (revision, is_told) in [("1a2b3c", false), ("1a2b3c+", true)] {
        manifest["program"]["revision"] = revision.into();
        fs::write(&file, manifest.to_string()).expect("room");
        for subcommand in [&["rank"][..], &["compare", "--baseline", "cover/dlx"]] {
            let shown = prints(&[subcommand, &[text(&run)]].concat());
            assert_eq!(shown.contains(caveat), is_told, "{subcommand:?} {revision}: {shown}");
        }
    }
}
