//! End to end: whole runs, inside the test with scripted backends, and of the program itself.

#[cfg(unix)]
mod archives;
mod bench;
mod browser;
mod certify;
mod changed_runs;
mod check;
mod command_line;
#[cfg(target_os = "linux")]
mod competition;
mod confined;
mod count_certificates;
#[cfg(unix)]
mod counters;
mod counting;
#[cfg(unix)]
mod course;
mod disk_faults;
#[cfg(unix)]
mod documents;
#[cfg(target_os = "linux")]
mod examples;
mod faults;
#[cfg(unix)]
mod foreign;
mod generate;
mod geometries;
#[cfg(target_os = "linux")]
mod grade;
mod graphs;
mod history;
mod hostile_names;
mod hurtebis;
mod instances;
#[cfg(unix)]
mod isolation;
mod latex;
mod lesson;
mod measured;
#[cfg(unix)]
mod mistakes;
mod notations;
#[cfg(unix)]
mod notes;
#[cfg(unix)]
mod outside;
mod page_size;
mod pairings;
#[cfg(unix)]
mod partial;
#[cfg(unix)]
mod peers;
mod printed;
mod profiles;
mod rate;
mod reference;
#[cfg(unix)]
mod related;
mod report;
mod reproduce;
mod resume;
mod scripted;
mod shards;
mod site;
#[cfg(target_os = "linux")]
mod slurm;
mod solve;
mod statistics;
mod study;
#[cfg(unix)]
mod submit;
mod symmetries;
mod techniques;
#[cfg(target_os = "linux")]
mod terminal;
mod times;
mod tour;
mod until;
mod usage;
mod verdicts;
mod verify;
mod verify_plan;
mod workbench;
