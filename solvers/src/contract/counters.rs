//! What a search counts. METHODOLOGY.md defines each counter and says what may be compared.

/// Makes [`Counters`] and [`Counter`] of one table: the field, which is the column of the CSV, and the
/// variant that names it. Those under `memory` are counted in innermost loops.
macro_rules! counters {
    (
        search { $($(#[$says:meta])+ $field:ident: $name:ident,)+ }
        memory { $($(#[$memory_says:meta])+ $memory_field:ident: $memory_name:ident,)+ }
    ) => {
        /// What a search cost.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$says])+ pub $field: u64,)+
            $($(#[$memory_says])+ pub $memory_field: u64,)+
        }

        /// The name of a counter, so that a row can say which it fills.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Counter {
            $($(#[$says])+ $name,)+
            $($(#[$memory_says])+ $memory_name,)+
        }

        impl Counter {
            /// All of them.
            pub const ALL: [Self; 0 $(+ counters!(@one $name))+ $(+ counters!(@one $memory_name))+] =
                [$(Self::$name,)+ $(Self::$memory_name,)+];

            /// The column of the CSV.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($field),)+
                    $(Self::$memory_name => stringify!($memory_field),)+
                }
            }

            /// Whether it counts in innermost loops, so that it is read where memory is measured and
            /// nowhere else.
            pub const fn is_of_memory(self) -> bool {
                matches!(self, $(Self::$memory_name)|+)
            }
        }

        impl Counters {
            /// The value of `counter`.
            pub const fn get(&self, counter: Counter) -> u64 {
                match counter {
                    $(Counter::$name => self.$field,)+
                    $(Counter::$memory_name => self.$memory_field,)+
                }
            }

            /// The place of the value of `counter`.
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
        /// Turns of a technique that led to something, or sweeps of rounds.
        passes: Passes,
        /// Literals or cover operations propagated.
        propagations: Propagations,
        /// The largest number of bets open at once.
        max_depth: MaxDepth,
        /// Variables of the formula that an engine gets.
        variables: Variables,
        /// Its clauses, those that the puzzle adds among them; not those that forbid a solution.
        clauses: Clauses,
        /// Colours of a colouring.
        colours: Colours,
    }
    memory {
        /// Changes of the lists of a structure by the search: Knuth's *updates*.
        updates: Updates,
        /// Words of 64 bits of a structure that the search reads or writes: Knuth's *mems*.
        accesses: Accesses,
        /// What taking in the puzzle adds to `updates`, counted apart.
        input_updates: InputUpdates,
        /// What taking in the puzzle adds to `accesses`, counted apart.
        input_accesses: InputAccesses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_counter_has_a_place_of_its_own_under_its_name() {
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
