//! The counters of a search. METHODOLOGY.md defines each of them and what may be compared.

/// Generates [`Counters`] and [`Counter`] from one table: the field, which is the column of the
/// CSV, and the variant that names it. Those under `memory` are counted in innermost loops.
macro_rules! counters {
    (
        search { $($(#[$doc:meta])+ $field:ident: $name:ident,)+ }
        memory { $($(#[$memory_doc:meta])+ $memory_field:ident: $memory_name:ident,)+ }
    ) => {
        /// The cost of a search.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$doc])+ pub $field: u64,)+
            $($(#[$memory_doc])+ pub $memory_field: u64,)+
        }

        /// The name of a counter, so that a row can list those that it fills.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Counter {
            $($(#[$doc])+ $name,)+
            $($(#[$memory_doc])+ $memory_name,)+
        }

        impl Counter {
            /// All counters.
            pub const ALL: [Self; 0 $(+ counters!(@one $name))+ $(+ counters!(@one $memory_name))+] =
                [$(Self::$name,)+ $(Self::$memory_name,)+];

            /// Returns the column of the CSV.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($field),)+
                    $(Self::$memory_name => stringify!($memory_field),)+
                }
            }

            /// Returns whether it is counted in innermost loops, and therefore read only where
            /// memory is measured.
            pub const fn is_of_memory(self) -> bool {
                matches!(self, $(Self::$memory_name)|+)
            }
        }

        impl Counters {
            /// Returns the value of `counter`.
            pub const fn get(&self, counter: Counter) -> u64 {
                match counter {
                    $(Counter::$name => self.$field,)+
                    $(Counter::$memory_name => self.$memory_field,)+
                }
            }

            /// Returns a mutable reference to the value of `counter`.
            pub const fn get_mut(&mut self, counter: Counter) -> &mut u64 {
                match counter {
                    $(Counter::$name => &mut self.$field,)+
                    $(Counter::$memory_name => &mut self.$memory_field,)+
                }
            }
        }
    };
    (@one $name:ident) => { 1 };
}

counters! {
    search {
        /// Search states entered.
        nodes: Nodes,
        /// Values tried in a place where at least two were still possible.
        bets: Bets,
        /// Search states abandoned because something had no possibility left.
        conflicts: Conflicts,
        /// Placements forced by propagation.
        deductions: Deductions,
        /// Candidates removed during the whole search.
        removals: Removals,
        /// Candidates removed by a technique, beyond those that a placement removes.
        eliminations: Eliminations,
        /// Rounds of elimination and deduction begun.
        rounds: Rounds,
        /// Successful turns of a technique, or sweeps of rounds.
        passes: Passes,
        /// Literals or cover operations propagated.
        propagations: Propagations,
        /// The largest number of bets open at once.
        max_depth: MaxDepth,
        /// Variables of the formula given to an engine.
        variables: Variables,
        /// Clauses of that formula, including those that the puzzle adds, but not those that forbid
        /// a solution.
        clauses: Clauses,
        /// Colours of a colouring.
        colours: Colours,
        /// Bets that are part of the first solution.
        right_bets: RightBets,
        /// Bets undone before the first solution, or all that were undone if there is none.
        wrong_bets: WrongBets,
    }
    memory {
        /// Changes to the lists of a data structure by the search: Knuth's *updates*.
        updates: Updates,
        /// 64-bit words of a data structure that the search reads or writes: Knuth's *mems*.
        accesses: Accesses,
        /// Changes to the lists while the puzzle is loaded, counted separately from `updates`.
        input_updates: InputUpdates,
        /// Words read or written while the puzzle is loaded, counted separately from `accesses`.
        input_accesses: InputAccesses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_counter_has_its_own_field() {
        let mut counters = Counters::default();
        for (counter, value) in Counter::ALL.into_iter().zip(1..) {
            *counters.get_mut(counter) = value;
        }
        for (counter, value) in Counter::ALL.into_iter().zip(1..) {
            assert_eq!(counters.get(counter), value, "{}", counter.name());
        }
        assert_eq!((counters.nodes, counters.input_accesses), (1, Counter::ALL.len() as u64));
        assert_eq!(Counter::MaxDepth.name(), "max_depth");
        let of_memory = Counter::ALL.into_iter().filter(|it| it.is_of_memory());
        assert_eq!(of_memory.count(), 4);
    }
}
