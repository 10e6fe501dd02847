//! The verbs that read runs, from files to what is printed.

use std::fs;
use std::process::{Command, Output};

use crate::bench::{Bench, text};

mod compare;
mod explain;
mod growth;
mod passing_on;
mod rank;

/// Four puzzles, three backends: a time-out, an answer that another's grids refute, a refusal.
const ROWS: &str = "\
backend,puzzle,puzzle_hash,class,clues,status,verified,solutions,solution,wall_ns,nodes,bets,limit_ms,granularity
tree/a,one,h1,h1,30,unique,yes,1,1234,1000000,10,0,100,solve
tree/a,two,h2,h2,25,unique,yes,1,2143,2000000,20,4,100,solve
tree/a,three,h3,h3,25,timeout,unchecked,0,,100000000,900,300,100,solve
tree/a,four,h4,h4,24,multiple,yes,2,3412,4000000,40,8,100,solve
tree/b,one,h1,h1,30,unique,yes,1,1234,3000000,12,0,100,solve
tree/b,two,h2,h2,25,unique,yes,1,2143,1000000,8,2,100,solve
tree/b,three,h3,h3,25,unique,yes,1,4321,50000000,500,90,100,solve
tree/b,four,h4,h4,24,unique,unchecked,1,3412,5000000,44,9,100,solve
sat/c,one,h1,h1,30,unique,yes,1,1234,9000000,,1,100,solve
sat/c,two,h2,h2,25,unique,yes,1,2143,9000000,,1,100,solve
sat/c,three,h3,h3,25,unsupported,unchecked,0,,,,,100,
sat/c,four,h4,h4,24,multiple,yes,2,3412,9000000,,2,100,solve
";

/// A folder with files in it, and what the program says to arguments, in which `@` is the folder.
pub(crate) struct Desk {
    bench: Bench,
}

impl Desk {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let bench = Bench::new("");
        for (name, content) in files {
            fs::write(bench.path(name), content).expect("a file");
        }
        Self { bench }
    }

    fn harness(&self, arguments: &[&str]) -> Output {
        let here = self.bench.path("");
        let arguments = arguments.iter().map(|word| word.replace('@', text(&here)));
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(arguments).output().expect("the program runs")
    }

    /// Returns what is printed by a command that ends well.
    #[track_caller]
    pub(crate) fn prints(&self, arguments: &[&str]) -> String {
        let output = self.harness(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        String::from_utf8(output.stdout).expect("text")
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str], message: &str) {
        let output = self.harness(arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message) && !errors.contains("panicked"), "{errors}");
    }

    pub(crate) fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.prints(arguments)).expect("JSON")
    }
}
