//! Which documents are restricted by their name alone. Patterns and names are compared without regard to case, width or
//! invisible characters, so that no spelling of a name slips past; the content of a document is not looked at here.

use crate::profile::{Sensitivity, SensitivityPolicy};
use crate::text::TextView;

impl SensitivityPolicy {
    /// The sensitivity of a document whose content says nothing about it. The whole name and its last path component are
    /// both compared, so that `exco*` restricts `board/EXCO 2024.xlsx` too.
    pub fn of_name(&self, name: &str) -> Sensitivity {
        let name = TextView::new(name);
        let last = name.text().rsplit(['/', '\\']).next().unwrap_or_default();
        let restricted = self.restricted_filename_patterns.iter().any(|pattern| {
            let pattern = TextView::new(pattern);
            matches(pattern.text(), name.text()) || matches(pattern.text(), last)
        });
        if restricted { Sensitivity::Restricted } else { self.default }
    }
}

/// Whether `name` is of the form `pattern`, where `*` stands for any characters and `?` for one. Linear in the name for
/// each `*` of the pattern.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // Where to go on when the last `*` has to take one character more.
    let mut retry: Option<(usize, usize)> = None;
    while let Some(&c) = name.get(n) {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, n));
                p += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == c => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((after_star, taken)) = retry else { return false };
                retry = Some((after_star, taken + 1));
                p = after_star;
                n = taken + 1;
            }
        }
    }
    pattern.iter().skip(p).all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(pattern: &str) -> SensitivityPolicy {
        SensitivityPolicy {
            default: Sensitivity::Internal,
            restricted_filename_patterns: vec![pattern.to_owned()],
            restricted_keywords: Vec::new(),
        }
    }

    #[test]
    fn a_pattern_restricts_the_names_of_its_form() {
        for (pattern, name, restricted) in [
            ("*exco*", "2024 EXCO pack.xlsx", true),
            ("*exco*", "ｅｘｃｏ.xlsx", true),
            ("*exco*", "ex\u{200B}co.xlsx", true),
            ("*ＥＸＣＯ*", "exco.xlsx", true),
            ("*exco*", "excel.xlsx", false),
            ("exco*", "board/Exco 2024.xlsx", true),
            ("exco*", "board\\exco.xlsx", true),
            ("q?_draft.csv", "Q1_draft.csv", true),
            ("q?_draft.csv", "Q12_draft.csv", false),
            ("*机密*", "年报（机密）.pdf", true),
            ("a*b*c", "aXbXbc", true),
            ("a*b*c", "aXbXb", false),
            ("*", "", true),
            ("", "a", false),
        ] {
            let found = policy(pattern).of_name(name) == Sensitivity::Restricted;
            assert_eq!(found, restricted, "{pattern} on {name}");
        }
    }

    #[test]
    fn a_long_name_against_many_stars_takes_no_time() {
        let name = "a".repeat(20_000);
        assert_eq!(policy(&"*a".repeat(200)).of_name(&format!("{name}b")), Sensitivity::Internal);
    }
}
