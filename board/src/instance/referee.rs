//! The referee of instances, which depends on problems and answers, and on no solver.

use dratify::Checker;

use super::exact_cover::{Entry, ExactCover, Multiplicity};
use super::formula::{Formula, Literal};
use super::proof::{Proof, ProofStep};
use crate::graph::{Graph, Vertex};
use crate::source::counted;

/// Why a certificate of a count is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {why}")]
pub struct CountRefutation {
    /// The line, from one.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

/// Why options do not solve an exact cover problem. In the text, options are numbered from one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoverRefutation {
    /// There is no such option.
    #[error("there is no option {}: {options} are numbered from 1", .option + 1)]
    UnknownOption {
        /// The number, from zero as everywhere but in the text.
        option: usize,
        /// The number of options.
        options: usize,
    },
    /// An option without a primary item.
    #[error("option {} has no primary item", .0 + 1)]
    WithoutPrimary(usize),
    /// A primary item that no option has.
    #[error("no option covers {0}")]
    Uncovered(String),
    /// An option that is chosen twice.
    #[error("option {} is chosen twice", .0 + 1)]
    Repeated(usize),
    /// A primary item that too few or too many options have.
    #[error(
        "{} cover{} {item}, expected {} to {}",
        counted(*.found as usize, "option"), if *.found == 1 { "s" } else { "" }, .expected.low, .expected.high
    )]
    Multiplicity {
        /// The name of the item.
        item: String,
        /// The number of options that have it.
        found: u32,
        /// How many may have it.
        expected: Multiplicity,
    },
    /// Two options have the same item and do not agree on a colour.
    #[error("options {} and {} both have {item}", .first + 1, .second + 1)]
    Clash {
        /// The name of the item.
        item: String,
        /// An option.
        first: usize,
        /// Another option, or the same one again.
        second: usize,
    },
}

/// Checks that `options` solve `problem`: each has a primary item and is there once, each primary item is in as many as
/// its multiplicity allows, which is one unless another is set, and those that share a secondary item give it the same
/// colour.
///
/// # Errors
/// The first violation found.
pub fn check_cover(problem: &ExactCover, options: &[usize]) -> Result<(), CoverRefutation> {
    let multiplicities = problem.multiplicities();
    let (mut covered, mut times) = (vec![None; problem.items()], vec![0; problem.primary()]);
    for &option in options {
        if option >= problem.option_count() {
            let options = problem.option_count();
            return Err(CoverRefutation::UnknownOption { option, options });
        }
        let entries = problem.option(option);
        if !entries.iter().any(|entry| (entry.item as usize) < problem.primary()) {
            return Err(CoverRefutation::WithoutPrimary(option));
        }
        for &Entry { item, colour } in entries {
            if let Some(times) = times.get_mut(item as usize) {
                *times += 1;
                // Whether they are too many is seen at the end.
                if multiplicities[item as usize] != Multiplicity::ONE {
                    continue;
                }
            }
            match covered[item as usize].replace((option, colour)) {
                None => {}
                Some((first, before))
                    if first != option && colour.is_some() && before == colour => {}
                Some((first, _)) => {
                    let item = problem.name(item).to_string();
                    return Err(CoverRefutation::Clash { item, first, second: option });
                }
            }
        }
    }
    check_multiplicities(problem, options, &times)
}

/// Checks that no option is repeated, and that each primary item is covered as many times as it may be.
fn check_multiplicities(
    problem: &ExactCover,
    options: &[usize],
    times: &[u32],
) -> Result<(), CoverRefutation> {
    if problem.has_multiplicities() {
        let mut sorted = options.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CoverRefutation::Repeated(pair[0]));
        }
    }
    for ((item, &expected), &found) in (0..).zip(problem.multiplicities()).zip(times) {
        if (expected.low..=expected.high).contains(&found) {
            continue;
        }
        let item = problem.name(item).to_string();
        return Err(match expected {
            Multiplicity::ONE => CoverRefutation::Uncovered(item),
            _ => CoverRefutation::Multiplicity { item, found, expected },
        });
    }
    Ok(())
}

/// Why values do not satisfy a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelRefutation {
    /// The number of values is not that of the variables.
    #[error("{}, expected {expected}", counted(*.found, "value"))]
    Size {
        /// The number of values.
        found: usize,
        /// The number of variables.
        expected: usize,
    },
    /// A clause without a true literal.
    #[error("no literal of clause {0} is true")]
    Falsified(usize),
}

/// Checks that `model`, a value for each variable, satisfies `formula`.
///
/// # Errors
/// The first violation found; clauses are numbered from one.
pub fn check_model(formula: &Formula, model: &[bool]) -> Result<(), ModelRefutation> {
    let (found, expected) = (model.len(), formula.variables());
    if found != expected {
        return Err(ModelRefutation::Size { found, expected });
    }
    let is_satisfied = |clause: &[super::Literal]| {
        clause.iter().any(|literal| model[literal.variable() as usize] == literal.is_positive())
    };
    match formula.clauses().position(|clause| !is_satisfied(clause)) {
        None => Ok(()),
        Some(clause) => Err(ModelRefutation::Falsified(clause + 1)),
    }
}

/// The colour of a vertex, numbered from zero.
pub type VertexColour = u32;

/// Why colours are not a colouring of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColouringRefutation {
    /// The number of colours is not that of the vertices.
    #[error("{}, expected {expected}, one for each vertex", counted(*.found, "colour"))]
    Size {
        /// The number of colours.
        found: usize,
        /// The number of vertices.
        expected: usize,
    },
    /// Two neighbours have the same colour.
    #[error("vertices {} and {}, numbered from 1, are joined and have the same colour", .0 + 1, .1 + 1)]
    Clash(Vertex, Vertex),
}

/// Checks that `colours`, one for each vertex, are a colouring of `graph`: those of neighbours differ.
///
/// # Errors
/// The first violation found; vertices are numbered from one.
pub fn check_colouring(graph: &Graph, colours: &[VertexColour]) -> Result<(), ColouringRefutation> {
    let (found, expected) = (colours.len(), graph.order());
    if found != expected {
        return Err(ColouringRefutation::Size { found, expected });
    }
    match graph.edges().find(|&(a, b)| colours[a] == colours[b]) {
        None => Ok(()),
        Some((a, b)) => Err(ColouringRefutation::Clash(a, b)),
    }
}

/// Why a proof is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofRefutation {
    /// A clause with a variable that the formula lacks.
    #[error("step {step}: there is no variable {variable}")]
    UnknownVariable {
        /// The step, from one.
        step: usize,
        /// The variable, from one.
        variable: i64,
    },
    /// A clause that does not follow.
    #[error("step {step}: {clause} does not follow by unit propagation")]
    Unfounded {
        /// The step, from one.
        step: usize,
        /// The clause, as DIMACS writes it.
        clause: String,
    },
    /// Each step is valid, but the formula is not refuted.
    #[error("its {0} steps do not refute the formula")]
    Unfinished(usize),
}

/// Checks that `proof` shows that `formula` has no model: each clause follows by unit propagation from the
/// formula and the clauses before it (RUP), and in the end propagation finds a false clause.
///
/// The formula is propagated before the first step, and again after each; the check ends as soon as that
/// refutes it. So a proof may be empty, and need not contain the empty clause, as with other checkers of
/// DRAT.
///
/// The steps are checked by the crate dratify, which is independent of the engines. Clauses that do not
/// follow but preserve satisfiability (RAT) are refused: no engine here needs them, and without them each
/// step is a consequence.
///
/// # Errors
/// The first invalid step, or that the steps do not refute the formula.
pub fn check_proof(formula: &Formula, proof: &Proof) -> Result<(), ProofRefutation> {
    let code = |literal: &Literal| literal.index() as u32;
    let clause = |clause: &[Literal]| {
        // The checker requires the clauses of the formula to be sets.
        let mut literals: Vec<u32> = clause.iter().map(code).collect();
        literals.sort_unstable();
        literals.dedup();
        literals
    };
    let clauses: Vec<Vec<u32>> = formula.clauses().map(clause).collect();
    let mut checker = Checker::new(formula.variables() as u32, &clauses, false, true);
    for (step, number) in proof.steps().zip(1..) {
        if is_refuted(&mut checker) {
            return Ok(());
        }
        let (ProofStep::Add(clause) | ProofStep::Delete(clause)) = step;
        let is_unknown = |literal: &&Literal| literal.variable() as usize >= formula.variables();
        if let Some(literal) = clause.iter().find(is_unknown) {
            let variable = literal.number().abs();
            return Err(ProofRefutation::UnknownVariable { step: number, variable });
        }
        let literals: Vec<u32> = clause.iter().map(code).collect();
        if !checker.check_step(matches!(step, ProofStep::Delete(_)), &literals) {
            let clause = clause.iter().map(|literal| format!("{} ", literal.number()));
            let clause = clause.collect::<String>() + "0";
            return Err(ProofRefutation::Unfounded { step: number, clause });
        }
    }
    if is_refuted(&mut checker) { Ok(()) } else { Err(ProofRefutation::Unfinished(proof.len())) }
}

/// Returns whether the empty clause follows by unit propagation. The checker has propagated all clauses, so
/// that this is cheap, and a clause that does not follow has no effect.
fn is_refuted(checker: &mut Checker) -> bool {
    checker.check_step(false, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{read_cover, read_formula, read_proof};

    /// Returns two primary items, and a secondary one that two options colour alike.
    fn problem() -> ExactCover {
        let words = |text: &str| text.split(' ').map(Into::into).collect();
        let mut problem = ExactCover::new(words("a b"), words("x"), words("red blue"));
        let coloured = |colour| Entry { item: 2, colour: Some(colour) };
        let plain = Entry::plain;
        let options: [&[Entry]; 6] = [
            &[plain(0), coloured(0)],
            &[plain(1), coloured(0)],
            &[plain(1), coloured(1)],
            &[plain(0), plain(2)],
            &[plain(1), plain(2)],
            &[coloured(0)],
        ];
        for entries in options {
            problem.add_option(entries.iter().copied()).unwrap();
        }
        problem
    }

    #[track_caller]
    fn check_refuted(options: &[usize], why: &str) {
        assert_eq!(check_cover(&problem(), options).unwrap_err().to_string(), why);
    }

    #[test]
    fn options_that_cover_and_agree_are_accepted_in_any_order() {
        assert_eq!(check_cover(&problem(), &[0, 1]), Ok(()));
        assert_eq!(check_cover(&problem(), &[1, 0]), Ok(()));
        assert_eq!(check_cover(&ExactCover::new(vec![], vec![], vec![]), &[]), Ok(()));
    }

    #[test]
    fn options_that_do_not_solve_are_refuted_with_the_reason() {
        check_refuted(&[0], "no option covers b");
        check_refuted(&[0, 2], "options 1 and 3 both have x");
        check_refuted(&[3, 4], "options 4 and 5 both have x");
        check_refuted(&[3, 1], "options 4 and 2 both have x");
        check_refuted(&[0, 0, 1], "options 1 and 1 both have a");
        check_refuted(&[0, 1, 5], "option 6 has no primary item");
        check_refuted(&[0, 9], "there is no option 10: 6 are numbered from 1");
    }

    #[test]
    fn items_are_covered_as_often_as_their_multiplicities_allow() {
        let problem = read_cover("a 2:3|b 0:1|c | x\na b x:A\nb x:A\nb c\nb x:B\na\nb\n").unwrap();
        for options in [&[0, 1][..], &[1, 2, 4], &[2, 1, 0], &[5, 3, 2, 4]] {
            assert_eq!(check_cover(&problem, options), Ok(()), "{options:?}");
        }
        let refuted = |options: &[usize]| check_cover(&problem, options).unwrap_err().to_string();
        assert_eq!(refuted(&[0]), "1 option covers b, expected 2 to 3");
        assert_eq!(refuted(&[0, 1, 2, 5]), "4 options cover b, expected 2 to 3");
        assert_eq!(refuted(&[0, 3]), "options 1 and 4 both have x");
        assert_eq!(refuted(&[4, 5, 2, 5]), "option 6 is chosen twice");
        assert_eq!(refuted(&[1, 2]), "no option covers a");
        assert_eq!(refuted(&[0, 4, 5]), "options 1 and 5 both have a");
    }

    #[test]
    fn a_model_satisfies_every_clause_or_is_refuted() {
        let mut formula = Formula::new(2);
        formula.add_clause([Literal::positive(0), Literal::positive(1)]);
        formula.add_clause([Literal::negative(0)]);
        assert_eq!(check_model(&formula, &[false, true]), Ok(()));
        let refuted = |model: &[bool]| check_model(&formula, model).unwrap_err().to_string();
        assert_eq!(refuted(&[true, true]), "no literal of clause 2 is true");
        assert_eq!(refuted(&[false, false]), "no literal of clause 1 is true");
        assert_eq!(refuted(&[true]), "1 value, expected 2");
    }

    #[test]
    fn neighbours_of_the_same_colour_refute_a_colouring() {
        let path = Graph::new(3, [(0, 1), (1, 2)]).unwrap();
        assert_eq!(check_colouring(&path, &[0, 7, 0]), Ok(()));
        let refuted = |colours: &[VertexColour]| check_colouring(&path, colours).unwrap_err();
        let why = "vertices 2 and 3, numbered from 1, are joined and have the same colour";
        assert_eq!(refuted(&[0, 1, 1]).to_string(), why);
        assert_eq!(refuted(&[0, 1]).to_string(), "2 colours, expected 3, one for each vertex");
    }

    const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

    fn checked(formula: &str, proof: &str) -> String {
        let (formula, proof) = (read_formula(formula).unwrap(), read_proof(proof).unwrap());
        check_proof(&formula, &proof).map_or_else(|error| error.to_string(), |()| "right".into())
    }

    #[test]
    fn a_proof_is_valid_if_each_step_follows_and_the_last_is_empty() {
        assert_eq!(checked(SQUARE, "1 0\n0\n"), "right");
        assert_eq!(checked(SQUARE, "1 0\nd 1 2 0\nd 1 -2 0\n0\n"), "right");
        assert_eq!(checked("p cnf 1 2\n1 1 0\n-1 0\n", "0\n"), "right");
        assert_eq!(checked("p cnf 0 1\n0\n", "0\n"), "right");
        assert_eq!(checked("p cnf 0 1\n0\n", ""), "right");
        // Propagation finds the rest.
        assert_eq!(checked(SQUARE, "1 0\n"), "right");
    }

    #[test]
    fn a_proof_with_a_step_that_does_not_follow_is_refused_there() {
        let unfounded = "step 1: 0 does not follow by unit propagation";
        assert_eq!(checked(SQUARE, "0\n"), unfounded);
        assert_eq!(checked("p cnf 2 1\n1 2 0\n", "0\n"), unfounded);
        let unfounded = "step 3: 1 0 does not follow by unit propagation";
        assert_eq!(checked(SQUARE, "d 1 2 0\nd 1 -2 0\n1 0\n0\n"), unfounded);
        assert_eq!(checked(SQUARE, "d 1 2 0\n"), "its 1 steps do not refute the formula");
        assert_eq!(checked(SQUARE, "-3 0\n1 0\n0\n"), "step 1: there is no variable 3");
        // Harmless, and no consequence.
        let unfounded = "step 1: 1 -2 0 does not follow by unit propagation";
        assert_eq!(checked("p cnf 2 1\n2 1 0\n", "1 -2 0\n"), unfounded);
    }
}
