//! The real program, called as a person or a CI script calls it, on a copy of the harness's sample. Answers are
//! recorded ones, so that a right answer, a wrong one and a missing one can each be stated.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod baselines;
mod eval;
mod snapshots;
mod ways;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A golden set with fixtures and answers in a folder of its own.
struct Bed {
    folder: TempDir,
}

impl Bed {
    /// The sample, without a baseline and without snapshots.
    fn bare() -> Self {
        let bed = Self { folder: tempfile::tempdir().unwrap() };
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/sample");
        copy(&sample.join("golden"), &bed.path("golden/qa"));
        copy(&sample.join("extraction"), &bed.path("golden/extraction"));
        copy(&sample.join("retrieval"), &bed.path("golden/retrieval"));
        copy(&sample.join("fixtures"), &bed.path("fixtures"));
        fs::copy(sample.join("phrases.toml"), bed.path("golden/phrases.toml")).unwrap();
        fs::copy(sample.join("answers.jsonl"), bed.path("answers.jsonl")).unwrap();
        bed
    }

    /// The sample with everything claimed and every answer accepted: the next run is clean.
    fn settled() -> Self {
        let bed = Self::bare();
        fs::create_dir_all(bed.path("golden/snapshots")).unwrap();
        assert_eq!(bed.eval(&["--ratchet", "--no-snapshots"]).code, 0);
        assert_eq!(bed.eval(&[]).code, 1, "answers that nobody has accepted are never green");
        assert_eq!(bed.call(&["snapshots", "accept", "--new"], &[]).code, 0);
        let run = bed.eval(&[]);
        assert_eq!(run.code, 0, "{}", run.all());
        bed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    /// Replaces `old` in a file, where it must stand.
    fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{name} does not say {old}");
        fs::write(self.path(name), text.replace(old, new)).unwrap();
    }

    /// `eval` of the bed's answers.
    fn eval(&self, args: &[&str]) -> Ended {
        self.eval_with(args, &[])
    }

    fn eval_with(&self, args: &[&str], env: &[(&str, &str)]) -> Ended {
        let (answers, reports) = (self.path("answers.jsonl"), self.path("reports"));
        let own = ["eval", "--answers", answers.to_str().unwrap(), "--reports", reports.to_str().unwrap()];
        self.call(&[&own, args].concat(), env)
    }

    /// Any command over the bed's folders.
    fn call(&self, args: &[&str], env: &[(&str, &str)]) -> Ended {
        let mut command = program();
        command.args(args).envs(env.iter().copied());
        for name in ["golden", "fixtures", "baselines"] {
            command.arg(format!("--{name}")).arg(self.path(name));
        }
        Ended::of(&command.output().unwrap())
    }
}

/// The program, away from the settings of whoever runs these tests.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    for name in ["CI", "GITHUB_STEP_SUMMARY", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// How a command ended.
struct Ended {
    code: i32,
    out: String,
    err: String,
}

impl Ended {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code().expect("the program ended by itself"),
            out: String::from_utf8(output.stdout.clone()).unwrap(),
            err: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// What was printed, with commands that go on over several lines as one line each.
    fn joined(&self) -> String {
        self.out.replace(" \\\n    ", " ")
    }

    fn all(&self) -> String {
        format!("exit {}\n{}\n{}", self.code, self.out, self.err)
    }
}

fn copy(from: &Path, into: &Path) {
    fs::create_dir_all(into).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = into.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// The sample's first case, its right value, and a value with the point moved.
const CASE: &str = "hk-2024";
const RIGHT: &str = "1320.50";
const WRONG: &str = "132.05";
