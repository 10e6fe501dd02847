//! `harness compare` and `harness diff`.

use super::Desk;

#[test]
fn a_comparison_tells_how_much_where_and_how_sure() {
    let mut lines = String::from("backend,puzzle,clues,status,verified,wall_ns,limit_ms\n");
    for puzzle in 0..40_u64 {
        let time = 1_000_000 * (puzzle + 1);
        lines += &format!("tree/a,{puzzle},{},unique,yes,{time},1000\n", 20 + puzzle % 2);
        lines += &format!("tree/b,{puzzle},{},unique,yes,{},1000\n", 20 + puzzle % 2, time * 2);
        lines += &format!(
            "tree/c,{puzzle},{},unique,yes,{},1000\n",
            20 + puzzle % 2,
            time + puzzle % 2 * 20 - 10
        );
    }
    let desk = Desk::new(&[("a.csv", &lines)]);
    let printed = desk.prints(&["compare", "--baseline", "tree/a", "@a.csv"]);
    for part in [
        "tree/b took 2.000 times as long as tree/a in one pass (95 % interval 2.000–2.000) on 40 puzzles that \
         both solved, by wall time. Both solve all.",
        "The geometric mean does not tell tree/a and tree/c apart on 40 puzzles that both solved, by wall time",
        "Holm-corrected over all pairs",
        "By difficulty: deciles",
        "By clues",
        "One pass each: the noise is unknown, and may exceed the interval.",
        "Fewer than 512 distinct puzzles",
    ] {
        assert!(printed.contains(part), "{part}\n{printed}");
    }
    let json = desk.json(&["compare", "--baseline", "tree/b", "-b", "tree/a", "@a.csv", "--json"]);
    let pair = &json["pairs"][0];
    assert_eq!((&pair["verdict"], &pair["wins"]), (&"less".into(), &40.into()));
    let named = |direction: &str| pair["extremes"][direction].as_array().map(Vec::len);
    assert_eq!((named("b_needs_less"), named("b_needs_more")), (Some(10), Some(0)));
    let sentence = pair["sentence"].as_str().expect("words");
    assert!(
        sentence.starts_with("tree/a was 2.000 times as fast as tree/b in one pass"),
        "{sentence}"
    );
}

#[test]
fn a_run_that_no_backend_supports_says_so() {
    let mut lines = String::from("backend,puzzle,status,wall_ns\n");
    for puzzle in 0..4 {
        lines += &format!("tree/a,{puzzle},unsupported,\ntree/b,{puzzle},unsupported,\n");
    }
    let desk = Desk::new(&[("a.csv", &lines)]);
    let note = "No backend supports any puzzle: every row is `unsupported`, and its column `error` says why.";
    for pairs in [&[][..], &["--pairs"]] {
        let words = [&["compare", "@a.csv", "--json"], pairs].concat();
        assert_eq!(desk.json(&words)["notes"], serde_json::json!([note]), "{words:?}");
    }
}

#[test]
fn both_directions_are_named_and_csv_has_every_puzzle() {
    let mut lines = String::from("backend,puzzle,clues,status,verified,wall_ns,bets,limit_ms\n");
    for puzzle in 0..40_u64 {
        // tree/b is quicker on three in four puzzles, and bets nowhere.
        let (a, b) = (1_000 * (puzzle + 1), if puzzle % 4 == 0 { 900_000 } else { 7 });
        lines += &format!("tree/a,p{puzzle},25,unique,yes,{a},{puzzle},1000\n");
        lines += &format!("tree/b,p{puzzle},25,unique,yes,{b},0,1000\n");
    }
    let desk = Desk::new(&[("a.csv", &lines)]);
    let compare = ["compare", "--baseline", "a", "@a.csv"];
    let printed = desk.prints(&compare);
    assert!(printed.contains("differences in favour of tree/b: 10\n"), "{printed}");
    assert!(printed.contains("differences in favour of tree/a: 10\n"), "{printed}");
    let few = desk.prints(&[&compare[..], &["--top", "2"]].concat());
    assert!(few.contains("in favour of tree/a: 2\n") && few.contains(" p0 "), "{few}");
    let csv = desk.prints(&[&compare[..], &["--csv"]].concat());
    assert_eq!(csv.lines().count(), 41);
    assert!(csv.contains(",p1,") && csv.contains(",unique,unique,2000,7,0.0035,true\n"), "{csv}");
    let bets = desk.prints(&[&compare[..], &["--csv", "--metric", "bets"]].concat());
    assert!(bets.contains(",unique,unique,39,0,0.025,true\n"), "{bets}");
    let pairs = desk.prints(&[&compare[..], &["--csv", "--pairs"]].concat());
    assert_eq!(pairs.lines().count(), 2);
    let longest = pairs.lines().last().expect("a pair").split(',').map(str::len).max();
    assert!(longest.is_some_and(|it| it < 30), "{pairs}");
}

#[test]
fn blocks_are_one_observation_each_and_say_what_they_do_not_have() {
    let mut lines = String::from("backend,puzzle,order,status,wall_ns,granularity,limit_ms\n");
    for puzzle in 0..40_u64 {
        let block = 1_000 + puzzle / 10;
        lines += &format!("tree/a,{puzzle},{puzzle},unique,{block},block,1000\n");
        lines += &format!("tree/b,{puzzle},{},unique,{},solve,1000\n", 40 + puzzle, 3_000 + puzzle);
    }
    let desk = Desk::new(&[("a.csv", &lines)]);
    let compare = ["compare", "@a.csv"];
    let printed = desk.prints(&compare);
    assert!(printed.contains("4 observations with a ratio, in 4 clusters"), "{printed}");
    assert!(printed.contains("have no separate times of puzzles"), "{printed}");
    assert!(
        !printed.contains("By difficulty") && !printed.contains("Largest differences"),
        "{printed}"
    );
    let ranked = desk.json(&["rank", "@a.csv", "--json"]);
    let ranking = &ranked["rankings"][0];
    assert_eq!(ranking["virtual_best"]["contestants"], 1);
    assert!(ranking["lines"][0]["median_ns"].is_null());
    assert_eq!(ranking["lines"][0]["at_limit"]["par2_sum_ns"], 40_060.0);
    let notes = ranked["notes"].to_string();
    assert!(notes.contains("Timed in batches"), "{notes}");
    let few =
        "Timed in fewer than 6 independent groups of puzzles, and told apart from none: tree/a.";
    assert!(notes.contains(few), "{notes}");
}

#[test]
fn a_gate_does_not_open_where_nothing_can_be_told() {
    let before = run_rows("1", 5, 1.0);
    let after = run_rows("2", 5, 1.0);
    let removed =
        before.replace("tree/a", "tree/old").split_once('\n').expect("a header").1.to_owned();
    let two = format!("{before}{removed}");
    let header = before.lines().next().expect("a header");
    // Five puzzles in one process have too few observations, of which a counter needs none.
    let few = |rows: &str, run: &str| {
        let rows = rows
            .lines()
            .filter(|it| it.contains(",1,unique") && it.contains(",p1,") && it.starts_with(run));
        format!("{header}\n{}\n", rows.collect::<Vec<_>>().join("\n"))
    };
    let untimed = after.lines().map(|line| match line.rsplit_once(',') {
        Some((rest, nodes)) if !line.starts_with("run_id") => {
            format!("{},,{nodes}\n", rest.rsplit_once(',').expect("a time").0)
        }
        _ => format!("{line}\n"),
    });
    let desk = Desk::new(&[
        ("before.csv", &before),
        ("after.csv", &after),
        ("two.csv", &two),
        ("few1.csv", &few(&before, "1")),
        ("few2.csv", &few(&after, "2").replace(",5\n", ",6\n")),
        ("untimed.csv", &untimed.collect::<String>()),
    ]);
    let ends = |arguments: &[&str]| {
        let output = desk.harness(arguments);
        let said = [&output.stdout[..], &output.stderr].concat();
        (output.status.code(), String::from_utf8(said).expect("text"))
    };
    let (code, said) = ends(&["diff", "@two.csv", "@after.csv", "--fail-on", "5%"]);
    assert!(
        code == Some(2) && said.contains("UNKNOWN: tree/old has no rows in the second run"),
        "{said}"
    );
    let excluded = ["diff", "@two.csv", "@after.csv", "--fail-on", "5%", "-B", "tree/old"];
    assert_eq!(ends(&excluded).0, Some(0));
    // A backend that only the second run has cannot have become worse.
    assert_eq!(ends(&["diff", "@after.csv", "@two.csv", "--fail-on", "5%"]).0, Some(0));
    let (code, said) = ends(&["diff", "@before.csv", "@untimed.csv", "--fail-on", "5%"]);
    assert!(code == Some(2), "{said}");
    // A backend that solves nothing, or has too few processes, hides no regression of another.
    let unsolved = |run: &str| {
        let rows = removed.replace(",unique,", ",timeout,").replace("tree/old,1", "tree/none,1");
        rows.lines().map(|row| format!("{run}{}\n", &row[1..])).collect::<String>()
    };
    let once = |run: &str| {
        let rows = run_rows(run, 1, 1.0).replace("tree/a", "tree/once");
        rows.split_once('\n').expect("a header").1.to_owned()
    };
    let slower = run_rows("3", 5, 3.0);
    for (name, of_other, reason) in [
        ("none", &unsolved as &dyn Fn(&str) -> String, "no puzzle has a wall time in both runs"),
        ("once", &once, "it has 1 of the 5 invocations required"),
    ] {
        let files = [("1", &before), ("2", &after), ("3", &slower)]
            .map(|(run, rows)| (format!("{name}{run}.csv"), format!("{rows}{}", of_other(run))));
        let desk = Desk::new(&files.each_ref().map(|(name, rows)| (&**name, &**rows)));
        let gate = |after: u32| {
            let [before, after] = [1, after].map(|run| format!("@{name}{run}.csv"));
            let output = desk.harness(&["diff", &before, &after, "--fail-on", "5%"]);
            (output.status.code(), String::from_utf8(output.stdout).expect("text"))
        };
        let unknown = format!("UNKNOWN: tree/{name} cannot be judged: {reason}.");
        let (code, said) = gate(2);
        assert!(code == Some(2) && said.contains(&unknown), "{said}");
        assert_eq!(said.contains("Intervals are over puzzles"), name == "once", "{said}");
        let (code, said) = gate(3);
        assert!(code == Some(1) && said.contains("REGRESSION: tree/a needs × 3.000"), "{said}");
    }
    // Counters are exact: one process and one puzzle suffice.
    let nodes = |share: &str| {
        ends(&["diff", "@few1.csv", "@few2.csv", "--metric", "nodes", "--fail-on", share])
    };
    let (code, said) = nodes("10%");
    assert!(code == Some(1) && said.contains("REGRESSION: tree/a needs × 1.167."), "{said}");
    assert_eq!(nodes("20%").0, Some(0));
}

/// Rows of a run in so many processes, in which everything takes `factor` times as long.
fn run_rows(run: &str, invocations: u32, factor: f64) -> String {
    let mut rows =
        String::from("run_id,backend,version,puzzle,rep,invocation,status,wall_ns,nodes\n");
    for invocation in 1..=invocations {
        for puzzle in 0..20 {
            let noise = 1.0 + f64::from(invocation % 3) * 0.001;
            let wall = (1e6 * f64::from(puzzle + 1) * factor * noise) as u64;
            rows += &format!("{run},tree/a,{run},p{puzzle},1,{invocation},unique,{wall},5\n");
        }
    }
    rows
}

#[test]
fn a_run_that_became_slower_is_found_and_fails_where_asked() {
    let desk = Desk::new(&[
        ("before.csv", &run_rows("1", 5, 1.0)),
        ("same.csv", &run_rows("2", 5, 1.0)),
        ("slower.csv", &run_rows("3", 5, 1.2)),
        ("once.csv", &run_rows("4", 1, 1.2)),
    ]);
    let slower = desk.prints(&["diff", "@before.csv", "@slower.csv"]);
    assert!(slower.contains("1.200") && slower.contains("processes"), "{slower}");
    assert!(slower.contains("1 backend: 0 need less than before, 1 more."), "{slower}");
    assert!(slower.contains("1 → 3") && slower.contains("× 1.000"), "{slower}");
    let ends = |arguments: &[&str]| desk.harness(arguments).status.code();
    assert_eq!(ends(&["diff", "@before.csv", "@slower.csv", "--fail-on", "5%"]), Some(1));
    assert_eq!(ends(&["diff", "@before.csv", "@slower.csv", "--fail-on", "50%"]), Some(0));
    assert_eq!(ends(&["diff", "@before.csv", "@same.csv", "--fail-on", "5%"]), Some(0));
    assert_eq!(ends(&["diff", "@slower.csv", "@before.csv", "--fail-on", "5%"]), Some(0));
    let message = "--fail-on requires at least 5 invocations in both runs, and there are 1";
    desk.refuses(&["diff", "@before.csv", "@once.csv", "--fail-on", "5%"], message);
    let expected = "expected a percentage such as 5%, or a fraction below 1";
    desk.refuses(&["diff", "@before.csv", "@slower.csv", "--fail-on", "much"], expected);
    desk.refuses(&["diff", "@before.csv", "@slower.csv", "--fail-on", "5"], expected);
    let failed = desk.harness(&["diff", "@before.csv", "@slower.csv", "--fail-on", "5%"]);
    let failed = String::from_utf8(failed.stdout).expect("text");
    assert!(
        failed.contains("REGRESSION: tree/a needs × 1.200, beyond noise of 0.1 %."),
        "{failed}"
    );
    let passed = desk.prints(&["diff", "@before.csv", "@same.csv", "--fail-on", "5%"]);
    assert!(passed.contains("No backend is worse by 5.0 % or more."), "{passed}");
    let once = desk.prints(&["diff", "@before.csv", "@once.csv"]);
    assert!(once.contains("Intervals are over puzzles, not over processes"), "{once}");
}

#[test]
fn a_diff_takes_equally_many_passes_of_both_runs() {
    let rows = |run: u32, passes: u32| -> String {
        let times = (0..20).flat_map(|puzzle| (1..=passes).map(move |rep| (puzzle, rep)));
        let row = |(puzzle, rep): (u32, u32)| {
            // The first pass over a puzzle takes twice as long as those after it.
            let wall = 1_000_000 * (puzzle + 1) * if rep == 1 { 2 } else { 1 };
            format!("{run},tree/a,1,p{puzzle},{rep},1,unique,{wall},5\n")
        };
        let header =
            "run_id,backend,version,puzzle,rep,invocation,status,wall_ns,nodes\n".to_owned();
        header + &times.map(row).collect::<String>()
    };
    let desk = Desk::new(&[("one.csv", &rows(1, 1)), ("five.csv", &rows(2, 5))]);
    let printed = desk.prints(&["diff", "@one.csv", "@five.csv"]);
    assert!(printed.contains("1 backend: no difference found."), "{printed}");
    let note = "tree/a: 1 and 5 passes over a puzzle; the first 1 of each are compared.";
    assert!(printed.contains(note), "{printed}");
}

#[test]
fn over_processes_ratio_and_interval_are_of_the_passes_and_puzzles_of_both_runs() {
    // A run of five processes and two passes. The second run has a slow second pass, and solves one puzzle more, which
    // takes a thousand times as long.
    let rows = |run: u64| -> String {
        let row = |(invocation, puzzle, rep): (u64, u64, u64)| {
            let status = if run == 1 && puzzle == 9 { "timeout" } else { "unique" };
            let hard = if puzzle == 9 { 1_000 } else { 1 };
            let slow = if run == 2 && rep == 2 { 3 } else { 1 };
            let wall = (1_000_000 + invocation) * hard * slow;
            format!("{run},tree/a,1,p{puzzle},{rep},{invocation},{status},{wall},10000\n")
        };
        let passes = (0..100).map(|at| (1 + at / 20, at / 2 % 10, 1 + at % 2));
        let header = "run_id,backend,version,puzzle,rep,invocation,status,wall_ns,limit_ms\n";
        header.to_owned() + &passes.map(row).collect::<String>()
    };
    let desk = Desk::new(&[("before.csv", &rows(1)), ("after.csv", &rows(2))]);
    for (passes, expected) in [("min", 1.0), ("mean", 2.0)] {
        let json = desk.json(&["diff", "@before.csv", "@after.csv", "--passes", passes, "--json"]);
        let change = &json["changes"][0];
        let number = |value: &serde_json::Value| value.as_f64().expect("a number");
        let [ratio, low, high] =
            [&change["ratio"], &change["interval"]["low"], &change["interval"]["high"]].map(number);
        assert_eq!(change["interval_over"], "processes");
        assert!((ratio / expected - 1.0).abs() < 1e-4, "{change}");
        assert!(low <= ratio && ratio <= high && high - low < 1e-4, "{change}");
    }
}
