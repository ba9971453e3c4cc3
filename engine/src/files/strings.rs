//! Every string of a file, wherever it stands: gathered to be looked through for restricted words, and for nothing else. It
//! knows no format, no word and no label.

use foldhash::HashSet;

use crate::profile::WALL;

/// Strings of a file, for [`FileContent::aside`](super::FileContent::aside).
#[derive(Debug, Default)]
pub(crate) struct Strings {
    /// Lines of running text.
    lines: String,
    /// Strings that stand alone; many are the same.
    alone: HashSet<Box<str>>,
    /// Whether one of them is a label, or states one, where it stands.
    pub(crate) is_label: bool,
}

impl Strings {
    /// Adds a line of running text: a word may begin in it and end in the next.
    pub(crate) fn line(&mut self, line: &str) {
        if line.contains(char::is_alphabetic) {
            self.lines.push_str(line);
            self.lines.push('\n');
        }
    }

    /// Adds a string that is not read on, such as an attribute.
    pub(crate) fn alone(&mut self, written: &str) {
        if written.contains(char::is_alphabetic) && !self.alone.contains(written) {
            self.alone.insert(written.into());
        }
    }

    /// Adds strings that were gathered elsewhere.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.lines.push_str(&other.lines);
        self.alone.extend(other.alone);
        self.is_label |= other.is_label;
    }

    /// All of them; what stands alone as it is written and as it is meant.
    pub(crate) fn finish(self) -> String {
        let mut alone: Vec<Box<str>> = self.alone.into_iter().collect();
        alone.sort_unstable();
        let mut text = self.lines;
        for written in alone {
            let unescaped = unescaped(&written);
            for string in std::iter::once(&*written).chain(unescaped.as_deref()) {
                text.push(WALL);
                text.push_str(string);
                text.push(WALL);
            }
        }
        text
    }
}

/// A string without the escapes of addresses (`%20`) and of scripts (`\u0020`, `\x20`, `\n`); none without any.
fn unescaped(written: &str) -> Option<String> {
    if !written.contains(['%', '\\']) {
        return None;
    }
    let mut bytes = Vec::with_capacity(written.len());
    let mut rest = written;
    while let Some(c) = rest.chars().next() {
        let escape = ["%u", "\\u{", "\\u", "\\x", "%", "\\"].into_iter().find_map(|lead| {
            let behind = rest.strip_prefix(lead)?;
            let most = match lead {
                "%u" | "\\u" => 4,
                "%" | "\\x" => 2,
                _ => 6,
            };
            let digits = behind.bytes().take(most).take_while(u8::is_ascii_hexdigit).count();
            let number = u32::from_str_radix(behind.get(..digits)?, 16).ok()?;
            let closed = usize::from(lead.ends_with('{') && behind.get(digits..)?.starts_with('}'));
            Some((lead, number, lead.len() + digits + closed))
        });
        let length = match escape {
            Some(("%", number, length)) => {
                // Bytes of UTF-8.
                bytes.extend(u8::try_from(number));
                length
            }
            Some((_, number, length)) => {
                let c = char::from_u32(number).unwrap_or(' ');
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                length
            }
            None => {
                let shown = if c == '\\' { ' ' } else { c };
                bytes.extend_from_slice(shown.encode_utf8(&mut [0; 4]).as_bytes());
                c.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests;
