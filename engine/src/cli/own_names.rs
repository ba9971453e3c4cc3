//! Names of files that a workspace keeps for itself. What a person has written for them (traces, runs) takes none of them,
//! whether such a file is there yet or not: an empty `engine.toml` or `facts.db-journal` would stop every later command.

use std::path::Path;

use super::settings::SETTINGS_FILE;
use super::workspace::{INDEX_FOLDER, PROFILE_FILE};

/// Why a path that a person names for output is refused, if it is.
pub(super) fn refused(path: &Path) -> Option<&'static str> {
    let own = |name: &std::ffi::OsStr| is_own(&name.to_string_lossy());
    // A link in the path may lead into the folder of an index.
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let in_index = folder.is_some_and(|folder| {
        folder.ancestors().any(|above| {
            above.file_name().is_some_and(|name| name.eq_ignore_ascii_case(INDEX_FOLDER))
                && above.parent().is_some_and(|workspace| workspace.join(PROFILE_FILE).exists())
        })
    });
    (in_index || path.file_name().is_some_and(own))
        .then_some("a workspace keeps files of this name for itself; name another file")
}

/// Whether a workspace uses a name for itself, or may use it: its settings, its profile, its index, its databases, and what
/// SQLite and a change of their form put beside these. Case says nothing on some file systems, nor do dots and spaces at an end.
fn is_own(name: &str) -> bool {
    let name = name.trim_end_matches(['.', ' ']).to_ascii_lowercase();
    let is_database = name.rsplit_once('.').is_some_and(|(_, end)| end == "db")
        || [".db-", ".sealing"].iter().any(|part| name.contains(part));
    is_database || [SETTINGS_FILE, PROFILE_FILE, INDEX_FOLDER].contains(&name.as_str())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_workspace_are_refused_whether_they_are_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(PROFILE_FILE), "").unwrap();
        std::fs::create_dir(folder.path().join(INDEX_FOLDER)).unwrap();
        for base in ["engine.toml", "profile.toml", "index"] {
            for name in [base.to_owned(), base.to_uppercase(), format!("{base}.")] {
                assert!(refused(&folder.path().join(&name)).is_some(), "{name}");
                assert!(refused(Path::new(&name)).is_some(), "{name}");
            }
        }
        for base in ["facts", "documents", "vectors", "anything"] {
            for end in ["", "-wal", "-shm", "-journal", "-mj0A1B2C", ".sealing", ".sealing-journal"] {
                for name in [format!("{base}.db{end}"), format!("{base}.DB{end}")] {
                    assert!(refused(&folder.path().join(&name)).is_some(), "{name}");
                }
            }
        }
        assert!(refused(&folder.path().join("index/segment.jsonl")).is_some());
        for name in ["trace.jsonl", "engine.run", "out.toml", "facts.dbx", "db", "index.jsonl"] {
            assert_eq!(refused(&folder.path().join(name)), None, "{name}");
        }
    }
}
