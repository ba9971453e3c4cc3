//! The ways in which a restricted word is written, so that a person reads it and a program may not.

/// A name, and what writes a word so.
pub(super) type Dress = (&'static str, fn(&str) -> String);

pub(super) const DRESSES: [Dress; 14] = [
    ("plain", str::to_owned),
    ("capitals", |word| word.to_uppercase()),
    ("full width", |word| word.chars().map(wide).collect()),
    ("letter-spaced", |word| between(word, " ")),
    ("dotted", |word| between(word, ".")),
    ("middle dots", |word| between(word, "·")),
    ("hyphens", |word| between(word, "-")),
    ("line end", |word| halved(word, "-\n")),
    ("two lines", |word| word.split_once(' ').map_or_else(|| halved(word, " "), |(a, b)| format!("{a}\n{b}"))),
    ("soft hyphens", |word| between(word, "\u{AD}")),
    ("zero width", |word| between(word, "\u{200B}")),
    ("underscores", |word| between(word, "_")),
    ("look-alikes", |word| word.replace('o', "о").replace('c', "с").replace('绝', "絕").replace('执', "執")),
    ("glued", |word| word.replace(' ', "")),
];

fn between(word: &str, sign: &str) -> String {
    let letters: Vec<String> = word.chars().map(String::from).collect();
    letters.join(sign)
}

fn halved(word: &str, sign: &str) -> String {
    let middle = word.chars().count() / 2;
    let (first, second): (Vec<_>, Vec<_>) = word.chars().enumerate().partition(|(at, _)| *at < middle);
    let text = |half: Vec<(usize, char)>| half.into_iter().map(|(_, c)| c).collect::<String>();
    format!("{}{sign}{}", text(first), text(second))
}

fn wide(c: char) -> char {
    match c {
        '!'..='~' => char::from_u32(u32::from(c) - 0x21 + 0xFF01).unwrap_or(c),
        ' ' => '\u{3000}',
        _ => c,
    }
}
