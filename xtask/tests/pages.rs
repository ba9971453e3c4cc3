//! The pages are true: every command in a ```` ```console ```` block of a page is run, page by page and in order, in a copy
//! of the repository's data, and must print what the page shows. It judges no prose and no other kind of block, and runs on
//! Linux alone, whose `sed` and `grep` the pages use.
//!
//! `UPDATE_PAGES=1 cargo test -p xtask --test pages` writes what the commands print now into the pages; read the difference
//! before it is committed.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::thread;

use tempfile::TempDir;

/// What a newcomer has after `git clone`, as far as the commands of the pages read it; snapshots are made anew.
const COPIED: [&str; 9] = [
    "Cargo.toml",
    ".gitattributes",
    ".gitignore",
    "golden/qa",
    "golden/extraction",
    "golden/retrieval",
    "golden/phrases.toml",
    "fixtures",
    "baselines",
];
/// Settings of whoever runs the tests, which would change what the programs say.
const SETTINGS: [&str; 14] = [
    "CARGO_MANIFEST_DIR",
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "ENGINE_LANG",
    "ENGINE_PROVIDER",
    "ENGINE_TRACE",
    "ENGINE_UNSUPPORTED_NUMBERS",
    "ENGINE_WORKSPACE",
    "GITHUB_STEP_SUMMARY",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "NO_COLOR",
];
/// The pages' `cargo xtask` is the program of this build.
const CARGO: &str = "#!/bin/sh\ntest \"$1\" = xtask || { echo 'a page may only call cargo xtask'; exit 127; }\nshift\nexec xtask \"$@\"\n";

/// Pages that run side by side, each in a copy of its own.
#[test]
fn commands_print_what_the_pages_show() {
    let pages = pages();
    let green = Bed::green();
    let ends: Vec<(usize, Vec<String>)> = thread::scope(|scope| {
        let runs: Vec<_> = pages.iter().map(|page| scope.spawn(|| check(page, &green))).collect();
        runs.into_iter().map(|run| run.join().expect("a page runs to its end")).collect()
    });
    let commands: usize = ends.iter().map(|(commands, _)| commands).sum();
    assert!(commands > 100, "the pages have only {commands} commands: their blocks are not recognised");
    let faults: Vec<&str> = ends.iter().flat_map(|(_, faults)| faults).map(String::as_str).collect();
    assert!(faults.is_empty(), "{} command(s) print something else:\n\n{}", faults.len(), faults.join("\n"));
}

/// How many commands a page has, and those that print something else than it shows.
fn check(page: &Page, green: &Bed) -> (usize, Vec<String>) {
    let (mut commands, mut faults) = (0, Vec::new());
    if !page.text.contains("\n```console") {
        return (commands, faults);
    }
    let bed = green.copied();
    let actual = rewritten(page, |step, may_vary| {
        commands += 1;
        let printed = bed.run(&step.command);
        if comparable(&step.output, may_vary) == comparable(&printed, may_vary) {
            return step.output.clone();
        }
        let Step { line, command, output } = step;
        faults.push(format!("{}:{line} $ {command}\n--- shown\n{output}--- printed\n{printed}", page.name));
        printed
    });
    if env::var_os("UPDATE_PAGES").is_some() {
        fs::write(root().join(&page.name), actual).unwrap();
        faults.clear();
    }
    (commands, faults)
}

/// Commands in the running text of pages are not run, but their programs know them and their options.
#[test]
fn commands_in_the_text_exist() {
    let engine = engine();
    let programs = [("cargo xtask ", Path::new(env!("CARGO_BIN_EXE_xtask"))), ("engine ", &engine)];
    let (mut faults, mut commands) = (Vec::new(), BTreeSet::new());
    for page in pages() {
        for span in page.text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
            let Some((rest, program)) = programs.iter().find_map(|(name, path)| Some((span.strip_prefix(name)?, path)))
            else {
                continue;
            };
            if !commands.insert(span.to_owned()) {
                continue;
            }
            let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
            let mut help = Command::new(program);
            let output = help.args(rest.split(' ').take_while(is_name)).arg("--help").output().unwrap();
            let help = String::from_utf8(output.stdout).unwrap();
            let mut options = rest.split(' ').filter(|word| word.starts_with("--"));
            if !output.status.success() || !options.all(|option| help.contains(option)) {
                faults.push(format!("{}: {span}", page.name));
            }
        }
    }
    assert!(commands.len() > 20, "only {} commands were found", commands.len());
    assert!(faults.is_empty(), "the programs know nothing of: {faults:?}");
}

#[test]
fn tests_named_in_the_promises_are_there() {
    let text = fs::read_to_string(root().join("engine/README.md")).unwrap();
    let named: Vec<&str> =
        text.split("cargo test -p engine --test promises ").skip(1).filter_map(|rest| rest.split('`').next()).collect();
    assert!(named.len() >= 9, "a promise has lost its test");
    for name in named {
        let file = root().join("engine/tests/promises").join(name).with_extension("rs");
        assert!(fs::read_to_string(&file).is_ok_and(|text| text.contains("#[test]")), "{} has no test", file.display());
    }
}

/// A Markdown file of the repository.
struct Page {
    name: String,
    text: String,
}

/// Every page, at whatever depth; a page that somebody adds is run without being named here.
fn pages() -> Vec<Page> {
    let (mut pages, mut folders) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let path = folder.join(&name);
            // Fixtures hold documents of companies; what is generated or hidden holds no page.
            let is_left_out = name.starts_with('.') || ["target", "fixtures", "reports", "snapshots"].contains(&&*name);
            if entry.file_type().unwrap().is_dir() {
                folders.extend((!is_left_out).then_some(path));
            } else if path.extension().is_some_and(|end| end == "md") {
                let text = fs::read_to_string(root().join(&path)).unwrap();
                pages.push(Page { name: path.to_str().unwrap().to_owned(), text });
            }
        }
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    pages
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A command of a page, and what the page says it prints.
struct Step {
    line: usize,
    command: String,
    output: String,
}

/// The page with the output of each command replaced by what `run` gives. A block that opens with ```` ```console varying ````
/// shows counts or dates that are others tomorrow, which `run` is told.
fn rewritten(page: &Page, mut run: impl FnMut(&Step, bool) -> String) -> String {
    let mut out = String::new();
    let mut lines = page.text.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(kind) = line.strip_prefix("```console") else { continue };
        while let Some((index, line)) = lines.next_if(|(_, line)| *line != "```") {
            let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("{}:{}: no command", page.name, index + 1));
            let mut step = Step { line: index + 1, command: command.to_owned(), output: String::new() };
            let is_script = step.command.contains("<<'EOF'");
            while if is_script { !step.command.ends_with("\nEOF") } else { step.command.ends_with('\\') } {
                let (_, more) = lines.next().expect("a command goes on");
                step.command = format!("{}\n{more}", step.command);
            }
            while let Some((_, line)) = lines.next_if(|(_, line)| *line != "```" && !line.starts_with("$ ")) {
                step.output.push_str(line);
                step.output.push('\n');
            }
            let printed = run(&step, kind.trim() == "varying");
            out.extend(["$ ", &step.command, "\n", &printed]);
        }
    }
    out
}

/// What must agree: everything, or everything but digits and the widths that follow from them. How long something took
/// is never part of it.
fn comparable(output: &str, may_vary: bool) -> String {
    let output: String = output.split_inclusive('\n').filter(|line| !line.starts_with("judged in ")).collect();
    if !may_vary {
        return output;
    }
    let without_digits: String = output.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let words: Vec<&str> =
        without_digits.split(|c: char| c.is_whitespace() || c == '0' || c == '─' || c == '═').collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A clone's data, green, under git.
struct Bed {
    folder: TempDir,
    programs: Arc<TempDir>,
}

impl Bed {
    fn green() -> Self {
        let root = root();
        let bed = Self { folder: tempfile::tempdir().unwrap(), programs: Arc::new(tempfile::tempdir().unwrap()) };
        symlink(engine(), bed.programs.path().join("engine")).unwrap();
        symlink(env!("CARGO_BIN_EXE_xtask"), bed.programs.path().join("xtask")).unwrap();
        let cargo = bed.programs.path().join("cargo");
        fs::write(&cargo, CARGO).unwrap();
        fs::set_permissions(&cargo, Permissions::from_mode(0o755)).unwrap();
        for name in COPIED {
            copy(&root.join(name), &bed.folder.path().join(name));
        }
        // Whether the repository itself is green is for `eval` to say; the story of a page begins green.
        let settle = "cargo xtask eval --ratchet; cargo xtask snapshots accept --new; \
                      git init --quiet --initial-branch=main && git add --all && git commit --quiet --message start && \
                      cargo xtask eval --check";
        let output = bed.shell(settle);
        assert!(output.status.success(), "the copy is not green:\n{}", String::from_utf8_lossy(&output.stdout));
        bed
    }

    /// The same clone once more, for a page that changes it.
    fn copied(&self) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(self.folder.path(), folder.path());
        Self { folder, programs: Arc::clone(&self.programs) }
    }

    /// What the command prints on both streams, and its exit code unless that is 0.
    fn run(&self, command: &str) -> String {
        let output = self.shell(command);
        let mut printed = String::from_utf8(output.stdout).expect("programs print text");
        if !printed.is_empty() && !printed.ends_with('\n') {
            printed.push('\n');
        }
        match output.status.code() {
            Some(0) => {}
            Some(code) => printed.extend(["[exit ", &code.to_string(), "]\n"]),
            None => printed.push_str("[killed]\n"),
        }
        printed
    }

    fn shell(&self, command: &str) -> Output {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec 2>&1\n{command}")).current_dir(self.folder.path());
        for name in SETTINGS {
            shell.env_remove(name);
        }
        // What a page shows is what a terminal of 80 columns shows.
        shell.env("COLUMNS", "80");
        let found = env::var_os("PATH").unwrap_or_default();
        let first = [self.programs.path().to_owned()];
        shell.env("PATH", env::join_paths(first.into_iter().chain(env::split_paths(&found))).unwrap());
        for who in ["AUTHOR", "COMMITTER"] {
            shell.env(format!("GIT_{who}_NAME"), "reader").env(format!("GIT_{who}_EMAIL"), "reader@example.org");
        }
        shell.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        shell.output().unwrap()
    }
}

/// The `engine` program, built when it is not: cargo builds for a test only the programs of its own package. Beside xtask,
/// its dependencies have the features that they have in every other build of the tests, so that none is built again.
fn engine() -> PathBuf {
    let args = ["build", "--package", "engine", "--package", "xtask", "--bin", "engine", "--message-format", "json"];
    let output = Command::new(env!("CARGO")).args(args).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<serde_json::Value>();
    let path = messages.filter_map(|message| message.unwrap()["executable"].as_str().map(PathBuf::from)).last();
    path.expect("cargo names the program it built")
}

fn copy(from: &Path, into: &Path) {
    if from.is_dir() {
        fs::create_dir_all(into).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &into.join(&name));
        }
    } else if from.exists() {
        fs::create_dir_all(into.parent().unwrap()).unwrap();
        fs::copy(from, into).unwrap();
    }
}
