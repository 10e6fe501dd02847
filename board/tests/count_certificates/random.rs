//! Certificates of random problems prove what brute force finds, and what is changed in them at random proves nothing else.

use board::Count;
use board::instance::{Entry, ExactCover, check_cover};
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::counting::certificate;
use crate::{STREAM, check, sealed};

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
