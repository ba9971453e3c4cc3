//! Tests of `sources`.

use super::*;

fn names(paths: &[PathBuf], root: &Path) -> (Vec<String>, Vec<String>) {
    let found = Sources::find(paths, &root.join("ws")).unwrap();
    let relative = |path: &String| Path::new(path).strip_prefix(root).unwrap().display().to_string();
    let skipped = found.skipped.iter().map(|skipped| relative(&skipped.shown)).collect();
    (found.files.iter().map(|file| relative(&file.shown)).collect(), skipped)
}

#[test]
fn each_file_is_found_once_in_order_of_names() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for name in
        ["b.csv", "a.CSV", "sub/c.csv", "sub/d.MD", "sub/notes.key", ".hidden/d.csv", "ws/profile.toml", "ws/x.md"]
    {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "x").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(&root, root.join("sub/loop")).unwrap();
    let paths = [root.join("sub/../b.csv"), root.clone(), root.join("b.csv")];
    let (files, skipped) = names(&paths, &root);
    assert_eq!(files, ["sub/../b.csv", "a.CSV", "sub/c.csv", "sub/d.MD"]);
    assert_eq!(skipped, ["sub/notes.key"]);
}

#[test]
fn a_pattern_is_expanded_and_one_without_a_match_names_the_nearest() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for name in ["in/b.md", "in/a.md", "in/.c.md", "in/d.txt", "in/deck.key", "in/sub/e.md"] {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "x").unwrap();
    }
    let found = |pattern: &str| names(&[root.join(pattern)], &root).0;
    assert_eq!(found("in/*.md"), ["in/a.md", "in/b.md"]);
    assert_eq!(found("in/[ab].*"), ["in/a.md", "in/b.md"]);
    assert_eq!(names(&[root.join("in/d*")], &root), (vec!["in/d.txt".to_owned()], vec!["in/deck.key".to_owned()]));
    assert_eq!(found("**/e.md"), ["in/sub/e.md"]);
    let message = |pattern: &str| Sources::find(&[root.join(pattern)], &root).unwrap_err().to_string();
    assert!(message("in/*.txd").contains("in/d.txt"), "{}", message("in/*.txd"));
    assert!(message("inn/*.md").contains("the nearest is"), "{}", message("inn/*.md"));
    assert!(message("in/[").contains("not a pattern"), "{}", message("in/["));
}

#[test]
fn a_wrong_path_is_told_with_the_nearest_right_one() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("annual.csv"), "x").unwrap();
    std::fs::write(folder.path().join("deck.key"), "x").unwrap();
    let paths = [folder.path().join("anual.csv"), folder.path().join("deck.key")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("gone.csv", folder.path().join("link.csv")).unwrap();
        let message = Sources::find(&[folder.path().join("link.csv")], folder.path()).unwrap_err().to_string();
        assert!(message.contains("link.csv: a link to gone.csv, which is not there"), "{message}");
    }
    let message = Sources::find(&paths, folder.path()).unwrap_err().to_string();
    assert!(message.contains("anual.csv: no such file or folder; did you mean"), "{message}");
    assert!(message.contains("annual.csv?"), "{message}");
    assert!(message.contains("deck.key: not a file that is read"), "{message}");
}
