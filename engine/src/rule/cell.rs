//! Rules about cells of a table.

use super::Rule;

rules! {
    CELL_RULES, "Every rule about a cell.";
}
