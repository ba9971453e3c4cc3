//! Where the declarations of an element move its text together, and whether they leave it room.

use super::length::{Length, length};
use super::value::{USUAL_SIZE, lowered, raised};
use crate::files::cell_text::Script;

/// The room that a cell leaves beside its text whatever it says: a letter of the usual size, in hundredths of a pixel.
const ROOM_OF_CELLS: i32 = 1_600;

/// Where an element is moved to.
#[derive(Default)]
pub(super) struct Moves {
    position: Position,
    moved: Option<Script>,
    pub(super) is_struck: bool,
    /// Whether what does not fit into it is not shown, and whether its height is given.
    pub(super) hides: bool,
    pub(super) is_bounded: bool,
    /// How far its first line is pushed, and the room beside it, in hundredths of a pixel.
    indent: i32,
    padding: i32,
    margin: i32,
}

#[derive(Default, PartialEq, Eq)]
enum Position {
    #[default]
    Usual,
    Relative,
}

impl Moves {
    pub(super) fn take(&mut self, property: &str, value: &str) {
        match property {
            "position" => {
                self.position = if value == "relative" { Position::Relative } else { Position::Usual };
            }
            "top" => self.moved = lowered(value).or(self.moved),
            "bottom" => self.moved = raised(value).or(self.moved),
            "overflow" | "overflow-y" => self.hides = value.contains("hidden") || value.contains("clip"),
            "height" | "max-height" => self.is_bounded |= !matches!(value, "auto" | "none" | "100%" | "100vh"),
            "text-indent" => self.indent = pushed_by(value),
            "padding-left" | "padding-inline-start" => self.padding = pushed_by(value),
            "margin-left" | "margin-inline-start" => self.margin = pushed_by(value),
            "padding" => self.padding = pushed_by(left_of(value)),
            "margin" => self.margin = pushed_by(left_of(value)),
            _ => {}
        }
    }

    /// Whether its first line begins so far before the room that it has that it may stand on something else, or nowhere.
    pub(super) fn is_pulled_out(&self) -> bool {
        self.indent + self.padding.max(0) + self.margin.max(0) < -ROOM_OF_CELLS
    }

    pub(super) fn script(&self) -> Option<Script> {
        self.moved.filter(|_| self.position == Position::Relative)
    }
}

/// By how much a length pushes, in hundredths of a pixel. Those that go by the type are of the usual one.
fn pushed_by(value: &str) -> i32 {
    match length(value) {
        Some(Length::Absolute(way)) => way,
        Some(Length::Relative(percent)) => percent.saturating_mul(i32::try_from(USUAL_SIZE).unwrap_or(i32::MAX)) / 100,
        None => 0,
    }
}

/// The last of four sides, which may be written as fewer.
fn left_of(sides: &str) -> &str {
    let sides: Vec<&str> = sides.split_ascii_whitespace().collect();
    sides.get(3).or(sides.get(1)).or(sides.first()).copied().unwrap_or_default()
}

/// Whether a move is one off the line, which is read.
pub(super) fn is_off_the_line(property: &str, value: &str) -> bool {
    property != "position" || matches!(value, "relative" | "static")
}
