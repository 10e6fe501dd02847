//! The paths in a source file.

/// A path to an item, as the words between `::`.
pub(crate) type Path = Vec<String>;

/// A path that a file mentions.
pub(crate) struct Mention {
    /// The module that contains it: that of the file, or one in braces in it.
    pub(crate) scope: Path,
    /// The path from the root of the crate. It may lead out of the crate.
    pub(crate) path: Path,
    /// Whether the path begins with a name in `scope`, which may also be another crate.
    pub(crate) is_relative: bool,
    /// The name that it gets if it is a `use`.
    pub(crate) name: Option<String>,
    /// Whether it is a `pub use`.
    pub(crate) is_exported: bool,
}

/// What a file contains.
#[derive(Default)]
pub(crate) struct Content {
    pub(crate) mentions: Vec<Mention>,
    /// The modules in braces.
    pub(crate) inline: Vec<Path>,
}

/// Collects the paths with two or more words in the tokens of a module.
pub(crate) fn content(module: &Path, tokens: &[&str]) -> Content {
    let mut content = Content::default();
    let mut scope = module.clone();
    // The depth in braces, and that of each open module.
    let (mut depth, mut open) = (0_usize, Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at..] {
            ["mod", name, "{", ..] => {
                scope.push(name.into());
                content.inline.push(scope.clone());
                open.push(depth);
                depth += 1;
                at += 3;
            }
            ["use", ..] => {
                let length = tokens[at..].iter().position(|it| *it == ";").unwrap_or(1);
                let is_exported = at > 0 && matches!(tokens[at - 1], "pub" | ")");
                for (path, name) in leaves(&tokens[at + 1..at + length]) {
                    content.mentions.push(mention(&scope, &path, Some(name), is_exported));
                }
                at += length;
            }
            ["pub", "(", "in", ..] => at += 4,
            ["{", ..] => (depth, at) = (depth + 1, at + 1),
            ["}", ..] => {
                depth = depth.saturating_sub(1);
                if open.pop_if(|it| *it == depth).is_some() {
                    scope.pop();
                }
                at += 1;
            }
            [_, "::", ..] => {
                let path = path(&tokens[at..]);
                if at == 0 || tokens[at - 1] != "::" {
                    content.mentions.push(mention(&scope, &path, None, false));
                }
                at += 2 * path.len() - 1;
            }
            _ => at += 1,
        }
    }
    content
}

/// Returns the path at the start of these tokens.
fn path<'t>(tokens: &[&'t str]) -> Vec<&'t str> {
    let mut path = vec![tokens[0]];
    for pair in tokens[1..].chunks_exact(2) {
        if pair[0] != "::" || !pair[1].starts_with(|c: char| c.is_alphabetic() || c == '_') {
            break;
        }
        path.push(pair[1]);
    }
    path
}

/// Returns the paths of a tree in a `use`, each with the name that it gets: `a::{b, c::d as e}` gives `a::b` with the
/// name `b`, and `a::c::d` with the name `e`.
fn leaves<'t>(tree: &[&'t str]) -> Vec<(Vec<&'t str>, &'t str)> {
    let Some(brace) = tree.iter().position(|it| *it == "{") else {
        let (path, name) = match tree {
            [path @ .., "as", name] => (path, Some(*name)),
            [path @ .., "::", "self"] => (path, None),
            _ => (tree, None),
        };
        let words: Vec<&str> = path.iter().copied().filter(|it| *it != "::").collect();
        let name = name.or(words.last().copied()).unwrap_or_default();
        // A path of another crate begins with `::`.
        let is_empty = words.is_empty() || path[0] == "::";
        return if is_empty { Vec::new() } else { vec![(words, name)] };
    };
    let prefix = &tree[..brace];
    let (mut all, mut depth, mut branch) = (Vec::new(), 0, prefix.to_vec());
    for token in &tree[brace + 1..] {
        match *token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth < 0 || (depth == 0 && *token == ",") {
            if branch.len() > prefix.len() {
                all.extend(leaves(&branch));
            }
            branch.truncate(prefix.len());
        } else {
            branch.push(token);
        }
    }
    all
}

/// Returns a path in a module, from the root of its crate.
fn mention(scope: &Path, words: &[&str], name: Option<&str>, is_exported: bool) -> Mention {
    let mut path = scope.clone();
    let mut rest = words;
    while let [first @ ("crate" | "self" | "super"), after @ ..] = rest {
        match *first {
            "crate" => path.clear(),
            "super" => _ = path.pop(),
            _ => {}
        }
        rest = after;
    }
    path.extend(rest.iter().map(|&word| word.to_owned()));
    let name = name.filter(|name| !matches!(*name, "_" | "*")).map(Into::into);
    let is_relative = rest.len() == words.len();
    Mention { scope: scope.clone(), path, is_relative, name, is_exported }
}
