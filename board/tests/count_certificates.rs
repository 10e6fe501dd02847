//! Certificates of counts: the true count is accepted, and every changed line is refused.

use std::collections::HashMap;

use board::Count;
use board::instance::{
    CountChecker, CountProof, CountRefutation, Entry, ExactCover, Item, check_cover, read_cover,
};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::SliceRandom;

/// The random stream of these tests.
const STREAM: u64 = 0xC1;

/// Six cells in two rows, to be covered by dominoes.
const DOMINOES: &str = "a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n";

/// The certificate of the page about the format.
const OF_DOMINOES: &str = "\
exact-cover-count 1 hash
items a b c d e f
0 1
3 1
6 1
9 1
f 1
1b 2
3f 3
";

fn check(problem: &ExactCover, text: &str) -> Result<Count, CountRefutation> {
    let mut checker = CountChecker::new(problem, "hash");
    text.split_inclusive('\n').try_for_each(|line| checker.line(line))?;
    checker.finish()
}

#[track_caller]
fn check_refused(problem: &str, text: &str, why: &str) {
    let refuted = check(&read_cover(problem).unwrap(), text).unwrap_err();
    assert_eq!(refuted.to_string(), why);
}

fn accepted(problem: &str, text: &str) -> u64 {
    check(&read_cover(problem).unwrap(), text).unwrap().to_u64().unwrap()
}

#[test]
fn each_line_follows_from_those_before() {
    assert_eq!(accepted(DOMINOES, OF_DOMINOES), 3);
    let changed = |from, to| OF_DOMINOES.replacen(from, to, 1);
    check_refused(DOMINOES, &changed("3f 3", "3f 4"), "9: says 4, is 3");
    let header = "1: expected \"exact-cover-count 1 hash\", for this problem";
    check_refused(DOMINOES, &changed("1 hash", "1 other"), header);
    check_refused(DOMINOES, &changed("a b", "b b"), "2: expected each of the 6 primary items once");
    check_refused(DOMINOES, &changed("f\n", "g\n"), "2: \"g\" is no primary item");
    check_refused(DOMINOES, &changed("f 1", "0f 1"), "7: \"0f\" is no state");
    check_refused(DOMINOES, &changed("f 1", "F 1"), "7: \"F\" is no state");
    check_refused(DOMINOES, &changed("3f", "7f"), "9: \"7f\" is no state");
    check_refused(DOMINOES, &changed("f 1", "f 01"), "7: expected a count");
    check_refused(DOMINOES, &changed("f 1", "f  1"), "7: expected a count");
    check_refused(
        DOMINOES,
        &changed("f 1", "f 1 "),
        "7: \"\", expected @ and the first item that proves the count",
    );
}

#[test]
fn lines_that_are_missing_moved_or_repeated_are_refused() {
    let lines: Vec<&str> = OF_DOMINOES.split_inclusive('\n').collect();
    let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().concat();
    check_refused(DOMINOES, &without(2), "3: no line before has the state 0");
    check_refused(DOMINOES, &without(8), "8: the last line is not the whole problem");
    check_refused(DOMINOES, "", "1: the last line is not the whole problem");
    let twice = [&lines[..5], &lines[4..]].concat().concat();
    check_refused(DOMINOES, &twice, "6: 6 is not above the state of the line before");
    let mut moved = lines.clone();
    moved.swap(4, 5);
    check_refused(DOMINOES, &moved.concat(), "6: 6 is not above the state of the line before");
    let after = format!("{OF_DOMINOES}3f 3\n");
    check_refused(DOMINOES, &after, "10: 3f is not above the state of the line before");
    let cut = &OF_DOMINOES[..OF_DOMINOES.len() - 1];
    check_refused(DOMINOES, cut, "9: no line feed at its end: the file is truncated");
    let unused = OF_DOMINOES.replacen("6 1\n", "5 0\n6 1\n", 1);
    check_refused(DOMINOES, &unused, "5: no later line uses this state");
}

/// Two options agree on a colour of x, and a third does not.
#[test]
fn states_have_the_uses_of_secondary_items_that_matter() {
    let problem = "a b | x\na x:red\nb x:red\na x:blue\nb x\na b\n";
    let text = "\
exact-cover-count 1 hash
items a b | x:red x:blue x
0 1
8 0
c 1
1f 2
";
    assert_eq!(accepted(problem, text), 2);
    check_refused(problem, &text.replace("c 1", "d 1"), "5: says 1, is 2");
    check_refused(problem, &text.replace("c 1", "e 1"), "5: e has words that do not matter");
    let bar = "2: expected \"items a b | x:red x:blue x\"";
    check_refused(problem, &text.replace("| ", ""), bar);
    check_refused(problem, &text.replace("x:blue x", "x x:blue"), bar);
}

#[test]
fn a_line_may_multiply_independent_parts() {
    let problem = "a b c d | x\na b\na\nb\nc d x:1\nc x:1\nd x:1\nc d\n";
    let text = "\
exact-cover-count 1 hash
items a b c d | x:1
0 1
3 1
7 3
8 1
18 2
1f 6 7 18
";
    assert_eq!(accepted(problem, text), 6);
    let changed = |to| text.replace("6 7 18", to);
    let parts = "8: expected all parts of the state in ascending order";
    check_refused(problem, &changed("6 18 7"), parts);
    check_refused(problem, &changed("6 7 7 18"), parts);
    check_refused(problem, &changed("6 0 7 18"), parts);
    check_refused(problem, &changed("6 3 18"), parts);
    check_refused(problem, &changed("6 8 7"), parts);
    check_refused(problem, &changed("5 7 18"), "8: says 5, is 6");
    check_refused(problem, &changed("6 7 1"), parts);
    // With this option, the parts share an item, and with those, a secondary item.
    let joined = format!("{problem}b c\n");
    check_refused(&joined, text, "8: the parts are not independent");
    let shared = "a b | x\na x\nb x\na\nb\n";
    let text = "exact-cover-count 1 hash\nitems a b | x\n0 1\n3 2\n5 2\n7 4 3 5\n";
    check_refused(shared, text, "6: the parts are not independent");
}

#[test]
fn a_line_may_name_an_item_if_none_before_proves_it() {
    let text = "exact-cover-count 1 hash\nitems a b c d\n0 1\n3 1\na 1\nf 2 @b\n";
    let problem = "a b c d\na b\nc d\na c\nb d\n";
    assert_eq!(accepted(problem, text), 2);
    let refused =
        |word| format!("6: {word:?}, expected @ and the first item that proves the count");
    for word in ["@a", "@d", "@e", "b", "@"] {
        check_refused(problem, &text.replace("@b", word), &refused(word));
    }
    check_refused(problem, &text.replace(" @b", ""), "6: no line before has the state 5");
    let both = text.replace("a 1", "5 1\na 1");
    check_refused(problem, &both, &refused("@b").replace('6', "7"));
}

#[test]
fn counts_may_have_any_size() {
    let items: Vec<String> = (0..70).map(|item| format!("i{item}")).collect();
    let mut problem = ExactCover::new(items, Vec::new(), Vec::new());
    for option in 0..140 {
        problem.add_option([Entry::plain(option / 2)]).unwrap();
    }
    let order: Vec<Item> = (0..70).collect();
    let text = certificate(&problem, &order);
    assert!(text.ends_with(" 1180591620717411303424\n"));
    assert_eq!(check(&problem, &text).unwrap().to_string(), "1180591620717411303424");
}

#[test]
fn a_problem_without_solutions_or_items_has_a_certificate() {
    let impossible = "a b\na\n";
    assert_eq!(accepted(impossible, "exact-cover-count 1 hash\nitems a b\n1 0\n3 0\n"), 0);
    let nothing = ExactCover::new(Vec::new(), Vec::new(), Vec::new());
    let empty = certificate(&nothing, &[]);
    assert_eq!(check(&nothing, &empty).unwrap(), Count::ONE);
}

/// Random problems with colours, in random orders of their items.
#[test]
fn certificates_of_random_problems_prove_what_brute_force_finds() {
    let mut rng = seeded(1, STREAM);
    for _ in 0..500 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &random_order(&problem, &mut rng));
        assert_eq!(check(&problem, &text), Ok(Count::from(brute_force(&problem))), "{text}");
    }
}

/// A character is replaced, inserted or removed.
#[test]
fn every_change_of_one_character_is_refused() {
    let mut rng = seeded(2, STREAM);
    let (mut at_its_line, characters) = (0, "0123456789abcdefxyz:|@# \n");
    for _ in 0..1_000 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &random_order(&problem, &mut rng));
        let place = rng.random_range(0..text.len());
        let new = characters.as_bytes()[rng.random_range(0..characters.len())] as char;
        let mut changed = text.clone();
        match rng.random_range(0..4) {
            0 => changed.insert(place, new),
            1 => drop(changed.remove(place)),
            _ => changed.replace_range(place..=place, new.encode_utf8(&mut [0; 4])),
        }
        if changed != text {
            let line = 1 + text[..place].matches('\n').count();
            let refuted = check(&problem, &changed).expect_err(&changed);
            assert!(refuted.line >= line || refuted.why.starts_with("no later line"), "{changed}");
            at_its_line += usize::from(refuted.line == line);
        }
    }
    assert!(at_its_line > 800, "{at_its_line}");
}

/// Whatever is done to whole lines, what is accepted is true.
#[test]
fn only_the_true_count_is_ever_accepted() {
    let mut rng = seeded(3, STREAM);
    let mut n_accepted = 0;
    for _ in 0..5_000 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &random_order(&problem, &mut rng));
        let (lines, n_words) =
            (text.lines().count(), text.lines().nth(1).unwrap().matches(' ').count());
        let mut changed: Vec<String> = text.lines().map(String::from).collect();
        for _ in 0..rng.random_range(1..=3) {
            let line = rng.random_range(2..lines.max(3)).min(changed.len() - 1);
            let state = rng.random_range(0..1_u64 << n_words.min(20));
            match rng.random_range(0..5) {
                0 => drop(changed.remove(line)),
                1 => changed[line] = format!("{state:x} {}", rng.random_range(0..4)),
                2 => changed.insert(line, format!("{state:x} {}", rng.random_range(0..3))),
                3 => changed[line] += &format!(" @i{}", rng.random_range(0..6)),
                _ => changed[line] += &format!(" {:x} {state:x}", state / 7),
            }
        }
        let changed: String = changed.iter().map(|line| format!("{line}\n")).collect();
        if let Ok(count) = check(&problem, &changed) {
            n_accepted += 1;
            assert_eq!(count, Count::from(brute_force(&problem)), "{changed}");
        }
    }
    assert!(n_accepted > 0, "{n_accepted}");
}

/// Returns the certificate that counting each state once finds.
fn certificate(problem: &ExactCover, order: &[Item]) -> String {
    let mut words: Vec<Entry> = order.iter().copied().map(Entry::plain).collect();
    for &entry in problem.options().flatten() {
        if entry.item as usize >= problem.primary() && !words.contains(&entry) {
            words.push(entry);
        }
    }
    let mut found = HashMap::new();
    count(problem, order, &words, &vec![true; words.len()], &mut found);
    let mut proof = CountProof::new(problem, order);
    for (state, count) in found {
        let mut bits = vec![0; state.len().div_ceil(64).max(1)];
        (0..state.len())
            .filter(|&place| state[place])
            .for_each(|place| bits[place / 64] |= 1 << (place % 64));
        proof.push(&bits, count);
    }
    let mut text = String::new();
    let write = |line: &str| {
        text += line;
        text.push('\n');
        Ok::<(), ()>(())
    };
    proof.write("hash", write).unwrap();
    text
}

fn count(
    problem: &ExactCover,
    order: &[Item],
    words: &[Entry],
    state: &[bool],
    found: &mut HashMap<Vec<bool>, Count>,
) -> Count {
    if let Some(count) = found.get(state) {
        return count.clone();
    }
    let place = |entry: &Entry| words.iter().position(|word| word == entry).unwrap();
    let mut total = Count::ZERO;
    let first = (0..order.len()).find(|&place| state[place]);
    if first.is_none() {
        total = Count::ONE;
    }
    for option in problem.options() {
        let covers = |first: usize| option.iter().any(|entry| entry.item == order[first]);
        if first.is_some_and(covers) && option.iter().all(|entry| state[place(entry)]) {
            let mut after = state.to_vec();
            for entry in option {
                for (bit, word) in after.iter_mut().zip(words) {
                    *bit &= word.item != entry.item || (entry.colour.is_some() && word == entry);
                }
            }
            total += &count(problem, order, words, &after, found);
        }
    }
    found.insert(state.to_vec(), total.clone());
    total
}

/// Returns the number of sets of options that the referee accepts.
fn brute_force(problem: &ExactCover) -> u64 {
    let sets = 0..1_u32 << problem.option_count();
    let options = |set: u32| -> Vec<usize> {
        (0..problem.option_count()).filter(|option| set >> option & 1 == 1).collect()
    };
    sets.filter(|&set| check_cover(problem, &options(set)).is_ok()).count() as u64
}

fn random_order(problem: &ExactCover, rng: &mut ChaCha8Rng) -> Vec<Item> {
    let mut order: Vec<Item> = (0..problem.primary() as Item).collect();
    order.shuffle(rng);
    order
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
