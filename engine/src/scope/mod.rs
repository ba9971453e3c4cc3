//! Whether a question may be answered, must be asked back, or is refused. The security gate runs first and on the raw
//! question; it is no trait and cannot be replaced. [`clarify`] then decides on the slots.

mod clarify;
pub mod gate;
mod metric;
mod screened;

pub use clarify::{Clarification, InScope, Mode, Scope, clarify};
pub use screened::Screened;
