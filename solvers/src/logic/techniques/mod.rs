//! The techniques, one a file. Each reports all its instances in a store, concludes something from
//! each, and knows of the geometry nothing but regions, where they meet and where lines cross.

pub mod aligned;
pub mod als;
pub mod als_chain;
pub mod bug;
pub mod chains;
pub mod colouring;
pub mod complex_fish;
pub mod direct;
mod dual;
pub mod empty_rectangle;
pub mod fish;
pub mod forcing;
pub mod forcing_chain;
pub mod forcing_net;
pub mod further_rectangles;
pub mod grouped_chains;
pub mod hidden_set;
pub mod kraken;
pub mod locked;
pub mod naked_set;
mod net;
pub mod rings;
pub mod singles;
pub mod sue_de_coq;
pub mod suppositions;
pub mod templates;
pub mod tuple;
pub mod turbot;
pub mod unique_loop;
pub mod unique_rectangle;
pub mod w_wing;
pub mod wings;
