//! What decks say and what they show as tables.

mod tables;
mod text;
