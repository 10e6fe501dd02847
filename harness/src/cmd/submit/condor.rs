//! The submit description for HTCondor.

use std::env;
use std::fmt::Write as _;

use anyhow::Context;

use super::scripts::{self, mebibytes};
use super::sharded_run::{ShardedRun, text};

/// Returns the submit description. Its processes are all shards, counted from 0: one that is published is not run
/// again.
///
/// # Errors
/// When a path is not UTF-8.
pub(super) fn description(run: &ShardedRun) -> anyhow::Result<String> {
    let program = env::current_exe().context("cannot find the program itself")?;
    let words: Vec<String> = run.words.iter().map(|word| quoted(word)).collect();
    let (here, count) = (text(&run.here)?, run.count);
    let mut lines = format!(
        "# condor_submit starts the shards. When all have ended: {}\n\
         executable = {}\n\
         initialdir = {here}\n\
         shard = $(Process) + 1\n\
         arguments = \"{} --shard=$INT(shard)/{count}\"\n\
         should_transfer_files = NO\n\
         output = {name}.$(Process).out\n\
         error = {name}.$(Process).err\n\
         log = {name}.log\n\
         request_cpus = {}\n",
        scripts::command(&run.merge_words()?)?,
        text(&program)?,
        words.join(" "),
        run.cpus,
        name = run.name(),
    );
    let jobs = &run.jobs;
    for (key, value) in [
        ("request_memory", jobs.mem.map(|mem| mebibytes(mem.0).to_string())),
        ("max_materialize", jobs.max_running.map(|most| most.to_string())),
        ("accounting_group", jobs.account.clone()),
    ] {
        if let Some(value) = value {
            let _ = writeln!(lines, "{key} = {value}");
        }
    }
    let _ = writeln!(lines, "queue {count}");
    Ok(lines)
}

/// Returns a word of `arguments` in HTCondor's newer syntax: single quotes around what has blanks or quotes, each quote
/// doubled, and no macro.
fn quoted(word: &str) -> String {
    let word = word.replace('"', "\"\"").replace('$', "$(DOLLAR)");
    let is_plain = !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c == '\'');
    if is_plain { word } else { format!("'{}'", word.replace('\'', "''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_the_manual_says() {
        for (word, expected) in [
            ("a", "a"),
            ("a b", "'a b'"),
            ("it's", "'it''s'"),
            ("\"", "\"\""),
            ("a$", "a$(DOLLAR)"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
