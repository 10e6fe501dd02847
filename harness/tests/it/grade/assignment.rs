//! A small assignment in a folder with submissions.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::bench::{harness, text};

/// The assignment: a visible puzzle, hidden ones, a race, and a file.
pub(super) const ASSIGNMENT: &str = r#"
format = 1
id = "small"
[title]
en = "A small assignment"
fr = "Un petit devoir"
[limits]
time = "3s"
timeouts = 2
processes = 40
[[language]]
id = "python"
recognise = ["solver.py"]
run = "python3 solver.py"
[[language]]
id = "cpp"
recognise = ["solver.cpp"]
build = "g++ -O1 -o solver solver.cpp"
run = "./solver"
[[language]]
id = "java"
recognise = ["Solver.java"]
build = "javac -d . Solver.java"
run = "java -Xmx128m -XX:+UseSerialGC -cp . Solver"
memory = "8GiB"
[[part]]
id = "visible"
kind = "answers"
points = 2
puzzles = { file = "visible.txt" }
title = { en = "The visible puzzles", fr = "Les puzzles visibles" }
help = { en = "Read the hand-out again.", fr = "Relisez l'énoncé." }
[[part]]
id = "hidden"
kind = "answers"
points = 10
visible = false
needs = ["visible"]
puzzles = { generate = "classic4", count = 10 }
title = { en = "Hidden puzzles", fr = "Puzzles cachés" }
[[part]]
id = "speed"
kind = "speed"
points = 4
needs = ["hidden"]
task = "first"
reference = { run = "python3 solver.py", folder = "reference" }
thresholds = [{ ratio = 10.0, share = 1.0 }]
puzzles = { generate = "classic4", count = 4, isomorphs = true }
title = { en = "Fast enough", fr = "Assez rapide" }
[[part]]
id = "report"
kind = "file"
points = 1
path = "report.md"
words = 3
title = { en = "The report", fr = "Le rapport" }
"#;

/// One puzzle with one solution, and one with several.
const VISIBLE: &str = "....1.3.431.2...\n12343412........\n";

/// A folder with an assignment and submissions.
pub(super) struct Course {
    folder: TempDir,
}

impl Course {
    pub(super) fn new() -> Self {
        let course = Self { folder: TempDir::new().expect("a folder") };
        for folder in ["assignment/reference", "submissions"] {
            fs::create_dir_all(course.path(folder)).expect("a folder");
        }
        course.put("assignment/assignment.toml", ASSIGNMENT);
        course.put("assignment/visible.txt", VISIBLE);
        course.put("assignment/reference/solver.py", crate::mistakes::SOLVER);
        course
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn put(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file");
    }

    fn submissions(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("submissions")).expect("submissions");
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    }

    /// Returns the words that grade all submissions.
    pub(super) fn words(&self, output: &str, more: &[&str]) -> Vec<String> {
        let mut words: Vec<String> = vec!["grade".into()];
        words.extend(self.submissions().iter().map(|path| text(path).to_owned()));
        let (assignment, output) = (self.path("assignment"), self.path(output));
        let fixed = ["--assignment", text(&assignment), "-o", text(&output), "--seed", "7"];
        words.extend(fixed.iter().chain(more).map(|&word| word.to_owned()));
        words
    }

    #[track_caller]
    pub(super) fn grade(&self, output: &str, more: &[&str]) -> Output {
        let words = self.words(output, more);
        harness(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(super) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    /// Returns the points of each part of each submission.
    pub(super) fn points(&self, output: &str) -> BTreeMap<String, Vec<f64>> {
        let marks = self.json(&format!("{output}/marks.json"));
        let of = |marks: &Value| {
            let parts = marks["parts"].as_array().expect("parts");
            let points = parts.iter().map(|part| part["points"].as_f64().expect("points"));
            (marks["id"].as_str().expect("a name").to_owned(), points.collect())
        };
        marks["submissions"].as_array().expect("submissions").iter().map(of).collect()
    }
}
