//! Numbers in text.
