//! Makes a jigsaw by seed, as a geometry file on standard output: how those of
//! `datasets/geometries` were made.
//!
//! ```text
//! cargo run -p generate --example jigsaw -- NAME ORDER SEED
//! ```

use std::io::{self, Write};
use std::process::ExitCode;

use board::drawing;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match drawn(&arguments) {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn drawn(arguments: &[String]) -> Result<String, String> {
    let expected = || "expected a name, an order and a seed, like jigsaw9-1 9 1".to_owned();
    let [name, order, seed] = arguments else { return Err(expected()) };
    let order = order.parse().map_err(|_| expected())?;
    let seed = seed.parse().map_err(|_| expected())?;
    let geometry = generate::jigsaw(name, order, seed).map_err(|error| error.to_string())?;
    let about = format!("a jigsaw of order {order}: rows, columns, and blocks by seed {seed}");
    drawing::write(&geometry, &about).ok_or_else(expected)
}
