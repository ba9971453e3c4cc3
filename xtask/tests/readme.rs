//! The README is true: every command in its ```` ```console ```` blocks is run, in order, in a copy of the repository's
//! data, and must print what the page shows. It judges no prose and no other kind of block, and runs on Linux alone,
//! whose `sed` and `grep` the page uses.
//!
//! `UPDATE_README=1 cargo test -p xtask --test readme` writes what the commands print now into the page; read the
//! difference before it is committed.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// What a newcomer has after `git clone`, as far as the commands of the page read it; snapshots are made anew.
const COPIED: [&str; 8] = [
    "Cargo.toml",
    ".gitattributes",
    ".gitignore",
    "golden/qa",
    "golden/extraction",
    "golden/retrieval",
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
/// The page's `cargo xtask` is the program of this build.
const CARGO: &str = "#!/bin/sh\ntest \"$1\" = xtask || { echo 'the page may only call cargo xtask'; exit 127; }\nshift\nexec xtask \"$@\"\n";

#[test]
fn commands_print_what_the_page_shows() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let text = fs::read_to_string(&page).unwrap();
    let bed = Bed::new();
    let mut faults = Vec::new();
    let actual = rewritten(&text, |step, may_vary| {
        let printed = bed.run(&step.command);
        let (shown, is) = (comparable(&step.output, may_vary), comparable(&printed, may_vary));
        if shown == is {
            return step.output.clone();
        }
        faults.push(format!(
            "README.md:{} $ {}\n--- shown\n{}--- printed\n{printed}",
            step.line, step.command, step.output
        ));
        printed
    });
    if env::var_os("UPDATE_README").is_some() {
        fs::write(&page, actual).unwrap();
        return;
    }
    assert!(faults.is_empty(), "{} command(s) print something else:\n\n{}", faults.len(), faults.join("\n"));
}

/// Commands in the page's running text are not run, but their programs know them and their options.
#[test]
fn commands_in_the_text_exist() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md")).unwrap();
    let engine = engine();
    let programs = [("cargo xtask ", Path::new(env!("CARGO_BIN_EXE_xtask"))), ("engine ", &engine)];
    let mut faults = Vec::new();
    let mut commands = 0;
    for span in text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
        let Some((rest, program)) = programs.iter().find_map(|(name, path)| Some((span.strip_prefix(name)?, path)))
        else {
            continue;
        };
        let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
        let output = Command::new(program).args(rest.split(' ').take_while(is_name)).arg("--help").output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let mut options = rest.split(' ').filter(|word| word.starts_with("--"));
        if !output.status.success() || !options.all(|option| help.contains(option)) {
            faults.push(span);
        }
        commands += 1;
    }
    assert!(commands > 20, "only {commands} commands were found");
    assert!(faults.is_empty(), "the programs know nothing of: {faults:?}");
}

#[test]
fn tests_named_in_the_page_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("README.md")).unwrap();
    let named: Vec<&str> =
        text.split("cargo test -p engine --test promises ").skip(1).filter_map(|rest| rest.split('`').next()).collect();
    assert!(named.len() >= 9, "a promise has lost its test");
    for name in named {
        let file = root.join("engine/tests/promises").join(name).with_extension("rs");
        assert!(fs::read_to_string(&file).is_ok_and(|text| text.contains("#[test]")), "{} has no test", file.display());
    }
}

/// A command of the page, and what the page says it prints.
struct Step {
    line: usize,
    command: String,
    output: String,
}

/// The page with the output of each command replaced by what `run` gives. A block that opens with ```` ```console varying ````
/// shows counts or dates that are others tomorrow, which `run` is told.
fn rewritten(text: &str, mut run: impl FnMut(&Step, bool) -> String) -> String {
    let mut out = String::new();
    let mut steps = 0;
    let mut lines = text.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(kind) = line.strip_prefix("```console") else { continue };
        while let Some((index, line)) = lines.next_if(|(_, line)| *line != "```") {
            let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("README.md:{}: no command", index + 1));
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
            steps += 1;
            let printed = run(&step, kind.trim() == "varying");
            out.extend(["$ ", &step.command, "\n", &printed]);
        }
    }
    assert!(steps > 20, "the page has only {steps} commands: its blocks are not recognised");
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
    programs: TempDir,
}

impl Bed {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let bed = Self { folder: tempfile::tempdir().unwrap(), programs: tempfile::tempdir().unwrap() };
        symlink(engine(), bed.programs.path().join("engine")).unwrap();
        symlink(env!("CARGO_BIN_EXE_xtask"), bed.programs.path().join("xtask")).unwrap();
        let cargo = bed.programs.path().join("cargo");
        fs::write(&cargo, CARGO).unwrap();
        fs::set_permissions(&cargo, Permissions::from_mode(0o755)).unwrap();
        for name in COPIED {
            copy(&root.join(name), &bed.folder.path().join(name));
        }
        // Whether the repository itself is green is for `eval` to say; the page's story begins green.
        let settle = "cargo xtask eval --ratchet --no-snapshots; cargo xtask eval; cargo xtask snapshots accept --new; \
                      git init --quiet --initial-branch=main && git add --all && git commit --quiet --message start && \
                      cargo xtask eval --check";
        let output = bed.shell(settle);
        assert!(output.status.success(), "the copy is not green:\n{}", String::from_utf8_lossy(&output.stdout));
        bed
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
        // What the page shows is what a terminal of 80 columns shows.
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

/// The `engine` program, built when it is not: cargo builds for a test only the programs of its own package.
fn engine() -> PathBuf {
    let args = ["build", "--package", "engine", "--bin", "engine", "--message-format", "json"];
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
