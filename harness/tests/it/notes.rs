//! What the rows say of programs that send no answer, and what they keep of a long note.

use record::Status;

use crate::outside::{run, speaker, statuses};

#[test]
fn a_program_that_prints_is_not_called_silent() {
    let line = "'result', w[1], 'unique -'";
    for (rest, expected) in [
        (format!("print({line}, end='', flush=True)"), "its last line has no line break: result "),
        (r"print(f'step {w[1]} singles', flush=True)".into(), "no result in 5"),
    ] {
        let Some(ran) = run("protocol", &speaker(&rest), &["--timeout", "500ms", "-f", "one"])
        else {
            return;
        };
        statuses(&ran, &[Status::Timeout]);
        let error = ran.rows[0].error.as_deref().expect("a message");
        assert!(error.starts_with("no result in 5") && error.contains(expected), "{error}");
    }
}

#[test]
fn a_long_note_is_cut() {
    let answer = "print('result', w[1], 'unknown - - error=' + 'é' * 9000, flush=True)";
    let Some(ran) = run("protocol", &speaker(answer), &["-f", "one"]) else { return };
    statuses(&ran, &[Status::Unknown]);
    let error = ran.rows[0].error.as_deref().expect("a note");
    assert_eq!(error.chars().count(), 2_001, "{error}");
}
