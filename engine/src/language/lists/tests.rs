//! Word lists as they stand under `engine/data/language`: no list says anything twice, and every frame stands for terms.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::{spelled, terms};
use crate::text::TextView;

/// Every list: its file and its text. The table of characters is no list.
fn lists() -> Vec<(String, &'static str)> {
    fn files(folder: &Path) -> Vec<PathBuf> {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/language");
    let paths = files(&folder).into_iter().filter(|path| !path.ends_with("han_forms.txt"));
    let lists: Vec<_> =
        paths.map(|path| (path.display().to_string(), &*std::fs::read_to_string(&path).unwrap().leak())).collect();
    assert!(lists.len() > 50, "only {} lists were found", lists.len());
    lists
}

#[test]
fn a_frame_is_a_term_for_each_choice() {
    let spelled = spelled("# of asking\n{who} = boss|ceo\n{who} = cfo\nthe {who} {asked|asks}\nI'm {|not }sure\n");
    let expected =
        "the boss asked|the boss asks|the ceo asked|the ceo asks|the cfo asked|the cfo asks|I'm sure|I'm not sure";
    assert_eq!(spelled[..8].join("|"), expected);
    assert_eq!(spelled[8..].join("|"), "I’m sure|I’m not sure");
}

fn is_of_kind(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == extension)
}

/// Words are compared folded: case, width, white space and the form of an ideograph make no other word.
#[test]
fn a_list_says_nothing_twice() {
    let mut faults = Vec::new();
    for (name, text) in lists() {
        let terms = if is_of_kind(&name, "tsv") { terms(text).map(Into::into).collect() } else { spelled(text) };
        let mut seen = HashMap::new();
        for term in &terms {
            let folded: Vec<String> = term.split('\t').map(TextView::fold).collect();
            if let Some(earlier) = seen.insert(folded, term) {
                faults.push(format!("{name}: `{term}` is `{earlier}` over again"));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A frame with a slot that is not defined, or that is left open, would stand for nothing or for itself.
#[test]
fn every_frame_stands_for_several_terms() {
    let mut frames = 0;
    for (name, text) in lists().into_iter().filter(|(name, _)| is_of_kind(name, "txt")) {
        let slots: String = terms(text).filter(|line| line.contains("} = ")).flat_map(|line| [line, "\n"]).collect();
        for frame in terms(text).filter(|line| line.contains(['{', '|', '}']) && !line.contains("} = ")) {
            let spelled = spelled(format!("{slots}{frame}\n").leak());
            let is_spelled_out = !spelled.iter().any(|term| term.contains(['{', '|', '}']));
            assert!(spelled.len() > 1 && is_spelled_out, "{name}: {frame}");
            frames += 1;
        }
    }
    assert!(frames > 20, "only {frames} frames were found");
}
