//! What pages say, show as tables, hide, misspell or overdo.

mod tables;
mod text;
