//! Filters: `-b PATTERN` takes in, `-B PATTERN` leaves out, the last match wins.
//!
//! A pattern that is a whole name selects that one. The id of a backend has two parts, a family and
//! what tells it from others: a pattern without a stroke that is one of them selects the rows that
//! have it, `mrv` the row candidates/mrv and `sat` the family. Any other pattern is a regular
//! expression that may match anywhere in a name.

use anyhow::{Context, bail};
use regex::Regex;
use solvers::sat::combinations::COMBINATIONS;
use solvers::sat::engines::{ENGINES, FEATURES, Feature};
use solvers::{Backend, Counter};

/// What was asked for, in the order of the command line.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    take_in: bool,
    pattern: String,
    meant: Meant,
}

/// What a pattern is.
#[derive(Clone, Debug)]
enum Meant {
    /// A whole name.
    Name,
    /// A family, or the last part of ids.
    Part,
    /// A regular expression.
    Regex(Regex),
}

impl Filter {
    /// A filter of `(take in?, pattern)`, in order. A pattern that is one of `names` selects
    /// that one alone.
    ///
    /// # Errors
    /// When a pattern is no regular expression.
    pub fn new(
        rules: impl IntoIterator<Item = (bool, String)>,
        names: &[&str],
    ) -> anyhow::Result<Self> {
        Self::with(rules, names, &[])
    }

    /// The same for backends: a pattern may be a part of some of `ids`, too.
    fn of_backends(
        rules: impl IntoIterator<Item = (bool, String)>,
        ids: &[&str],
    ) -> anyhow::Result<Self> {
        Self::with(rules, ids, ids)
    }

    fn with(
        rules: impl IntoIterator<Item = (bool, String)>,
        names: &[&str],
        ids: &[&str],
    ) -> anyhow::Result<Self> {
        let rule = |(take_in, pattern): (bool, String)| {
            let meant = if names.contains(&pattern.as_str()) {
                Meant::Name
            } else if ids.iter().any(|id| is_part(&pattern, id)) {
                Meant::Part
            } else {
                let problem = || format!("{pattern:?} is no name and no regular expression");
                Meant::Regex(Regex::new(&pattern).with_context(problem)?)
            };
            Ok(Rule { take_in, pattern, meant })
        };
        Ok(Self { rules: rules.into_iter().map(rule).collect::<anyhow::Result<_>>()? })
    }

    /// Whether it selects all that is selected by default.
    pub fn selects_all(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether `name` is selected. `by_default` says whether it is where no rule matches and
    /// nothing is taken in by name.
    pub fn selects(&self, name: &str, by_default: bool) -> bool {
        self.selects_one_of(&[name], by_default)
    }

    /// The same for what has several names: a rule matches when it matches one of them.
    fn selects_one_of(&self, names: &[&str], by_default: bool) -> bool {
        let matches = |rule: &&Rule| names.iter().any(|name| rule.matches(name));
        let matching = self.rules.iter().rev().find(matches);
        match matching {
            Some(rule) => rule.take_in,
            None => by_default && !self.rules.iter().any(|rule| rule.take_in),
        }
    }
}

impl Rule {
    fn matches(&self, name: &str) -> bool {
        match &self.meant {
            Meant::Name => name == self.pattern,
            Meant::Part => is_part(&self.pattern, name),
            Meant::Regex(regex) => regex.is_match(name),
        }
    }
}

/// Whether a word is the family of an id, or its last part.
fn is_part(word: &str, id: &str) -> bool {
    family(id) == word || last_part(id) == word
}

/// What stands behind the last stroke of an id.
pub fn last_part(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

/// `all`, and behind them the pairings of SAT encodings and engines that the rules name by their ids, or
/// the last parts of these: the registry shows but some of them.
pub fn with_pairings(all: &[Backend], rules: &[(bool, String)]) -> Vec<Backend> {
    let is_named = |row: &&Backend| {
        rules.iter().any(|(_, pattern)| pattern == row.id || pattern == last_part(row.id))
    };
    let is_new = |row: &&Backend| all.iter().all(|other| other.id != row.id);
    all.iter().chain(COMBINATIONS.iter().filter(is_named).filter(is_new)).copied().collect()
}

/// The rows that the rules `(take in?, pattern)` select out of `all`; without any, those of
/// `default`. Those of `always` are selected whatever the rules say.
///
/// # Errors
/// When a pattern matches no row, with the nearest id, or when nothing is left.
pub fn select_backends(
    rules: impl IntoIterator<Item = (bool, String)>,
    all: &[Backend],
    default: &[&str],
    always: &[&str],
) -> anyhow::Result<Vec<Backend>> {
    let ids: Vec<&str> = all.iter().map(|backend| backend.id).collect();
    let filter = Filter::of_backends(rules, &ids)?;
    for rule in &filter.rules {
        if !ids.iter().any(|id| rule.matches(id)) {
            let hint = hint(&rule.pattern, &ids);
            bail!("no backend matches {:?}{hint}", rule.pattern);
        }
    }
    let selected = |backend: &&Backend| {
        always.contains(&backend.id) || filter.selects(backend.id, default.contains(&backend.id))
    };
    let selected: Vec<Backend> = all.iter().filter(selected).copied().collect();
    if selected.is_empty() {
        bail!("the filters leave no backend; `harness list` shows all");
    }
    Ok(selected)
}

/// What [`select_names`] calls a backend, whose name has two parts.
pub const BACKEND: &str = "backend";

/// Which of some things the rules `(take in?, pattern)` select; without any, all of them. A thing
/// may have several names.
///
/// # Errors
/// When a pattern is no regular expression or matches nothing, with the nearest name, or when
/// nothing is left. `kind` is what the things are called.
pub fn select_names<const N: usize>(
    rules: &[(bool, String)],
    kind: &str,
    things: &[[&str; N]],
) -> anyhow::Result<Vec<bool>> {
    if rules.is_empty() {
        return Ok(vec![true; things.len()]);
    }
    let names: Vec<&str> = things.iter().flatten().copied().collect();
    let filter = match kind {
        BACKEND => Filter::of_backends(rules.iter().cloned(), &names)?,
        _ => Filter::new(rules.iter().cloned(), &names)?,
    };
    for rule in &filter.rules {
        if !names.iter().any(|name| rule.matches(name)) {
            let nearest = suggestion(&rule.pattern, &names);
            bail!("no {kind} here matches {:?}{nearest}", rule.pattern);
        }
    }
    let selected: Vec<bool> =
        things.iter().map(|names| filter.selects_one_of(names, true)).collect();
    if !selected.contains(&true) {
        bail!("the filters leave no {kind}");
    }
    Ok(selected)
}

/// Which corpora the patterns select: the name of one, or a regular expression. No pattern selects all.
///
/// # Errors
/// When a pattern is no regular expression, or matches nothing.
pub fn select_corpora(corpora: &[String], patterns: &[String]) -> anyhow::Result<Vec<bool>> {
    let names: Vec<[&str; 1]> = corpora.iter().map(|corpus| [&**corpus]).collect();
    let rules: Vec<(bool, String)> = patterns.iter().map(|it| (true, it.clone())).collect();
    select_names(&rules, "corpus", &names)
}

/// The family that an id names: what stands before the first stroke.
pub fn family(id: &str) -> &str {
    id.split('/').next().unwrap_or_default()
}

/// Whether the bets and conflicts of the row with this id are those of an engine that learns clauses:
/// such a search walks no tree, and counts no nodes.
pub fn is_cdcl(id: &str) -> bool {
    let is_tree = |engine: &str| {
        let known = ENGINES.iter().find(|row| row.name == engine);
        known.is_some_and(|row| row.counts.contains(&Counter::Nodes))
    };
    family(id) == "sat" && !id.split('.').nth(1).is_some_and(is_tree)
}

/// The row with this id, out of `all` or the pairings of SAT encodings and engines; or the only one
/// with this last part.
///
/// # Errors
/// When there is none, with the nearest id.
pub fn backend_of_id(id: &str, all: &[Backend]) -> anyhow::Result<Backend> {
    let rows = || all.iter().chain(COMBINATIONS);
    let of_part = || only(rows().filter(|backend| last_part(backend.id) == id), |row| row.id);
    let found = rows().find(|backend| backend.id == id).or_else(of_part);
    let missing = || {
        let ids: Vec<&str> = all.iter().map(|backend| backend.id).collect();
        format!("no backend is called {id:?}{}", hint(id, &ids))
    };
    found.copied().with_context(missing)
}

/// The one among things of which there may be copies, if there is no other: two are the same that have
/// the same name.
fn only<'b, T>(
    mut things: impl Iterator<Item = &'b T>,
    name: impl Fn(&T) -> &str,
) -> Option<&'b T> {
    let first = things.next()?;
    things.all(|other| name(other) == name(first)).then_some(first)
}

/// That an engine is not in this build, and how to get it.
pub fn left_out(Feature { name, needs, .. }: &Feature) -> String {
    format!("{name} is not in this build: `--features {name}` needs {needs}")
}

/// What to say of an id, or a pattern, that is none of `ids`.
fn hint(id: &str, ids: &[&str]) -> String {
    let is_ours = family(id) != "external";
    let is_meant = |it: &&Feature| is_ours && !it.is_on && id.contains(it.name);
    match FEATURES.iter().find(is_meant) {
        Some(feature) => format!("; {}", left_out(feature)),
        None => format!("{}; `harness list` shows all", suggestion(id, ids)),
    }
}

/// `, did you mean …?` with the name that is most like this one; nothing where none is.
pub fn suggestion(name: &str, ids: &[&str]) -> String {
    nearest(name, ids).map_or(String::new(), |id| format!(", did you mean {id}?"))
}

fn nearest<'a>(name: &str, ids: &[&'a str]) -> Option<&'a str> {
    let similarity = |id: &str| {
        let alike = strsim::normalized_damerau_levenshtein;
        alike(name, id).max(alike(name, last_part(id)))
    };
    let nearest = ids.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    (similarity(nearest) > 0.4).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: &[&str] = &["backtrack/naive", "cover/dlx"];

    fn ids(rules: &[(bool, &str)]) -> anyhow::Result<Vec<&'static str>> {
        let rules = rules.iter().map(|&(take_in, pattern)| (take_in, pattern.to_owned()));
        let selected = select_backends(rules, solvers::BACKENDS, DEFAULT, &[])?;
        Ok(selected.iter().map(|backend| backend.id).collect())
    }

    #[test]
    fn without_rules_the_default_rows_run() {
        assert_eq!(ids(&[]).unwrap(), DEFAULT);
        assert_eq!(ids(&[(false, "naive$")]).unwrap(), ["cover/dlx"]);
    }

    #[test]
    fn an_id_selects_that_row_alone_and_the_last_match_wins() {
        assert_eq!(ids(&[(true, "cover/dlx")]).unwrap(), ["cover/dlx"]);
        let without = ids(&[(true, "."), (false, "cover/")]).unwrap();
        assert!(without.contains(&"candidates/mrv") && !without.contains(&"cover/dlx"));
        let again = ids(&[(true, "."), (false, "cover/"), (true, "cover/dlx")]).unwrap();
        assert!(again.contains(&"cover/dlx"));
    }

    #[test]
    fn what_always_takes_part_does_so_whatever_the_rules_say() {
        for rule in [(true, "cover/dlx"), (false, ".")] {
            let rules = [(rule.0, rule.1.to_owned())];
            let always = ["candidates/mrv"];
            let rows = select_backends(rules, solvers::BACKENDS, DEFAULT, &always).unwrap();
            assert!(rows.iter().any(|row| row.id == "candidates/mrv"), "{rule:?}");
        }
    }

    #[test]
    fn a_mistyped_name_is_answered_with_the_nearest() {
        let message = ids(&[(true, "cover/dxl")]).unwrap_err().to_string();
        assert!(message.contains("did you mean cover/dlx?"), "{message}");
        assert!(ids(&[(true, "mvr")]).unwrap_err().to_string().contains("candidates/mrv"));
        assert!(ids(&[(true, "(")]).unwrap_err().to_string().contains("no regular expression"));
        assert!(ids(&[(true, "naive"), (false, "naive")]).is_err());
    }

    #[test]
    fn a_word_without_a_stroke_is_a_last_part_or_a_family_before_it_is_an_expression() {
        assert_eq!(ids(&[(true, "mrv")]).unwrap(), ["candidates/mrv"]);
        assert_eq!(ids(&[(true, "dlx")]).unwrap(), ["cover/dlx"]);
        assert_eq!(ids(&[(true, "colour"), (false, "dsatur")]).unwrap().len(), 3);
        let sat = ids(&[(true, "sat")]).unwrap();
        assert!(sat.len() > 5 && sat.iter().all(|id| id.starts_with("sat/")), "{sat:?}");
        assert!(ids(&[(true, "mrv.")]).unwrap().len() > 1, "an expression");
        assert!(ids(&[(true, "s/mrv")]).unwrap().len() > 1, "an expression");
        let runs = [["a/mrv", "a/mrv@1"], ["a/mrv.list", "a/mrv.list@1"]];
        let rules = [(true, "mrv".to_owned())];
        assert_eq!(select_names(&rules, BACKEND, &runs).unwrap(), [true, false]);
        assert_eq!(select_names(&rules, "puzzle", &runs).unwrap(), [true, true]);
        assert_eq!(backend_of_id("mrv", solvers::BACKENDS).unwrap().id, "candidates/mrv");
        assert!(backend_of_id("flags", solvers::BACKENDS).is_err());
    }

    #[test]
    fn an_engine_that_walks_a_tree_is_no_cdcl() {
        assert!(is_cdcl("sat/extended.batsat") && is_cdcl("sat/extended.batsat.incremental"));
        assert!(is_cdcl("sat/log.cdcl") && is_cdcl("sat/unheard.of"));
        assert!(!is_cdcl("sat/extended.dpll") && !is_cdcl("cover/dlx"));
    }
}
