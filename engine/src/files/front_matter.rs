//! Front matter: `key: value` lines between two lines of `---` at the very beginning of a Markdown or text file. A small
//! part of YAML on purpose: one line a statement. What goes beyond it is a fault for the keys that are known, and skipped
//! with a warning for others. It is never taken for text, because it may hold the label that restricts the document.

use crate::files::Key;
use crate::files::fault::{DocumentFault, MetadataProblem, Warning};
use crate::files::metadata::Metadata;

/// Characters of an unknown key that a warning shows.
const SHOWN_CHARS: usize = 40;

/// Parts a text from its front matter. Text that does not begin with a line of `---` has none.
pub(crate) fn split(text: &str) -> Result<(Metadata, &str), DocumentFault> {
    let mut metadata = Metadata::default();
    let Some((_, mut rest)) = next_line(text).filter(|(line, _)| is_fence(line)) else {
        return Ok((metadata, text));
    };
    let mut number = 1;
    // Whether the lines that belong to the key before are skipped with it.
    let mut skipping = false;
    while let Some((line, below)) = next_line(rest) {
        number += 1;
        rest = below;
        if is_fence(line) || line.trim_end() == "..." {
            return Ok((metadata, rest));
        }
        let nested = line.starts_with([' ', '\t']) || line == "-" || line.starts_with("- ");
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') || nested && skipping {
            continue;
        }
        let fault = |problem| DocumentFault::FrontMatter { line: number, problem };
        let (key, value) = pair(line).filter(|_| !nested).ok_or_else(|| fault(MetadataProblem::NoPair))?;
        let known = Key::of(key);
        // A label over several lines is one that nobody knows; its lines are skipped.
        skipping = matches!(known, None | Some(Key::Sensitivity));
        let Some(known) = known else {
            let key = Some(key.chars().filter(|c| !c.is_control()).take(SHOWN_CHARS).collect());
            metadata.warnings.push(Warning::UnknownKey { line: number, key });
            continue;
        };
        match scalar(value) {
            Some(value) => metadata.state(known, value, Some(number)).map_err(fault)?,
            None if known == Key::Sensitivity => metadata.label(None),
            None => return Err(fault(MetadataProblem::Quote(known))),
        }
    }
    Err(DocumentFault::FrontMatter { line: 1, problem: MetadataProblem::Unclosed })
}

/// The next line without its end, and what follows.
fn next_line(text: &str) -> Option<(&str, &str)> {
    if text.is_empty() {
        return None;
    }
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    Some((line.strip_suffix('\r').unwrap_or(line), rest))
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

/// Key and value of a line, parted by the first colon, also a full-width one, with which Chinese keyboards begin.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once([':', '：'])?;
    let key = key.trim().trim_matches(['"', '\'']);
    (!key.is_empty()).then_some((key, value.trim()))
}

/// A value without its quotes or the comment behind it; none when a quote is not closed.
fn scalar(value: &str) -> Option<&str> {
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            let (inner, after) = inner.split_once(quote)?;
            let after = after.trim();
            return (after.is_empty() || after.starts_with('#')).then_some(inner);
        }
    }
    if value.starts_with('#') {
        return Some("");
    }
    let end = value.find(" #").or_else(|| value.find("\t#")).unwrap_or(value.len());
    Some(value.get(..end).unwrap_or(value).trim_end())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::profile::Sensitivity;

    fn problem(text: &str) -> (u64, MetadataProblem) {
        match split(text) {
            Err(DocumentFault::FrontMatter { line, problem }) => (line, problem),
            other => panic!("{text:?}: {other:?}"),
        }
    }

    #[test]
    fn statements_and_text_are_parted() {
        let text = "---\r\nTitle: \"A: b # c\"  # note\r\ntopic: x # y\n\n# all\nperiod：FY2025\n'doc': a.md\n---\nBody\n---\n";
        let (metadata, body) = split(text).unwrap();
        assert_eq!(body, "Body\n---\n");
        let stated = [Key::Title, Key::Topic, Key::Period, Key::Doc, Key::Entity].map(|key| metadata.get(key));
        assert_eq!(stated, [Some("A: b # c"), Some("x"), Some("FY2025"), Some("a.md"), None]);
        assert_eq!(split("text\n---\n").unwrap().1, "text\n---\n");
        assert_eq!(split("").unwrap().1, "");
    }

    #[test]
    fn broken_front_matter_is_a_fault_of_its_line() {
        assert_eq!(problem("---\ntitle: a\n"), (1, MetadataProblem::Unclosed));
        assert_eq!(problem("---"), (1, MetadataProblem::Unclosed));
        assert_eq!(problem("---\ntitle: a\nno pair\n---\n"), (3, MetadataProblem::NoPair));
        assert_eq!(problem("---\ntopic:\n  - a\n---\n"), (3, MetadataProblem::NoPair));
        assert_eq!(problem("---\ntitle: \"a\n---\n"), (2, MetadataProblem::Quote(Key::Title)));
        assert_eq!(problem("---\nvalid_as_of: soon\n---\n"), (2, MetadataProblem::Date));
        let twice = MetadataProblem::Twice { key: Key::Topic, first_line: Some(2) };
        assert_eq!(problem("---\ntopic: a\ntopic: b\n---\n"), (3, twice));
    }

    #[test]
    fn unknown_keys_are_skipped_with_what_belongs_to_them() {
        let (metadata, body) = split("---\ntags:\n  - a\n- b\nauthor: X\ntopic: t\n---\nBody").unwrap();
        assert_eq!((metadata.get(Key::Topic), body), (Some("t"), "Body"));
        let lines: Vec<String> = metadata.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[1].starts_with("line 5: `author` is an unknown key"), "{}", lines[1]);
    }

    #[test]
    fn a_broken_label_restricts() {
        for label in
            ["", "\"PUBLIC", "PUBLIC\nsensitivity: PUBLIC", "\n  - PUBLIC", "[PUBLIC]", "# PUBLIC", "> \n  PUBLIC"]
        {
            let text = format!("---\nSensitivity: {label}\n---\nBody");
            assert_eq!(split(&text).unwrap().0.labelled(), Some(Sensitivity::Restricted), "{label:?}");
        }
    }
}
