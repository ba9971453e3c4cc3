//! Which commit a change is held against: the one that its branch left the branch it is to be merged into. It asks git,
//! and says in words what it found; where there is nothing to compare with it says that too, for silence would look like
//! green.

use std::env;
use std::process::Command;

use anyhow::{Context, Result};

/// How CI systems name the branch that a pull request is to be merged into.
const TARGETS: [&str; 7] = [
    "GITHUB_BASE_REF",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    "BITBUCKET_PR_DESTINATION_BRANCH",
    "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
    "SYSTEM_PULLREQUEST_TARGETBRANCH",
    "CHANGE_TARGET",
    "DRONE_TARGET_BRANCH",
];
/// Where changes go when nobody says so, the likeliest first.
const MAINS: [&str; 6] = ["origin/HEAD", "upstream/HEAD", "origin/main", "origin/master", "main", "master"];

/// What a change is held against.
pub(crate) enum Base {
    /// A commit, and how it was found.
    Commit {
        /// Its hash.
        id: String,
        /// What it is, for people.
        what: String,
    },
    /// There is nothing to compare with, and why.
    Nothing(String),
    /// There should be, and it cannot be found.
    Lost(String),
}

impl Base {
    /// The commit to compare with: the merge base with `given`, or with the branch that CI names, either of which must be
    /// there; else with the main branch; else, on that branch itself, the commit before.
    pub(crate) fn find(given: Option<&str>) -> Result<Self> {
        let named = given.map(str::to_owned).or_else(target_of_ci);
        if let Some(name) = named {
            let short = name.strip_prefix("refs/heads/").unwrap_or(&name);
            for reference in [format!("origin/{short}"), name.clone()].iter().skip(usize::from(given.is_some())) {
                if let Some(id) = merge_base(reference)? {
                    return Ok(Self::Commit { id, what: format!("the merge base with {reference}") });
                }
            }
            return Ok(Self::Lost(format!(
                "git finds no common ancestor of HEAD and `{name}`; fetch it first, with its history (`git fetch \
                 --unshallow`, or a checkout with `fetch-depth: 0`)"
            )));
        }
        let Some(head) = commit("HEAD")? else {
            return Ok(Self::Nothing("this is no git repository, or one without a commit".to_owned()));
        };
        for reference in MAINS {
            match merge_base(reference)? {
                Some(id) if id != head => {
                    return Ok(Self::Commit { id, what: format!("the merge base with {reference}") });
                }
                _ => {}
            }
        }
        Ok(match commit("HEAD^")? {
            Some(id) => Self::Commit { id, what: "the commit before HEAD".to_owned() },
            None if is_shallow()? => Self::Nothing(
                "this clone is shallow, and has no earlier commit; `git fetch --unshallow` brings them".to_owned(),
            ),
            None => Self::Nothing("HEAD is the first commit".to_owned()),
        })
    }
}

fn target_of_ci() -> Option<String> {
    TARGETS.iter().filter_map(|name| env::var(name).ok()).find(|branch| !branch.trim().is_empty())
}

fn merge_base(reference: &str) -> Result<Option<String>> {
    Ok(git(&["merge-base", reference, "HEAD"])?.map(|id| id.trim().to_owned()))
}

fn commit(reference: &str) -> Result<Option<String>> {
    let id = git(&["rev-parse", "--verify", "--quiet", &format!("{reference}^{{commit}}")])?;
    Ok(id.map(|id| id.trim().to_owned()))
}

fn is_shallow() -> Result<bool> {
    Ok(git(&["rev-parse", "--is-shallow-repository"])?.is_some_and(|answer| answer.trim() == "true"))
}

/// A file's text at a commit; none when the commit has no such file. Whatever else keeps git from showing it is an
/// error, for "nothing to compare with" would be green.
pub(crate) fn text_at(commit: &str, file: &str) -> Result<Option<String>> {
    let listed = git(&["ls-tree", "--name-only", commit, "--", file])?;
    let listed = listed.with_context(|| format!("git cannot list {file} at {commit}"))?;
    if listed.trim().is_empty() {
        return Ok(None);
    }
    let text = git(&["show", &format!("{commit}:./{file}")])?;
    Ok(Some(text.with_context(|| format!("git cannot show {file} at {commit}"))?))
}

/// What git says; none when it says no.
fn git(args: &[&str]) -> Result<Option<String>> {
    let output = Command::new("git").args(args).output().context("cannot run git")?;
    if output.status.success() {
        return Ok(Some(String::from_utf8(output.stdout).context("git's output is not UTF-8")?));
    }
    Ok(None)
}
