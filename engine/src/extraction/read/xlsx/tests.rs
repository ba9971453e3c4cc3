//! Workbooks with the traps of real ones.
