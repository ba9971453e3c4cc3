//! Which crates name which, judged by the paths that lines write. What the modules of one crate need of each other is
//! for [`crate::floors`] to say.

use crate::demand;
use crate::files::{Text, ending_with};

/// Files under `folder` (except under one of `except`) never write one of `names`.
struct Rule {
    folder: &'static str,
    except: &'static [&'static str],
    names: &'static [&'static str],
    why: &'static str,
}

const RULES: [Rule; 4] = [
    Rule {
        folder: "src/",
        except: &["src/target/"],
        names: &["engine::"],
        why: "only the targets name the engine; scoring never sees it",
    },
    Rule { folder: "xtask/src/", except: &[], names: &["engine::"], why: "commands reach the engine through a target" },
    Rule {
        folder: "engine/",
        except: &[],
        names: &["harness::", "xtask::"],
        why: "the engine knows nothing of what judges it",
    },
    Rule {
        folder: "engine/src/",
        except: &["engine/src/files/"],
        names: &["zip::", "quick_xml::", "hayro_", "html5gum::"],
        why: "formats are read in one place",
    },
];

#[test]
fn imports_point_one_way() {
    let sources = ending_with(".rs");
    let faults: Vec<String> =
        RULES.iter().flat_map(|rule| sources.iter().flat_map(move |file| broken(rule, file))).collect();
    demand("imports point one way", &faults);
}

fn broken(rule: &Rule, file: &Text) -> Vec<String> {
    if !file.path.starts_with(rule.folder) || rule.except.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    let lines = file.text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines
        .flat_map(|(index, line)| {
            rule.names
                .iter()
                .filter(move |name| names(line, name))
                .map(move |name| format!("{}:{} names `{name}`: {}", file.path, index + 1, rule.why))
        })
        .collect()
}

/// Whether `line` writes the path `name`, and not only a longer word that ends like it.
fn names(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

#[test]
fn a_forbidden_import_is_seen() {
    let file = |path: &str, text: &str| Text { path: path.to_owned(), text: text.to_owned() };
    let caught = |path, text| RULES.iter().any(|rule| !broken(rule, &file(path, text)).is_empty());
    assert!(caught("src/gate/x.rs", "use engine::fact::Fact;"));
    assert!(caught("engine/src/structured/x.rs", "    harness::gate::judge();"));
    assert!(caught("engine/src/ingestion/x.rs", "use zip::ZipArchive;"));
    assert!(!caught("engine/src/files/x.rs", "use zip::ZipArchive;"));
    assert!(!caught("src/target/engine.rs", "use engine::fact::Fact;"));
    assert!(!caught("src/gate/x.rs", "// engine::fact is not seen here"));
    assert!(!caught("src/gate/x.rs", "use search_engine::x;"));
}
