//! Every field of an object, and what it is.

use super::super::site::Field;
use super::super::square::Blocks;
use super::rules::Rules;
use crate::source::TextError;

/// What a program does with a field.
pub(super) enum Use {
    /// It is read elsewhere, or says nothing about solutions.
    None,
    /// It says nothing about solutions, but each item may show another field.
    Drawn,
    /// A rule.
    Rule(fn(&mut Rules, &Field<'_>) -> Result<(), TextError>),
    /// A rule that nothing here can state.
    Unsupported,
}

/// Every field. Rules are applied in this order.
pub(super) const FIELDS: &[(&str, Use)] = &[
    ("diagonal-", Use::Rule(|rules, field| rules.diagonal(field, 0))),
    ("diagonal+", Use::Rule(|rules, field| rules.diagonal(field, 1))),
    ("extraregion", Use::Rule(Rules::extra_regions)),
    (
        "disjointgroups",
        Use::Rule(|rules, field| {
            rules.disjoint = field.flag()?;
            Ok(())
        }),
    ),
    ("killercage", Use::Rule(Rules::cages)),
    ("littlekillersum", Use::Rule(Rules::little_killers)),
    ("xv", Use::Rule(Rules::xv)),
    ("thermometer", Use::Rule(Rules::thermometers)),
    ("minimum", Use::Rule(|rules, field| rules.extremes(field, true))),
    ("maximum", Use::Rule(|rules, field| rules.extremes(field, false))),
    ("difference", Use::Rule(Rules::differences)),
    ("ratio", Use::Rule(Rules::ratios)),
    // After the pairs that they exclude.
    ("nonconsecutive", Use::Rule(Rules::nonconsecutive)),
    ("negative", Use::Rule(Rules::negative)),
    ("whispers", Use::Rule(Rules::whispers)),
    ("palindrome", Use::Rule(Rules::palindromes)),
    ("clone", Use::Rule(Rules::clones)),
    ("sandwichsum", Use::Rule(Rules::sandwiches)),
    ("odd", Use::Rule(|rules, field| rules.parity(field, 1))),
    ("even", Use::Rule(|rules, field| rules.parity(field, 0))),
    ("antiking", Use::Rule(|rules, field| rules.apart(field, "1,1"))),
    ("antiknight", Use::Rule(|rules, field| rules.apart(field, "1,2"))),
    ("arrow", Use::Unsupported),
    ("betweenline", Use::Unsupported),
    ("boxindexer", Use::Unsupported),
    ("columnindexer", Use::Unsupported),
    ("doublearrow", Use::Unsupported),
    ("entropicline", Use::Unsupported),
    ("lockout", Use::Unsupported),
    ("modularline", Use::Unsupported),
    ("nabner", Use::Unsupported),
    ("quadruple", Use::Unsupported),
    ("regionsumline", Use::Unsupported),
    ("renban", Use::Unsupported),
    ("rowindexer", Use::Unsupported),
    ("skyscraper", Use::Unsupported),
    ("slowthermometer", Use::Unsupported),
    ("xsum", Use::Unsupported),
    ("zipperline", Use::Unsupported),
    ("cage", Use::Drawn),
    ("circle", Use::Drawn),
    ("line", Use::Drawn),
    ("rectangle", Use::Drawn),
    ("text", Use::Drawn),
    ("author", Use::None),
    ("disabledlogic", Use::None),
    ("foglight", Use::None),
    ("fogofwar", Use::None),
    ("grid", Use::None),
    ("highlightConflicts", Use::None),
    ("metadata", Use::None),
    ("ruleset", Use::None),
    ("size", Use::None),
    ("solution", Use::None),
    ("successMessage", Use::None),
    ("title", Use::None),
    ("triggereffect", Use::None),
    ("truecandidatesoptions", Use::None),
];

/// What a puzzle that can be read may state, in errors.
const STATED: &str = "sums, orders, differences, ratios, sandwiches or regions";

/// Returns what fields state on a board with these blocks.
///
/// # Errors
/// If a field is not known, is malformed, or has a rule that cannot be stated.
pub(super) fn rules(
    size: usize,
    blocks: &Blocks,
    fields: &[Field<'_>],
) -> Result<Rules, TextError> {
    check(fields)?;
    let mut rules = Rules::none(size);
    for (key, known) in FIELDS {
        let Use::Rule(rule) = known else { continue };
        if let Some(field) = fields.iter().find(|field| field.path == *key) {
            rule(&mut rules, field)?;
        }
    }
    if rules.disjoint {
        rules.disjoint_groups(blocks);
    }
    Ok(rules)
}

/// # Errors
/// If a field is not known or has a rule that cannot be stated, or if only a drawing shows a rule.
fn check(fields: &[Field<'_>]) -> Result<(), TextError> {
    for field in fields {
        let known = FIELDS.iter().find(|(key, _)| field.path == *key);
        match known.map(|(_, known)| known) {
            None => {
                return Err(field.error("an unknown field, which may be a rule", STATED));
            }
            Some(Use::Unsupported) if !field.is_nothing() => {
                return Err(field.error("a rule that no relation states", STATED));
            }
            Some(Use::Drawn) if !field.is_nothing() => {
                for item in field.items()? {
                    check_drawn(&item, fields)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// # Errors
/// If a drawn item shows a rule that has no field.
fn check_drawn(item: &Field<'_>, fields: &[Field<'_>]) -> Result<(), TextError> {
    let shown = item.get("fromConstraint")?;
    let Some(name) = shown.text()? else { return Ok(()) };
    let key: String = name.to_lowercase().split_whitespace().collect();
    // The two kinds of whispers share a field.
    let key = if key.ends_with("whispers") { "whispers" } else { &key };
    if fields.iter().any(|field| field.path == key && !field.is_nothing()) {
        return Ok(());
    }
    Err(shown.error(&format!("{name:?} is drawn, but no field states it"), "its own field"))
}
