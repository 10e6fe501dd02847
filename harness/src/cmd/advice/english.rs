//! The sentences in English.

use super::Mistake;

/// Returns the sentence for a mistake.
pub(super) fn sentence(mistake: &Mistake) -> String {
    match mistake {
        Mistake::NotStarted => "the command does not start: build your program first, and check that the path in the \
             command is right from the current folder"
            .into(),
        Mistake::EndedAtOnce(error) => format!(
            "your program ended before it said hello{}: run the same command in a terminal and correct the error there",
            quoted(error)
        ),
        Mistake::NotHello(line) => format!(
            "the first line must be \"hello sudoku-backend/1\", not {line:?}: print messages for people to standard \
             error (sys.stderr, System.err, std::cerr, eprintln!)"
        ),
        Mistake::OtherVersion(version) => format!(
            "your program speaks {version}, and this harness sudoku-backend/1: say \"hello sudoku-backend/1\" and keep to \
             that version"
        ),
        Mistake::ComputesBeforeHello => {
            "your program computes before it says hello: print \"hello sudoku-backend/1\" first, and prepare afterwards"
                .into()
        }
        Mistake::NoHello => "your program said nothing: print the line \"hello sudoku-backend/1\" when it starts, \
             before it reads anything, and flush"
            .into(),
        Mistake::HelloInBuffer => format!(
            "you did not flush: hello came only when your program ended; flush after each line ({FLUSH})"
        ),
        Mistake::AnswersAtTheEnd => format!(
            "your program reads all its input before it answers, or does not flush: read one line, answer it, and \
             flush ({FLUSH}) before you read the next"
        ),
        Mistake::LineWithoutEnd => "your program prints a line without a line break at its end: print one (\\n) after \
             each line, and flush"
            .into(),
        _ => of_answer(mistake),
    }
}

/// How to flush in the usual languages.
const FLUSH: &str = "print(…, flush=True), System.out.flush(), std::endl, io::stdout().flush()";

fn of_answer(mistake: &Mistake) -> String {
    match mistake {
        Mistake::Endless => "your program was still computing at the time limit: look for a loop that does not end on \
             this puzzle, or make the search prune earlier"
            .into(),
        Mistake::Waits => "your program waits and has not answered: each line \"solve …\" needs one line \"result …\" \
             before the next line is read"
            .into(),
        Mistake::Stray(line) => format!(
            "standard output is for the protocol, and {line:?} is not of it: send debug output to standard error \
             (sys.stderr, System.err, std::cerr, eprintln!)"
        ),
        Mistake::Clash(clash) => {
            let [first, second] = clash.cells;
            let (region, symbol) = (&clash.region, clash.symbol);
            format!(
                "{first} and {second} clash: both hold {symbol} in {region}; test a value against the whole row, \
                 column and block before you place it"
            )
        }
        Mistake::GivenChanged { at, given } => format!(
            "the given {given} at {at} was changed: fill only the cells that are empty (\".\") in the question"
        ),
        Mistake::Size { found, expected } => format!(
            "the grid has {found} characters instead of {expected}: print every cell in reading order, without blanks \
             or line ends"
        ),
        Mistake::NotOnly(grid) => format!(
            "a second solution was overlooked, {grid}: after the first solution, go on searching until a second one is \
             found or everything is tried"
        ),
        Mistake::NotImpossible(grid) => format!(
            "there is a solution, {grid}: look for a value that is never tried, or that is not restored when the search \
             goes back"
        ),
        Mistake::SameTwice => "the two solutions are the same: copy a grid when you keep it, since the search goes on \
             to change it"
            .into(),
        Mistake::Miscount { found, expected } => format!(
            "the count is {found} instead of {expected}: go on after each solution, count each complete grid once, and stop \
             only at limit_solutions"
        ),
        _ => of_robustness(mistake),
    }
}

fn of_robustness(mistake: &Mistake) -> String {
    match mistake {
        Mistake::StrayResult => "your program printed a result that answers no question: print exactly one line \"result ID …\" \
             for each line \"solve ID …\", with its ID, after you have read it"
            .into(),
        Mistake::EndsOnEmpty(error) => format!(
            "your program ends on a board without givens{}: an empty list of givens or of filled cells is a valid input",
            quoted(error)
        ),
        Mistake::Ends(error) => format!(
            "your program ended in the middle of a puzzle{}: run it by hand on the puzzle that the report shows, and \
             correct the error",
            quoted(error)
        ),
        Mistake::Large(order) => format!(
            "it fails from {order}×{order} on: the values are 1–9, then A, B, … (A is 10), blocks are not 3×3, and a \
             loop over values includes {order}"
        ),
        Mistake::Unreadable(error) => format!(
            "the result line cannot be read ({error}): print \"result ID STATUS NANOSECONDS GRID\", with - for what you \
             do not have"
        ),
        Mistake::NoTimeLimit => "your program does not stop at limit_ms: read the clock during the search, and answer \
             timeout when the time is over"
            .into(),
        Mistake::EndsAtUnknownLine => {
            "your program ends at a line that it does not know: ignore such lines and read the next".into()
        }
        Mistake::Remembers => "the answer depends on earlier puzzles: create the grid, the counters and the limits \
             anew for each puzzle"
            .into(),
        Mistake::Colouring => {
            "two adjacent vertices have the same colour: look at all neighbours before you choose a colour".into()
        }
        // The others have a sentence above.
        _ => String::new(),
    }
}

fn quoted(error: &str) -> String {
    if error.is_empty() { String::new() } else { format!(" ({error})") }
}
