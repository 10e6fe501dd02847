//! What the options of figures change, and what they do not.

use super::tests::{KINDS, data};
use super::*;
use crate::golden::{ROWS, check_golden, runs};

/// Rows of two levels and three orders, with a puzzle that needs no bet.
const LEVELS: &str = "\
backend,corpus,puzzle,geometry,level,clues,status,verified,wall_ns,nodes,bets,limit_ms
cover/dlx,small,a,classic4,easy,6,unique,yes,2000,10,0,1000
cover/dlx,small,b,classic4,hard,4,unique,yes,3000,12,3,1000
cover/dlx,large,c,classic9,easy,30,unique,yes,50000,90,0,1000
cover/dlx,large,d,classic9,hard,24,timeout,unchecked,,9000,4000,1000
candidates/mrv,small,a,classic4,easy,6,unique,yes,1000,5,0,1000
candidates/mrv,small,b,classic4,hard,4,unique,yes,4000,8,2,1000
candidates/mrv,large,c,classic9,easy,30,unique,yes,20000,40,1,1000
candidates/mrv,large,d,classic9,hard,24,unique,yes,900000,700,300,1000
";

fn drawn(figure: &Figure) -> String {
    figure.svg.standalone(style::SHEET)
}

#[test]
fn a_narrow_figure_equals_its_golden_file() {
    let runs = runs(ROWS);
    let mut data = data(&runs, Metric::Time);
    data.layout = Layout { width_mm: Some(84.0), font_pt: None };
    for kind in [PlotKind::Cactus, PlotKind::Distribution, PlotKind::Bets] {
        let svg = drawn(&Plot::of(kind).draw(&data).expect("a figure"));
        assert!(svg.contains(r#"width="84mm""#));
        check_golden("tests/golden/plot", &format!("{}-84.svg", kind.name()), &svg);
    }
}

#[test]
fn levels_have_lines_and_zero_has_a_row() {
    let runs = runs(LEVELS);
    let growth = Plot::of(PlotKind::Growth).draw(&data(&runs, Metric::Bets)).expect("a figure");
    let svg = drawn(&growth);
    // The legend has backends and levels; with seven backends and four levels, 28 lines have 11 entries.
    let legend: Vec<&str> = svg.split("class=\"named\"").skip(1).collect();
    let names = ["candidates/mrv</text>", "cover/dlx</text>", ">easy</text>", ">hard</text>"];
    assert!(legend.len() == 4 && names.iter().all(|name| svg.contains(name)), "{svg}");
    assert!(svg.contains(">0</text>"), "the tick of zero");
    check_golden("tests/golden/plot", "growth-levels.svg", &svg);
}

/// Tilings of squares, and of a rectangle, which has no order.
const SQUARES: &str = "\
backend,corpus,puzzle,geometry,level,clues,status,verified,wall_ns,nodes,bets,limit_ms
count/sweep,a,dominoes:4x4,exact-cover,,0,counted,yes,2000,51,30,1000
count/sweep,b,dominoes:8x8,exact-cover,,0,counted,yes,90000,2505,1674,1000
count/sweep,c,dominoes:2x8,exact-cover,,0,counted,yes,1000,20,9,1000
";

#[test]
fn squares_of_one_family_have_an_order() {
    let squares = runs(SQUARES);
    let svg =
        drawn(&Plot::of(PlotKind::Growth).draw(&data(&squares, Metric::Nodes)).expect("a figure"));
    assert!(svg.contains("(1 4×4, 1 8×8)") && svg.contains("order is unknown: 1 puzzle"), "{svg}");
    let mixed = runs(&SQUARES.replace("dominoes:8x8", "tetrominoes:8x8"));
    let refused =
        Plot::of(PlotKind::Growth).draw(&data(&mixed, Metric::Nodes)).expect_err("refused");
    assert!(refused.to_string().contains("needs one family"), "{refused}");
}

#[test]
fn panels_have_common_axes_and_one_legend() {
    let runs = runs(LEVELS);
    let whole = data(&runs, Metric::Time);
    let parts: Vec<_> = ["easy", "hard"]
        .map(|level| {
            let is_it = |place: &usize| whole.puzzle(*place).level == level;
            let kept: Vec<usize> = (0..whole.puzzles()).filter(is_it).collect();
            let mut part = whole.clone();
            part.matrix = whole.matrix.with(&kept);
            (level.to_owned(), part)
        })
        .into();
    let plot = Plot::of(PlotKind::Ecdf);
    let figure = plot.draw_panels(&whole, &parts).expect("panels");
    let svg = drawn(&figure);
    assert_eq!(svg.matches(">cover/dlx</text>").count(), 1, "one entry of the legend");
    assert_eq!(svg.matches(r#"class="border" x="#).count(), 2);
    let [(_, easy), (_, hard)] = &figure.charts[..] else { panic!("two panels") };
    assert_eq!((easy.x.axis, easy.y.axis), (hard.x.axis, hard.y.axis));
    check_golden("tests/golden/plot", "ecdf-panels.svg", &svg);
    let bets = Plot::of(PlotKind::Bets).draw_panels(&whole, &parts).map(|_| ()).unwrap_err();
    assert!(bets.to_string().contains("no panels"), "{bets}");
}

#[test]
fn names_and_colours_change_nothing_else() {
    let runs = runs(ROWS);
    let plain = data(&runs, Metric::Time);
    let mut changed = plain.clone();
    changed.entries[0].label = "Renamed backend".into();
    let old = std::mem::replace(&mut changed.entries[0].style.colour, colour::Rgb([1, 2, 3]));
    for kind in [PlotKind::Cactus, PlotKind::Ecdf, PlotKind::Growth, PlotKind::Distribution] {
        let draw = |data: &PlotData<'_>| drawn(&Plot::of(kind).draw(data).expect("a figure"));
        let back = draw(&changed)
            .replace("Renamed backend", &plain.entries[0].label)
            .replace("#010203", &old.to_string());
        // The place and the width of names may differ, and marks do not.
        let paths = |svg: &str| -> Vec<String> {
            svg.lines().filter(|line| line.contains(" d=\"M")).map(str::to_owned).collect()
        };
        assert_eq!(paths(&back).len(), paths(&draw(&plain)).len(), "{}", kind.name());
        assert!(!back.contains("#010203") && back.contains(&old.to_string()));
    }
}

#[test]
fn the_data_have_one_header_for_all_kinds_and_unsolved_is_inf() {
    let runs = runs(LEVELS);
    let data = data(&runs, Metric::Time);
    let csv = |kind: PlotKind| {
        let rows = Plot::of(kind).draw(&data).expect("a figure").rows;
        String::from_utf8(rows::csv(&rows).expect("rows")).expect("text")
    };
    let scatter = csv(PlotKind::Scatter);
    assert_eq!(
        scatter.lines().take(2).collect::<Vec<_>>(),
        ["panel,series,puzzle,x,y,low,high", ",cover/dlx against candidates/mrv,c,20000,50000,,"]
    );
    assert!(scatter.contains(",d,900000,inf,,"), "{scatter}");
    assert!(csv(PlotKind::Growth).contains(r#","cover/dlx, hard",,9,inf,inf,inf"#));
}

#[test]
fn tikz_has_the_values_and_escapes_names() {
    let runs = runs(ROWS);
    let data = data(&runs, Metric::Time);
    let document = |kind: PlotKind| {
        tikz::document(&Plot::of(kind).draw(&data).expect("a figure"), data.layout)
    };
    let cactus = document(PlotKind::Cactus).expect("a document");
    assert!(cactus.contains("{sat/$<$b$>$\\&x (3)}"), "{cactus}");
    assert_eq!(cactus.matches('{').count(), cactus.matches('}').count());
    check_golden("tests/golden/plot", "cactus.tex", &cactus);
    for kind in KINDS.into_iter().filter(|kind| *kind != PlotKind::Scatter) {
        let document = document(kind).unwrap_or_else(|error| panic!("{}: {error}", kind.name()));
        assert!(
            document.starts_with("% ") && !document.contains("{Share of"),
            "titles are comments"
        );
    }
}
