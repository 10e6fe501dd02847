//! Problems as hypergraphs, and the proof of a symmetry.
//!
//! A hypergraph has *points*, each with a colour, and *edges*, each of which links any number of points, in one of
//! several ways. A permutation of the points is a symmetry if it maps each point to one of the same colour, and what each
//! edge links to what another one links in the same ways.

/// A permutation of points: the image of each.
pub type Images = Vec<u32>;

/// Points of some colours, linked by edges.
#[derive(Clone, Debug)]
pub struct Hypergraph {
    colours: Vec<u32>,
    /// For each edge, the points that it links, in ascending order.
    of_edge: Links,
    /// For each point, its edges.
    of_point: Links,
    /// The edges in the order of what they link, and then of their numbers.
    sorted: Vec<u32>,
}

/// For each of many things, those that it is linked to.
#[derive(Clone, Debug, Default)]
struct Links {
    ends: Vec<u32>,
    links: Vec<EdgeLink>,
}

/// The number of what is linked, and in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeLink {
    /// The number of a point; in the list of a point, that of an edge.
    pub to: u32,
    /// The way.
    pub kind: u32,
}

impl Links {
    fn push(&mut self, links: &[EdgeLink]) {
        self.links.extend(links);
        self.ends.push(self.links.len() as u32);
    }

    /// Returns for each of so many points the edges that link it.
    fn turned(&self, points: usize) -> Self {
        let mut starts = vec![0; points + 1];
        self.links.iter().for_each(|link| starts[link.to as usize + 1] += 1);
        for point in 0..points {
            starts[point + 1] += starts[point];
        }
        let mut links = vec![EdgeLink { to: 0, kind: 0 }; self.links.len()];
        let mut next = starts.clone();
        for edge in 0..self.ends.len() {
            for link in self.get(edge) {
                let place = &mut next[link.to as usize];
                links[*place as usize] = EdgeLink { to: edge as u32, ..*link };
                *place += 1;
            }
        }
        Self { ends: starts.split_off(1), links }
    }

    #[inline]
    fn get(&self, of: usize) -> &[EdgeLink] {
        let start = of.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.links[start..self.ends[of] as usize]
    }
}

impl Hypergraph {
    /// Returns the hypergraph of points with these colours, and edges with these links to points.
    pub fn new(colours: Vec<u32>, edges: impl IntoIterator<Item = Vec<EdgeLink>>) -> Self {
        let mut of_edge = Links::default();
        for mut links in edges {
            links.sort_unstable();
            of_edge.push(&links);
        }
        let of_point = of_edge.turned(colours.len());
        let mut sorted: Vec<u32> = (0..of_edge.ends.len() as u32).collect();
        sorted.sort_by_key(|&edge| of_edge.get(edge as usize));
        Self { colours, of_edge, of_point, sorted }
    }

    /// Returns the number of points.
    pub fn points(&self) -> usize {
        self.colours.len()
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.of_edge.ends.len()
    }

    /// Returns the colour of a point.
    pub fn colour(&self, point: u32) -> u32 {
        self.colours[point as usize]
    }

    /// Returns the links of an edge to points.
    pub fn edge(&self, edge: usize) -> &[EdgeLink] {
        self.of_edge.get(edge)
    }

    /// Returns the links of a point to its edges.
    pub fn on_point(&self, point: u32) -> &[EdgeLink] {
        self.of_point.get(point as usize)
    }

    /// Returns the number of points in no edge. A search for symmetries leaves them in place, although any permutation of
    /// points with one colour among them is a symmetry.
    pub fn isolated(&self) -> usize {
        (0..self.points() as u32).filter(|&point| self.on_point(point).is_empty()).count()
    }

    /// Returns the edge that each edge becomes by a permutation of points, for the edges that it changes. Returns `None`
    /// unless the permutation is a symmetry: it keeps colours, and maps edges that occur several times to edges that occur
    /// as often.
    pub fn image(&self, images: &[u32]) -> Option<Vec<(u32, u32)>> {
        let moved = || (0..).zip(images).filter(|(point, image)| point != *image);
        if moved().any(|(point, &image)| self.colour(point) != self.colour(image)) {
            return None;
        }
        let on_moved = moved().flat_map(|(point, _)| self.on_point(point));
        let mut edges: Vec<u32> = on_moved.map(|link| link.to).collect();
        edges.sort_unstable();
        edges.dedup();
        let image_of = |edge: u32| {
            let links = self.edge(edge as usize);
            let image = links.iter().map(|link| EdgeLink { to: images[link.to as usize], ..*link });
            let mut image: Vec<EdgeLink> = image.collect();
            image.sort_unstable();
            // The third of several edges that link the same becomes the third of those that link what it becomes.
            let (alike, alike_image) = (self.edges_with(links), self.edges_with(&image));
            let place = alike.binary_search(&edge).ok()?;
            (alike.len() == alike_image.len()).then(|| (edge, alike_image[place]))
        };
        let images: Option<Vec<_>> = edges.into_iter().map(image_of).collect();
        Some(images?.into_iter().filter(|(edge, image)| edge != image).collect())
    }

    /// Returns the edges that link exactly this, in ascending order.
    fn edges_with(&self, links: &[EdgeLink]) -> &[u32] {
        let start = self.sorted.partition_point(|&edge| self.edge(edge as usize) < links);
        let after = &self.sorted[start..];
        let size = after.partition_point(|&edge| self.edge(edge as usize) == links);
        &after[..size]
    }
}
