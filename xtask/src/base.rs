//! Which commit a change is held against: the one that its branch left the branch it is to be merged into. It asks git,
//! and says in words what it found; where there is nothing to compare with it says that too, for silence would look like
//! green. References are asked for by their full names, since git takes a tag for a branch of its name.

use std::env;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use harness::golden::Written;

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
const MAINS: [&str; 6] = [
    "refs/remotes/origin/HEAD",
    "refs/remotes/upstream/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
];

/// What a change is held against.
pub(crate) enum Base {
    /// A commit, and how it was found.
    Commit {
        /// Its hash.
        id: String,
        /// What it is, for people.
        what: String,
    },
    /// There never was anything to compare with, and why.
    First(String),
    /// There is nothing to compare with here, and why.
    Nothing(String),
    /// There should be, and it cannot be found.
    Lost(String),
}

impl Base {
    /// The commit to compare with: the merge base with `given`, or with the branch that CI names, either of which must be
    /// there; else with the main branch; else, on that branch itself, the commit before. HEAD is never held against itself.
    pub(crate) fn find(given: Option<&str>) -> Result<Self> {
        let Some(head) = commit("HEAD")? else {
            return Ok(Self::Nothing("this is no git repository, or one without a commit".to_owned()));
        };
        if let Some(name) = given {
            return named_by_hand(name, &head);
        }
        if let Some(name) = target_of_ci() {
            let short = name.strip_prefix("refs/heads/").unwrap_or(&name);
            match merge_base_with_any(&[format!("refs/remotes/origin/{short}"), format!("refs/heads/{short}")])? {
                None => return Ok(lost(&name)),
                // The pushed branch itself: what is on it already is for the others below to say.
                Some((id, _)) if id == head => {}
                Some((id, reference)) => {
                    return Ok(Self::Commit { id, what: format!("the merge base with {}", short_name(&reference)) });
                }
            }
        }
        let mut has_main = false;
        for reference in MAINS {
            match merge_base(reference)? {
                Some(id) if id != head => {
                    return Ok(Self::Commit { id, what: format!("the merge base with {}", short_name(reference)) });
                }
                found => has_main |= found.is_some(),
            }
        }
        the_commit_before(has_main)
    }
}

/// What somebody names is taken for a branch first, then for whatever git takes it for.
fn named_by_hand(name: &str, head: &str) -> Result<Base> {
    let references = [format!("refs/heads/{name}"), format!("refs/remotes/{name}"), name.to_owned()];
    Ok(match merge_base_with_any(&references)? {
        None => lost(name),
        // What is not committed yet is compared with HEAD; what is, would be compared with itself.
        Some((id, _)) if id == head && is_committed()? && commit("HEAD^")?.is_some() => Base::Nothing(format!(
            "`{name}` has everything that HEAD has, so that it would be held against itself; name the commit before, \
             such as HEAD^"
        )),
        Some((id, _)) => Base::Commit { id, what: format!("the merge base with {name}") },
    })
}

fn lost(name: &str) -> Base {
    Base::Lost(format!(
        "git finds no common ancestor of HEAD and `{name}`; fetch it first, with its history (`git fetch --unshallow`, or a \
         checkout with `fetch-depth: 0`)"
    ))
}

/// The first parent, and what that leaves unseen where the clone has no main branch.
fn the_commit_before(has_main: bool) -> Result<Base> {
    Ok(match commit("HEAD^")? {
        Some(id) if has_main => Base::Commit { id, what: "the commit before HEAD".to_owned() },
        Some(id) => Base::Commit {
            id,
            what: "the commit before HEAD alone (this clone has no main branch; fetch it to hold the whole branch against \
                   it)"
            .to_owned(),
        },
        None if is_shallow()? => Base::Nothing(
            "this clone is shallow, and has no earlier commit; `git fetch --unshallow` brings them".to_owned(),
        ),
        None => Base::First("HEAD is the first commit".to_owned()),
    })
}

fn target_of_ci() -> Option<String> {
    TARGETS.iter().filter_map(|name| env::var(name).ok()).find(|branch| !branch.trim().is_empty())
}

fn short_name(reference: &str) -> &str {
    reference.trim_start_matches("refs/remotes/").trim_start_matches("refs/heads/")
}

fn merge_base_with_any(references: &[String]) -> Result<Option<(String, String)>> {
    for reference in references {
        if let Some(id) = merge_base(reference)? {
            return Ok(Some((id, reference.clone())));
        }
    }
    Ok(None)
}

fn merge_base(reference: &str) -> Result<Option<String>> {
    Ok(git(&["merge-base", "--", reference, "HEAD"])?.map(|id| id.trim().to_owned()))
}

fn commit(reference: &str) -> Result<Option<String>> {
    let id = git(&["rev-parse", "--verify", "--quiet", &format!("{reference}^{{commit}}")])?;
    Ok(id.map(|id| id.trim().to_owned()))
}

fn is_shallow() -> Result<bool> {
    Ok(git(&["rev-parse", "--is-shallow-repository"])?.is_some_and(|answer| answer.trim() == "true"))
}

/// Whether the working tree has nothing that HEAD has not.
fn is_committed() -> Result<bool> {
    Ok(git(&["status", "--porcelain"])?.is_some_and(|answer| answer.trim().is_empty()))
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

/// The texts of the files of a folder at a commit, with their paths; none when the commit has no such folder.
pub(crate) fn texts_at(commit: &str, folder: &Path) -> Result<Vec<Written>> {
    let folder = folder.to_string_lossy();
    let listed = git(&["ls-tree", "-r", "-z", "--name-only", commit, "--", &folder])?;
    let listed = listed.with_context(|| format!("git cannot list {folder} at {commit}"))?;
    let text = |file: &str| {
        let text = git(&["show", &format!("{commit}:./{file}")])?;
        Ok((file.to_owned(), text.with_context(|| format!("git cannot show {file} at {commit}"))?))
    };
    listed.split('\0').filter(|file| !file.is_empty()).map(text).collect()
}

/// What git says; none when it says no.
fn git(args: &[&str]) -> Result<Option<String>> {
    let output = Command::new("git").args(args).output().context("cannot run git")?;
    if output.status.success() {
        return Ok(Some(String::from_utf8(output.stdout).context("git's output is not UTF-8")?));
    }
    Ok(None)
}
