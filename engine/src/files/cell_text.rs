//! The text of a cell from the runs it comes in, and the looks that all of them share. Lines are kept apart and white space
//! at their ends goes; what the text says is not known here, only whether all of it is written as one statement.

use crate::files::Blemish;
use crate::files::grid::Rgb;

/// How a run of text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub(super) bold: bool,
    /// None for the default colour.
    pub(super) color: Option<Rgb>,
    /// Colour right behind the text, as a marker pen leaves it.
    pub(super) highlight: Option<Rgb>,
    pub(super) script: Script,
    /// What keeps it from being one statement with the text beside it.
    pub(super) blemish: Option<Blemish>,
    /// Type size in hundredths of the format's unit, a point or a pixel; none for the usual one.
    pub(super) size: Option<u32>,
    /// What else numbers have to share: the looks that keep their digits apart from others, put together as one number.
    pub(super) dress: Option<u64>,
}

impl Look {
    /// Whether it is struck out or marked as deleted.
    pub(super) fn is_struck(self) -> bool {
        self.blemish == Some(Blemish::Struck)
    }
}

/// A size that nobody sees: a point, which is a pixel and a third.
pub(super) const FAINT: u32 = 134;

/// What stands before and behind text that is struck out.
const STRUCK: &str = "~~";

/// A text that is struck out as a whole, marked so.
pub(super) fn marked_struck(text: &str) -> String {
    format!("{STRUCK}{text}{STRUCK}")
}

/// Whether text stands on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Script {
    #[default]
    Base,
    Above,
    Below,
}

impl Script {
    /// Of text that is raised by some amount, or lowered by a negative one.
    pub(super) fn raised_by(amount: i64) -> Self {
        match amount {
            0 => Self::Base,
            1.. => Self::Above,
            _ => Self::Below,
        }
    }

    /// By the word that the formats of Office have for it (`vertAlign`).
    pub(super) fn of_word(word: &str) -> Self {
        match word {
            "superscript" => Self::Above,
            "subscript" => Self::Below,
            _ => Self::Base,
        }
    }

    /// A text as it shows in plain text.
    pub(super) fn shown_text(self, text: &str) -> String {
        text.chars().map(|c| self.shown(c)).collect()
    }

    /// The character as it shows in plain text. A footnote's mark behind a number must not become one of its digits, so
    /// that digits have to stay apart; other characters stay what they are where Unicode has no raised form.
    pub(super) fn shown(self, c: char) -> char {
        let digit = c.to_digit(10).filter(|_| c.is_ascii());
        match (self, digit) {
            (Self::Above, Some(1)) => '\u{B9}',
            (Self::Above, Some(digit @ 2..=3)) => char::from_u32(0xB0 + digit).unwrap_or(c),
            (Self::Above, Some(digit)) => char::from_u32(0x2070 + digit).unwrap_or(c),
            (Self::Below, Some(digit)) => char::from_u32(0x2080 + digit).unwrap_or(c),
            (Self::Above, None) => match c {
                '(' => '⁽',
                ')' => '⁾',
                'a' => 'ᵃ',
                'b' => 'ᵇ',
                'c' => 'ᶜ',
                'd' => 'ᵈ',
                'e' => 'ᵉ',
                'n' => 'ⁿ',
                'i' => 'ⁱ',
                // A raised point or comma would make one number of those around it.
                '.' | ',' => '\u{02D9}',
                _ => c,
            },
            _ => c,
        }
    }
}

/// A look that all visible text so far shares, or that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Shared<T> {
    #[default]
    NoText,
    All(T),
    Mixed,
}

impl<T: Copy + PartialEq> Shared<T> {
    fn with(self, other: T) -> Self {
        match self {
            Self::NoText => Self::All(other),
            Self::All(value) if value == other => self,
            _ => Self::Mixed,
        }
    }

    fn get(self) -> Option<T> {
        match self {
            Self::All(value) => Some(value),
            _ => None,
        }
    }
}

/// Whether all pieces of a text are of one statement. Pieces are taken in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Roles {
    /// What was the matter with a piece by itself, the gravest of it.
    blemish: Option<Blemish>,
    /// Whether the last piece was struck out.
    in_struck: bool,
    inserted: Shared<bool>,
    /// Text that is raised or lowered, up to the end.
    raised: String,
    /// Whether raised text is more than a footnote mark.
    is_split: bool,
    /// Text on the line.
    base: String,
    /// Size, colour and the rest of the look of what numbers are made of.
    digits: Shared<(Option<u32>, Option<Rgb>, Option<u64>)>,
}

impl Roles {
    /// Takes a piece; what has to stand between it and the text before it, so that struck text is marked and set apart.
    #[must_use]
    pub(super) fn take(&mut self, piece: &str, look: Look) -> &'static str {
        if piece.trim().is_empty() {
            return "";
        }
        let between = match (self.in_struck, look.is_struck()) {
            (true, false) => "~~ ",
            (false, true) => STRUCK,
            _ => "",
        };
        self.in_struck = look.is_struck();
        // What was inserted as a whole is one statement.
        let own = look.blemish.filter(|blemish| *blemish != Blemish::Inserted);
        let faint = look.size.filter(|size| *size <= FAINT).map(|_| Blemish::Faint);
        self.blemish = Blemish::gravest(self.blemish, Blemish::gravest(own, faint));
        self.inserted = self.inserted.with(look.blemish == Some(Blemish::Inserted));
        if look.script == Script::Base {
            self.is_split |= !self.raised.is_empty();
            self.base.push_str(piece.trim());
            if piece.contains(|c: char| c.is_ascii_digit() || "０１２３４５６７８９.,-−–()（）".contains(c))
            {
                self.digits = self.digits.with((look.size, look.color, look.dress));
            }
        } else {
            self.raised.push_str(piece.trim());
        }
        between
    }

    /// What has to stand behind the last piece.
    pub(super) fn end(&self) -> &'static str {
        if self.in_struck { STRUCK } else { "" }
    }

    /// What keeps the pieces from being one statement, the gravest of it.
    pub(super) fn blemish(&self) -> Option<Blemish> {
        let together = [
            (self.inserted == Shared::Mixed, Blemish::Inserted),
            (!self.raised.is_empty() && (self.is_split || !self.is_mark()), Blemish::Raised),
            (self.digits == Shared::Mixed, Blemish::Uneven),
        ];
        let together = together.into_iter().find_map(|(is_so, blemish)| is_so.then_some(blemish));
        Blemish::gravest(self.blemish, together)
    }

    /// Whether what is raised is the mark of a footnote behind the text: a small number, a letter, stars. Digits behind a
    /// lone 10 make a power of it.
    fn is_mark(&self) -> bool {
        const MARK_CHARS_MAX: usize = 4;
        let is_part =
            |c: char| c.is_ascii_digit() || matches!(c, 'a'..='e' | '(' | ')' | '*' | '†' | '‡' | '§' | '#' | ' ');
        let number = self.base.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
        !self.base.is_empty()
            && self.base.get(number.len()..) != Some("10")
            && self.raised.chars().count() <= MARK_CHARS_MAX
            && self.raised.chars().all(is_part)
    }
}

/// The text of a cell that grows.
#[derive(Debug, Default)]
pub(super) struct CellText {
    text: String,
    roles: Roles,
    bold: Shared<bool>,
    color: Shared<Option<Rgb>>,
    highlight: Shared<Option<Rgb>>,
}

impl CellText {
    /// Adds text in which each run of spaces, tabs and line ends is one space, as in HTML. No-break spaces stay.
    pub(super) fn push_flowing(&mut self, piece: &str, look: Look) {
        self.text.push_str(self.roles.take(piece, look));
        for c in piece.chars() {
            if c.is_ascii_whitespace() {
                if !self.text.ends_with([' ', '\n']) {
                    self.text.push(' ');
                }
            } else {
                self.push_char(look.script.shown(c));
            }
        }
        self.take_look(piece, look);
    }

    /// Adds text as it stands. Characters that end a line do so.
    pub(super) fn push(&mut self, piece: &str, look: Look) {
        self.text.push_str(self.roles.take(piece, look));
        for c in piece.chars() {
            match c {
                '\n' | '\r' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => self.end_line(),
                '\t' => self.text.push(' '),
                _ => self.push_char(look.script.shown(c)),
            }
        }
        self.take_look(piece, look);
    }

    /// What follows stands on a line of its own.
    pub(super) fn end_line(&mut self) {
        self.text.push('\n');
    }

    /// Whether all of its text is bold. Text that is nowhere is not.
    pub(super) fn bold(&self) -> bool {
        self.bold.get().unwrap_or_default()
    }

    /// The colour that all of its text has; none for the default one and for several.
    pub(super) fn color(&self) -> Option<Rgb> {
        self.color.get().flatten()
    }

    /// The colour right behind all of its text; none when there is none or several.
    pub(super) fn highlight(&self) -> Option<Rgb> {
        self.highlight.get().flatten()
    }

    /// By how many no-break or ideographic spaces, with which people push text to the right, it begins.
    pub(super) fn indent(&self) -> u8 {
        let pushed =
            self.text.trim_start_matches([' ', '\n']).chars().take_while(|c| matches!(c, '\u{A0}' | '\u{3000}'));
        u8::try_from(pushed.count()).unwrap_or(u8::MAX)
    }

    /// What keeps its pieces from being one statement.
    pub(super) fn blemish(&self) -> Option<Blemish> {
        self.roles.blemish()
    }

    /// The text, without blank lines and white space at the ends of lines. What is struck out stands between marks.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.text.len());
        for line in format!("{}{}", self.text, self.roles.end()).lines().map(str::trim).filter(|line| !line.is_empty())
        {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
        }
        text
    }

    /// A control character could break the line of a terminal.
    fn push_char(&mut self, c: char) {
        if !c.is_control() {
            self.text.push(c);
        }
    }

    fn take_look(&mut self, piece: &str, look: Look) {
        if !piece.trim().is_empty() {
            self.bold = self.bold.with(look.bold);
            self.color = self.color.with(look.color);
            self.highlight = self.highlight.with(look.highlight);
        }
    }
}

#[cfg(test)]
mod tests;
