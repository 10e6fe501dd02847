//! The clause database: clauses of at least two literals, contiguous in memory.
//!
//! A clause is identified by a number that stays the same when its literals are moved. The number of a
//! deleted clause is reused.

use super::super::super::formula::Literal;

/// The number of a clause.
pub(crate) type ClauseId = u32;

/// The location and quality of a clause.
#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    /// The number of literals; 0 for a deleted clause.
    length: u32,
    /// The number of levels of the literals of a learnt clause; 0 for other clauses.
    glue: u32,
    /// How many intervals a learnt clause is kept because it was of use.
    uses: u8,
    /// Whether it was vivified, and compared with others.
    is_tried: bool,
    is_compared: bool,
}

/// Clauses by number.
#[derive(Debug, Default)]
pub(crate) struct ClauseDatabase {
    heads: Vec<Head>,
    literals: Vec<Literal>,
    /// The numbers to reuse.
    free: Vec<ClauseId>,
}

impl ClauseDatabase {
    /// Adds a clause and returns its number.
    pub(crate) fn add(&mut self, clause: &[Literal], glue: u32) -> ClauseId {
        let (start, length) = (self.literals.len() as u32, clause.len() as u32);
        self.literals.extend(clause);
        let head = Head { start, length, glue, uses: 0, is_tried: false, is_compared: false };
        if let Some(id) = self.free.pop() {
            self.heads[id as usize] = head;
            return id;
        }
        self.heads.push(head);
        (self.heads.len() - 1) as ClauseId
    }

    /// Returns the literals of a clause. The two watched ones are first.
    #[inline]
    pub(crate) fn literals(&self, id: ClauseId) -> &[Literal] {
        let head = self.heads[id as usize];
        &self.literals[head.start as usize..][..head.length as usize]
    }

    /// Returns the literals of a clause for reordering.
    #[inline]
    pub(crate) fn literals_mut(&mut self, id: ClauseId) -> &mut [Literal] {
        let head = self.heads[id as usize];
        &mut self.literals[head.start as usize..][..head.length as usize]
    }

    /// Returns the number of levels of the literals of a learnt clause, 0 for other clauses.
    pub(crate) fn glue(&self, id: ClauseId) -> u32 {
        self.heads[id as usize].glue
    }

    /// Returns how many intervals a learnt clause is kept because it was of use.
    pub(crate) fn uses(&self, id: ClauseId) -> u8 {
        self.heads[id as usize].uses
    }

    /// Sets the number of levels of a learnt clause, and how many intervals it is kept.
    pub(crate) fn set_quality(&mut self, id: ClauseId, glue: u32, uses: u8) {
        let head = &mut self.heads[id as usize];
        (head.glue, head.uses) = (glue, uses);
    }

    /// Returns whether a clause was tried to be shortened.
    pub(crate) fn tried(&self, id: ClauseId) -> bool {
        self.heads[id as usize].is_tried
    }

    /// Notes that a clause was tried to be shortened.
    pub(crate) fn set_tried(&mut self, id: ClauseId) {
        self.heads[id as usize].is_tried = true;
    }

    /// Returns whether a clause was compared with the shorter ones.
    pub(crate) fn is_compared(&self, id: ClauseId) -> bool {
        self.heads[id as usize].is_compared
    }

    /// Notes that a clause was compared with the shorter ones.
    pub(crate) fn set_compared(&mut self, id: ClauseId) {
        self.heads[id as usize].is_compared = true;
    }

    /// Returns the numbers of all clauses.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ClauseId> {
        (0..self.heads.len() as ClauseId).filter(|&id| self.exists(id))
    }

    /// Returns whether a clause was not deleted.
    pub(crate) fn exists(&self, id: ClauseId) -> bool {
        self.heads[id as usize].length > 0
    }

    /// Deletes a clause. [`compact`](Self::compact) frees its memory.
    pub(crate) fn remove(&mut self, id: ClauseId) {
        self.heads[id as usize].length = 0;
    }

    /// Compacts the literals and frees the numbers of deleted clauses.
    pub(crate) fn compact(&mut self) {
        let mut moved = Vec::with_capacity(self.literals.len());
        self.free.clear();
        for (head, id) in self.heads.iter_mut().zip(0..) {
            if head.length == 0 {
                self.free.push(id);
                continue;
            }
            let start = head.start as usize;
            head.start = moved.len() as u32;
            moved.extend_from_slice(&self.literals[start..][..head.length as usize]);
        }
        self.literals = moved;
    }
}
