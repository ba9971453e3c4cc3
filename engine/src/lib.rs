//! A question answering engine over management reports that never invents a number.
//!
//! Two channels answer: the *structured* one gives exact facts with their lineage, the *narrative* one passages with
//! citations. One router decides between them, and the anti-fabrication guard stands in control flow and types.
//!
//! # The flow
//!
//! ```text
//! Question ─ Screened ─ Intent ─ Scope ─ Plan ─ Findings ─ Answer
//!   text      gate      rules   clarify  keys   guard     render
//! ```
//!
//! Each arrow is a function from one type to the next ([`engine`] composes them), and each type can only be made by its
//! own module: nothing reads a question that was not screened, nothing is looked up that was not decided, nothing is
//! rendered that did not pass the guard.
//!
//! | module | what it holds | invariant |
//! |---|---|---|
//! | [`question`] | the text, the day, the language | bounded, never empty |
//! | [`scope`] | security gate, clarification | the gate sees the raw question and is no trait |
//! | [`language`] | how periods, numbers, units and marks are written | knows no company |
//! | [`intent`] | slots, periods, route | no default and no fact in it |
//! | [`plan`] | complete keys | bounded |
//! | [`structured`] | `query_metric`, the tool loop, differences | never imports the narrative channel |
//! | [`guard`] | what a model's work is worth | the only reader of [`guard::ModelText`] |
//! | [`answer`] | sentences in both languages | numbers come from findings only |
//! | [`profile`] | one company, as its file describes it | the code names none |
//! | [`rule`] | names of the rules about words and cells | made in its tables only, shown in `RULES.md` |
//! | [`text`] | normalised view, lexicon | spans lead back to the original bytes |
//! | [`store`] | facts, history, conflicts | decimals as text, exact |
//! | [`document`] | a narrative document after reading | no format and no store |
//! | [`retrieval`] | chunks, the index, rankings | restricted text stays in its store |
//! | [`narrative`] | prose with citations | never imports the structured channel |
//! | [`files`] | the bytes of a file to statements, paragraphs and grids | what the file says; no store and no meaning |
//! | [`extraction`] | grids to headers and facts | knows no store; guesses nothing |
//! | [`ingestion`] | files to facts | a bad row is reported, never guessed |
//! | [`provider`] | language models | sealed words |
//! | [`trace`] | codes, counts, timings | no field for content |
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use engine::{engine::Engine, profile::Profile, question::Question, store::SqliteFactStore};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let profile = Profile::parse("profile.toml", r#"
//!     schema = 1
//!     languages = ["en"]
//!     fiscal_year_end_month = 12
//!     [home]
//!     company = "Acme Group"
//!     entity = "GROUP"
//!     [entities.GROUP]
//!     label = "Group"
//!     [metrics.REVENUE]
//!     label = "Revenue"
//!     unit = "USD_M"
//!     [units.USD_M]
//!     label = "US$m"
//! "#)?;
//! let engine = Engine::new(Arc::new(profile), Arc::new(SqliteFactStore::in_memory()?))?;
//! let question = Question::new("What was revenue in FY2024?", jiff::civil::date(2026, 3, 15))?;
//! assert!(engine.ask(&question)?.refused, "nothing is stored, so nothing is said");
//! # Ok(())
//! # }
//! ```

pub mod answer;
pub mod code;
pub mod document;
pub mod engine;
pub mod extraction;
pub mod fact;
pub mod files;
pub mod gate;
pub mod guard;
pub mod ingestion;
pub mod intent;
pub mod lang;
pub mod language;
pub mod mock;
pub mod narrative;
pub mod passage;
pub mod period;
mod phrases;
pub mod plan;
pub mod profile;
pub mod provider;
pub mod question;
pub mod reading;
pub mod retrieval;
pub mod rule;
pub mod scope;
pub mod sealed;
mod sqlite;
pub mod store;
pub mod structured;
pub mod text;
pub mod trace;
