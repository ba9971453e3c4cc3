//! What stands in a value cell: an exact number with the notations around it, nothing, or a reason why it is neither. It
//! knows no header and no unit; what the words around the digits mean is read in [`crate::language::units`].
//!
//! | In the cell | Outcome |
//! |---|---|
//! | number | its digits |
//! | number with a percent format, `0.138` shown as 13.8% | 13.8 percent, by moving the point |
//! | number with words in its format, `0.0"x"`, `"US$"0.0` | its digits; the words state the unit |
//! | number whose format scales it, `#,##0.0,,"m"` | review: scaled format |
//! | number whose format shows no digit (`;;;`; not a dash for zero) | its digits, as from a hidden cell |
//! | text: `1,234.5`, `(123.4)`, `12 345` with thin or no-break spaces, `−5`, `12.5%` | the number; a percent sign states the unit |
//! | text: `1.234,5` | the number where the profile declares a decimal comma, else review: not a number |
//! | text with a unit before or behind: `US$ 12.3m`, `人民币12亿元`, `350 bps` | the digits; the words state the unit |
//! | text with a footnote mark: `123.4*`, `123.4 (1)`, `123.4¹` | the number without the mark |
//! | blank, or a mark for no value, see [`crate::language::marks`]: `—`, `n/a`, `n.m.`, `不适用`, `待定` | nothing: counted as ignored |
//! | error value, formula without a result | review: no result |
//! | number that no decimal holds | review: out of range |
//! | text: `150–160`, `c. 150`, `约150`, `150.5 (E)`, `150.5e` | review: range, approximate, estimate |
//! | pieces that are struck out, inserted, raised or of another size | review: struck out, mixed text |
//! | true or false, date, time, any other text | review: not a number |

pub(crate) mod format;

use rust_decimal::Decimal;

use crate::files::number_format::NumberFormat;
use crate::files::{Blemish, Cell, CellValue, Rgb};
use crate::language::numbers::DecimalMark;
use crate::language::numbers::exact::NumberFault;
use crate::language::numbers::inexact::inexact;
use crate::language::numbers::notation::{self, NotedNumber};
use crate::reading::ReviewReason;

/// What a value cell holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// Nothing, or a mark for nothing.
    Nothing,
    /// A number.
    Number(NotedNumber),
    /// Something that a person has to look at.
    Review(ReviewReason),
}

/// Reads a value cell. `decimal` is how numbers are written in text.
pub(crate) fn content(cell: &Cell, decimal: DecimalMark) -> Content {
    let blemish = cell.blemish.or(is_pale(cell).then_some(Blemish::Faint));
    match (plain_content(cell, decimal), blemish) {
        // Whatever its pieces come to together, none of them may state it.
        (Content::Number(_) | Content::Review(_), Some(blemish)) => {
            Content::Review(ReviewReason::Blemished { blemish })
        }
        (content, _) => content,
    }
}

/// Whether the text of a cell has the colour of what is behind it, or nearly so. The colour of its number format comes first.
fn is_pale(cell: &Cell) -> bool {
    let of_format = match (&cell.value, &cell.number_format) {
        (CellValue::Number(value), Some(format)) => format.shown(*value).and_then(|shown| shown.color()),
        _ => None,
    };
    let color = of_format.or(cell.font_color);
    color.is_some() && Rgb::are_alike(color, cell.fill)
}

fn plain_content(cell: &Cell, decimal: DecimalMark) -> Content {
    match &cell.value {
        CellValue::Empty => Content::Nothing,
        CellValue::Number(value) => number(*value, cell.number_format.as_deref()),
        CellValue::Text => text(&cell.text, decimal),
        CellValue::Error | CellValue::Uncomputed => Content::Review(ReviewReason::NoResult),
        CellValue::OutOfRange => Content::Review(ReviewReason::OutOfRange),
        CellValue::Boolean(_) | CellValue::Date(_) | CellValue::DateTime(_) | CellValue::Time(_) => {
            Content::Review(ReviewReason::NotANumber { fault: NumberFault::NotANumber })
        }
    }
}

fn number(value: Decimal, format: Option<&NumberFormat>) -> Content {
    let shown = format.map(|format| format::shown_by(format, value)).unwrap_or_default();
    if let Some(format) = format.filter(|_| shown.another) {
        return Content::Review(ReviewReason::ScaledFormat { format: format.code().to_owned() });
    }
    let value = if shown.percent { hundredfold(value) } else { Some(value) };
    let Some(value) = value else { return Content::Review(ReviewReason::OutOfRange) };
    let mut words = Vec::new();
    if !shown.without_digits {
        words.extend([shown.prefix, shown.suffix].into_iter().filter(|words| !words.is_empty()));
        if shown.percent {
            words.push("%".to_owned());
        }
    }
    // A dash for zero is how a zero looks; any other number without its digits is hidden.
    let invisible = shown.without_digits && !value.is_zero();
    Content::Number(NotedNumber { value, words, from_text: false, marked: false, invisible })
}

/// A hundred times the value by moving its point, so that no digit changes; none where it leaves the range.
fn hundredfold(mut value: Decimal) -> Option<Decimal> {
    let decimals = value.scale().min(2);
    value.set_scale(value.scale() - decimals).ok()?;
    value.checked_mul(Decimal::from(10_u32.pow(2 - decimals)))
}

fn text(text: &str, decimal: DecimalMark) -> Content {
    let read = notation::noted_number(text, decimal);
    let is_plain =
        matches!(&read, Ok(read) if read.words.is_empty() && !read.marked) || read == Err(NumberFault::NoValue);
    if let Some(kind) = inexact(text).filter(|_| !is_plain) {
        return Content::Review(ReviewReason::Inexact { kind });
    }
    match read {
        Ok(read) => Content::Number(read),
        Err(NumberFault::NoValue) => Content::Nothing,
        Err(NumberFault::SpreadsheetError) => Content::Review(ReviewReason::NoResult),
        Err(NumberFault::TooManyDigits) => Content::Review(ReviewReason::OutOfRange),
        Err(fault) => Content::Review(ReviewReason::NotANumber { fault }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
