//! Labels in disguise: a line that a person reads as levels and nothing else, whatever stands between their letters or in place
//! of them, as in `R E S T R I C T E D`, `CONF-IDENTIAL` and `[strictly][1] confidential`.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{CLOSED, STRONGER, VALUE_BYTES_MAX};
use crate::text::letters::{Folder, Kind, Role, class};

/// Levels, each with whether it keeps others out or only makes the next one stronger, as the letters that are drawn.
static LEVELS: LazyLock<Vec<(Vec<char>, bool)>> = LazyLock::new(|| {
    let mut folder = Folder::default();
    let levels = CLOSED.iter().map(|level| (level.as_str(), true)).chain(STRONGER.iter().map(|word| (*word, false)));
    let spelled = levels.map(|(word, closes)| (letters(word, &mut folder).collect(), closes));
    spelled.filter(|(letters, _): &(Vec<char>, bool)| !letters.is_empty()).collect()
});

/// Letters by which most lines are told to begin with no level.
const BEGIN: usize = 3;

/// Whether the letters of a line are those of levels, one after the other, in the order in which they stand or in which they
/// are shown.
pub(super) fn is_dressed(line: &str) -> bool {
    if line.len() > VALUE_BYTES_MAX {
        return false;
    }
    // What follows an override is shown from its end to its beginning (Unicode Bidirectional Algorithm, 3.3.2).
    let is_turned = line.contains(['\u{202D}', '\u{202E}']);
    let line = without_notes(line);
    is_read(&line) || is_turned && is_read(&line.chars().rev().collect::<String>())
}

/// A line without the numbers of notes and of links between brackets.
fn without_notes(line: &str) -> Cow<'_, str> {
    let is_number = |text: &str| text.trim_start_matches('^').bytes().all(|byte| byte.is_ascii_digit());
    if !line.contains('[') {
        return Cow::Borrowed(line);
    }
    let mut kept = String::with_capacity(line.len());
    for (at, piece) in line.split('[').enumerate() {
        match piece.split_once(']') {
            Some((number, behind)) if at > 0 && is_number(number) => kept.push_str(behind),
            _ => kept.extend([" ", piece]),
        }
    }
    Cow::Owned(kept)
}

fn is_read(line: &str) -> bool {
    let mut folder = Folder::default();
    let first: Vec<char> = letters(line, &mut folder).take(BEGIN).collect();
    if !LEVELS.iter().any(|(level, _)| level.starts_with(&first) || first.starts_with(level)) {
        return false;
    }
    let line: Vec<char> = letters(line, &mut folder).collect();
    // Up to where levels reach: not at all, without one that keeps others out, with one.
    let mut reached = vec![(false, false); line.len() + 1];
    if let Some(begin) = reached.first_mut() {
        begin.0 = true;
    }
    for at in 0..line.len() {
        let Some(&(open, closed)) = reached.get(at).filter(|(open, closed)| *open || *closed) else { continue };
        let mut reach = |end: usize, closes: bool| {
            if let Some(end) = reached.get_mut(end) {
                end.0 |= open && !closes;
                end.1 |= closed || closes;
            }
        };
        let rest = line.get(at..).unwrap_or_default();
        for (level, closes) in LEVELS.iter() {
            if rest.len() >= level.len() && rest.iter().zip(level).all(|(letter, own)| letter == own) {
                reach(at + level.len(), *closes);
            }
        }
    }
    reached.last().is_some_and(|(_, closed)| *closed)
}

/// The letters that are drawn in a text, those that look alike as one.
fn letters<'t>(text: &'t str, folder: &'t mut Folder) -> impl Iterator<Item = char> + 't {
    text.chars().flat_map(|c| {
        let (role, shown) = folder.fold(c);
        let shown = if matches!(role, Role::Part(Kind::Letter | Kind::Ornament)) { shown } else { &[] };
        let mut drawn = Vec::with_capacity(shown.len());
        for &letter in shown {
            // UTS #39: m is drawn as rn. w as vv is its like.
            match letter {
                'm' => drawn.extend(['r', 'n']),
                'w' => drawn.extend(['v', 'v']),
                _ => drawn.push(class(letter)),
            }
        }
        drawn
    })
}
