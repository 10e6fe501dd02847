use super::*;

const DEFAULT: &[&str] = &["backtrack/naive", "cover/dlx"];

fn ids(rules: &[(bool, &str)]) -> anyhow::Result<Vec<&'static str>> {
    let rules = rules.iter().map(|&(include, pattern)| (include, pattern.to_owned()));
    let selected = select_backends(rules, solvers::BACKENDS, DEFAULT, &[])?;
    Ok(selected.iter().map(|backend| backend.id).collect())
}

#[test]
fn without_rules_the_default_backends_are_selected() {
    assert_eq!(ids(&[]).unwrap(), DEFAULT);
    assert_eq!(ids(&[(false, "naive$")]).unwrap(), ["cover/dlx"]);
}

#[test]
fn an_id_selects_only_that_backend_and_the_last_match_wins() {
    assert_eq!(ids(&[(true, "cover/dlx")]).unwrap(), ["cover/dlx"]);
    let without = ids(&[(true, "."), (false, "cover/")]).unwrap();
    assert!(without.contains(&"candidates/mrv") && !without.contains(&"cover/dlx"));
    let again = ids(&[(true, "."), (false, "cover/"), (true, "cover/dlx")]).unwrap();
    assert!(again.contains(&"cover/dlx"));
}

#[test]
fn the_choices_of_a_search_are_found_by_id_without_being_listed() {
    let id = "candidates/bets.3.columns.largest";
    let rules = [(true, id.to_owned())];
    let all = with_unlisted(solvers::BACKENDS, &rules);
    assert_eq!(all.len(), solvers::BACKENDS.len() + 1);
    let selected = select_backends(rules, &all, DEFAULT, &[]).unwrap();
    assert_eq!(selected.iter().map(|row| row.id).collect::<Vec<_>>(), [id]);
    assert_eq!(backend_of_id("bets.3.columns.largest", solvers::BACKENDS).unwrap().id, id);
    let listed = [(true, "candidates/bets.3".to_owned())];
    assert_eq!(with_unlisted(solvers::BACKENDS, &listed).len(), solvers::BACKENDS.len());
}

#[test]
fn some_backends_are_selected_whatever_the_rules() {
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
    assert!(
        ids(&[(true, "(")]).unwrap_err().to_string().contains("nor a valid regular expression")
    );
    assert!(ids(&[(true, "naive"), (false, "naive")]).is_err());
}

#[test]
fn a_word_without_a_slash_is_a_last_part_or_a_family_before_it_is_an_expression() {
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
fn techniques_are_chosen_by_id_in_any_spelling() {
    let turned = "deduce/hidden-single.naked-single";
    let id = "deduce/naked-single.hidden-single";
    let rules = [(true, turned.to_owned())];
    let all = with_unlisted(solvers::BACKENDS, &rules);
    let selected = select_backends(rules.clone(), &all, DEFAULT, &[]).unwrap();
    assert_eq!(selected.iter().map(|row| row.id).collect::<Vec<_>>(), [id]);
    assert_eq!(backend_of_id(turned, solvers::BACKENDS).unwrap().id, id);
    let runs = [["deduce/singles"], [id]];
    assert_eq!(select_names(&rules, BACKEND, &runs).unwrap(), [false, true]);
    let message = backend_of_id("deduce/all.no-xwing", solvers::BACKENDS).unwrap_err();
    assert!(message.to_string().contains("did you mean x-wing?"), "{message}");
}

#[test]
fn a_tree_search_is_not_a_clause_learning_solver() {
    assert!(is_cdcl("sat/extended.batsat") && is_cdcl("sat/extended.batsat.incremental"));
    assert!(is_cdcl("sat/log.cdcl") && is_cdcl("sat/unheard.of"));
    assert!(!is_cdcl("sat/extended.dpll") && !is_cdcl("cover/dlx"));
}
