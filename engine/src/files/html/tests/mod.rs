//! What pages say, show as tables, hide, misspell or overdo.

mod looks;
mod tables;
mod text;
