//! Drawings of graphs: a disc for each vertex and a line for each edge.

use board::{Graph, Vertex};

use super::layout;
use crate::svg::{Anchor, Escaped, Point, Px, Svg};

/// The style sheet of these figures.
pub const SHEET: &str = "\
text{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif}.paper{fill:#fff}\
.edge{stroke:#aaa;stroke-width:0.8}.near{stroke:#000;stroke-width:1.6}\
.vertex{stroke:#000;stroke-width:1}.label{font-size:12px;fill:#000}.long{font-size:7px;fill:#000}\
.name{font-size:13px;fill:#222}";

/// The radius of a vertex, in pixels.
const RADIUS: f64 = 11.0;

/// The margin around the vertices, in pixels.
const MARGIN: f64 = 24.0;

/// The height of the name, in pixels.
const TITLE: f64 = 22.0;

/// How vertices are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Around a circle, in their order.
    Circle,
    /// By forces between them (Fruchterman and Reingold 1991).
    Springs,
}

/// How a vertex looks.
#[derive(Clone, Debug)]
pub struct VertexLook {
    /// The text in it.
    pub label: String,
    /// Its colour, such as `#ffffff`.
    pub fill: String,
}

/// Draws a graph with its vertices as in `looks`, in their order, and `name` above it. The edges of
/// `centre` are thick.
pub fn graph(
    graph: &Graph,
    looks: &[VertexLook],
    placement: Placement,
    centre: Option<Vertex>,
    name: &str,
) -> Svg {
    let places = match placement {
        Placement::Circle => layout::circle(graph.order()),
        Placement::Springs => layout::springs(graph),
    };
    let low = |of: fn(&Point) -> f64| places.iter().map(of).fold(0.0, f64::min);
    let high = |of: fn(&Point) -> f64| places.iter().map(of).fold(0.0, f64::max);
    let (left, top) = (low(|it| it.0), low(|it| it.1));
    let wide = (high(|it| it.0) - left).max(crate::svg::width(name, 13.0)) + 2.0 * MARGIN;
    let mut svg = Svg::new(wide, high(|it| it.1) - top + 2.0 * MARGIN + TITLE);
    svg.attribute("role", "img");
    svg.put(format_args!(r#"<rect class="paper" width="100%" height="100%"/>"#));
    svg.text("name", (MARGIN - RADIUS, 18.0), Anchor::Start, name);
    let at = |vertex: Vertex| {
        let (x, y) = places[vertex];
        (x - left + MARGIN, y - top + MARGIN + TITLE)
    };
    let is_near = |&(a, b): &(Vertex, Vertex)| centre.is_some_and(|it| it == a || it == b);
    let (near, others): (Vec<_>, Vec<_>) = graph.edges().partition(is_near);
    others.into_iter().for_each(|(a, b)| svg.line("edge", at(a), at(b)));
    near.into_iter().for_each(|(a, b)| svg.line("near", at(a), at(b)));
    for (vertex, look) in looks.iter().enumerate() {
        disc(&mut svg, at(vertex), look);
    }
    svg
}

fn disc(svg: &mut Svg, (x, y): Point, look: &VertexLook) {
    let (fill, cx, cy, radius) = (Escaped(&look.fill), Px(x), Px(y), Px(RADIUS));
    svg.put(format_args!(
        r#"<circle class="vertex" fill="{fill}" cx="{cx}" cy="{cy}" r="{radius}"/>"#
    ));
    let (class, down) = if look.label.chars().count() > 2 { ("long", 2.5) } else { ("label", 4.2) };
    svg.text(class, (x, y + down), Anchor::Middle, &look.label);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_has_a_disc_for_each_vertex_and_a_line_for_each_edge() {
        let star = Graph::new(5, [(0, 1), (0, 2), (0, 3), (3, 4)]).expect("a graph");
        let look = |label| VertexLook { label: format!("<{label}>"), fill: "#fff".into() };
        let looks: Vec<VertexLook> = (0..5).map(look).collect();
        for placement in [Placement::Circle, Placement::Springs] {
            let svg = graph(&star, &looks, placement, Some(3), "a & b").standalone(SHEET);
            assert_eq!(svg.matches("<circle").count(), 5);
            assert_eq!(svg.matches(r#"class="edge""#).count(), 2);
            assert_eq!(svg.matches(r#"class="near""#).count(), 2);
            assert!(svg.contains("a &amp; b") && svg.contains("&lt;4&gt;"));
        }
    }
}
