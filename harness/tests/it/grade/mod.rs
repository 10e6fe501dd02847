//! A class is graded: right, slow, wrong and hostile programs, in a sandbox where there is one.

mod assignment;
mod kinds;
mod programs;

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::bench::{harness, runs_slow_tests, text};
use crate::outside::has_python;

use assignment::{ASSIGNMENT, Course};

fn succeeds(words: &[&str]) -> bool {
    let mut command = Command::new(words[0]);
    let command = command.args(&words[1..]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Returns whether there is a sandbox; else the test says that it is skipped.
fn has_sandbox() -> bool {
    let has = succeeds(&["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]);
    if !has {
        eprintln!("SKIPPED: there is no bubblewrap, or it does not work here");
    }
    has
}

/// Returns the programs whose language is here; the others are named.
fn runnable(mut programs: Vec<programs::Program>) -> Vec<programs::Program> {
    programs.retain(|(name, file, _)| {
        let compiler = match *file {
            "solver.cpp" => "/usr/bin/g++",
            "Solver.java" => "/usr/bin/javac",
            _ => return true,
        };
        let is_there = Path::new(compiler).exists();
        if !is_there {
            eprintln!("SKIPPED: {name}, because there is no {compiler}");
        }
        is_there
    });
    programs
}

/// The points of each part.
const POINTS: &[(&str, [f64; 4])] = &[
    ("right-python", [2.0, 10.0, 4.0, 1.0]),
    ("right-cpp", [2.0, 10.0, 4.0, 0.0]),
    ("right-java", [2.0, 10.0, 4.0, 0.0]),
    ("slow", [2.0, 10.0, 0.0, 0.0]),
    ("overlooked", [1.0, 10.0, 4.0, 0.0]),
    ("debug", [2.0, 10.0, 4.0, 0.0]),
    ("buffered", [0.0; 4]),
    ("all-input", [0.0; 4]),
    ("endless", [0.0; 4]),
    ("crash", [0.0; 4]),
    ("no-hello", [0.0; 4]),
    ("unbuilt", [0.0; 4]),
    ("unnamed", [0.0; 4]),
    ("hostile-fork", [0.0; 4]),
    ("hostile-flood", [0.0; 4]),
    ("hostile-read", [0.0; 4]),
    ("hostile-write", [2.0, 10.0, 4.0, 0.0]),
    ("hostile-table", [1.0, 0.0, 0.0, 0.0]),
    ("hostile-clock", [2.0, 10.0, 0.0, 0.0]),
];

#[test]
fn a_class_is_graded_twice_with_the_same_marks() {
    if !has_python() || !has_sandbox() || !runs_slow_tests() {
        return;
    }
    let course = Course::new();
    course.put("assignment/secret.txt", "the grader's");
    let secret = course.path("assignment/secret.txt");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let honest = runnable(programs::honest());
    let all = [honest, programs::hostile(&secret, port)].concat();
    programs::write(&course.path("submissions"), &all);
    course.put("submissions/right-python/report.md", "It is right.");
    course.put("submissions/slow/report.md", "Slow.");
    for output in ["first", "second"] {
        let graded = course.grade(output, &["--lang", "en"]);
        let errors = String::from_utf8_lossy(&graded.stderr).into_owned();
        assert_eq!(graded.status.code(), Some(0), "{errors}");
        assert!(!errors.contains("NOT confined"), "{errors}");
    }
    let points = course.points("first");
    assert_eq!(points, course.points("second"));
    assert_eq!(fs::read_to_string(&secret).expect("the secret"), "the grader's");
    for (name, expected) in POINTS {
        let Some(points) = points.get(*name) else { continue };
        assert_eq!(points, expected, "{name}");
    }
    assert!(points["clash"][1] < 10.0);
    check_advice(&course);
    check_formats(&course, all.len());
}

/// Pages say what to do.
fn check_advice(course: &Course) {
    for (name, advice) in [
        ("clash", "clash: both hold"),
        ("overlooked", "a second solution was overlooked"),
        ("buffered", "you did not flush"),
        ("endless", "a loop that does not end"),
        ("crash", "string index out of range"),
        ("no-hello", "the first line must be"),
        ("unbuilt", "the program does not build: "),
        ("unnamed", "no program was found"),
        ("slow", "The report"),
    ] {
        let page = course.read(&format!("first/students/{name}/index.html"));
        assert!(page.contains(advice), "{name}: {page}");
        assert!(page.contains("default-src 'none'"), "{name}");
    }
    let class = course.read("first/class.html");
    assert!(class.contains("hostile-clock") && class.contains("<svg"), "{class}");
}

/// What other systems read has the form that they document.
fn check_formats(course: &Course, n_submissions: usize) {
    let results = course.json("first/students/slow/results.json");
    assert_eq!(results["score"], 12.0);
    let visibilities = ["hidden", "after_due_date", "after_published", "visible"];
    let tests = results["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 4);
    for test in tests {
        assert!(test["score"].is_number() && test["max_score"].is_number());
        for text in ["name", "number", "output"] {
            assert!(test[text].is_string(), "{text}");
        }
        assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a status")));
        assert!(visibilities.contains(&test["visibility"].as_str().expect("a visibility")));
    }
    assert_eq!(results["leaderboard"][0]["order"], "asc");
    assert!(results["leaderboard"][0]["value"].as_f64().is_some_and(|ratio| ratio > 1.0));
    let xml = course.read("first/junit.xml");
    let mut reader = quick_xml::Reader::from_str(&xml);
    let (mut suites, mut cases) = (0, 0);
    loop {
        match reader.read_event().expect("XML") {
            quick_xml::events::Event::Start(it) if it.name().as_ref() == "testsuite" => suites += 1,
            quick_xml::events::Event::Start(it) if it.name().as_ref() == "testcase" => cases += 1,
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!((suites, cases), (n_submissions, 4 * n_submissions));
}

/// An archive with these files.
fn archive(path: &Path, files: &[(&str, &str)]) {
    let mut archive = zip::ZipWriter::new(File::create_new(path).expect("a file"));
    for (name, text) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("an entry");
        archive.write_all(text.as_bytes()).expect("a text");
    }
    archive.finish().expect("an archive");
}

/// A grading worksheet of Moodle.
const ROSTER: &str = "\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments
Participant 12,Zoé Petit,zoe@example.org,Submitted,,,
Participant 14,Absent,absent@example.org,,,,
";

#[test]
fn an_archive_stays_in_its_folder_and_belongs_to_a_row_of_the_roster() {
    if !has_python() {
        return;
    }
    let course = Course::new();
    let zip = |name: &str| course.path("submissions").join(format!("{name}.zip"));
    let solver = crate::mistakes::SOLVER;
    archive(
        &zip("Zoé Petit_12_assignsubmission_file"),
        &[("work\\solver.py", solver), ("__MACOSX/work/._solver.py", "")],
    );
    archive(&zip("slip_13_assignsubmission_file"), &[("solver.py", solver), ("../out.txt", "x")]);
    archive(&zip("twice"), &[("solver.py", solver), ("./solver.py", "")]);
    course.put("submissions/broken.zip", "no archive");
    course.put("roster.csv", ROSTER);
    let path = course.path("roster.csv");
    let more = ["--roster", text(&path), "--lang", "fr", "--part", "visible", "--strict"];
    let graded = course.grade("marks", &more);
    let errors = String::from_utf8_lossy(&graded.stderr).into_owned();
    assert_eq!(graded.status.code(), Some(1), "{errors}");
    assert!(errors.contains("\"broken\" is in no row of the roster"), "{errors}");
    let points = course.points("marks");
    assert_eq!(points["Zoé Petit_12_assignsubmission_file"], [2.0]);
    for name in ["slip_13_assignsubmission_file", "twice", "broken"] {
        assert_eq!(points[name], [0.0], "{name}");
    }
    let book = course.read("marks/gradebook.csv");
    let lines: Vec<&str> = book.lines().collect();
    let header = "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments,submission,visible";
    assert_eq!(lines[0], header);
    assert!(
        lines[1].starts_with("Participant 12,Zoé Petit,zoe@example.org,Submitted,2,2,"),
        "{book}"
    );
    // Without a sandbox, the comments begin with a line that says so.
    let is_absent =
        |line: &&str| line.starts_with("Participant 14,") && line.contains("aucun rendu");
    assert!(lines.iter().any(is_absent), "{book}");
    let page = course.read("marks/students/slip_13_assignsubmission_file/index.html");
    assert!(page.contains("sort de son dossier"), "{page}");
    let page = "students/Zoé_Petit_12_assignsubmission_file/index.html";
    assert!(course.path("marks").join(page).exists());
    let class = course.read("marks/class.html");
    let link = format!("<a href=\"{page}\">Zoé Petit (Zoé Petit_12_assignsubmission_file)</a>");
    assert!(class.contains(&link), "{class}");
    assert!(class.contains("<p>Sans rendu\u{a0}: Absent</p>"), "{class}");
    let strangers = "Dans aucune ligne de la liste\u{a0}: ";
    assert!(class.contains(strangers) && class.contains("broken"), "{class}");
}

#[test]
fn without_bubblewrap_every_output_warns() {
    if !has_python() {
        return;
    }
    let course = Course::new();
    programs::write(
        &course.path("submissions"),
        &[("right", "solver.py", crate::mistakes::SOLVER.into())],
    );
    let tools = course.path("tools");
    fs::create_dir(&tools).expect("a folder");
    for tool in ["env", "prlimit", "setpriv"] {
        std::os::unix::fs::symlink(Path::new("/usr/bin").join(tool), tools.join(tool))
            .expect("a link");
    }
    let graded = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(course.words("marks", &["--lang", "en", "--part", "visible"]))
        .env("PATH", &tools)
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&graded.stderr).into_owned();
    assert_eq!(graded.status.code(), Some(0), "{errors}");
    assert!(errors.contains("NOT confined"), "{errors}");
    for file in
        ["students/right/index.html", "students/right/results.json", "gradebook.csv", "class.html"]
    {
        assert!(course.read(&format!("marks/{file}")).contains("NOT confined"), "{file}");
    }
    assert_eq!(course.points("marks")["right"], [2.0]);
    let (marks, page) = (course.path("marks"), course.path("board.html"));
    let output = harness(&["leaderboard", text(&marks), "-o", text(&page), "--lang", "en"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let page = course.read("board.html");
    assert!(page.contains("2 / 2") && !page.contains("right<"), "{page}");
    // The names follow from the seed, which is drawn.
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, seed) = printed.split_once("seed ").expect("a seed");
    let seed = seed.split(|it: char| !it.is_ascii_digit()).next().expect("a number");
    assert!(seed.len() > 2 && !page.contains(seed), "{printed}");
}

#[test]
fn a_workflow_for_github_classroom_has_a_step_for_each_visible_part() {
    let course = Course::new();
    programs::write(&course.path("submissions"), &[("one", "essay.txt", String::new())]);
    let workflow = course.path("classroom.yml");
    let graded = course.grade("marks", &["--classroom", text(&workflow), "--part", "report"]);
    assert_eq!(graded.status.code(), Some(0), "{graded:?}");
    let workflow = course.read("classroom.yml");
    for part in ["visible", "speed", "report"] {
        let step = format!("--part {part} --strict --seed 1 -o /tmp/marks-{part}");
        assert!(workflow.contains(&step), "{workflow}");
    }
    assert!(workflow.contains("runners: visible,speed,report") && !workflow.contains("hidden"));
}

#[test]
fn a_mistake_in_the_assignment_is_named_with_its_line() {
    let course = Course::new();
    programs::write(&course.path("submissions"), &[("one", "essay.txt", String::new())]);
    for (right, wrong, message) in [
        ("points = 2\n", "pionts = 2\n", "unknown field `pionts`"),
        ("needs = [\"visible\"]", "needs = [\"invisible\"]", "is not an earlier part"),
        ("kind = \"answers\"", "kind = \"counters\"", "lacks a key"),
        ("{ ratio = 10.0, share", "{ from = 0.5, share", "expected ratio and share"),
        ("file = \"visible.txt\"", "file = \"missing.txt\"", "missing.txt"),
    ] {
        assert!(ASSIGNMENT.contains(right), "{right}");
        course.put("assignment/assignment.toml", &ASSIGNMENT.replacen(right, wrong, 1));
        let graded = course.grade("marks", &[]);
        let errors = String::from_utf8_lossy(&graded.stderr).into_owned();
        assert_eq!(graded.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message), "{message}: {errors}");
    }
}

#[test]
fn a_part_that_is_not_there_and_the_folder_of_a_class_are_refused() {
    let course = Course::new();
    programs::write(&course.path("submissions"), &[("one", "essay.txt", String::new())]);
    let errors = |graded: Output| {
        assert_eq!(graded.status.code(), Some(2), "{graded:?}");
        String::from_utf8_lossy(&graded.stderr).into_owned()
    };
    let unknown = errors(course.grade("marks", &["--part", "hiden"]));
    let expected = "did you mean hidden?; its parts: visible, hidden, speed, report";
    assert!(unknown.contains(expected), "{unknown}");
    let solver = crate::mistakes::SOLVER;
    programs::write(&course.path("submissions"), &[("two", "solver.py", solver.into())]);
    archive(&course.path("submissions/three.zip"), &[("solver.py", solver)]);
    let (class, assignment) = (course.path("submissions"), course.path("assignment"));
    let marks = course.path("marks");
    let words = ["grade", text(&class), "--assignment", text(&assignment), "-o", text(&marks)];
    let refused = errors(harness(&words));
    assert!(refused.contains("submissions holds 2 submissions: give "), "{refused}");
    assert!(!marks.exists());
}

#[test]
fn marks_that_were_given_before_an_interruption_are_kept() {
    if !has_python() {
        return;
    }
    let course = Course::new();
    let asleep = "import time\ntime.sleep(60)\n";
    programs::write(
        &course.path("submissions"),
        &[
            ("one", "essay.txt", String::new()),
            ("two", "solver.py", asleep.into()),
            ("zoe", "essay.txt", String::new()),
        ],
    );
    course.put("roster.csv", "email,name\none,One\nzoe,Zoé\nmia,Mia\n");
    let (scratch, roster) = (course.path("scratch"), course.path("roster.csv"));
    fs::create_dir(&scratch).expect("a folder");
    let more = ["--lang", "en", "--jobs", "1", "--roster", text(&roster)];
    let mut grading = Command::new(env!("CARGO_BIN_EXE_harness"))
        .args(course.words("marks", &more))
        .env("TMPDIR", &scratch)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    // The second submission has a folder as soon as it is its turn.
    let is_second = || {
        let entries = fs::read_dir(&scratch).expect("the folder").flatten();
        entries.into_iter().any(|entry| entry.path().join("1").exists())
    };
    while !is_second() {
        assert!(grading.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let pid = grading.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    assert_eq!(grading.wait().expect("a child").code(), Some(130));
    assert_eq!(course.points("marks").into_keys().collect::<Vec<_>>(), ["one"]);
    let book = course.read("marks/gradebook.csv");
    for row in [
        "one,One,0,17,\"",
        "zoe,Zoé,,,not graded: the grading was interrupted,zoe,",
        "mia,Mia,,,no submission,,",
        ",,,,not graded: the grading was interrupted,two,",
    ] {
        assert!(book.lines().any(|line| line.starts_with(row)), "{row}: {book}");
    }
    assert!(book.contains("no program was found"), "{book}");
    let class = course.read("marks/class.html");
    assert!(class.contains("not graded: the grading was interrupted (two, zoe)"), "{class}");
}
