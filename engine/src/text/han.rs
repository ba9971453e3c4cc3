//! One form for each Chinese character: traditional, regional and Japanese forms and look-alike ideographs fold to the
//! simplified one. Character by character, so that it is no conversion of text: 乾 is 干 everywhere. The table is read
//! at compile time; the program starts with it in place.

/// `engine/data/language/dictionaries/han_forms.txt`: comment lines, then pairs of characters.
const SOURCE: &str = include_str!("../../data/language/dictionaries/han_forms.txt");

/// Number of pairs in [`SOURCE`].
const LEN: usize = count_pairs(SOURCE.as_bytes());

/// (form, folded form), sorted by form.
static FORMS: [(char, char); LEN] = read_pairs(SOURCE.as_bytes());

/// The folded form of `c`; `c` itself where it has none.
pub(crate) fn fold_han(c: char) -> char {
    match FORMS.binary_search_by_key(&c, |&(form, _)| form) {
        Ok(found) => FORMS[found].1,
        Err(_) => c,
    }
}

/// The offset of the next character at or after `at` that belongs to a pair.
const fn skip(source: &[u8], mut at: usize) -> usize {
    while at < source.len() {
        match source[at] {
            b'#' => {
                while at < source.len() && source[at] != b'\n' {
                    at += 1;
                }
            }
            b' ' | b'\n' | b'\r' => at += 1,
            _ => break,
        }
    }
    at
}

/// Bytes of the UTF-8 sequence that `lead` begins.
const fn width(lead: u8) -> usize {
    match lead {
        0..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    }
}

const fn count_pairs(source: &[u8]) -> usize {
    let mut pairs = 0;
    let mut at = skip(source, 0);
    while at < source.len() {
        at += width(source[at]);
        at += width(source[at]);
        pairs += 1;
        at = skip(source, at);
    }
    pairs
}

/// The character at `at`. A malformed table stops the build.
const fn read_char(source: &[u8], at: usize) -> char {
    let lead = source[at] as u32;
    let mut code = match width(source[at]) {
        1 => lead,
        2 => lead & 0x1F,
        3 => lead & 0x0F,
        _ => lead & 0x07,
    };
    let mut next = 1;
    while next < width(source[at]) {
        code = (code << 6) | (source[at + next] as u32 & 0x3F);
        next += 1;
    }
    match char::from_u32(code) {
        Some(c) => c,
        None => panic!("the table of Chinese forms holds a code point that is no character"),
    }
}

const fn read_pairs<const N: usize>(source: &[u8]) -> [(char, char); N] {
    let mut pairs = [('\0', '\0'); N];
    let mut at = skip(source, 0);
    let mut next = 0;
    while next < N {
        let form = read_char(source, at);
        at += width(source[at]);
        let folded = read_char(source, at);
        at = skip(source, at + width(source[at]));
        assert!(next == 0 || (pairs[next - 1].0 as u32) < form as u32, "the table of Chinese forms is not sorted");
        pairs[next] = (form, folded);
        next += 1;
    }
    pairs
}

#[cfg(test)]
mod tests;
