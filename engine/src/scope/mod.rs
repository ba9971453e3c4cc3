//! Whether a question may be answered, must be asked back, or is refused: [`clarify`] decides on the slots of a question that
//! went through the security gate.

mod clarify;
mod metric;

pub use clarify::{Clarification, InScope, Mode, Scope, clarify};
