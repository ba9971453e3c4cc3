//! What a question may be about. The security gate comes first and reads the raw question alone.

pub mod gate;
