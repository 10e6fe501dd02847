//! The techniques, one a file. Each tells all its instances in a state, leads to something with
//! each, and knows of the geometry nothing but regions and where they meet.

pub mod hidden_set;
pub mod locked;
pub mod naked_set;
pub mod singles;
pub mod tuple;
