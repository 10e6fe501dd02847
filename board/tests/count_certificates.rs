//! Certificates of counts: the true count is accepted, and every changed line is refused.

use std::collections::HashMap;
use std::ops::ControlFlow;

use board::Count;
use board::instance::{
    CountChecker, CountRefutation, CountWriter, Entry, ExactCover, Item, check_cover, read_cover,
};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

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

/// Random problems with colours, in random orders of their items.
#[test]
fn certificates_of_random_problems_prove_what_brute_force_finds() {
    let mut rng = seeded(1, STREAM);
    for _ in 0..1_500 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &mut rng);
        assert_eq!(check(&problem, &text), Ok(Count::from(brute_force(&problem))), "{text}");
    }
}

/// A character is replaced, inserted or removed.
#[test]
fn every_change_of_one_character_is_refused() {
    let mut rng = seeded(2, STREAM);
    let (mut n_changed, mut at_its_line) = (0, 0);
    let characters = "0123456789abcdefxyzABCDEFGHIJKLMNOPQRSTUVW:|@#*=+-. \n";
    for _ in 0..1_400 {
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
        n_changed += 1;
        let line = 1 + text[..place].matches('\n').count();
        let refuted = check(&problem, &changed).expect_err(&changed);
        assert!(refuted.line >= line, "{refuted} {changed}");
        at_its_line += usize::from(refuted.line == line);
    }
    assert!(
        n_changed > 1_000 && 100 * at_its_line > 95 * n_changed,
        "{at_its_line} of {n_changed}"
    );
}

/// Whatever is done to whole lines, what is accepted is true. The letters at their ends are put right.
#[test]
fn only_the_true_count_is_ever_accepted() {
    let mut rng = seeded(3, STREAM);
    let mut n_accepted = 0;
    for _ in 0..5_000 {
        let problem = random_problem(&mut rng);
        let text = certificate(&problem, &mut rng);
        let without_letter =
            |line: &str| line.trim_end_matches(|it| matches!(it, 'A'..='W')).into();
        let mut lines: Vec<String> = text.lines().map(without_letter).collect();
        for _ in 0..rng.random_range(1..=3) {
            change_a_line(&mut lines, &mut rng);
        }
        let changed = sealed(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
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
    let words = ["x", "0", "3", "4", "5", "@1", "@2-3", "*", "0+1+3", "1", "2+1", "+2-3", "@1+2-2"];
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
    let mut words: Vec<Entry> = order.iter().copied().map(Entry::plain).collect();
    for entry in problem.options().flatten() {
        if !words.contains(entry) {
            words.push(*entry);
        }
    }
    let mut counting = Counting { problem, words, writer, found: HashMap::new(), rng };
    let known = counting.count(&mut Vec::new());
    assert!(counting.writer.finish(&known.count).is_continue());
    text
}

/// A search that remembers states by the items that the options chosen have.
struct Counting<'a, 'r> {
    problem: &'a ExactCover,
    words: Vec<Entry>,
    writer: CountWriter<'a>,
    found: HashMap<Vec<usize>, Known>,
    rng: &'r mut ChaCha8Rng,
}

#[derive(Clone)]
struct Known {
    line: u64,
    count: Count,
    /// The words of the state, unless the line is that of a dead end.
    state: Option<Vec<usize>>,
}

impl Counting<'_, '_> {
    fn count(&mut self, chosen: &mut Vec<usize>) -> Known {
        let state = self.state(chosen);
        if let Some(known) = self.found.get(&state) {
            return known.clone();
        }
        let primary = self.problem.primary();
        let open: Vec<usize> = state.iter().copied().filter(|&word| word < primary).collect();
        let Some(&first) = open.first() else {
            return Known {
                line: CountWriter::COVERED,
                count: Count::ONE,
                state: Some(Vec::new()),
            };
        };
        let is_named = self.rng.random_range(0..3) == 0;
        let item = if is_named { *open.choose(self.rng).unwrap() } else { first };
        let options: Vec<usize> = (0..self.problem.option_count()).collect();
        let has_it = |it: &&usize| self.required(**it).contains(&item);
        let of_item: Vec<usize> = options.iter().filter(has_it).copied().collect();
        let fits = |it: &&usize| self.required(**it).iter().all(|word| state.contains(word));
        let fitting: Vec<usize> = of_item.iter().filter(fits).copied().collect();
        if fitting.is_empty() && self.rng.random() {
            return self.dead_end(item, &of_item, &state);
        }
        let mut children = Vec::new();
        let mut count = Count::ZERO;
        for &option in &fitting {
            chosen.push(option);
            let child = self.count(chosen);
            chosen.pop();
            count += &child.count;
            children.push(child);
        }
        let whole = (0..children.len()).filter(|&child| children[child].state.is_some());
        let whole: Vec<usize> = whole.collect();
        let by = whole.choose(self.rng).copied().filter(|_| self.rng.random_bool(0.9));
        let mut others = state.clone();
        let mut lines: Vec<u64> = children.iter().map(|child| child.line).collect();
        if let Some(child) = by {
            let required = self.required(fitting[child]);
            let after = children[child].state.as_ref().unwrap();
            others.retain(|word| !required.contains(word) && !after.contains(word));
            let line = lines.remove(child);
            lines.insert(0, line);
        }
        let named = Some(item).filter(|&item| item != first);
        let written = self.writer.sum(by.map(|child| fitting[child]), others, named, lines);
        let ControlFlow::Continue(line) = written else { unreachable!("the text takes all lines") };
        let known = Known { line, count, state: Some(state.clone()) };
        self.found.insert(state, known.clone());
        known
    }

    /// Writes a line of an item none of whose options fits. It says of each option why.
    fn dead_end(&mut self, item: usize, options: &[usize], state: &[usize]) -> Known {
        let mut missing = Vec::new();
        for &option in options {
            let mut required = self.required(option);
            required.retain(|word| !state.contains(word));
            // A use may be missing only because no option needs it after this one.
            if required.iter().any(|&word| word < self.problem.primary()) {
                required.retain(|&word| word < self.problem.primary());
            }
            missing.push(*required.choose(self.rng).unwrap());
        }
        missing.sort_unstable();
        missing.dedup();
        let written = self.writer.dead_end(item, &missing);
        let ControlFlow::Continue(line) = written else { unreachable!("the text takes all lines") };
        Known { line, count: Count::ZERO, state: None }
    }

    /// Returns the words that an option requires.
    fn required(&self, option: usize) -> Vec<usize> {
        let place = |entry| self.words.iter().position(|word| word == entry).unwrap();
        self.problem.option(option).iter().map(place).collect()
    }

    /// Returns the words of the state after some options: those uses only that an option still requires which has no
    /// item before the first open one.
    fn state(&self, chosen: &[usize]) -> Vec<usize> {
        let closed: Vec<&Entry> =
            chosen.iter().flat_map(|&option| self.problem.option(option)).collect();
        let is_left = |word: &Entry| {
            let same = |entry: &&&Entry| entry.item == word.item;
            closed.iter().filter(same).all(|&entry| entry == word && word.colour.is_some())
        };
        let left = (0..self.words.len()).filter(|&word| is_left(&self.words[word]));
        let mut left: Vec<usize> = left.collect();
        let primary = self.problem.primary();
        let first = left.first().copied().filter(|&first| first < primary);
        let options = (0..self.problem.option_count()).map(|option| self.required(option));
        let later =
            options.filter(|it| first.is_some_and(|first| it.iter().all(|&word| word >= first)));
        let has_item = |it: &Vec<usize>| it.iter().any(|&word| word < primary);
        let later: Vec<usize> = later.filter(has_item).flatten().collect();
        left.retain(|word| *word < primary || later.contains(word));
        left
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

/// What a certificate trusts is short enough to be read. Blank lines and those of comments do not count.
#[test]
fn the_checker_has_at_most_150_lines_of_code_and_what_it_calls_131() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let length = |text: &str| text.lines().filter(is_code).count();
    let checker = length(include_str!("../src/instance/count_checker.rs"));
    let words = length(include_str!("../src/instance/cover_words.rs"));
    let line = length(include_str!("../src/instance/count_line.rs"));
    assert!(checker <= 150 && words + line <= 131, "{checker} and {words} + {line}");
}
