//! The techniques, one a file. Each reports all its instances in a store, concludes something from
//! each, and knows of the geometry nothing but regions, where they meet and where lines cross.

pub(in crate::logic) mod aligned;
pub(in crate::logic) mod als;
pub(in crate::logic) mod als_chain;
pub(in crate::logic) mod bug;
pub(in crate::logic) mod chains;
pub(in crate::logic) mod colouring;
pub(in crate::logic) mod complex_fish;
pub(in crate::logic) mod direct;
mod dual;
pub(in crate::logic) mod empty_rectangle;
pub(in crate::logic) mod fish;
pub(in crate::logic) mod forcing;
pub(in crate::logic) mod forcing_chain;
pub(in crate::logic) mod forcing_net;
pub(in crate::logic) mod further_rectangles;
pub(in crate::logic) mod grouped_chains;
pub(in crate::logic) mod hidden_set;
pub(in crate::logic) mod kraken;
pub(in crate::logic) mod locked;
pub(in crate::logic) mod naked_set;
mod net;
mod one_symbol;
mod reach;
pub(in crate::logic) mod rings;
pub(in crate::logic) mod singles;
pub(in crate::logic) mod sue_de_coq;
pub(in crate::logic) mod suppositions;
pub(in crate::logic) mod templates;
pub(in crate::logic) mod tuple;
pub(in crate::logic) mod turbot;
pub(in crate::logic) mod unique_loop;
pub(in crate::logic) mod unique_rectangle;
pub(in crate::logic) mod w_wing;
pub(in crate::logic) mod wings;

#[cfg(test)]
mod tests;
