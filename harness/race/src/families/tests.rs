use super::*;

#[test]
fn families_are_sorted_and_their_examples_are_problems() {
    assert!(FAMILIES.is_sorted_by_key(|family| family.name));
    for family in FAMILIES.iter().filter(|family| family.name != "words") {
        assert!(family.example.starts_with(&format!("{}:", family.name)), "{}", family.name);
        let problem = named(family.example).expect("a family").expect("a problem");
        assert!(problem.option_count() > 0, "{}", family.name);
    }
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let error = named(text).expect("a family").expect_err("bad parameters");
    assert!(format!("{error:#}").contains(expected), "{error:#}");
}

#[test]
fn bad_parameters_are_refused_with_what_was_expected() {
    check_refused("queens:", "expected a number from 1 to 400");
    check_refused("dominoes:4x4-r5c1", "expected one from r1c1 to r4c4");
    check_refused("dominoes:4x4-r0c1", "expected one from r1c1 to r4c4");
    check_refused("dominoes:4x4-5x1", "expected a hole that is smaller than the board");
    check_refused("dominoes:1x1", "no option");
    check_refused("double-factorial:4", "expected an odd number");
    check_refused("latin-rectangle:4x3", "expected at most as many rows as columns");
    check_refused("connected-parts:40x40", "more than 128 squares");
    check_refused("connected-parts:8x8", "more than 1000000 connected parts");
    check_refused("connected-parts:missing.col", "expected a grid like 4x4 or a file of a graph");
    check_refused("paths:3x3", "lacks terminals");
    check_refused("paths:3x3:r1c1", "are not pairs of terminals");
    check_refused("paths:3x3:r1c1-r4c4", "expected one from r1c1 to r3c3");
    check_refused("paths:3x3:r1c1-r1c1", "r1c1 is a terminal twice");
    check_refused("paths:3x3:r1c1-r1c2-r1c3,r2c1", "are not pairs of terminals");
    check_refused("paths:8x8:r1c1-r8c8", "more than 1000000 paths");
    assert!(named("queens").is_none() && named("C:8").is_none());
    assert!(is_named("queens:0".as_ref()) && !is_named("queen:8".as_ref()));
}

#[test]
fn families_that_read_a_file_say_which() {
    assert_eq!(file_of("words:3x4:a/b.txt"), Some("a/b.txt"));
    assert_eq!(file_of("connected-parts:a.col"), Some("a.col"));
    assert_eq!(file_of("paths:a.col:1-2"), Some("a.col"));
    for text in ["queens:8", "connected-parts:3x4", "paths:3x4:r1c1-r3c4"] {
        assert_eq!(file_of(text), None);
    }
}
