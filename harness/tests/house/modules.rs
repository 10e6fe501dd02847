//! The modules of a crate, and where a path leads.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use crate::paths::{Content, Mention, Path, content};
use crate::tokens::{tokens, without_tests};

/// A file of a crate.
pub(crate) struct Source {
    /// Its place below the folder of sources.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// The files of a crate that are not tests, and what they name.
pub(crate) struct Modules {
    pub(crate) files: Vec<(PathBuf, Path, Vec<Mention>)>,
    /// The module of a file for each module, also for those in braces.
    homes: BTreeMap<Path, Path>,
    /// The names that a `use` gives, with their modules: where they lead.
    imports: HashMap<Path, (Path, bool)>,
}

impl Modules {
    pub(crate) fn new(sources: &[Source]) -> Self {
        let mut tests: Vec<Path> = Vec::new();
        let mut read = Vec::new();
        for source in sources {
            let module = module(&source.path);
            let all = tokens(&source.text);
            let (kept, test_files) = without_tests(&all);
            tests.extend(test_files.iter().map(|file| child(&module, file)));
            let content = content(&module, &kept);
            read.push((source.path.clone(), module, content));
        }
        read.retain(|(_, module, _)| !tests.iter().any(|test| module.starts_with(test)));
        let (mut homes, mut imports) = (BTreeMap::new(), HashMap::new());
        for (_, module, Content { mentions, inline }) in &read {
            for inside in inline.iter().chain([module]) {
                homes.insert(inside.clone(), module.clone());
            }
            for mention in mentions {
                if let Some(name) = &mention.name {
                    let target = (mention.path.clone(), mention.is_relative);
                    imports.insert(child(&mention.scope, name), target);
                }
            }
        }
        let files = read.into_iter().map(|(path, module, it)| (path, module, it.mentions));
        Self { files: files.collect(), homes, imports }
    }

    /// Returns the module of the file that contains the item of a path, unless another crate does.
    pub(crate) fn home(&self, mention: &Mention) -> Option<&Path> {
        let scope = mention.is_relative.then_some(mention.scope.len());
        self.resolve(&mention.path, scope, 8)
    }

    /// Follows a path through up to `hops` imports. If it is relative, its first `scope` words are the
    /// module that it stands in.
    fn resolve(&self, path: &[String], scope: Option<usize>, hops: usize) -> Option<&Path> {
        let start = scope.unwrap_or_default();
        let is_module = |&length: &usize| self.homes.contains_key(&path[..length]);
        let known = start + (start + 1..=path.len()).take_while(is_module).count();
        if known < path.len()
            && let Some((target, is_relative)) = self.imports.get(&path[..=known])
            && hops > 0
        {
            let target = [target, &path[known + 1..]].concat();
            return self.resolve(&target, is_relative.then_some(known), hops - 1);
        }
        // A first word that is neither a module nor an import is another crate.
        if scope == Some(known) { None } else { self.homes.get(&path[..known]) }
    }
}

/// Returns the module of a file: `["logic", "table"]` for `logic/table/mod.rs`, and none for
/// `lib.rs`.
fn module(path: &std::path::Path) -> Path {
    let path = path.with_extension("");
    let words = path.iter().map(|word| word.to_string_lossy().into_owned());
    words.filter(|word| !matches!(word.as_str(), "lib" | "main" | "mod")).collect()
}

fn child(module: &[String], name: &str) -> Path {
    [module, &[name.to_owned()]].concat()
}
