//! Filters: `-b PATTERN` includes, `-B PATTERN` excludes, the last match wins.
//!
//! A pattern that equals a name selects exactly that one. The id of a backend has two parts, a family and
//! a name within it: a pattern without a slash that equals one of them selects the backends that have it,
//! `mrv` the backend candidates/mrv and `sat` the family. Any other pattern is a regular expression that
//! may match anywhere in a name.

use anyhow::{Context, bail};
use regex_lite::Regex;
use solvers::logic::choice::{self, ChoiceError, TechniqueSet};
use solvers::logic::groups::GROUPS;
use solvers::logic::table::TECHNIQUES;
use solvers::registry;
use solvers::sat::engines::{ENGINES, FEATURES, Feature};
use solvers::{Backend, Counter};

/// A list of rules, in the order of the command line.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    include: bool,
    pattern: String,
    kind: PatternKind,
}

/// How a pattern is interpreted.
#[derive(Clone, Debug)]
enum PatternKind {
    /// A complete name.
    Name,
    /// A family, or the last part of an id.
    Part,
    /// A regular expression.
    Regex(Regex),
}

impl Filter {
    /// Returns a filter from the rules `(include?, pattern)`, in order. A pattern that equals one of `names` selects
    /// only that one.
    ///
    /// # Errors
    /// When a pattern is not a valid regular expression.
    pub fn new(
        rules: impl IntoIterator<Item = (bool, String)>,
        names: &[&str],
    ) -> anyhow::Result<Self> {
        Self::with(rules, names, &[])
    }

    /// Returns the same for backends: a pattern may also be a part of some of `ids`.
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
        let rule = |(include, pattern): (bool, String)| {
            let pattern = if ids.is_empty() { pattern } else { canonical(pattern, ids) };
            let kind = if names.contains(&pattern.as_str()) {
                PatternKind::Name
            } else if ids.iter().any(|id| is_part(&pattern, id)) {
                PatternKind::Part
            } else {
                let problem =
                    || format!("{pattern:?} is neither a name nor a valid regular expression");
                PatternKind::Regex(Regex::new(&pattern).with_context(problem)?)
            };
            Ok(Rule { include, pattern, kind })
        };
        Ok(Self { rules: rules.into_iter().map(rule).collect::<anyhow::Result<_>>()? })
    }

    /// Returns whether it has no rules.
    pub fn selects_all(&self) -> bool {
        self.rules.is_empty()
    }

    /// Returns whether `name` is selected. `by_default` applies if no rule matches and no rule
    /// includes.
    pub fn selects(&self, name: &str, by_default: bool) -> bool {
        self.selects_one_of(&[name], by_default)
    }

    /// Returns the same for something with several names: a rule matches if it matches one of them.
    fn selects_one_of(&self, names: &[&str], by_default: bool) -> bool {
        let matches = |rule: &&Rule| names.iter().any(|name| rule.matches(name));
        let matching = self.rules.iter().rev().find(matches);
        match matching {
            Some(rule) => rule.include,
            None => by_default && !self.rules.iter().any(|rule| rule.include),
        }
    }
}

impl Rule {
    fn matches(&self, name: &str) -> bool {
        match &self.kind {
            PatternKind::Name => name == self.pattern,
            PatternKind::Part => is_part(&self.pattern, name),
            PatternKind::Regex(regex) => regex.is_match(name),
        }
    }
}

/// Returns whether a word equals the family or the last part of an id.
fn is_part(word: &str, id: &str) -> bool {
    family(id) == word || last_part(id) == word
}

/// Returns the part of an id after the last slash.
pub fn last_part(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

/// Returns an id `deduce/…` in the spelling that all ids of its set of techniques have; anything else, and one of
/// `ids`, as it is.
pub fn canonical(id: String, ids: &[&str]) -> String {
    match TechniqueSet::from_id(&id) {
        Some(Ok(set)) if !ids.contains(&&*id) => set.id(),
        _ => id,
    }
}

/// `all`, followed by the rows that the rules name and that the registry does not list: combinations of SAT
/// encodings and engines and choices of Sudoto's search, by id or last part, and chosen techniques, by id.
pub fn with_unlisted(all: &[Backend], rules: &[(bool, String)]) -> Vec<Backend> {
    let is_named = |row: &&Backend| {
        rules.iter().any(|(_, pattern)| pattern == row.id || pattern == last_part(row.id))
    };
    let mut rows = all.to_vec();
    let chosen = rules.iter().filter_map(|(_, pattern)| TechniqueSet::from_id(pattern)?.ok());
    let chosen: Vec<Backend> = chosen.map(|set| set.row()).collect();
    for row in registry::unlisted().filter(is_named).chain(&chosen) {
        if rows.iter().all(|other| other.id != row.id) {
            rows.push(*row);
        }
    }
    rows
}

/// Returns the backends of `all` selected by the rules `(include?, pattern)`, or without rules those of
/// `default`. Those of `always` are always selected.
///
/// # Errors
/// When a pattern matches no backend, with the nearest id, or when none is selected.
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
        bail!("no backend is selected; `harness list` lists all");
    }
    Ok(selected)
}

/// The kind under which [`select_names`] treats names as ids of backends.
pub const BACKEND: &str = "backend";

/// Returns the items selected by the rules `(include?, pattern)`, or without rules all of them. An item may have
/// several names; `kind` is the noun for error messages.
///
/// # Errors
/// When a pattern is not a valid regular expression or matches nothing, with the nearest name, or when
/// nothing is selected.
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
        bail!("no {kind} is selected");
    }
    Ok(selected)
}

/// Returns the corpora selected by the patterns: a name, or a regular expression. No pattern
/// selects all.
///
/// # Errors
/// When a pattern is not a valid regular expression, or matches nothing.
pub fn select_corpora(corpora: &[String], patterns: &[String]) -> anyhow::Result<Vec<bool>> {
    let names: Vec<[&str; 1]> = corpora.iter().map(|corpus| [&**corpus]).collect();
    let rules: Vec<(bool, String)> = patterns.iter().map(|it| (true, it.clone())).collect();
    select_names(&rules, "corpus", &names)
}

/// Returns the family of a backend: the part of its id before the first slash.
pub fn family(id: &str) -> &str {
    id.split('/').next().unwrap_or_default()
}

/// Returns whether an id is that of an external solver.
pub fn is_external(id: &str) -> bool {
    family(id) == "external"
}

/// Returns whether the backend with this id is a clause-learning SAT solver, whose decisions and conflicts are not
/// those of a tree search: it counts no nodes.
pub fn is_cdcl(id: &str) -> bool {
    let is_tree = |engine: &str| {
        let known = ENGINES.iter().find(|row| row.name == engine);
        known.is_some_and(|row| row.counts.contains(&Counter::Nodes))
    };
    family(id) == "sat" && !id.split('.').nth(1).is_some_and(is_tree)
}

/// Returns the backend with this id, in `all`, the rows that the registry does not list or the sets of techniques; or
/// the only one with this last part.
///
/// # Errors
/// When there is none, with the nearest id.
pub fn backend_of_id(id: &str, all: &[Backend]) -> anyhow::Result<Backend> {
    let rows = || all.iter().chain(registry::unlisted());
    let of_part = || only(rows().filter(|backend| last_part(backend.id) == id), |row| row.id);
    let found = rows().find(|backend| backend.id == id).or_else(of_part);
    let missing = || {
        let ids: Vec<&str> = all.iter().map(|backend| backend.id).collect();
        format!("no backend is called {id:?}{}", hint(id, &ids))
    };
    if let (None, Some(Ok(set))) = (found, TechniqueSet::from_id(id)) {
        return Ok(set.row());
    }
    found.copied().with_context(missing)
}

/// Returns the only item by name, if all items have the same name.
fn only<'b, T>(
    mut things: impl Iterator<Item = &'b T>,
    name: impl Fn(&T) -> &str,
) -> Option<&'b T> {
    let first = things.next()?;
    things.all(|other| name(other) == name(first)).then_some(first)
}

/// Returns the message that an engine is not in this build, and how to include it.
pub fn not_built(Feature { name, needs, .. }: &Feature) -> String {
    format!("{name} is not in this build: `--features {name}` needs {needs}")
}

/// Returns why names are no set of techniques, with the nearest name.
pub fn not_choosable(error: &ChoiceError) -> String {
    let ChoiceError::Unknown(name) = error else { return error.to_string() };
    let presets = choice::presets().map(|(name, _)| name);
    let groups = GROUPS.iter().map(|group| group.name);
    let names = presets.chain(groups).chain(TECHNIQUES.iter().map(|it| it.id));
    let nearest = suggestion(name, &names.collect::<Vec<_>>());
    format!("{error}{nearest}; `harness list --deduction` lists all")
}

/// Returns the hint for an id or pattern that matches none of `ids`.
fn hint(id: &str, ids: &[&str]) -> String {
    // One wrong word among several is likelier than the wrong id.
    if let Some(Err(error)) = TechniqueSet::from_id(id).filter(|_| id.contains('.')) {
        return format!("; {}", not_choosable(&error));
    }
    let is_meant = |it: &&Feature| !is_external(id) && !it.is_on && id.contains(it.name);
    match FEATURES.iter().find(is_meant) {
        Some(feature) => format!("; {}", not_built(feature)),
        None => format!("{}; `harness list` lists all", suggestion(id, ids)),
    }
}

/// `, did you mean …?` with the most similar name; empty if none is similar.
pub fn suggestion(name: &str, ids: &[&str]) -> String {
    nearest(name, ids).map_or(String::new(), |(id, _)| format!(", did you mean {id}?"))
}

/// Returns the name that is most similar to another one, or whose last part is, and how similar: 1 if they are equal.
/// `None` if none is similar.
pub fn nearest<'a>(name: &str, ids: &[&'a str]) -> Option<(&'a str, f64)> {
    let similarity = |id: &str| {
        let alike = strsim::normalized_damerau_levenshtein;
        alike(name, id).max(alike(name, last_part(id)))
    };
    let similar = ids.iter().map(|&id| (id, similarity(id)));
    similar.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, similarity)| *similarity > 0.4)
}

#[cfg(test)]
mod tests;
