//! What a question asks for. Periods are read here; filling the other slots and choosing the route is the parser's work.

pub mod periods;
