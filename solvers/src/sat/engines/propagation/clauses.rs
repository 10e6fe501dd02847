//! ClauseDatabase of two literals or more, one behind the other in memory.
//!
//! A clause is known by a number that it keeps as long as it lives, wherever its literals are moved
//! to; the number of one that is gone is given to another.

use super::super::super::formula::Literal;

/// The number of a clause.
pub(crate) type ClauseId = u32;

/// Where a clause is, and how good.
#[derive(Clone, Copy, Debug)]
struct Head {
    start: u32,
    /// How many literals; none of a clause that is gone.
    length: u32,
    /// Of a learnt clause, how many levels its literals came from; 0 of others.
    glue: u32,
}

/// ClauseDatabase by their numbers.
#[derive(Debug, Default)]
pub(crate) struct ClauseDatabase {
    heads: Vec<Head>,
    literals: Vec<Literal>,
    /// Numbers that are free.
    free: Vec<ClauseId>,
}

impl ClauseDatabase {
    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: &[Literal], glue: u32) -> ClauseId {
        let (start, length) = (self.literals.len() as u32, clause.len() as u32);
        self.literals.extend(clause);
        let head = Head { start, length, glue };
        if let Some(id) = self.free.pop() {
            self.heads[id as usize] = head;
            return id;
        }
        self.heads.push(head);
        (self.heads.len() - 1) as ClauseId
    }

    /// The literals of a clause; the two that it watches come first.
    #[inline]
    pub(crate) fn literals(&self, id: ClauseId) -> &[Literal] {
        let head = self.heads[id as usize];
        &self.literals[head.start as usize..][..head.length as usize]
    }

    /// The same, to be put in another order.
    #[inline]
    pub(crate) fn literals_mut(&mut self, id: ClauseId) -> &mut [Literal] {
        let head = self.heads[id as usize];
        &mut self.literals[head.start as usize..][..head.length as usize]
    }

    /// Of how many levels the literals of a learnt clause came; 0 of others.
    pub(crate) fn glue(&self, id: ClauseId) -> u32 {
        self.heads[id as usize].glue
    }

    /// The numbers of all clauses.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ClauseId> {
        (0..self.heads.len() as ClauseId).filter(|&id| self.is_there(id))
    }

    /// Whether a clause was not removed.
    pub(crate) fn is_there(&self, id: ClauseId) -> bool {
        self.heads[id as usize].length > 0
    }

    /// Removes a clause; its memory comes back when all are [`compact`](Self::compact)ed.
    pub(crate) fn remove(&mut self, id: ClauseId) {
        self.heads[id as usize].length = 0;
    }

    /// Moves the literals together, and frees the numbers of clauses that are gone.
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
