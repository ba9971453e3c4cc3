//! The company that ships with the program, so that a first question needs no workspace. It is the fictitious insurer of
//! the fixtures, held in memory.
