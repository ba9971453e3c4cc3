//! The pages of promises: every test that they name is there. Whether it shows what the page says is for a reader to judge.

use crate::demand;
use crate::files::{Text, ending_with};

const PAGES: [&str; 2] = ["engine/README.md", "engine/SECURITY.md"];

#[test]
fn tests_named_in_pages_are_there() {
    let sources = ending_with(".rs");
    let (mut faults, mut named) = (Vec::new(), 0);
    for page in ending_with(".md").iter().filter(|page| PAGES.contains(&page.path.as_str())) {
        for command in commands(&page.text) {
            named += 1;
            if !is_there(command, &sources) {
                faults.push(format!("{}: `{command}` runs no test", page.path));
            }
        }
    }
    assert!(named > 30, "only {named} commands were found");
    demand("the tests that pages name are there", &faults);
}

/// Code spans that run tests of one package.
fn commands(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2).filter(|span| span.starts_with("cargo test -p "))
}

/// Whether a command finds a test: one of its name, or one in a module of its name, among the sources that it is about. Tests
/// of documentation stand in comments.
fn is_there(command: &str, sources: &[Text]) -> bool {
    let words: Vec<&str> = command.split_whitespace().skip(3).collect();
    let Some((package, options)) = words.split_first() else { return false };
    let (folder, filter) = match options {
        ["--lib" | "--doc"] => ("src/".to_owned(), None),
        ["--lib" | "--doc", filter] => ("src/".to_owned(), Some(*filter)),
        ["--test", target] => (format!("tests/{target}"), None),
        ["--test", target, filter] => (format!("tests/{target}"), Some(*filter)),
        _ => return false,
    };
    let package = match *package {
        "engine" => "engine/",
        "engine-fuzz" => "engine/fuzz/",
        "xtask" => "xtask/",
        _ => return false,
    };
    let folder = format!("{package}{folder}");
    let modules: Vec<&str> = filter.unwrap_or_default().split("::").filter(|part| !part.is_empty()).collect();
    let (last, above) = modules.split_last().map_or((None, &[][..]), |(last, above)| (Some(*last), above));
    sources.iter().filter(|file| file.path.starts_with(&folder)).any(|file| {
        let is_module = |name: &str| file.path.rsplit('/').any(|part| part.trim_end_matches(".rs") == name);
        let is_above = |name: &str| is_module(name) || file.text.contains(&format!("mod {name}"));
        let is_doc = file.text.contains("/// ```");
        // A filter is a part of a test's name.
        let is_test =
            |name: &str| tests(&file.text).any(|test| test.contains(name)) || is_doc && file.text.contains(name);
        let has_test = tests(&file.text).next().is_some() || is_doc;
        has_test && above.iter().all(|name| is_above(name)) && last.is_none_or(|name| is_module(name) || is_test(name))
    })
}

/// The names of the tests of a file; what only helps them is none.
fn tests(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[test]").skip(1).filter_map(|rest| rest.split("fn ").nth(1)?.split('(').next())
}

#[test]
fn a_test_that_is_not_there_is_seen() {
    let source = |path: &str, text: &str| Text { path: path.to_owned(), text: text.to_owned() };
    let sources = [
        source("engine/src/a/b.rs", "#[test]\nfn one_holds() {}"),
        source("engine/tests/cli/labels.rs", "#[test]\nfn two() {}"),
        source("engine/src/c.rs", "fn three() {}"),
        source("engine/src/d.rs", "fn helps() {}\n#[test]\nfn four() {}"),
    ];
    for there in
        ["-p engine --lib one_holds", "-p engine --lib a::b", "-p engine --test cli labels::", "-p engine --test cli"]
    {
        assert!(is_there(&format!("cargo test {there}"), &sources), "{there}");
    }
    for missing in [
        "-p engine --lib two",
        "-p engine --lib helps",
        "-p engine --lib x::one_holds",
        "-p engine --lib c",
        "-p engine --test cli none",
        "-p other --lib a",
        "-p engine",
    ] {
        assert!(!is_there(&format!("cargo test {missing}"), &sources), "{missing}");
    }
}
