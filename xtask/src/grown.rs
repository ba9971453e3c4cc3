//! Which golden cases only demand more than they did at another commit: their lines there, held against those on disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use harness::golden::{Written, grown};

use crate::base::{Base, texts_at};
use crate::repository::{Folders, QA, RETRIEVAL, Repository};

/// The cases that have grown since a commit. Of folders that lie outside the repository, version control knows nothing.
pub(crate) fn grown_since(commit: &str, folders: &Folders, repository: &Repository) -> Result<BTreeSet<String>> {
    let mut cases = BTreeSet::new();
    for suite in [QA, RETRIEVAL] {
        let folder = folders.golden(repository).join(suite);
        if folder.is_relative() && folder.is_dir() {
            cases.extend(grown(&texts_at(commit, &folder)?, &texts_in(&folder)?));
        }
    }
    Ok(cases)
}

/// The cases that have grown since the commit that this working tree is held against; none where there is no such commit.
pub(crate) fn grown_here(folders: &Folders, repository: &Repository) -> Result<BTreeSet<String>> {
    match Base::find(None)? {
        Base::Commit { id, .. } => grown_since(&id, folders, repository),
        Base::First(_) | Base::Nothing(_) | Base::Lost(_) => Ok(BTreeSet::new()),
    }
}

fn texts_in(folder: &Path) -> Result<Vec<Written>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        if path.is_file() {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            texts.push((path.display().to_string(), text));
        }
    }
    Ok(texts)
}
