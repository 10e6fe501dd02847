//! A public type has a name of its own: it stands for one thing in the whole workspace.
//!
//! Private types, and those that only a part of their crate sees, may share a name.

use std::collections::BTreeMap;

use crate::{OTHERS, STRICT, sources_of};

/// The words before the name of a public type.
const DECLARATIONS: [&str; 4] = ["pub struct ", "pub enum ", "pub trait ", "pub type "];

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in [STRICT, OTHERS].concat() {
        for source in sources_of(name) {
            let place = format!("{name}/src/{}", source.path.display());
            for declared in public_types(&source.text) {
                places.entry(declared.to_owned()).or_default().push(place.clone());
            }
        }
    }
    assert!(places.len() > 100, "{} public types", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "several public types have one name: {places:#?}");
}

/// Returns the names of the types that a file declares as public.
fn public_types(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let rest = DECLARATIONS.iter().find_map(|start| line.strip_prefix(start))?;
        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
    })
}
