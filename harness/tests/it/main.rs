//! End to end: whole runs, inside the test with scripted backends, and of the program itself.

mod bench;
mod check;
mod command_line;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod isolation;
mod resume;
mod scripted;
mod statistics;
