//! The command line, driven as a person or a script drives it: the real binary in folders of its own. Nothing here knows
//! the library, but for readings that wait in a store; what a command prints and how it exits is the contract.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod asking;
mod bad_files;
mod batch;
mod cut_off;
mod databases;
mod desk;
mod digits;
mod documents;
mod extract;
mod facts;
mod health;
mod help;
mod hostile;
mod labels;
mod processes;
mod retrieve;
mod review;
mod round_trip;
mod settings;
mod sources;
mod tables;
