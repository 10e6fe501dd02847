//! Who uses whom among the modules of a folder, and circles of that.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::modules::Modules;
use crate::paths::Path;

/// The modules that each module uses, and a file where it does.
pub(crate) type Arrows = BTreeMap<String, BTreeMap<String, PathBuf>>;

/// The name of the file of a folder itself among the modules of the folder.
const OWN: &str = "mod.rs";

/// Returns the arrows between the modules in each folder, also in the root.
///
/// The file of a folder is one of its modules. What it exports does not count as used by it.
pub(crate) fn arrows(modules: &Modules) -> BTreeMap<Path, Arrows> {
    let mut folders: BTreeMap<Path, Arrows> = BTreeMap::new();
    for (file, module, mentions) in &modules.files {
        for mention in mentions {
            let Some(home) = modules.home(mention).filter(|home| *home != module) else { continue };
            let common = module.iter().zip(home).take_while(|(a, b)| a == b).count();
            if mention.is_exported && common == module.len() {
                continue;
            }
            let name = |path: &Path| path.get(common).map_or(OWN, |it| it).to_owned();
            let arrows = folders.entry(module[..common].to_vec()).or_default();
            arrows.entry(name(home)).or_default();
            let used = arrows.entry(name(module)).or_default();
            used.entry(name(home)).or_insert_with(|| file.clone());
        }
    }
    folders
}

/// Returns the arrows without those to and from the file of the folder itself.
pub(crate) fn among_siblings(arrows: &Arrows) -> Arrows {
    let mut arrows = arrows.clone();
    arrows.remove(OWN);
    arrows.values_mut().for_each(|used| _ = used.remove(OWN));
    arrows
}

/// Returns a circle of arrows, if there is one: its modules, each with the file that uses the next.
pub(crate) fn circle(arrows: &Arrows) -> Option<String> {
    let mut left: BTreeMap<&String, &BTreeMap<String, PathBuf>> = arrows.iter().collect();
    // A module is in no circle if it uses only modules that are removed.
    while let Some(free) = left
        .iter()
        .find(|(_, used)| !used.keys().any(|it| left.contains_key(it)))
        .map(|(it, _)| *it)
    {
        left.remove(free);
    }
    // Each remaining module uses another one, so following the arrows leads back.
    let mut way: Vec<&String> = vec![left.keys().next()?];
    loop {
        let last = way[way.len() - 1];
        let next = left[last].keys().find(|it| left.contains_key(it))?;
        if let Some(start) = way.iter().position(|module| *module == next) {
            way.push(next);
            let steps = way[start..].windows(2);
            let files = steps.map(|it| format!("{} ({})", it[0], arrows[it[0]][it[1]].display()));
            return Some(files.chain([next.clone()]).collect::<Vec<_>>().join(" → "));
        }
        way.push(next);
    }
}
