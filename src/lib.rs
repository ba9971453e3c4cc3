//! Judges question answering engines that must not invent numbers.
//!
//! Data flows one way:
//!
//! ```text
//! golden ──► Case ──► Target ──► Outcome ──► gate ──► Score ──► Run ──► baseline ──► Comparison ──► Report
//! ```
//!
//! A module names only what stands above it in this table; parent and child of one folder may know each other (`tidy`
//! holds the order). Plain values come first, since everything speaks of them; then what is read, who answers, what judges,
//! and last what is shown. Gates stand below verdicts: a gate finds something in an answer, and only a verdict says what
//! became of a case.
//!
//! | module | what it knows |
//! |---|---|
//! | [`exit`] | how a command ends |
//! | `words` | kinds of things that have one word each, everywhere |
//! | [`lane`] | the parts of the pipeline that are asked alone |
//! | [`key`] | what a fact is about, and where it was read |
//! | [`numerals`] | every form in which a text can state a number |
//! | [`outcome`] | an answer as any engine states it in JSON, read with exact numbers |
//! | [`extracted`] | what was read from a document, read likewise |
//! | [`ranking`] | the passages of a search, read likewise |
//! | [`difference`] | the difference of two facts, computed independently of any engine |
//! | [`golden`] | the hand-written cases and the fixtures they cite; every fault of them is found on loading |
//! | [`counterfactual`] | what a right answer does when the source of a case is deleted, changed or moved |
//! | [`target`] | who answers the cases; the only place that may name the engine |
//! | [`judgement`] | what a gate finds: pass, failure, points |
//! | [`gate`] | one file a gate: what it judges, why, and what it cannot see |
//! | [`verdict`] | what became of a case and gate: verdict, score, rate |
//! | [`run`] | cases × one lane, in parallel, in a fixed order |
//! | [`corruption`] | ways of spoiling an honest answer, and whether the gates see it |
//! | [`baseline`] | what was reached before: comparison, ratchet, waivers, merge |
//! | [`snapshot`] | every answer as a person accepted it |
//! | [`report`] | one digest of the result, one file a format |
//!
//! Invariants: scoring never sees the engine (only its answer as JSON); a gate never sees another gate's score; the
//! denominator of every rate is the manifest of cases, never what came back; nothing here writes a file except on the
//! explicit request of a caller.

pub mod baseline;
pub mod corruption;
pub mod counterfactual;
pub mod difference;
pub mod exit;
pub mod extracted;
pub mod gate;
pub mod golden;
pub mod judgement;
pub mod key;
pub mod lane;
pub mod numerals;
pub mod outcome;
pub mod ranking;
pub mod report;
pub mod run;
pub mod snapshot;
pub mod target;
pub mod verdict;
mod words;
