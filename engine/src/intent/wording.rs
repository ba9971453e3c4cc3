//! Two habits of people who type, undone before a question is read: names written without a space between them
//! (`HKFY2025NBV`), and particles inside the name of a metric (新业务的价值, "value of the new business"). Nothing is guessed: what
//! is parted is made of known names and periods to the last letter, and what is left out parts nothing but one known name.

use std::ops::Range;

use crate::language::periods::PeriodMention;
use crate::profile::{Glossary, Term};
use crate::text::TextView;

/// The longest run of letters and digits that is looked at.
const RUN_BYTES_MAX: usize = 48;
/// How many runs are looked at; a question has fewer words.
const RUNS_MAX: usize = 200;
/// The shortest name in a run; a single letter means too much.
const NAME_BYTES_MIN: usize = 2;
/// The words in front of a run that may begin a name of several words in it (`Hong KongFY2025`).
const WORDS_BEFORE_MAX: usize = 3;

/// The view of a question with its names as the profile writes them.
pub(super) fn as_named(
    view: TextView,
    glossary: &Glossary,
    scan: impl Fn(&TextView) -> Vec<PeriodMention>,
) -> TextView {
    let parted = parted(view.text(), glossary, scan);
    let view = if parted.is_empty() { view } else { view.edited(&[], &parted) };
    let particles = particles(view.text(), glossary);
    if particles.is_empty() { view } else { view.edited(&particles, &[]) }
}

/// Where names that are written together have to be parted.
fn parted(text: &str, glossary: &Glossary, scan: impl Fn(&TextView) -> Vec<PeriodMention>) -> Vec<usize> {
    let is_period = |piece: &str| {
        may_be_period(piece)
            && {
                let view = TextView::new(piece);
                matches!(scan(&view).as_slice(), [only] if only.span == (0..piece.len()) && !only.reading.periods().is_empty())
            }
    };
    let mut places = Vec::new();
    let is_long = |run: &Range<usize>| (2 * NAME_BYTES_MIN..=RUN_BYTES_MAX).contains(&run.len());
    for run in runs(text).filter(is_long).take(RUNS_MAX) {
        let whole = &text[run.clone()];
        let is_name = |piece: &str| piece.len() >= NAME_BYTES_MIN && glossary.names(piece);
        if is_name(whole) || is_period(whole) {
            continue;
        }
        let run_start = run.start;
        let first = |piece: &str, end: usize| {
            is_name(piece) || starts_of_words(text, run_start).any(|start| is_name(&text[start..end]))
        };
        if let Some(ends) = pieces(text, run, &first, &|piece| is_name(piece), &is_period) {
            places.extend(ends);
        }
    }
    places
}

/// Whether a piece may be a wording of a period as people glue it to a name: `2025`, `fy25`, `2025h1`, `1q25`.
fn may_be_period(piece: &str) -> bool {
    const LETTERS_MAX: usize = 2;
    let digits = piece.bytes().filter(u8::is_ascii_digit).count();
    (2..=6).contains(&digits) && piece.len() - digits <= LETTERS_MAX
}

/// The places at which a run falls into known names and periods, at least one name among two or more; the longest first piece
/// is tried first. Bounded by the length of a run and the number of its pieces.
fn pieces(
    text: &str,
    run: Range<usize>,
    first: &dyn Fn(&str, usize) -> bool,
    is_name: &dyn Fn(&str) -> bool,
    is_period: &dyn Fn(&str) -> bool,
) -> Option<Vec<usize>> {
    // For each place from the right: where the next piece ends, if the rest is made of pieces, and whether a name is among them.
    let mut rests: Vec<Option<(usize, bool)>> = vec![None; run.len() + 1];
    rests[run.len()] = Some((run.end, false));
    for start in run.clone().rev() {
        for end in (start + NAME_BYTES_MIN..=run.end).rev() {
            let Some((_, has_name)) = rests[end - run.start] else { continue };
            let piece = &text[start..end];
            let names = if start == run.start { first(piece, end) } else { is_name(piece) };
            if names || is_period(piece) {
                rests[start - run.start] = Some((end, has_name || names));
                break;
            }
        }
    }
    let (_, has_name) = rests[0]?;
    let mut ends = Vec::new();
    let mut at = run.start;
    while let Some((end, _)) = rests[at - run.start].filter(|(end, _)| *end < run.end) {
        ends.push(end);
        at = end;
    }
    (has_name && !ends.is_empty()).then_some(ends)
}

/// The runs of ASCII letters and digits in a text.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(is_part)?;
        let end = bytes[start..].iter().position(|byte| !is_part(byte)).map_or(bytes.len(), |length| start + length);
        at = end;
        Some(start..end)
    })
}

/// Where the words in front of a place begin, the nearest first.
fn starts_of_words(text: &str, place: usize) -> impl Iterator<Item = usize> {
    let mut end = place;
    std::iter::from_fn(move || {
        let before = text[..end].strip_suffix(' ')?;
        let mark = before.char_indices().rfind(|(_, c)| !c.is_ascii_alphanumeric());
        let start = mark.map_or(0, |(mark, c)| mark + c.len_utf8());
        end = start;
        (start < before.len()).then_some(start)
    })
    .take(WORDS_BEFORE_MAX)
}

/// The particles inside the name of a metric: without them it is one, and none of it is longer with them.
fn particles(text: &str, glossary: &Glossary) -> Vec<Range<usize>> {
    const PARTICLES: [&str; 2] = ["的", "the "];
    let mut all: Vec<Range<usize>> = PARTICLES
        .iter()
        .flat_map(|particle| text.match_indices(particle).map(|(start, found)| start..start + found.len()))
        .filter(|span| span.len() == "的".len() || text[..span.start].ends_with(' '))
        .collect();
    if all.is_empty() {
        return all;
    }
    all.sort_by_key(|span| span.start);
    let mut without = String::with_capacity(text.len());
    // For each particle, the place in the shorter text where it stood.
    let mut places = Vec::with_capacity(all.len());
    let mut end = 0;
    for span in &all {
        without.push_str(&text[end..span.start]);
        places.push(without.len());
        end = span.end;
    }
    without.push_str(&text[end..]);
    let metrics: Vec<Range<usize>> = glossary
        .find_terms(&without, &[])
        .into_iter()
        .filter(|term| matches!(term.tag, Term::Metric(_)))
        .map(|term| term.span)
        .collect();
    let inside = |place: &usize| metrics.iter().any(|metric| metric.start < *place && *place < metric.end);
    let mut kept = places.iter().map(inside);
    all.retain(|_| kept.next().unwrap_or(false));
    all
}

#[cfg(test)]
mod tests;
