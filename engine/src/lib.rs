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
//! # The floors
//!
//! A module names only what stands above it in this table; the lowest floor comes first. Parent and child of one folder may
//! know each other. A test of `xtask` follows every path to the file that defines the name and holds the order.
//!
//! | floor | what it holds | invariant |
//! |---|---|---|
//! | [`rule`] | names of the rules about words and cells | made in its tables only, shown in `RULES.md` |
//! | [`private`] | files that their owner alone may read | knows no content |
//! | [`code`], [`lang`], [`period`], [`fact`] | values that all others share | no wording is read here |
//! | [`text`] | normalised view, lexicon | spans lead back to the original bytes |
//! | [`language`] | how periods, numbers, units and marks are written | knows no company |
//! | [`profile`] | one company, as its file describes it | the code names none |
//! | [`question`] | the text, the day, the language | bounded, never empty |
//! | [`gate`] | the security gate, a question that passed it | sees the raw question, and the texts that are shown; is no trait |
//! | [`document`] | a narrative document after reading | no format and no store |
//! | [`files`] | the bytes of a file to statements, paragraphs and grids | what the file says; no store and no meaning |
//! | [`reading`] | what was read from a cell, how sure, why it waits | knows no store |
//! | [`passage`] | pieces of documents, and what of them may be shown | a restricted one cannot become a passage |
//! | `sqlite` | one database file or memory, and its faults | knows no table but the documents' |
//! | [`store`] | facts, history, conflicts | decimals as text, exact |
//! | [`sealed`] | a model's words, and what may be learned of them | the only reader of [`sealed::ModelText`] |
//! | [`provider`] | the seam to language models | sealed words |
//! | [`intent`] | slots, periods, route | no default and no fact in it |
//! | `phrases` | sentences that ask back, assume or refuse | no numeral of their own |
//! | [`scope`] | asked back, assumed, or in scope | nothing is looked up that was not decided |
//! | [`structured`] | `query_metric`, the tool loop, differences | never imports the narrative channel |
//! | [`guard`] | what a model's work is worth | nothing passes but the asked key |
//! | [`plan`] | complete keys | bounded |
//! | [`retrieval`] | chunk stores, the index, rankings, the seam to the retriever | restricted text stays in its store |
//! | [`narrative`] | prose with citations | never imports the structured channel |
//! | [`mock`] | the offline model | treated as any other |
//! | [`answer`] | what was found, in sentences of both languages | numbers come from findings only |
//! | [`trace`] | codes, counts, timings | no field for content |
//! | [`engine`](mod@engine) | the flow | owns no rule |
//! | [`extraction`] | grids to headers and facts | knows no store; guesses nothing |
//! | [`ingestion`] | files to facts and documents | a bad row is reported, never guessed |
//!
//! The command line stands above all of them, in the program.
//!
//! Some places need a reason. [`language`] lies below [`profile`], because a profile refuses wordings that read as a period.
//! [`passage`] lies low, so that a model's task and the check of its prose can take passages without knowing a search.
//! [`plan`] lies above [`structured`], because the unknown names that it reports are results of that channel. The seam
//! to the retriever belongs to [`retrieval`], which implements it. [`mock`] is no part of [`provider`]: it quotes passages
//! as [`narrative`] does and calls the tool of [`structured`].
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
pub mod private;
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
