//! Certificates of counts: the true count is accepted, and every changed line is refused.

use std::collections::HashMap;
use std::ops::ControlFlow;

use board::Count;
use board::instance::{
    CountChecker, CountChild, CountRefutation, CountWriter, Entry, ExactCover, Item, check_cover,
    read_cover,
};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

/// The random stream of these tests.
const STREAM: u64 = 0xC1;

/// Six cells in two rows, to be covered by dominoes.
const DOMINOES: &str = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";

/// The certificate of the page about the format.
const OF_DOMINOES: &str = "\
exact-cover-count 3 hash
items a b c d e f
3 .
7 3
4 .
7 .
2 5 6
1 4 7
solutions 3 8
";

fn check(problem: &ExactCover, text: &str) -> Result<Count, CountRefutation> {
    let mut checker = CountChecker::new(problem, "hash");
    text.split_inclusive('\n').try_for_each(|line| checker.line(line.as_bytes()))?;
    checker.finish()
}

#[track_caller]
fn check_refused(problem: &str, text: &str, why: &str) {
    let refuted = check(&read_cover(problem).unwrap(), text).unwrap_err();
    assert_eq!(refuted.to_string(), why);
}

#[track_caller]
fn accepted(problem: &str, text: &str) -> u64 {
    check(&read_cover(problem).unwrap(), text).unwrap().to_u64().unwrap()
}

#[test]
fn each_line_follows_from_those_before() {
    assert_eq!(accepted(DOMINOES, OF_DOMINOES), 3);
    let refused = |from, to, why| {
        check_refused(DOMINOES, &OF_DOMINOES.replacen(from, to, 1), why);
    };
    refused("ns 3", "ns 4", "9: says \"4\" solutions, proved are 3");
    refused("ns 3", "ns 03", "9: says \"03\" solutions, proved are 3");
    let header = "1: expected \"exact-cover-count 3 hash\", for this problem";
    refused("3 hash", "3 other", header);
    refused("3 hash", "2 hash", header);
    refused("a b", "b b", "2: expected each of the 6 primary items once");
    refused("f\n", "g\n", "2: \"g\" is no primary item");
    refused("1 4 7", "1 3 7", "8: needed is 12, not 1b");
    refused("1 4 7", "5 4 7", "8: option 5 does not lead to f");
    refused("1 4 7", "1 4 6", "8: needed is 1b, not 9");
    refused("1 4 7", "1 4 x", "8: option 2 fits");
    refused("1 4 7", "1 4 .", "8: needed is 1b, not 0");
    refused("1 4 7", "1 4 8", "8: \"8\" is no line before");
    refused("1 4 7", "1 4 2", "8: \"2\" is no line before");
    refused("1 4 7", "1 4 07", "8: \"07\" is no line before");
    refused("1 4 7", "1 4", "8: expected a word for 1b");
    refused("1 4 7", "1 4 7 7", "8: too many words");
    refused("1 4 7", "1  4 7", "8: \"\" is no line before");
    refused("1 4 7", "1 4 7 ", "8: too many words");
    refused("1 4 7", "8 4 7", "8: \"8\" is no option");
    refused("1 4 7", "0 4 7", "8: \"0\" is no option");
    refused("1 4 7", "1", "8: expected an option, and lines of states");
    refused("1 4 7", "=7f 4 7", "8: \"7f\" is no state");
    refused("1 4 7", "=03f 4 7", "8: \"03f\" is no state");
    refused("1 4 7", "=3F 4 7", "8: \"3F\" is no state");
    refused("1 4 7", "=0", "8: \"0\" is no state");
}

#[test]
fn lines_that_are_missing_moved_or_repeated_are_refused() {
    let lines: Vec<&str> = OF_DOMINOES.split_inclusive('\n').collect();
    let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().concat();
    check_refused(DOMINOES, &without(2), "3: \"3\" is no line before");
    check_refused(DOMINOES, &without(8), "9: expected a line, the file is truncated");
    check_refused(DOMINOES, "", "1: expected a line, the file is truncated");
    let twice = [&lines[..5], &lines[4..]].concat().concat();
    check_refused(DOMINOES, &twice, "8: needed is 9, not 3");
    let mut moved = lines.clone();
    moved.swap(4, 5);
    check_refused(DOMINOES, &moved.concat(), "7: option 2 does not lead to 9");
    check_refused(DOMINOES, &format!("{OF_DOMINOES}1 4 7\n"), "10: expected the end of the file");
    let cut = &OF_DOMINOES[..OF_DOMINOES.len() - 1];
    check_refused(DOMINOES, cut, "9: no line feed at its end: the file is truncated");
    let unused = OF_DOMINOES.replacen("solutions", "3 .\nsolutions", 1);
    check_refused(DOMINOES, &unused, "9: no later line uses this state");
}

/// Two options agree on a colour of x, and a third does not.
#[test]
fn states_have_the_uses_of_secondary_items_that_matter() {
    let problem = "a b | x\na x:red\nb x:red\na x:blue\nb x\na b\n";
    let text = "\
exact-cover-count 3 hash
items a b | x:red x:blue x
=c .
=1f 3 x .
solutions 2 4
";
    assert_eq!(accepted(problem, text), 2);
    check_refused(problem, &text.replace("=c .", "=d ."), "3: expected a word for 0");
    check_refused(problem, &text.replace("=c .", "=e ."), "4: needed is c, not e");
    let bar = "2: expected \"items a b | x:red x:blue x\"";
    check_refused(problem, &text.replace("| ", ""), bar);
    check_refused(problem, &text.replace("x:blue x", "x x:blue"), bar);
}

#[test]
fn a_line_may_multiply_independent_parts() {
    let problem = "a b c d | x\na b\na\nb\nc d x:1\nc x:1\nd x:1\nc d\n";
    let text = "\
exact-cover-count 3 hash
items a b c d | x:1
=9 .
=3 .
=19 . 3
=7 . 4 .
* 5 6
solutions 6 7
";
    assert_eq!(accepted(problem, text), 6);
    assert_eq!(accepted(problem, &text.replace("* 5 6", "* 6 5")), 6);
    let changed = |to| text.replace("* 5 6", to);
    let parts = "7: expected two or more parts of a state without a common item";
    check_refused(problem, &changed("* 5 5"), parts);
    check_refused(problem, &changed("* 5"), parts);
    check_refused(problem, &changed("*"), parts);
    check_refused(problem, &changed("* 5 6 3"), parts);
    check_refused(problem, &changed("* 5 4"), "8: needed is 1f, not 1b");
    check_refused(problem, &changed("* 5 7"), "7: \"7\" is no line before");
    check_refused(problem, &changed("* 5 ."), "7: \".\" is no line before");
    // With this option, the parts share an item, and with those, a secondary item.
    let joined = format!("{problem}b c\n");
    check_refused(&joined, text, "7: the parts are not independent");
    let shared = "a b | x\na x\nb x\na\nb\n";
    let text = "exact-cover-count 3 hash\nitems a b | x\n=3 . .\n=5 . .\n* 4 3\nsolutions 4 5\n";
    check_refused(shared, text, "5: the parts are not independent");
}

#[test]
fn a_line_may_name_another_item_than_the_first() {
    let text = "exact-cover-count 3 hash\nitems a b c d\n2 .\n3 .\n1 @b 3 4\nsolutions 2 5\n";
    let problem = "a b c d\na b\nc d\na c\nb d\n";
    assert_eq!(accepted(problem, text), 2);
    for word in ["@a", "@e", "@"] {
        let why = format!("5: {word:?}, expected @ and an open item that is not the first");
        check_refused(problem, &text.replace("@b", word), &why);
    }
    check_refused(problem, &text.replace("@b", "@d"), "5: needed is c, not 3");
    check_refused(problem, &text.replace(" @b", ""), "5: needed is 5, not a");
    let impossible = "a b\na\n";
    let begin = "exact-cover-count 3 hash\nitems a b\n";
    for end in ["=3 x\nsolutions 0 3\n", "=3 @b\nsolutions 0 3\n", "solutions 0 x@b\n"] {
        assert_eq!(accepted(impossible, &format!("{begin}{end}")), 0);
    }
    check_refused(impossible, &format!("{begin}solutions 0 x\n"), "3: option 1 fits");
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
    assert!(empty.ends_with("\nsolutions 1 .\n"));
    assert_eq!(check(&nothing, &empty).unwrap(), Count::ONE);
}

/// Random problems with colours, in random orders of their items.
#[test]
fn certificates_of_random_problems_prove_what_brute_force_finds() {
    let mut rng = seeded(1, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &mut rng);
        assert_eq!(check(&problem, &text), Ok(Count::from(brute_force(&problem))), "{text}");
    }
}

/// A character is replaced, inserted or removed. What is accepted nevertheless names another item that proves the
/// same line, or an option with the same items.
#[test]
fn every_change_of_one_character_is_refused_or_means_the_same() {
    let mut rng = seeded(2, STREAM);
    let (mut n_refused, mut at_its_line) = (0, 0);
    let characters = "0123456789abcdefxyz:|@#*=. \n";
    for _ in 0..1_200 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &mut rng);
        let place = rng.random_range(0..text.len());
        let new = characters.as_bytes()[rng.random_range(0..characters.len())] as char;
        let mut changed = text.clone();
        match rng.random_range(0..4) {
            0 => changed.insert(place, new),
            1 => drop(changed.remove(place)),
            _ => changed.replace_range(place..=place, new.encode_utf8(&mut [0; 4])),
        }
        if changed == text {
            continue;
        }
        let line = 1 + text[..place].matches('\n').count();
        match check(&problem, &changed) {
            Ok(count) => {
                assert_eq!(count, Count::from(brute_force(&problem)), "{changed}");
                let start = text[..place].rfind([' ', '\n']).map_or(0, |blank| blank + 1);
                let word = &changed[start..];
                let is_option = text[..start].ends_with('\n');
                let is_item = word.starts_with('@') || word.starts_with("x@");
                assert!(line > 2 && (is_option || is_item), "{text} -> {changed}");
            }
            Err(refuted) => {
                let is_later = refuted.line >= line || refuted.why.starts_with("no later line");
                assert!(is_later, "{refuted} {changed}");
                n_refused += 1;
                at_its_line += usize::from(refuted.line == line);
            }
        }
    }
    assert!(n_refused > 1_000 && at_its_line > 800, "{n_refused}, {at_its_line}");
}

/// Whatever is done to whole lines, what is accepted is true.
#[test]
fn only_the_true_count_is_ever_accepted() {
    let mut rng = seeded(3, STREAM);
    let mut n_accepted = 0;
    for _ in 0..5_000 {
        let problem = random_problem(&mut rng);
        let mut lines: Vec<String> =
            certificate(&problem, &mut rng).lines().map(String::from).collect();
        for _ in 0..rng.random_range(1..=3) {
            change_a_line(&mut lines, &mut rng);
        }
        let changed: String = lines.iter().map(|line| format!("{line}\n")).collect();
        if let Ok(count) = check(&problem, &changed) {
            n_accepted += 1;
            assert_eq!(count, Count::from(brute_force(&problem)), "{changed}");
        }
    }
    assert!(n_accepted > 0, "{n_accepted}");
}

fn change_a_line(lines: &mut Vec<String>, rng: &mut ChaCha8Rng) {
    let line = rng.random_range(2..lines.len().max(3)).min(lines.len() - 1);
    let other = rng.random_range(2..lines.len().max(3)).min(lines.len() - 1);
    let words = ["x", ".", "3", "4", "5", "@i1", "x@i2", "*", "=1f", "1", "2"];
    let word = *words.choose(rng).unwrap();
    match rng.random_range(0..6) {
        0 if lines.len() > 1 => drop(lines.remove(line)),
        1 => lines.swap(line, other),
        2 => lines.insert(line, lines[other].clone()),
        3 => lines[line] += &format!(" {word}"),
        4 => lines[line] = lines[line].rsplit_once(' ').map_or("", |it| it.0).into(),
        _ => {
            let mut changed: Vec<&str> = lines[line].split(' ').collect();
            let place = rng.random_range(0..changed.len());
            changed[place] = word;
            lines[line] = changed.join(" ");
        }
    }
}

/// Returns a certificate in a random order of the items, a third of which may be covered out of order.
fn certificate(problem: &ExactCover, rng: &mut ChaCha8Rng) -> String {
    let mut order: Vec<Item> = (0..problem.primary() as Item).collect();
    order.shuffle(rng);
    let mut text = String::new();
    let mut out = |line: &[u8]| {
        text += str::from_utf8(line).unwrap();
        ControlFlow::Continue(())
    };
    let mut writer = CountWriter::new(problem, "hash", &mut out);
    assert!(writer.begin(&order).is_continue());
    let mut counting = Counting { problem, order, writer, found: HashMap::new(), rng };
    let (whole, count) = counting.count(&mut Vec::new());
    assert!(counting.writer.finish(whole, &count).is_continue());
    text
}

/// A search that remembers states by the items that the options chosen have.
struct Counting<'a, 'r> {
    problem: &'a ExactCover,
    order: Vec<Item>,
    writer: CountWriter<'a>,
    found: HashMap<Vec<Entry>, (CountChild, Count)>,
    rng: &'r mut ChaCha8Rng,
}

impl Counting<'_, '_> {
    fn count(&mut self, chosen: &mut Vec<usize>) -> (CountChild, Count) {
        let problem = self.problem;
        let mut closed: Vec<Entry> =
            chosen.iter().flat_map(|&option| problem.option(option)).copied().collect();
        closed.sort_unstable_by_key(|entry| (entry.item, entry.colour));
        closed.dedup();
        if let Some(known) = self.found.get(&closed) {
            return known.clone();
        }
        let is_open = |item: &Item| closed.iter().all(|entry| entry.item != *item);
        let open: Vec<Item> = self.order.iter().copied().filter(is_open).collect();
        let Some(&first) = open.first() else { return (CountChild::Covered, Count::ONE) };
        let is_named = self.rng.random_range(0..3) == 0;
        let item = if is_named { *open.choose(self.rng).unwrap() } else { first };
        let named = Some(item).filter(|&item| item != first);
        let fits = |option: &&usize| {
            let allows = |entry: &Entry| {
                let same = closed.iter().find(|other| other.item == entry.item);
                same.is_none_or(|other| other == entry && entry.colour.is_some())
            };
            let entries = problem.option(**option);
            entries.iter().any(|entry| entry.item == item) && entries.iter().all(allows)
        };
        let options: Vec<usize> = (0..problem.option_count()).collect();
        let (mut children, mut total) = (Vec::new(), Count::ZERO);
        for &option in options.iter().filter(fits) {
            chosen.push(option);
            let (child, count) = self.count(chosen);
            chosen.pop();
            children.push((option, child));
            total += &count;
        }
        if children.is_empty() {
            return (CountChild::Dead(named), total);
        }
        let ControlFlow::Continue(line) = self.writer.sum(chosen, None, named, &children) else {
            unreachable!("the text takes all lines")
        };
        self.found.insert(closed, (line, total.clone()));
        (line, total)
    }
}

/// Returns the number of sets of options that the referee accepts.
fn brute_force(problem: &ExactCover) -> u64 {
    let sets = 0..1_u32 << problem.option_count();
    let options = |set: u32| -> Vec<usize> {
        (0..problem.option_count()).filter(|option| set >> option & 1 == 1).collect()
    };
    sets.filter(|&set| check_cover(problem, &options(set)).is_ok()).count() as u64
}

/// Returns a problem with few items and up to nine options, some of whose secondary items have colours.
fn random_problem(rng: &mut ChaCha8Rng) -> ExactCover {
    let (primary, secondary) = (rng.random_range(1..=6), rng.random_range(0..=3));
    let names = |range: std::ops::Range<u32>| range.map(|item| format!("i{item}")).collect();
    let items = primary + secondary;
    let colours = vec!["red".into(), "blue".into()];
    let mut problem = ExactCover::new(names(0..primary), names(primary..items), colours);
    for _ in 0..rng.random_range(3..=9) {
        let mut option = vec![Entry::plain(rng.random_range(0..primary))];
        for item in (0..items).filter(|&item| item != option[0].item).collect::<Vec<_>>() {
            if rng.random_bool(0.3) {
                let is_coloured = item >= primary && rng.random_bool(0.7);
                let colour = is_coloured.then(|| rng.random_range(0..2));
                option.push(Entry { item, colour });
            }
        }
        problem.add_option(option).unwrap();
    }
    problem
}
