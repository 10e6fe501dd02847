//! What external programs and child processes print: results of the line protocol for a problem, models of SAT solvers,
//! and counts of model counters.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use board::instance::{read_cover, read_formula, read_graph};
use board::text::line;
use board::{Count, Puzzle, catalog};
use race::corpus::{CorpusItem, Expectation};
use race::executor::{Failure, Measurement};
use race::external::count_output::CountOutput;
use race::external::model_output::ModelOutput;
use race::external::protocol::{Answer, AnswerStatus, Reply};
use race::external::wire;
use race::judge::judge;
use race::problem::{AnyAnswer, AnyProblem};
use race::runner::{Exchange, ExchangeEnd, NextStep};
use record::{Status, Task, Verified};
use solvers::candidates::mrv::MRV;

use crate::differential::oracle;

/// A problem, which states how many solutions it has, and its solutions.
struct Solved {
    item: CorpusItem,
    solutions: Vec<AnyAnswer>,
}

/// Puzzles with no solution, one and several, and a problem of each other kind.
static PROBLEMS: LazyLock<Vec<Solved>> = LazyLock::new(|| {
    let four = Arc::new(catalog::named("classic4").expect("a name of the catalog"));
    let puzzles = ["1..1............", "....1.3.431.2...", "12..3...2......."].map(|cells| {
        let puzzle = line::parse(cells, &four).expect("a puzzle");
        let (grids, _) = oracle::grids(&puzzle);
        Solved::new(AnyProblem::Puzzle(puzzle), grids.into_iter().map(AnyAnswer::Grid).collect())
    });
    let cover = read_cover("a b c d\na b\nc d\na c\nb d\n").expect("a problem");
    let covers = [[0, 1], [2, 3]].map(|options| AnyAnswer::Options(options.into()));
    let formula = read_formula("p cnf 2 1\n1 2 0\n").expect("a formula");
    let models = [[true, false], [false, true], [true, true]];
    let models = models.map(|model| AnyAnswer::Model(model.into()));
    let graph = read_graph("p edge 2 1\ne 1 2\n").expect("a graph").graph;
    let colourings = [[0, 1], [1, 0]].map(|colours| AnyAnswer::Colours(colours.into()));
    let others = [
        Solved::new(AnyProblem::Cover(Arc::new(cover)), covers.into()),
        Solved::new(AnyProblem::Formula(Arc::new(formula)), models.into()),
        Solved::new(AnyProblem::Graph(Arc::new(graph)), colourings.into()),
    ];
    puzzles.into_iter().chain(others).collect()
});

impl Solved {
    fn new(problem: AnyProblem, solutions: Vec<AnyAnswer>) -> Self {
        let hash = problem.hash();
        let expect = match &problem {
            AnyProblem::Graph(_) => Expectation::Colours(2),
            _ => Expectation::Exactly(Count::from(solutions.len() as u64)),
        };
        let item = CorpusItem {
            corpus: "corpus".into(),
            name: "name".into(),
            clues: problem.puzzle().map_or(0, Puzzle::clues),
            problem,
            hash,
            class: hash,
            iso_seed: None,
            expect: Some(expect),
            level: None,
            solution: None,
        };
        Self { item, solutions }
    }

    /// Returns whether a claim is true, with the solutions that it shows.
    fn has(&self, status: Status, count: &Count, shown: &[&AnyAnswer]) -> bool {
        let all = Count::from(self.solutions.len() as u64);
        let is_true = match status {
            Status::Solved => all >= 1,
            Status::Unique => all == 1,
            Status::Multiple => all >= 2,
            Status::Impossible => all.is_zero(),
            Status::Counted => all == *count,
            Status::Limited => all >= *count,
            _ => false,
        };
        is_true && shown.iter().all(|answer| self.solutions.contains(answer))
    }
}

/// The result of a child process means the same after this program has written it as a child process does, and no claim
/// is verified that is wrong. The first byte of an input chooses the problem.
pub fn answer(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let solved = &PROBLEMS[usize::from(*first) % PROBLEMS.len()];
    for line in String::from_utf8_lossy(bytes).lines() {
        let Ok(Reply::Result(answer)) = line.parse() else { continue };
        // Otherwise the status, of which the task follows, may be another one when it is written.
        let answer = Answer { stop: None, ..*answer };
        check_answer(solved, &answer);
    }
}

fn check_answer(solved: &Solved, answer: &Answer) {
    let problem = &solved.item.problem;
    let task = match answer.status {
        AnswerStatus::Counted | AnswerStatus::Limited => Task::Count,
        AnswerStatus::Solved => Task::First,
        _ => Task::Unique,
    };
    let measurement = wire::measurement(answer, &MRV, problem);
    let written = wire::answer(answer.id, task, &MRV, problem, &measurement).to_string();
    let Ok(Reply::Result(again)) = written.parse() else { panic!("{written:?}") };
    let again = wire::measurement(&again, &MRV, problem);
    assert_eq!(again.answer, measurement.answer, "{answer:?}, written {written:?}");
    assert_eq!(again.traced_counters, measurement.traced_counters, "{written:?}");
    assert_eq!(format!("{:?}", again.times), format!("{:?}", measurement.times), "{written:?}");
    assert_eq!(again.peak_bytes, measurement.peak_bytes, "{written:?}");
    let Ok(outcome) = &measurement.answer else { return };
    let verdict = judge(&solved.item, solved.item.effective_task(task), outcome);
    if let Some(verdict) = verdict.filter(|verdict| verdict.verified == Verified::Yes) {
        let shown: Vec<&AnyAnswer> = outcome.first.iter().chain(&outcome.second).collect();
        let is_true = solved.has(verdict.status, &outcome.count(), &shown);
        assert!(is_true, "{verdict:?} of {answer:?}");
    }
}

/// The id of the first item of an exchange.
const FIRST_ID: u64 = 7;

/// Whatever a child process prints, the results of the items that it was sent are reported once each and in their order,
/// up to the first one that is out of turn or cannot be read. The first byte of an input is the number of items.
pub fn replies(bytes: &[u8]) {
    let Some((first, bytes)) = bytes.split_first() else { return };
    let items = vec![&PROBLEMS[1].item; usize::from(*first) % 4];
    let mut reported = Vec::new();
    let mut report =
        |index: usize, it: &Measurement| reported.push((index, format!("{:?}", it.answer)));
    let mut exchange = Exchange::new(MRV, &items, FIRST_ID, true);
    // What a second reader expects, and the result that is to be replaced by the next one.
    let (mut expected, mut provisional) = (Vec::new(), None);
    for line in String::from_utf8_lossy(bytes).lines() {
        if exchange.n_done == items.len() {
            break;
        }
        let next_id = FIRST_ID + expected.len() as u64;
        let end = exchange.handle_line(line, &mut report);
        match line.parse() {
            Ok(Reply::Result(answer)) if answer.id != next_id => {
                assert_eq!(end, Some(ExchangeEnd::OutOfSync), "{line:?}");
            }
            Ok(Reply::Result(answer)) => {
                assert_eq!(end, None, "{line:?}");
                let read = wire::measurement(&answer, &MRV, &PROBLEMS[1].item.problem).answer;
                provisional = Some(format!("{read:?}"));
                if !answer.more {
                    expected.extend(provisional.take());
                }
            }
            Ok(_) => assert_eq!(end, None, "{line:?}"),
            Err(_) => assert!(end.is_none() || line.starts_with("result "), "{line:?}"),
        }
        if end.is_some() {
            break;
        }
    }
    assert_eq!(exchange.n_done, expected.len());
    if exchange.n_done < items.len() {
        let failure = Failure::Crashed("it ended".into());
        let unsolved = format!("{:?}", Err::<(), _>(&failure));
        match exchange.resolve(failure, &mut report) {
            NextStep::ContinueAfterFailure(_) => expected.push(provisional.unwrap_or(unsolved)),
            step => assert_eq!(step, NextStep::ContinueSingly(expected.len())),
        }
    }
    let expected: Vec<_> = expected.into_iter().enumerate().collect();
    assert_eq!(reported, expected, "{:?}", String::from_utf8_lossy(bytes));
}

/// The number of variables of the formulas whose models are read.
const VARIABLES: usize = 6;

/// The output of a SAT solver states what its lines say, and a model reads back as the same.
pub fn model(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let output = output(&text);
    let results = text.lines().filter_map(|line| line.strip_prefix("s "));
    let results: Vec<&str> = results.map(str::trim).collect();
    let stated = |result: &str| results.contains(&result);
    let literals =
        text.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
    let literals: Vec<Option<i64>> = literals.map(|it| it.parse().ok()).collect();
    let is_ambiguous =
        (1..=VARIABLES as i64).any(|it| [it, -it].iter().all(|&it| literals.contains(&Some(it))));
    let has_model = literals.contains(&Some(0)) && !literals.contains(&None) && !is_ambiguous;
    let expected = match (stated("SATISFIABLE"), stated("UNSATISFIABLE")) {
        (true, true) => None,
        (true, false) => has_model.then_some(Some(true)),
        (false, true) => Some(Some(false)),
        _ if stated("UNKNOWN") || stated("INDETERMINATE") => None,
        _ => Some(None),
    };
    assert_eq!(output.satisfiable().ok(), expected, "{text:?}");
    let positive: Vec<i64> = literals.into_iter().flatten().filter(|&it| it > 0).collect();
    let expected = (0..VARIABLES).filter(|&it| positive.contains(&(it as i64 + 1)));
    let truths: Vec<usize> = output.truths().collect();
    assert!(is_ambiguous || expected.eq(truths.iter().copied()), "{truths:?} of {text:?}");
    let mut written = String::from("s SATISFIABLE\nv");
    for variable in 0..VARIABLES {
        let sign = if truths.contains(&variable) { "" } else { "-" };
        write!(written, " {sign}{}", variable + 1).expect("a string accepts every write");
    }
    let again = self::output(&(written.clone() + " 0\n"));
    assert!(again.truths().eq(truths), "{written:?}");
    assert_eq!(again.satisfiable(), Ok(Some(true)), "{written:?}");
}

fn output(text: &str) -> ModelOutput {
    let mut output = ModelOutput::new(VARIABLES);
    text.lines().for_each(|line| output.read_line(line));
    output
}

/// A count that was read reads back in each of the formats, agrees with what was printed before, and contradicts any
/// other count.
pub fn counted(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = |more: &str| {
        let mut output = CountOutput::default();
        text.lines().chain(more.lines()).for_each(|line| output.read_line(line));
        output.count()
    };
    let Ok(found) = read("") else { return };
    let count = found.unwrap_or(Count::ONE);
    for line in
        [format!("c s exact arb int {count}"), format!("s mc {count}"), format!("s {count}")]
    {
        assert_eq!(read(&line), Ok(Some(count.clone())), "{text:?}, and then {line:?}");
        let two = format!("{line}\n{line}0");
        let is_zero = count.is_zero();
        assert_eq!(read(&two).is_ok(), is_zero, "{text:?}, and then {two:?}");
    }
}
