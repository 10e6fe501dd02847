//! Certificates of counts: the true count is accepted, and every changed line is refused.

mod counting;
mod random;

use board::Count;
use board::instance::{CountChecker, CountRefutation, Entry, ExactCover, read_cover};
use board::seed::seeded;

use counting::certificate;

/// The random stream of these tests.
const STREAM: u64 = 0xC1;

/// Six cells in two rows, to be covered by dominoes.
const DOMINOES: &str = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";

/// The certificate of the page about the format, without the letters at the end of lines.
const OF_DOMINOES: &str = "\
exact-cover-count 5 hash
items a b c d e f
3 0
7 1
4 0
7 0
6 1 2
5 1 4
solutions 3 8
";

fn check(problem: &ExactCover, text: &str) -> Result<Count, CountRefutation> {
    let mut checker = CountChecker::new(problem, "hash");
    text.split_inclusive('\n').try_for_each(|line| checker.line(line.as_bytes()))?;
    checker.finish()
}

/// Returns a certificate whose states have the letters that they lack.
fn sealed(text: &str) -> String {
    let lines = text.split_inclusive('\n').enumerate().map(|(line, text)| {
        let state = text.strip_suffix('\n').unwrap_or(text);
        let has_letter = line > 1 && !text.starts_with('s');
        let sum: u32 = state.bytes().map(u32::from).sum();
        let letter = has_letter.then(|| char::from(b'A' + (sum % 23) as u8));
        [state, &letter.map(String::from).unwrap_or_default(), &text[state.len()..]].concat()
    });
    lines.collect()
}

#[track_caller]
fn check_refused(problem: &str, text: &str, why: &str) {
    let refuted = check(&read_cover(problem).unwrap(), &sealed(text)).unwrap_err();
    assert_eq!(refuted.to_string(), why);
}

#[track_caller]
fn accepted(problem: &str, text: &str) -> u64 {
    check(&read_cover(problem).unwrap(), &sealed(text)).unwrap().to_u64().unwrap()
}

#[test]
fn each_line_follows_from_those_before() {
    assert_eq!(accepted(DOMINOES, OF_DOMINOES), 3);
    let refused = |from: &str, to: &str, why: &str| {
        check_refused(DOMINOES, &OF_DOMINOES.replacen(from, to, 1), why);
    };
    let end = "9: expected the count of the whole problem";
    for changed in ["ns 4 8", "ns 03 8", "ns 3 7", "ns 3", "ns 3 8 "] {
        refused("ns 3 8", changed, end);
    }
    let header = "1: expected `exact-cover-count 5` and the hash of this problem";
    refused("5 hash", "5 other", header);
    refused("5 hash", "4 hash", header);
    let items = "2: expected `items` and each primary item once";
    for changed in ["item a b", "items b b", "items a b b", "items  a b", "items a", "items a g"] {
        refused("items a b", changed, items);
    }
    let leads = "8: an option does not lead to the line that is named for it";
    refused("5 1 4", "5 1 3", leads);
    refused("5 1 4", "5 2 4", "8: expected the end of the line");
    refused("5 1 4", "2 1 4", leads);
    refused("5 1 4", "5 0 4", "8: expected the end of the line");
    refused("5 1 4", "0+1+2+3+4+5+6 1 4", leads);
    let line = "8: expected a line before";
    refused("5 1 4", "5 1 9", line);
    refused("5 1 4", "5 1 99999999999999999", line);
    let number = "8: expected a number";
    refused("5 1 4", "5 1 9999999999999999999999", number);
    refused("5 1 4", "5 1 x", number);
    refused("5 1 4", "5  1 4", number);
    let blank = "8: expected a blank and a line before";
    refused("5 1 4", "5 1", blank);
    refused("5 1 4", "5", blank);
    refused("5 1 4", "", number);
    let words = "8: expected the end of the line";
    refused("5 1 4", "5 1 4 4", words);
    refused("5 1 4", "5 1 4 ", words);
    refused("5 1 4", "7 5 4", words);
    refused("5 1 4", "8 1 4", "8: expected an option");
    refused("5 1 4", "9 1 4", "8: expected an option");
    refused("5 1 4", "0 1 4", "8: expected an open item");
    for changed in ["5+ 1 4", "5@ 1 4", "@", "@1-"] {
        refused("5 1 4", changed, number);
    }
    let word = "8: expected the number of a word";
    for changed in ["5+0 1 4", "5+99 1 4", "@1-0", "@1-99"] {
        refused("5 1 4", changed, word);
    }
    let letter = "8: its last letter is not that of the characters before";
    for changed in ["5 1 4", "5 1 4A", "", "5 1 4f"] {
        let text = sealed(OF_DOMINOES).replace("5 1 4L", changed);
        let refuted = check(&read_cover(DOMINOES).unwrap(), &text).unwrap_err();
        assert_eq!(refuted.to_string(), letter);
    }
}

#[test]
fn lines_that_are_missing_moved_or_repeated_are_refused() {
    let text = sealed(OF_DOMINOES);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().concat();
    for line in 0..lines.len() {
        let text = without(line);
        assert!(check(&read_cover(DOMINOES).unwrap(), &text).is_err(), "{text}");
        let twice = [&lines[..=line], &lines[line..]].concat().concat();
        assert!(check(&read_cover(DOMINOES).unwrap(), &twice).is_err(), "{twice}");
        for other in 0..line {
            let mut moved = lines.clone();
            moved.swap(line, other);
            let text = moved.concat();
            assert!(check(&read_cover(DOMINOES).unwrap(), &text).is_err(), "{text}");
        }
    }
    let truncated = OF_DOMINOES.split_once("solutions").unwrap().0;
    check_refused(DOMINOES, truncated, "9: it is truncated");
    check_refused(DOMINOES, "", "1: it is truncated");
    check_refused(DOMINOES, &format!("{OF_DOMINOES}5 1 4\n"), "10: expected the end of the file");
    let cut = &OF_DOMINOES[..OF_DOMINOES.len() - 1];
    check_refused(DOMINOES, cut, "9: it is truncated, expected a line feed");
    let unused = OF_DOMINOES.replacen("solutions", "3 0\nsolutions", 1);
    let whole = "10: expected the count of the whole problem";
    check_refused(DOMINOES, &unused, whole);
}

/// Two options agree on a colour of x, and a third does not. The first line is that of `b x:red`, after which the
/// colour may be used again.
#[test]
fn states_have_the_uses_of_secondary_items_that_matter() {
    let problem = "a b | x\na x:red\nb x:red\na x:blue\nb x\na b\n";
    let text = "\
exact-cover-count 5 hash
items a b
2 0
@2-1-3-5
1+4+5 2 1 0
solutions 2 5
";
    assert_eq!(accepted(problem, text), 2);
    let same = text.replace("1+4+5 2 1 0", "0+1+2+3+4+5 2 1 0");
    assert_eq!(accepted(problem, &same), 2, "all words of the state");
    let leads = "5: an option does not lead to the line that is named for it";
    check_refused(
        problem,
        &text.replace("2 0\n", "2+5 0\n"),
        "3: expected a blank and a line before",
    );
    check_refused(problem, &text.replace("2 0\n", "2+5 0 1\n"), leads);
    let blank = "5: expected a blank and a line before";
    check_refused(problem, &text.replace("1+4+5 2 1 0", "1+4+5 2 1"), blank);
    check_refused(
        problem,
        &text.replace("1+4+5", "1+5"),
        "5: an option does not lead to the line that is named for it",
    );
    let missing = "4: expected an item without options";
    for changed in ["-1-2-3-5", "-1-3", "-1-3-5 0", "-1-3-5+1"] {
        check_refused(problem, &text.replace("-1-3-5", changed), missing);
    }
}

/// The example of the page about the format.
#[test]
fn a_dead_end_serves_for_all_states_without_its_words() {
    let problem = "a b c | x\na x:red\na x:blue\nb x:red\nc\n";
    let text = "exact-cover-count 5 hash\nitems a b c\n4 0\n3 1\n@2-4\n1+5 2 1\nsolutions 1 6\n";
    assert_eq!(accepted(problem, text), 1);
    let leads = "6: an option does not lead to the line that is named for it";
    check_refused(problem, &text.replace("@2-4", "@2-4-5"), leads);
}

#[test]
fn a_line_may_multiply_independent_parts() {
    let problem = "a b c d | x\na b\na\nb\nc d x:1\nc x:1\nd x:1\nc d\n";
    let text = "\
exact-cover-count 5 hash
items a b c d
0+2+5 0
0+4+5 0
0+1+2+5 0 2
0+3+4+5 0 2 0
* 2 1
solutions 6 7
";
    assert_eq!(accepted(problem, text), 6);
    assert_eq!(accepted(problem, &text.replace("* 2 1", "* 1 2")), 6);
    let changed = |to| text.replace("* 2 1", to);
    let parts = "7: the parts are not independent";
    for refused in ["* 1 1", "* 2 1 4", "* 2 0", "* 2 5"] {
        check_refused(problem, &changed(refused), parts);
    }
    let whole = "8: expected the count of the whole problem";
    check_refused(problem, &changed("* 2 3"), whole);
    check_refused(problem, &changed("* 2 6"), "7: expected a line before");
    check_refused(problem, &changed("*2 1"), "7: expected a blank and a line before");
    // With this option, the parts share an item, and with those, a secondary item.
    check_refused(&format!("{problem}b c\n"), text, parts);
    let shared = "a b | x\na x\nb x\na\nb\n";
    let begin = "exact-cover-count 5 hash\nitems a b\n0+2+3 0 0\n";
    let text = format!("{begin}0+1+3 0 0\n* 2 1\nsolutions 4 5\n");
    check_refused(shared, &text, "5: the parts are not independent");
}

#[test]
fn a_line_may_name_another_item_than_the_first() {
    let text = "exact-cover-count 5 hash\nitems a b c d\n2 0\n3 0\n4@2 1 2\nsolutions 2 5\n";
    let problem = "a b c d\na b\nc d\na c\nb d\n";
    assert_eq!(accepted(problem, text), 2);
    assert_eq!(accepted(problem, &text.replace("4@2 1 2", "1@2 2 1")), 2);
    let leads = "5: an option does not lead to the line that is named for it";
    check_refused(problem, &text.replace("4@2", "4@4"), leads);
    let open = "5: expected an open item";
    check_refused(problem, &text.replace("4@2", "4@5"), open);
    check_refused(problem, &text.replace("3 0", "3@2 0"), "4: expected an open item");
    let impossible = "a b\na\n";
    let begin = "exact-cover-count 5 hash\nitems a b\n";
    for end in ["@2\nsolutions 0 3\n", "0+1+2@2\nsolutions 0 3\n"] {
        assert_eq!(accepted(impossible, &format!("{begin}{end}")), 0);
    }
    let why = "3: expected an item without options";
    check_refused(impossible, &format!("{begin}@1\nsolutions 0 3\n"), why);
}

#[test]
fn counts_may_have_any_size() {
    let items: Vec<String> = (0..70).map(|item| format!("i{item}")).collect();
    let mut problem = ExactCover::new(items, Vec::new(), Vec::new());
    for option in 0..140 {
        problem.add_option([Entry::plain(option / 2)]).unwrap();
    }
    let text = certificate(&problem, &mut seeded(0, STREAM));
    assert!(text.contains("\nsolutions 1180591620717411303424 "));
    assert_eq!(check(&problem, &text).unwrap().to_string(), "1180591620717411303424");
}

#[test]
fn a_problem_without_items_has_a_certificate() {
    let nothing = ExactCover::new(Vec::new(), Vec::new(), Vec::new());
    let empty = certificate(&nothing, &mut seeded(0, STREAM));
    assert!(empty.ends_with("\nsolutions 1 2\n"));
    assert_eq!(check(&nothing, &empty).unwrap(), Count::ONE);
}

/// What a certificate trusts is short enough to be read. Blank lines and those of comments do not count.
#[test]
fn the_checker_has_at_most_150_lines_of_code_and_what_it_calls_131() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let length = |text: &str| text.lines().filter(is_code).count();
    let checker = length(include_str!("../../src/instance/count_checker.rs"));
    let words = length(include_str!("../../src/instance/cover_words.rs"));
    let line = length(include_str!("../../src/instance/count_line.rs"));
    assert!(checker <= 150 && words + line <= 131, "{checker} and {words} + {line}");
}
