//! The techniques, one a file. Each tells all its instances in a state, leads to something with
//! each, and knows of the geometry nothing but regions, where they meet and where lines cross.

pub mod als;
pub mod bug;
pub mod chains;
pub mod colouring;
pub mod empty_rectangle;
pub mod fish;
pub mod forcing;
pub mod hidden_set;
pub mod locked;
pub mod naked_set;
pub mod singles;
mod strong;
pub mod sue_de_coq;
pub mod tuple;
pub mod turbot;
pub mod unique_rectangle;
pub mod w_wing;
pub mod wings;
