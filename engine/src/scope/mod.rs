//! Whether a question may be answered, must be asked back, or is refused: [`clarify`] decides on the slots of a question that
//! went through the security gate.

mod clarification;
mod clarify;
mod metric;

pub use clarification::{Clarification, Mode};
pub use clarify::{InScope, Scope, clarify};
