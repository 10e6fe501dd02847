//! HoDoKu's techniques: each has its counterparts in the table, and the documentation lists them.

use std::fs;
use std::path::Path;

use solvers::logic::table::TECHNIQUES;

/// HoDoKu's techniques in the order in which it tries them, without brute force, and the codes that its library has
/// for each. Siamese fish, dual kites and dual empty rectangles are options there.
const HODOKU: &[(&str, &[&str])] = &[
    ("Full House", &["0000"]),
    ("Naked Single", &["0003"]),
    ("Hidden Single", &["0002"]),
    ("Locked Pair", &["0110"]),
    ("Locked Triple", &["0111"]),
    ("Locked Candidates Type 1 (Pointing)", &["0100"]),
    ("Locked Candidates Type 2 (Claiming)", &["0101"]),
    ("Naked Pair", &["0200"]),
    ("Naked Triple", &["0201"]),
    ("Hidden Pair", &["0210"]),
    ("Hidden Triple", &["0211"]),
    ("Naked Quadruple", &["0202"]),
    ("Hidden Quadruple", &["0212"]),
    ("X-Wing", &["0300"]),
    ("Swordfish", &["0301"]),
    ("Jellyfish", &["0302"]),
    ("Squirmbag", &["0303"]),
    ("Whale", &["0304"]),
    ("Leviathan", &["0305"]),
    ("Remote Pair", &["0703"]),
    ("Bivalue Universal Grave + 1", &["0610"]),
    ("Skyscraper", &["0400"]),
    ("2-String Kite", &["0401"]),
    ("Dual 2-String Kite", &["0404"]),
    ("Turbot Fish", &["0403"]),
    ("Empty Rectangle", &["0402"]),
    ("Dual Empty Rectangle", &["0405"]),
    ("W-Wing", &["0803"]),
    ("XY-Wing", &["0800"]),
    ("XYZ-Wing", &["0801"]),
    ("Uniqueness Test 1", &["0600"]),
    ("Uniqueness Test 2", &["0601"]),
    ("Uniqueness Test 3", &["0602"]),
    ("Uniqueness Test 4", &["0603"]),
    ("Uniqueness Test 5", &["0604"]),
    ("Uniqueness Test 6", &["0605"]),
    ("Hidden Rectangle", &["0606"]),
    ("Avoidable Rectangle Type 1", &["0607"]),
    ("Avoidable Rectangle Type 2", &["0608"]),
    ("Finned X-Wing", &["0310"]),
    ("Sashimi X-Wing", &["0320"]),
    ("Finned Swordfish", &["0311"]),
    ("Siamese Finned Swordfish", &["03111"]),
    ("Sashimi Swordfish", &["0321"]),
    ("Siamese Sashimi Swordfish", &["03211"]),
    ("Finned Jellyfish", &["0312"]),
    ("Siamese Finned Jellyfish", &["03121"]),
    ("Sashimi Jellyfish", &["0322"]),
    ("Siamese Sashimi Jellyfish", &["03221"]),
    ("Finned Squirmbag", &["0313"]),
    ("Sashimi Squirmbag", &["0323"]),
    ("Finned Whale", &["0314"]),
    ("Sashimi Whale", &["0324"]),
    ("Finned Leviathan", &["0315"]),
    ("Sashimi Leviathan", &["0325"]),
    ("Sue de Coq", &["1101"]),
    ("Simple Colors", &["0500", "0501"]),
    ("Multi Colors", &["0502", "0503"]),
    ("X-Chain", &["0701"]),
    ("XY-Chain", &["0702"]),
    ("Nice Loop/AIC", &["0706", "0707", "0708"]),
    ("Grouped Nice Loop/AIC", &["0709", "0710", "0711"]),
    ("Almost Locked Set XZ-Rule", &["0901"]),
    ("Almost Locked Set XY-Wing", &["0902"]),
    ("Almost Locked Set Chain", &["0903"]),
    ("Death Blossom", &["0904"]),
    ("Franken X-Wing", &["0330"]),
    ("Franken Swordfish", &["0331"]),
    ("Franken Jellyfish", &["0332"]),
    ("Franken Squirmbag", &["0333"]),
    ("Franken Whale", &["0334"]),
    ("Franken Leviathan", &["0335"]),
    ("Finned Franken X-Wing", &["0340"]),
    ("Finned Franken Swordfish", &["0341"]),
    ("Siamese Finned Franken Swordfish", &["03411"]),
    ("Finned Franken Jellyfish", &["0342"]),
    ("Siamese Finned Franken Jellyfish", &["03421"]),
    ("Finned Franken Squirmbag", &["0343"]),
    ("Finned Franken Whale", &["0344"]),
    ("Finned Franken Leviathan", &["0345"]),
    ("Mutant X-Wing", &["0350"]),
    ("Mutant Swordfish", &["0351"]),
    ("Mutant Jellyfish", &["0352"]),
    ("Mutant Squirmbag", &["0353"]),
    ("Mutant Whale", &["0354"]),
    ("Mutant Leviathan", &["0355"]),
    ("Finned Mutant X-Wing", &["0360"]),
    ("Finned Mutant Swordfish", &["0361"]),
    ("Finned Mutant Jellyfish", &["0362"]),
    ("Siamese Finned Mutant Jellyfish", &["03621"]),
    ("Finned Mutant Squirmbag", &["0363"]),
    ("Finned Mutant Whale", &["0364"]),
    ("Finned Mutant Leviathan", &["0365"]),
    ("Kraken Fish", &["0371", "0372"]),
    ("Forcing Chain", &["1301", "1302"]),
    ("Forcing Net", &["1303", "1304"]),
    ("Template Set", &["1201"]),
    ("Template Delete", &["1202"]),
];

/// Returns the ids of the techniques with a code, in the order of the table.
fn ids(code: &str) -> Vec<&'static str> {
    TECHNIQUES.iter().filter(|row| row.codes.contains(&code)).map(|row| row.id).collect()
}

#[test]
fn every_code_of_hodoku_has_a_technique() {
    for (name, codes) in HODOKU {
        for code in *codes {
            assert!(!ids(code).is_empty(), "{code}, {name}, has no technique");
        }
    }
}

#[test]
fn every_code_of_the_table_is_of_hodoku() {
    for code in TECHNIQUES.iter().flat_map(|row| row.codes) {
        assert!(HODOKU.iter().any(|(_, codes)| codes.contains(code)), "{code}");
    }
}

#[test]
fn the_documentation_lists_the_counterparts_of_hodokus_techniques() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/hodoku.md");
    let text = fs::read_to_string(&path).expect("the page on HoDoKu");
    let (begin, end) = ("<!-- HoDoKu: begin -->\n", "<!-- HoDoKu: end -->");
    let before = text.find(begin).expect("the begin marker") + begin.len();
    let after = text.find(end).expect("the end marker");
    if text[before..after] == documented() {
        return;
    }
    assert!(
        std::env::var_os("UPDATE_DOCUMENTS").is_some(),
        "the table is out of date: UPDATE_DOCUMENTS=1 cargo test -p solvers --test deduction hodoku"
    );
    let updated = format!("{}{}{}", &text[..before], documented(), &text[after..]);
    fs::write(&path, updated).expect("the page can be written");
}

/// Returns the table of the documentation.
fn documented() -> String {
    let mut table = String::from("| HoDoKu | code | technique |\n|---|---|---|\n");
    for (name, codes) in HODOKU {
        let mut all: Vec<&str> = codes.iter().flat_map(|code| ids(code)).collect();
        all.dedup();
        let all: Vec<String> = all.into_iter().map(|id| format!("`{id}`")).collect();
        table += &format!("| {name} | {} | {} |\n", codes.join(", "), all.join(", "));
    }
    table
}
