//! What counts as a circle, in small crates.

use crate::circles::{among_siblings, arrows, circle};
use crate::modules::{Modules, Source};

/// Returns whether the files contain a circle among siblings, and whether they contain any circle.
fn circles(files: &[(&str, &str)]) -> (bool, bool) {
    let source = |(path, text): &(&str, &str)| Source { path: path.into(), text: (*text).into() };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let folders = arrows(&Modules::new(&sources));
    let among_siblings = folders.values().any(|it| circle(&among_siblings(it)).is_some());
    (among_siblings, folders.values().any(|it| circle(it).is_some()))
}

const CIRCLE: (bool, bool) = (true, true);
const THROUGH_THE_FOLDER: (bool, bool) = (false, true);
const NONE: (bool, bool) = (false, false);

/// The module `b` uses `a`, which the root declares, and `a` is this text.
fn with_a(text: &str) -> (bool, bool) {
    let root = "mod a; mod b;\npub use self::b::{Bee as Wasp, Other};";
    circles(&[("lib.rs", root), ("a.rs", text), ("b.rs", "use crate::a;")])
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    for to_b in [
        "use crate::b;",
        "use crate::{std, b::Bee};",
        "use super::b::{self, Bee};",
        "pub use super::b::*;",
        "use crate::Wasp;",
        "use super::{c::D, Other as It};",
        "fn f() { crate::b::bee() }",
        "fn f() { let c = '{'; let s = \"}\"; super::b::bee() }",
        "mod inner { use super::super::b; }",
        "mod inner {} use super::b;",
        "#[cfg(test)]\nuse super::b;\nuse super::b::Bee;",
    ] {
        assert_eq!(with_a(to_b), CIRCLE, "{to_b}");
    }
}

#[test]
fn what_is_not_compiled_and_what_is_elsewhere_is_no_arrow() {
    for innocent in [
        "// use crate::b;",
        "const B: &str = \"crate::b::bee\";",
        "const B: &str = r#\"a \"quote\" of crate::b::bee\"#;",
        "use self::b;",
        "use b::Bee;",
        "use ::b::Bee;",
        "pub(in crate::b) struct A;",
        "#[cfg(test)]\nmod tests { use crate::b; }",
        "#[cfg(test)]\nuse crate::b::{Bee, Wasp};",
        "mod inner { use super::b; }",
    ] {
        assert_eq!(with_a(innocent), NONE, "{innocent}");
    }
    let tests = [("a/mod.rs", "#[cfg(test)]\nmod proofs;"), ("a/proofs.rs", "use crate::b;")];
    assert_eq!(circles(&[tests[0], tests[1], ("b.rs", "use crate::a;")]), NONE);
}

#[test]
fn folders_use_each_other_through_their_files() {
    let there = ("a/deep.rs", "use crate::b::Bee;");
    let back = ("b/mod.rs", "use super::a::deep::Deep;");
    assert_eq!(circles(&[("a/mod.rs", ""), there, back]), CIRCLE);
    let folder = [("a/mod.rs", "mod x; mod y;"), ("a/x.rs", "use super::y;")];
    assert_eq!(circles(&[folder[0], folder[1], ("a/y.rs", "use crate::a::x::X;")]), CIRCLE);
    assert_eq!(circles(&[folder[0], folder[1], ("a/y.rs", "use crate::b;")]), NONE);
}

#[test]
fn a_circle_goes_through_any_number_of_modules() {
    let three = [("a.rs", "use crate::b;"), ("b.rs", "use crate::c;"), ("c.rs", "use crate::a;")];
    assert_eq!(circles(&three), CIRCLE);
    assert_eq!(circles(&three[..2]), NONE);
}

#[test]
fn the_file_of_a_folder_counts_apart_and_not_by_what_it_exports() {
    let x = ("a/x.rs", "use super::Item;");
    assert_eq!(circles(&[("a/mod.rs", "mod x; use x::X; struct Item;"), x]), THROUGH_THE_FOLDER);
    assert_eq!(circles(&[("a/mod.rs", "mod x; fn f() { x::x() }"), x]), THROUGH_THE_FOLDER);
    assert_eq!(circles(&[("a/mod.rs", "mod x; pub use x::X; struct Item;"), x]), NONE);
    // What the file of a folder imports, its modules can name as its own.
    let y = ("a/y.rs", "use super::x;");
    assert_eq!(circles(&[("a/mod.rs", "mod x; mod y; pub use y::Item;"), x, y]), CIRCLE);
}
