//! `harness growth`.

use std::fmt::Write as _;

use super::Desk;

/// Rows of two backends on eight puzzles of each order and of two levels: the time of `tree/power` is the square of the
/// order for easy puzzles and its cube for hard ones, in microseconds, and `tree/lost` solves none of order 25.
fn rows() -> String {
    let mut rows =
        "backend,puzzle,puzzle_hash,geometry,level,status,verified,wall_ns,limit_ms\n".to_owned();
    for order in [4_u64, 9, 16, 25] {
        for puzzle in 0..8 {
            for (level, power) in [("easy", 2), ("hard", 3)] {
                let name = format!("{order}-{level}-{puzzle}");
                let of_both = format!("{name},{name},classic{order},{level}");
                let wall = 1_000 * order.pow(power) * (90 + 3 * puzzle) / 100;
                let _ = writeln!(rows, "tree/power,{of_both},unique,yes,{wall},1000");
                let (status, wall) = match order {
                    25 => ("timeout,unchecked", 1_000_000_000),
                    _ => ("unique,yes", wall),
                };
                let _ = writeln!(rows, "tree/lost,{of_both},{status},{wall},1000");
            }
        }
    }
    rows
}

#[test]
fn a_power_is_found_by_level_and_unsolved_orders_are_named() {
    let desk = Desk::new(&[("rows.csv", &rows())]);
    let printed = desk.json(&["growth", "@rows.csv", "--json"]);
    let lines = printed["growth"].as_array().expect("lines");
    assert_eq!(lines.len(), 4);
    for line in lines {
        let expected = if line["level"] == "easy" { 2.0 } else { 3.0 };
        let found = line["exponent"].as_f64().expect("an exponent");
        assert!((found - expected).abs() < 1e-6, "{line}");
        let end = |name: &str| line["interval"][name].as_f64().expect("an end");
        assert!(end("low") < expected && expected < end("high"), "{line}");
        let unsolved = line["unsolved"].as_array().expect("orders").len();
        assert_eq!(unsolved, usize::from(line["backend"] == "tree/lost"), "{line}");
    }
    let table = desk.prints(&["growth", "@rows.csv", "-b", "tree/lost"]);
    assert!(table.contains("tree/lost   hard    4 9 16       3.00"), "{table}");
    let csv = desk.prints(&["growth", "@rows.csv", "--level", "hard", "--csv"]);
    assert!(csv.lines().nth(1).expect("a row").starts_with("tree/lost,hard,32,,4 9 16,25,3"));
    assert_eq!(csv.lines().count(), 3);
}

#[test]
fn the_smallest_limit_applies_to_all_and_what_is_not_fitted_is_named() {
    let mut rows = "backend,puzzle,geometry,status,wall_ns,limit_ms\n".to_owned();
    for order in [4_u64, 9, 16] {
        for puzzle in 0..6 {
            let of_both = format!("{order}-{puzzle},classic{order}");
            let (cube, fifth) = (1_000 * order.pow(3), 1_000 * order.pow(5));
            let _ = writeln!(rows, "tree/long,{of_both},unique,{fifth},10000");
            let (status, wall) =
                if order == 4 { ("unique", cube) } else { ("timeout", 500_000_000) };
            let _ = writeln!(rows, "tree/short,{of_both},{status},{wall},500");
        }
    }
    let desk = Desk::new(&[("rows.csv", &rows)]);
    let table = desk.prints(&["growth", "@rows.csv"]);
    assert!(table.contains("the smallest, 500 ms, applies to all"), "{table}");
    let csv = desk.prints(&["growth", "@rows.csv", "--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    // 16^5 µs are more than 500 ms.
    assert!(lines[1].starts_with("tree/long,,18,,4 9,16,"), "{csv}");
    assert!(lines[2].starts_with("tree/short,,18,,,9 16,"), "{csv}");
    assert!(table.lines().any(|line| line.contains("too few") && line.contains("9 16")), "{table}");
}

#[test]
fn what_has_no_growth_is_refused() {
    let of_one = rows().lines().filter(|line| !line.contains("classic")).collect::<String>();
    let one = rows()
        .lines()
        .filter(|line| line.contains("classic9"))
        .fold(of_one, |all, line| format!("{all}\n{line}"));
    let none = one.replace("classic9", "formula");
    let desk = Desk::new(&[("rows.csv", &rows()), ("one.csv", &one), ("none.csv", &none)]);
    desk.refuses(&["growth", "@one.csv"], "puzzles of at least two orders; these have 9");
    desk.refuses(&["growth", "@none.csv"], "puzzles of at least two orders; these have none");
    desk.refuses(
        &["growth", "@rows.csv", "--metric", "fill"],
        "which has differences and no ratios",
    );
}
