//! What a cell of a worksheet says: its written value, style and formula to text and typed value. A value that cannot be what
//! the file says it is comes out as what a person must look at, never as something else.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::number::{self, Stored};
use super::serial::{self, Calendar};
use super::sheet::{Kind, Written};
use super::strings::Text;
use super::styles::{CellStyle, Styles};
use super::{Cell, CellValue, Rgb};
use crate::files::Blemish;
use crate::files::cell_text::marked_struck;
use crate::files::number_format::{self, Clock, Meaning, NumberFormat};

/// What cells refer to.
pub(super) struct Context {
    pub(super) styles: Styles,
    pub(super) strings: Vec<Text>,
    pub(super) calendar: Calendar,
    /// Whether who wrote the file computed nothing. Such programs leave a zero behind each formula.
    pub(super) is_uncomputed: bool,
}

impl Context {
    /// The cell that a worksheet states; none for one that holds nothing and looks like nothing. An error says what the
    /// worksheet holds that cannot be.
    pub(super) fn cell(&self, written: &Written) -> Result<Option<Cell>, &'static str> {
        let style = self.styles.get(written.style);
        let (text, value) = self.content(written, &style.format)?;
        // An empty cell in a colour may be a legend's sample; an empty white one is a way to hide the lines of the grid.
        if value == CellValue::Empty && style.fill.is_none_or(|fill| fill == Rgb::WHITE) {
            return Ok(None);
        }
        Ok(Some(cell(written, style, text, value)))
    }

    fn content(&self, written: &Written, format: &NumberFormat) -> Result<(Text, CellValue), &'static str> {
        if let Some(text) = written.inline.as_ref().filter(|_| written.value.is_empty() && written.kind == Kind::Text) {
            return Ok(texts(text.clone(), format));
        }
        let stored = written.value.as_str();
        let is_blank = stored.is_empty() || stored == "0" && self.is_uncomputed && written.kind == Kind::Number;
        // An empty text may well be what a formula comes to.
        if written.has_formula && is_blank && written.kind != Kind::Text {
            return Ok((Text::new(""), CellValue::Uncomputed));
        }
        if stored.is_empty() {
            return Ok((Text::new(""), CellValue::Empty));
        }
        Ok(match written.kind {
            Kind::Number => self.number(stored, format),
            Kind::Text => texts(Text::new(stored), format),
            Kind::Shared => {
                let text = stored.trim().parse().ok().and_then(|index: usize| self.strings.get(index));
                texts(text.ok_or("a cell whose text is not there")?.clone(), format)
            }
            Kind::Boolean => match stored.trim() {
                "0" | "false" => (Text::new("FALSE"), CellValue::Boolean(false)),
                "1" | "true" => (Text::new("TRUE"), CellValue::Boolean(true)),
                _ => (Text::new(stored), CellValue::Text),
            },
            Kind::Error => (Text::new(stored), CellValue::Error),
            Kind::Date => iso(stored, format),
        })
    }

    fn number(&self, stored: &str, format: &NumberFormat) -> (Text, CellValue) {
        let number = match number::stored(stored) {
            Stored::Number(number) => number,
            Stored::OutOfRange => return (Text::new(stored), CellValue::OutOfRange),
            // Whoever wrote it meant a text.
            Stored::Other => return texts(Text::new(stored), format),
        };
        let shown = format.shown(number);
        let meaning = shown.as_ref().map_or(Meaning::Number, number_format::Shown::meaning);
        if meaning == Meaning::Number {
            let text = match shown {
                Some(shown) => shown.number(number).unwrap_or_else(|| number.to_string()),
                None => number.to_string(),
            };
            return (Text::new(&text), CellValue::Number(number));
        }
        let Some(clock) = self.calendar.clock(number) else {
            return (Text::new(&number.to_string()), CellValue::OutOfRange);
        };
        let (value, plain) = moment(meaning, clock, number);
        let text = shown.and_then(|shown| shown.clock(clock)).unwrap_or(plain);
        (Text::new(&text), value)
    }
}

/// The value of a point in time, and its text when the format is not rendered.
fn moment(meaning: Meaning, clock: Clock, number: Decimal) -> (CellValue, String) {
    let has_time = meaning == Meaning::Moment || !number.fract().is_zero();
    match (meaning, clock.date) {
        // No cell's value is a length of time; its text says it, and is no number.
        (Meaning::Elapsed, _) => (CellValue::Text, format!("{number} d")),
        (Meaning::Time, None) => (CellValue::Time(clock.time), clock.time.to_string()),
        (Meaning::Time, Some(_)) if number < Decimal::ONE => (CellValue::Time(clock.time), clock.time.to_string()),
        (_, Some(date)) if has_time => {
            let moment = date.to_datetime(clock.time);
            (CellValue::DateTime(moment), moment.to_string())
        }
        (_, Some(date)) => (CellValue::Date(date), date.to_string()),
        (_, None) => (CellValue::OutOfRange, number.to_string()),
    }
}

/// A date that is stored as text.
fn iso(stored: &str, format: &NumberFormat) -> (Text, CellValue) {
    let Some(clock) = serial::iso(stored) else { return (Text::new(stored), CellValue::Text) };
    let value = match clock.date {
        None => CellValue::Time(clock.time),
        Some(date) if stored.contains('T') => CellValue::DateTime(date.to_datetime(clock.time)),
        Some(date) => CellValue::Date(date),
    };
    let shown = format
        .shown(Decimal::ONE)
        .filter(|shown| matches!(shown.meaning(), Meaning::Day | Meaning::Moment | Meaning::Time));
    let text = shown.and_then(|shown| shown.clock(clock)).unwrap_or_else(|| stored.to_owned());
    (Text::new(&text), value)
}

fn texts(text: Text, format: &NumberFormat) -> (Text, CellValue) {
    let text = match format.text(&text.shown) {
        Some(shown) if !text.shown.is_empty() => Text { shown: Text::new(&shown).shown, ..text },
        _ => text,
    };
    let value = if text.shown.is_empty() { CellValue::Empty } else { CellValue::Text };
    (text, value)
}

fn cell(written: &Written, style: &CellStyle, text: Text, value: CellValue) -> Cell {
    let is_struck = style.blemish == Some(Blemish::Struck) && text.blemish != Some(Blemish::Struck);
    let is_marked = is_struck && !text.shown.is_empty();
    Cell {
        at: written.at,
        blemish: Blemish::gravest(style.blemish, text.blemish).filter(|_| value != CellValue::Empty),
        text: if is_marked { marked_struck(&text.shown).into() } else { text.shown },
        value,
        number_format: (!style.format.is_general()).then(|| Arc::clone(&style.format)),
        fill: style.fill,
        font_color: style.font_color,
        bold: style.bold,
        hidden: written.is_hidden,
        conditional: false,
        indent: style.indent.saturating_add(text.indent),
    }
}
