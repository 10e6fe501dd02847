//! Symmetries of a formula, broken by clauses.
//!
//! A symmetry maps models to models. Of all images of a model one is enough, and the *lex-leader* constraint of a symmetry
//! removes others (Crawford, Ginsberg, Luks & Roy 1996, *Symmetry-breaking predicates for search problems*): the values of
//! the literals, in an order that is the same for all symmetries, are no less than the values of their images. The greatest
//! of all images of a model satisfies every one of these constraints, so the formula keeps a model if it has any.
//!
//! ```text
//!   literals   a b c         a ≥ b           (a ∨ ¬b)
//!   images     b c a         if a = b:       e₁ ← a = b
//!                            b ≥ c           (¬e₁ ∨ b ∨ ¬c)
//!                            then a = b = c, and c ≥ a says nothing new
//! ```
//!
//! A variable *e* says that all literals so far equal their images; it must be true then, and may be true otherwise (Aloul,
//! Sakallah & Markov 2006, *Efficient symmetry breaking for Boolean satisfiability*). Since the order begins with the base
//! of the group, further clauses of two literals follow: the first point of the base is no less than any point of its
//! orbit, and so on with the symmetries that fix the points before (Devriendt, Bogaerts, Bruynooghe & Denecker 2016,
//! *Improved static symmetry breaking for SAT*). Constraints of the generators do not remove all images but one.
//!
//! The new formula has a model if and only if the old one has. What its models say of the old variables are fewer models of
//! the old one, but each may occur with several values of the new variables, so their number says nothing. That this is
//! so follows from no clause by unit propagation, so a proof of the new formula proves nothing of the old one.

use board::instance::{Formula, Literal, Variable};

use super::group::Group;
use super::hypergraph::Images;
use super::orbits::Orbits;

/// The number of literals whose values are compared for a generator. A shorter constraint follows from the whole one.
pub const LONGEST: usize = 100;

/// Adds clauses to a formula that remove models that are images of others under the symmetries of
/// [`of_formula`](super::of_formula). The new variables come after those of the formula.
pub fn add_lex_leaders(formula: &mut Formula, group: &Group) {
    let variables = formula.variables();
    let order = Order::new(variables, group);
    for step in group.base() {
        for &image in step.orbit.iter().filter(|&&image| image != step.point) {
            formula.add_clause([literal(step.point), !literal(image)]);
        }
    }
    for images in group.generators() {
        add_lex_leader(formula, images, &order);
    }
}

/// The order of the variables, and the literal of each that is compared.
struct Order {
    literals: Vec<Literal>,
    /// The place of each variable.
    places: Vec<u32>,
}

impl Order {
    /// Creates the order in which the base comes first, as it is.
    fn new(variables: usize, group: &Group) -> Self {
        let mut is_placed = vec![false; variables];
        let base = group.base().iter().map(|step| literal(step.point));
        let others = (0..variables as Variable).map(Literal::positive);
        let mut literals: Vec<Literal> = base.chain(others).collect();
        literals.retain(|it| !std::mem::replace(&mut is_placed[it.variable() as usize], true));
        let mut places = vec![0; variables];
        literals.iter().zip(0..).for_each(|(it, place)| places[it.variable() as usize] = place);
        Self { literals, places }
    }
}

/// Adds the constraint of one symmetry.
fn add_lex_leader(formula: &mut Formula, images: &Images, order: &Order) {
    // The negation of the variable that says that all pairs before the last one are equal.
    let mut unless: Option<Literal> = None;
    let mut last: Option<[Literal; 2]> = None;
    for [own, image] in pairs(images, order).into_iter().take(LONGEST) {
        if let Some([own, image]) = last {
            let are_equal = Literal::positive(formula.add_variable());
            formula.add_clause(unless.into_iter().chain([!image, are_equal]));
            formula.add_clause(unless.into_iter().chain([own, are_equal]));
            unless = Some(!are_equal);
        }
        formula.add_clause(unless.into_iter().chain([own, !image]));
        last = Some([own, image]);
    }
}

/// Returns the literals that a symmetry moves, each with its image, as far as the constraint says something new about
/// them: not where they are equal because those before are, and not after a literal whose image is its negation.
fn pairs(images: &Images, order: &Order) -> Vec<[Literal; 2]> {
    let moved =
        images.iter().zip(0..).filter(|&(&image, point)| image != point && point.is_multiple_of(2));
    let mut places: Vec<u32> =
        moved.map(|(_, point)| order.places[literal(point).variable() as usize]).collect();
    places.sort_unstable();
    let mut equal = Orbits::new(images.len());
    let mut pairs = Vec::new();
    for place in places {
        let own = order.literals[place as usize];
        let image = literal(images[own.index()]);
        let [of_own, of_image, of_opposite] =
            [own, image, !image].map(|it| equal.root(it.index() as u32));
        if of_own == of_image {
            continue;
        }
        pairs.push([own, image]);
        if of_own == of_opposite {
            break;
        }
        for [one, other] in [[own, image], [!own, !image]] {
            equal.join(one.index() as u32, other.index() as u32);
        }
    }
    pairs
}

/// Returns the literal that is a point.
fn literal(point: u32) -> Literal {
    Literal::new(point / 2, point.is_multiple_of(2))
}
