//! The status of a shared folder, whatever is in it.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use record::disk::Disk;
use record::folder::{read_manifest, write_manifest};
use serde_json::{Value, json};

use super::{copy, corpus, run, run_shards};
use crate::bench::{Bench, check_refused, prints, text};

fn document(shared: &Path) -> Value {
    let printed = prints(&["status", text(shared), "--json"]);
    serde_json::from_str(&printed).expect("JSON")
}

/// Makes an attempt of a published shard: one that wrote some rows and then nothing for so long.
fn unpublish(shared: &Path, shard: &str, name: &str, n_rows: usize, age: Duration) {
    let (from, to) =
        (shared.join("shards").join(shard), shared.join(format!("attempts/{shard}.{name}")));
    copy(&from, &to);
    let mut manifest = read_manifest(&to).expect("a manifest");
    (manifest.complete, manifest.end, manifest.rows) = (false, None, None);
    write_manifest(&Disk::default(), &to, &manifest).expect("room");
    let rows = fs::read_to_string(to.join("rows.csv")).expect("rows");
    let some: String = rows.split_inclusive('\n').take(n_rows + 1).collect();
    fs::write(to.join("rows.csv"), some + "torn,").expect("room");
    for file in fs::read_dir(&to).expect("files").flatten().map(|file| file.path()).chain([to]) {
        let file = File::open(file).expect("a file");
        file.set_modified(SystemTime::now() - age).expect("a time");
    }
}

#[test]
fn each_shard_is_in_one_state() {
    let bench = Bench::new(&corpus(20));
    let shared = bench.path("all");
    run_shards(&bench, &shared, 6, &[]);
    unpublish(&shared, "3-of-6", "here", 2, Duration::ZERO);
    unpublish(&shared, "3-of-6", "there", 1, Duration::from_secs(720));
    unpublish(&shared, "4-of-6", "lost", 4, Duration::from_secs(720));
    unpublish(&shared, "1-of-6", "late", 4, Duration::from_secs(720));
    for number in 3..=5 {
        fs::remove_dir_all(shared.join(format!("shards/{number}-of-6"))).expect("it can go");
    }
    let status = document(&shared);
    for (state, numbers) in [
        ("published", json!([1, 2, 6])),
        ("running", json!([3])),
        ("lost", json!([4])),
        ("missing", json!([5])),
    ] {
        assert_eq!(status[state], numbers, "{state}");
    }
    assert_eq!(status["shards"], 6);
    let attempts = status["attempts"].as_array().expect("attempts");
    let names: Vec<&str> = attempts.iter().filter_map(|it| it["attempt"].as_str()).collect();
    assert_eq!(names, ["late", "here", "there", "lost"]);
    assert_eq!((&attempts[1]["rows"], &attempts[1]["state"]), (&json!(2), &json!("running")));
    assert!(attempts[2]["unchanged_s"].as_f64().is_some_and(|age| age >= 720.0));
    let share = status["share"].as_f64().expect("a share");
    assert!(share > 0.5 && share < 4.0 / 6.0, "{share}");
    assert!(status["left_s"].is_number());

    let printed = prints(&["status", text(&shared)]);
    let expected = [
        "3 of 6 shards published, ",
        "3-of-6.there  ",
        "silent for 12m",
        "Shard 3 has 2 attempts.",
        "1 attempt at published shards: not needed.",
    ];
    for expected in expected {
        assert!(printed.contains(expected), "{expected}: {printed}");
    }
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
}

#[test]
fn when_all_are_published_the_merge_is_named() {
    let bench = Bench::new(&corpus(4));
    let shared = bench.path("all");
    run_shards(&bench, &shared, 2, &[]);
    let printed = prints(&["status", text(&shared)]);
    assert!(printed.contains("100 %\n"), "{printed}");
    assert!(printed.contains("`harness merge --complete "), "{printed}");
    assert!(!printed.contains("attempt"), "{printed}");
}

#[test]
fn a_shard_of_another_run_has_a_note() {
    let bench = Bench::new(&corpus(4));
    let shared = bench.path("all");
    run_shards(&bench, &shared, 2, &[]);
    let path = shared.join("shards/2-of-2/manifest.json");
    let manifest = fs::read_to_string(&path).expect("a manifest");
    let changed = manifest.replacen("\"max_solutions\": 100000", "\"max_solutions\": 100001", 1);
    assert_ne!(changed, manifest);
    fs::write(&path, changed).expect("room");
    let notes = document(&shared)["notes"].to_string();
    assert!(
        notes.contains("2-of-2 is of another run than ")
            && notes.contains("max_solutions: 100000, then 100001"),
        "{notes}"
    );
}

#[test]
fn half_a_copy_does_not_count() {
    let bench = Bench::new(&corpus(4));
    let shared = bench.path("all");
    run_shards(&bench, &shared, 2, &[]);
    fs::write(shared.join("shards/1-of-2/manifest.json"), "{\"schema\": 2, ").expect("room");
    fs::create_dir_all(shared.join("attempts/2-of-2.empty")).expect("room");
    let status = document(&shared);
    assert_eq!((&status["published"], &status["missing"]), (&json!([2]), &json!([1])));
    assert!(
        prints(&["status", text(&shared)]).contains("1-of-2 is not whole, and does not count: ")
    );
}

#[test]
fn a_folder_without_shards_is_said_to_be_one() {
    let bench = Bench::new(&corpus(4));
    let (shared, whole) = (bench.path("all"), bench.path("whole"));
    check_refused(&["status", text(&shared)], "cannot read");
    fs::create_dir(&shared).expect("room");
    assert!(prints(&["status", text(&shared)]).starts_with("No shard has begun in "));
    assert_eq!(document(&shared)["shards"], Value::Null);
    assert_eq!(run(&bench, &whole, &[]).status.code(), Some(0));
    check_refused(&["status", text(&whole)], "is a run, expected the folder that shards share");
    run_shards(&bench, &shared, 2, &[]);
    fs::rename(shared.join("shards/1-of-2"), shared.join("shards/1-of-3")).expect("room");
    check_refused(
        &["status", text(&shared)],
        "has shards of 2 and of 3, expected those of one run",
    );
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_read_only_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new(&corpus(4));
    let shared = bench.path("all");
    run_shards(&bench, &shared, 1, &[]);
    let permissions =
        |mode| fs::set_permissions(&shared, fs::Permissions::from_mode(mode)).expect("a mode");
    permissions(0o555);
    let status = document(&shared);
    permissions(0o755);
    assert_eq!(status["published"], json!([1]));
    // Status leaves nothing behind.
    assert_eq!(super::names(&shared), ["attempts", "shards"].map(str::to_owned).into());
}
