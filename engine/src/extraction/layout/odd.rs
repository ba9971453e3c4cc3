//! Odd values: a text under a header of words that stands where values stand and is hardly more than a number, such as `320 r`
//! above `2,104`. What it is worth is read elsewhere.

use std::collections::{HashMap, HashSet};

use super::cell_form::Form;
use crate::files::grid::StyledGrid;
use crate::language::numbers::inexact::is_about_a_number;

/// Digits of such a text at least; few names have as many.
const DIGITS_MIN: usize = 3;
/// Letters of such a text, at most: a mark, or `c.`.
const LETTERS_MAX: usize = 2;

/// The cells, by their place in the grid, right above a number in the same column, in a row without a period: one with periods
/// is of headers.
pub(super) fn over_numbers(grid: &StyledGrid, forms: &[Form]) -> HashSet<usize> {
    let is_period = |form: &Form| matches!(form, Form::Year | Form::Period);
    let timed = grid.cells.iter().zip(forms).filter(|(_, form)| is_period(form));
    let timed: HashSet<u32> = timed.map(|(cell, _)| cell.at.row).collect();
    let mut below: HashMap<u32, Form> = HashMap::new();
    let filled = grid.cells.iter().zip(forms).enumerate().rev().filter(|(_, (_, form))| **form != Form::Blank);
    let over = filled.filter_map(|(index, (cell, form))| {
        let lower = below.insert(cell.at.col, *form);
        (lower == Some(Form::Number) && !timed.contains(&cell.at.row)).then_some(index)
    });
    over.collect()
}

/// Whether a text is a number of three digits and more, as few names are, with something about it: `320 r`, `△320`, `c.320`.
pub(super) fn is_odd_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let before = letters(text.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default());
    let is_scale =
        text.trim_matches(|c: char| !c.is_ascii_digit()).trim_start_matches('1').trim_matches('0').is_empty();
    digits >= DIGITS_MIN && !is_scale && before <= 1 && letters(text) <= LETTERS_MAX && is_about_a_number(text)
}
