//! Dual-channel question answering.
pub mod code;
pub mod fact;
pub mod ingestion;
pub mod lang;
pub mod period;
pub mod profile;
pub mod store;
pub mod text;
