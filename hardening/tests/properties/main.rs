//! Every property holds for its seeds and for what mutation makes of them, every backend agrees with the oracle on
//! drawn cases, and faults are found and shrunk.

mod differential;
mod faulty;
mod program;
mod readers;
