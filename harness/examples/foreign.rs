//! A program of others, for tests: `foreign MODE BEHAVIOUR`. It is honest, except on puzzles with
//! four clues.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board::text::line;
use board::{Alphabet, Grid, Puzzle, catalog};
use race::external::protocol::{Answer, AnswerStatus, Hello, Reply, Request};
use record::Task;
use solvers::candidates::mrv::MRV;
use solvers::sat::engines::{BATSAT, SatResult};
use solvers::sat::formula::{Formula, Literal};
use solvers::{Counter, Limits, Outcome};

const FOR_EVER: Duration = Duration::from_secs(1000);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let behaviour = words.get(1).map_or("", String::as_str);
    match words.first().map(String::as_str) {
        Some("speak") => speak(behaviour),
        Some("lines") => lines(behaviour),
        Some("dimacs") => dimacs(&words[words.len() - 1]),
        _ => println!("foreign 1.2.3"),
    }
}

fn speak(behaviour: &str) {
    if behaviour == "mute" {
        thread::sleep(FOR_EVER);
    }
    println!("starting up...");
    let hello = Hello {
        name: Some("foreign".into()),
        version: Some("0.7".into()),
        tasks: Some(vec![Task::First, Task::Unique]),
        geometries: vec!["classic4".into()],
        ..Hello::default()
    };
    println!("{}", Reply::Hello(hello));
    for request in requests() {
        let Request::Solve(solve) = request else { continue };
        let puzzle = parse(&solve.puzzle);
        if puzzle.clues() == 4 && misbehave(behaviour, solve.id) {
            continue;
        }
        let outcome = outcome(&puzzle);
        let status = [AnswerStatus::Impossible, AnswerStatus::Unique, AnswerStatus::Multiple]
            [outcome.solutions as usize];
        let mut answer = Answer::new(solve.id, status);
        answer.first = grid(&outcome.first);
        answer.second = grid(&outcome.second).filter(|_| behaviour != "hasty");
        answer.counters = vec![(Counter::Bets, outcome.counters.bets)];
        answer.wall_ns = match behaviour {
            "hasty" | "liar" => Some(u64::MAX),
            "untimed" => None,
            _ => Some(1234),
        };
        println!("{}", Reply::Result(Box::new(answer)));
    }
}

/// Returns whether that was all there is to say.
fn misbehave(behaviour: &str, id: u64) -> bool {
    match behaviour {
        "cut" => {
            print!("result {id} uni");
            drop(io::stdout().flush());
            std::process::exit(3);
        }
        "chatty" => println!("thinking..."),
        "garbage" => println!("result {id} perhaps ? ?"),
        "hungry" => {
            let mut held = Vec::new();
            loop {
                held.push(vec![1_u8; 1 << 24]);
                thread::sleep(Duration::from_millis(2));
            }
        }
        "slow" => thread::sleep(FOR_EVER),
        "wrong" => {
            println!("result {id} unique 5 1234123412341234");
        }
        _ => return false,
    }
    behaviour != "chatty"
}

fn lines(behaviour: &str) {
    for text in io::stdin().lock().lines().map_while(Result::ok) {
        let puzzle = parse(&text);
        if behaviour == "short" && puzzle.clues() == 4 {
            return;
        }
        match grid(&outcome(&puzzle).first) {
            Some(solution) => println!("{text}:{solution}"),
            None => println!("no solution"),
        }
    }
}

fn dimacs(path: &str) {
    let text = std::fs::read_to_string(path).expect("a file");
    let mut rows = text.lines();
    let head: Vec<&str> = rows.next().expect("a head").split_whitespace().collect();
    let mut formula = Formula::new(head[2].parse().expect("a number"));
    for row in rows {
        let literals = row.split_whitespace().map(|l| l.parse::<i64>().expect("a literal"));
        formula.add_clause(literals.take_while(|l| *l != 0).map(|l| {
            let variable = l.unsigned_abs() as u32 - 1;
            if l > 0 { Literal::positive(variable) } else { Literal::negative(variable) }
        }));
    }
    let limits = Limits::solutions(1);
    let mut engine = (BATSAT.timed)(solvers::Interrupt::new(&limits));
    engine.load(&formula);
    println!("c foreign");
    if !matches!(engine.solve(), SatResult::Satisfiable) {
        return println!("s UNSATISFIABLE");
    }
    println!("s SATISFIABLE");
    for variable in 0..formula.variables() as u32 {
        let sign = if engine.value(variable) { "" } else { "-" };
        println!("v {sign}{}", variable + 1);
    }
    println!("v 0");
}

fn requests() -> impl Iterator<Item = Request> {
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    lines.filter_map(|line| line.parse().ok())
}

fn parse(text: &str) -> Puzzle {
    let geometry = Arc::new(catalog::named("classic4").expect("a geometry"));
    line::parse(text, &geometry).expect("a puzzle")
}

fn outcome(puzzle: &Puzzle) -> Outcome {
    let mut solver = MRV.prepare::<Puzzle>(puzzle.geometry()).expect("it takes everything");
    solver.solve(puzzle, &Limits::solutions(2))
}

fn grid(grid: &Option<Grid>) -> Option<String> {
    let alphabet = Alphabet::standard(4).expect("an alphabet");
    grid.as_ref().map(|grid| line::write_grid(&alphabet, grid))
}
