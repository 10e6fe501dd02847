//! Geometries as text: drawings, and structures on one line.

use board::{Geometry, Region, catalog, drawing};
use record::structure::{has_same_structure, parse_geometry, write_geometry, write_structure};

/// The maximum number of cells, so that an input takes microseconds.
const MAX_CELLS: usize = 2000;

/// A drawing that is written reads back as the same, but for regions without cells, which are not written. Its
/// structure is the same, too.
pub fn drawing(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(read) = catalog::read_drawing(&text, "drawn") else { return };
    if read.geometry.cells() > MAX_CELLS {
        return;
    }
    one_line(&read.geometry);
    let Some(written) = drawing::write(&read.geometry, &read.about) else { return };
    let again = catalog::read_drawing(&written, "another name");
    let again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.about, read.about, "{written}");
    assert_eq!(again.geometry.name(), read.geometry.name(), "{written}");
    assert_eq!(again.geometry.alphabet(), read.geometry.alphabet(), "{written}");
    assert_eq!(again.geometry.cells(), read.geometry.cells(), "{written}");
    let cells = 0..read.geometry.cells();
    assert!(cells.clone().all(|it| again.geometry.position(it) == read.geometry.position(it)));
    assert_eq!(regions(&again.geometry), regions(&read.geometry), "{written}");
}

/// Returns the regions with cells.
fn regions(geometry: &Geometry) -> Vec<&Region> {
    geometry.regions().iter().filter(|region| !region.cells.is_empty()).collect()
}

/// A structure reads back as the same.
pub fn structure(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(geometry) = parse_geometry(&text)
        && geometry.cells() <= MAX_CELLS
    {
        one_line(&geometry);
    }
}

/// Checks that a geometry has the same structure after it was written on one line, with a name and without.
fn one_line(geometry: &Geometry) {
    for line in [write_geometry(geometry), write_structure(geometry)] {
        assert!(!line.contains('\n'), "{line:?}");
        let again = parse_geometry(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        // Regions without cells are not written.
        let without = |geometry: &Geometry| {
            let of = |region: &&Region| region.cells.clone();
            regions(geometry).iter().map(of).collect::<Vec<_>>()
        };
        let same = again.symbols() == geometry.symbols() && again.cells() == geometry.cells();
        assert!(same && without(&again) == without(geometry), "{line}");
        let has_empty = regions(geometry).len() < geometry.regions().len();
        assert!(has_empty || has_same_structure(&again, geometry), "{line}");
    }
}
