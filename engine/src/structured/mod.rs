//! The structured channel: the one tool that produces facts, the loop in which a model may call it, and what is computed
//! from two facts. It reads the fact store and knows no passages; what may be said of its results is the guard's to
//! decide.

mod difference;
mod query;
mod schema;
mod tool_loop;

pub use difference::Difference;
pub use query::{Found, Normalized, OtherStatement, QueryMetric, ToolResult, Waiting};
pub use schema::{QUERY_METRIC, ToolForm, tool_schema};
pub use tool_loop::{CallOutcome, CallRecord, Rejection, TOOL_TURNS_MAX, Transcript, run_tool_loop};
