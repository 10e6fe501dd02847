//! Hints for options of other programs, former names of options, and mistyped subcommands.

use std::path::Path;

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use super::Cli;

/// Options of other benchmark programs, and ours for the same purpose.
struct Habit {
    /// The options of other programs, separated by spaces.
    typed: &'static str,
    /// The long name of our option; empty where there is none.
    ours: &'static str,
    /// The advice, in a sentence.
    advice: &'static str,
}

/// The options of hyperfine, Criterion, rebar, BenchExec and others.
const HABITS: &[Habit] = &[
    Habit {
        typed: "--runs --repeat --repeats --repetitions --iterations --num-runs --samples \
                --sample-size -r -n",
        ours: "reps",
        advice: "--reps N sets the number of repetitions",
    },
    Habit {
        typed: "--min-runs --measurement-time --min-iters",
        ours: "min-time",
        advice: "--min-time TIME repeats until each backend has accumulated TIME per block",
    },
    Habit {
        typed: "--max-runs --max-iters",
        ours: "max-reps",
        advice: "--max-reps N sets the maximum number of repetitions for --min-time",
    },
    Habit {
        typed: "--warmup --warm-up --warm-up-time --warmup-time --max-warmup-time -w",
        ours: "reps",
        advice: "--reps N with N > 1 begins with an untimed pilot pass",
    },
    Habit {
        typed: "--export-csv",
        ours: "format",
        advice: "--format csv prints CSV; a run also writes rows.csv to its folder (--output DIR)",
    },
    Habit { typed: "--export-json", ours: "format", advice: "--format json prints JSON" },
    Habit {
        typed: "--export-markdown --export-asciidoc --export-orgmode",
        ours: "format",
        advice: "--format markdown prints Markdown",
    },
    Habit {
        typed: "--export-latex --tex",
        ours: "format",
        advice: "--format latex prints LaTeX (rank, compare, diff)",
    },
    Habit {
        typed: "--time-limit --timelimit --walltimelimit --hardtimelimit --softtimelimit --cutoff \
                --max-time --time -t -T",
        ours: "timeout",
        advice: "--timeout TIME sets the time limit",
    },
    Habit {
        typed: "--threads --num-threads --numOfThreads --parallel --workers --processes --cores \
                --corelimit -P -p",
        ours: "jobs",
        advice: "--jobs N sets the number of workers",
    },
    Habit {
        typed: "--memlimit --mem-limit --max-memory --memorylimit --mem",
        ours: "memory-limit",
        advice: "--memory-limit SIZE limits the memory of each trial",
    },
    Habit {
        typed: "--max-nodes --nodes --nodelimit --node-limits",
        ours: "node-limit",
        advice: "--node-limit N limits the search states of each trial",
    },
    Habit {
        typed: "--seeds --random-seed --rng-seed",
        ours: "seed",
        advice: "--seed N seeds the random choices; `harness run --isomorphs N` runs variants",
    },
    Habit {
        typed: "--solver --solvers --algorithm --algorithms --algo --tool --tools",
        ours: "backend",
        advice: "-b ID selects backends (`harness list` prints them); --external COMMAND runs a \
                 solver of your own",
    },
    Habit {
        typed: "--puzzle --puzzles --instance --instances --only --include",
        ours: "filter",
        advice: "-f NAME selects puzzles; files are given without an option",
    },
    Habit {
        typed: "--exclude --skip --ignore",
        ours: "backend-not",
        advice: "-B ID excludes backends, -F NAME puzzles",
    },
    Habit {
        typed: "--baseline --save-baseline --load-baseline",
        ours: "",
        advice: "--output DIR keeps a run; `harness compare RUN --baseline ID` compares backends, \
                 `harness diff RUN1 RUN2` two runs",
    },
    Habit {
        typed: "--out --outdir --out-dir --output-dir --outputpath --dir",
        ours: "output",
        advice: "--output (-o) sets where to write the result",
    },
    Habit {
        typed: "--shuffle --randomize --random-order",
        ours: "order",
        advice: "--order random shuffles the backends",
    },
    Habit {
        typed: "--container --no-container --no-isolation",
        ours: "isolate",
        advice: "--isolate chooses the backends that run in child processes",
    },
    Habit {
        typed: "--continue --restart",
        ours: "resume",
        advice: "--resume continues an interrupted run",
    },
    Habit {
        typed: "-N --shell",
        ours: "",
        advice: "external solvers start without a shell; --reps N sets the number of repetitions, \
                 --jobs N that of workers",
    },
    Habit {
        typed: "--all --first --second",
        ours: "max-solutions",
        advice: "--max-solutions N limits the solutions that are found",
    },
    Habit { typed: "--list", ours: "", advice: "`harness list` prints the backends" },
    Habit { typed: "--plot", ours: "", advice: "`harness plot KIND RUN -o FILE` draws a run" },
];

/// A former name of an option of this program.
struct Former {
    /// The subcommand; empty for all.
    of: &'static str,
    typed: &'static str,
    now: &'static str,
}

const FORMER: &[Former] = &[
    Former { of: "", typed: "--backends", now: "--external-file" },
    Former { of: "compare", typed: "-a", now: "--baseline" },
    Former { of: "compare", typed: "--a", now: "--baseline" },
    Former { of: "compare", typed: "--b", now: "-b" },
    Former { of: "draw", typed: "--colours", now: "--fill" },
    Former { of: "draw", typed: "--print", now: "--paper" },
    Former { of: "draw", typed: "-s", now: "--no-solution" },
    Former { of: "generate", typed: "--by", now: "--cost" },
    Former { of: "solve", typed: "-s", now: "--print" },
];

/// Returns a hint, in one line, for an option that clap rejected; `None` where clap's own message
/// suffices.
pub(super) fn hint(error: &clap::Error, first: &str, command: &Command) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let typed = text(ContextKind::InvalidArg)?;
    let called = command.find_subcommand(first);
    let of = called.map_or("run", Command::get_name);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let called = called.unwrap_or(command);
            let advice = former(typed, of)
                .or_else(|| habit(typed, of, called))
                .or_else(|| form(typed, of, called))
                .or_else(|| of_run(typed, of))
                .or_else(|| of_others(typed, of, command))
                .or_else(|| negative(typed));
            advice.map(|advice| format!("unexpected argument {typed}: {advice}"))
        }
        ErrorKind::InvalidValue if typed.starts_with("--format ") => {
            let value = text(ContextKind::InvalidValue)?;
            board::text::named(value).map(|_| {
                format!(
                    "--format {value}: {value} is a notation of puzzles: use --notation {value}"
                )
            })
        }
        _ => None,
    }
}

fn former(typed: &str, of: &str) -> Option<String> {
    let is_it = |it: &&Former| it.typed == typed && (it.of.is_empty() || it.of == of);
    FORMER.iter().find(is_it).map(|it| format!("the option is now called {}", it.now))
}

fn habit(typed: &str, of: &str, called: &Command) -> Option<String> {
    let Habit { ours, advice, .. } =
        HABITS.iter().find(|habit| habit.typed.split_whitespace().any(|word| word == typed))?;
    let is_known =
        ours.is_empty() || called.get_arguments().any(|arg| arg.get_long() == Some(ours));
    Some(match is_known {
        true => (*advice).into(),
        false => format!("`harness {of}` has no such option; in `harness run`, {advice}"),
    })
}

/// Lists the forms of a subcommand that does not support the one that was typed.
fn form(typed: &str, of: &str, called: &Command) -> Option<String> {
    let is_form = ["--csv", "--json", "--latex", "--markdown", "--html"].contains(&typed);
    let format = called.get_arguments().find(|arg| arg.get_long() == Some("format"))?;
    let values = format.get_possible_values();
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    is_form.then(|| format!("`harness {of}` prints these forms: --format {}", names.join("|")))
}

/// Says that an option is one of runs, if a subcommand lacks it.
fn of_run(typed: &str, of: &str) -> Option<String> {
    let command = Cli::command();
    let long = typed.strip_prefix("--")?;
    let is_known =
        command.find_subcommand("run")?.get_arguments().any(|arg| arg.get_long() == Some(long));
    let run = if of == "count" { "run --task count" } else { "run" };
    is_known.then(|| format!("`{run}` has it, `{of}` has not"))
}

/// Says which subcommands have an option that neither this one nor a run has.
fn of_others(typed: &str, of: &str, command: &Command) -> Option<String> {
    let long = typed.strip_prefix("--")?;
    let has = |it: &&Command| it.get_arguments().any(|arg| arg.get_long() == Some(long));
    let others = command.get_subcommands().filter(|it| !it.is_hide_set()).filter(has);
    let names: Vec<String> = others.map(|it| format!("`{}`", it.get_name())).collect();
    match &names[..] {
        [] => None,
        [one] => Some(format!("{one} has it, `{of}` has not")),
        [first, second] => Some(format!("{first} and {second} have it, `{of}` has not")),
        [first, second, ..] => {
            Some(format!("{first}, {second} and others have it, `{of}` has not"))
        }
    }
}

/// Says that a number that begins with a minus sign is no value.
fn negative(typed: &str) -> Option<String> {
    let is_number = typed.strip_prefix('-')?.starts_with(|c: char| c.is_ascii_digit());
    is_number.then(|| "a word that begins with - is read as an option".into())
}

/// Returns a message for `help` of a word that is no subcommand.
pub(super) fn unknown_topic(word: &str) -> Option<String> {
    let is_known = word.starts_with('-') || Cli::command().find_subcommand(word).is_some();
    (!is_known).then(|| format!("no subcommand is called {word:?}; `harness help` lists them"))
}

/// Returns a message for a first word that is neither a subcommand nor a file, but resembles a
/// subcommand.
pub(super) fn mistyped_subcommand(word: &str) -> Option<String> {
    let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if !is_word || word.starts_with('-') || Path::new(word).exists() {
        return None;
    }
    let command = Cli::command();
    let names = command.get_subcommands().filter(|it| !it.is_hide_set()).map(Command::get_name);
    let alike = |name: &str| strsim::normalized_damerau_levenshtein(word, name);
    let nearest = names.max_by(|one, other| alike(one).total_cmp(&alike(other)))?;
    let is_near = (ALIKE..1.0).contains(&alike(nearest));
    is_near.then(|| format!("{word} is neither a subcommand nor a file; did you mean {nearest}?"))
}

/// The minimum similarity of a word to the subcommand that was probably meant. That of `racnk` and
/// `rank` is 0.8.
const ALIKE: f64 = 0.6;

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::cli::{Refusal, parse};

    fn refused(words: &[&str]) -> String {
        let words: Vec<OsString> = ["harness"].iter().chain(words).map(|&it| it.into()).collect();
        match parse(&words) {
            Err(Refusal::Hint(hint)) => hint,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    #[test]
    fn every_option_of_other_programs_has_a_hint_in_one_line() {
        let command = Cli::command();
        let run = command.find_subcommand("run").expect("it is there");
        for habit in HABITS {
            for typed in habit.typed.split_whitespace() {
                let is_ours = |arg: &clap::Arg| {
                    arg.get_long().is_some_and(|it| typed == format!("--{it}"))
                        || arg.get_short().is_some_and(|it| typed == format!("-{it}"))
                };
                assert!(!run.get_arguments().any(is_ours), "{typed} is an option of run");
                let said = refused(&["run", "a.txt", typed]);
                assert_eq!(said, format!("unexpected argument {typed}: {}", habit.advice));
            }
            let is_known = run.get_arguments().any(|arg| arg.get_long() == Some(habit.ours));
            assert!(habit.ours.is_empty() || is_known, "{}", habit.ours);
        }
    }

    #[test]
    fn hints_work_without_a_subcommand_and_name_the_subcommand_that_lacks_the_option() {
        let said = refused(&["a.txt", "--warmup", "3"]);
        assert!(said.contains("--reps N with N > 1"), "{said}");
        let said = refused(&["show", "results/x", "--csv"]);
        assert!(said.ends_with("`harness show` prints these forms: --format table|json"), "{said}");
        let said = refused(&["rank", "results/x", "--runs=3"]);
        assert!(
            said.contains("`harness rank` has no such option; in `harness run`, --reps"),
            "{said}"
        );
    }

    #[test]
    fn an_option_of_runs_is_known_everywhere() {
        for (of, run) in [("count", "run --task count"), ("solve", "run")] {
            let said = refused(&[of, "queens:6", "--certify"]);
            let advice = format!("`{run}` has it, `{of}` has not");
            assert_eq!(said, format!("unexpected argument --certify: {advice}"));
        }
    }

    #[test]
    fn an_option_of_other_subcommands_names_them() {
        for (words, advice) in [
            (["growth", "a", "--by"], "`rank` and `compare` have it, `growth` has not"),
            (["growth", "a", "--par-at"], "`rank` has it, `growth` has not"),
            (["rank", "a", "-1"], "a word that begins with - is read as an option"),
        ] {
            assert_eq!(refused(&words), format!("unexpected argument {}: {advice}", words[2]));
        }
        let topic = "no subcommand is called \"rnak\"; `harness help` lists them";
        assert_eq!(refused(&["help", "rnak"]), topic);
    }

    #[test]
    fn every_former_name_leads_to_the_current_one() {
        let command = Cli::command();
        for Former { of, typed, now } in FORMER {
            let of = if of.is_empty() { "run" } else { of };
            let known = command.find_subcommand(of).expect(of);
            let is_now = |arg: &clap::Arg| {
                arg.get_long().is_some_and(|it| *now == format!("--{it}"))
                    || arg.get_short().is_some_and(|it| *now == format!("-{it}"))
            };
            assert!(known.get_arguments().any(is_now), "{of} {now}");
            let said = refused(&[of, typed]);
            assert_eq!(
                said,
                format!("unexpected argument {typed}: the option is now called {now}")
            );
        }
        let said = refused(&["a.txt", "--format", "sdm"]);
        assert!(said.ends_with("use --notation sdm"), "{said}");
    }

    #[test]
    fn a_word_that_resembles_a_subcommand_suggests_it() {
        for (word, meant) in
            [("racnk", "rank"), ("reprot", "report"), ("lst", "list"), ("comapre", "compare")]
        {
            let said = mistyped_subcommand(word).expect(word);
            assert!(said.ends_with(&format!("did you mean {meant}?")), "{said}");
        }
        for word in ["rank", "", "-b", "src", "hardest", "rank.txt", "no/rnak", "-"] {
            assert_eq!(mistyped_subcommand(word), None, "{word}");
        }
    }
}
