//! The lexical index of a workspace: brought up to date after documents changed, and looked at for a health report. How it
//! is made is the library's work; a search that finds it stale mends it too.

use engine::profile::Profile;
use engine::retrieval::index::{Freshness, Index, Unusable};
use engine::retrieval::store::{ChunkSource, SqliteChunkStore};
use engine::retrieval::vector::forget_gone;

use super::exit::Failure;
use super::workspace::{INDEX_FOLDER, VECTORS_FILE, Workspace};

/// Brings the index of a workspace up to the state of its documents, and drops vectors of those that are gone or restricted.
pub(super) fn refresh(workspace: &Workspace, profile: &Profile, store: &SqliteChunkStore) -> Result<(), Failure> {
    Index::open(&workspace.path(INDEX_FOLDER), store, profile.analyzer)?;
    forget_gone(&workspace.path(VECTORS_FILE), store)?;
    Ok(())
}

/// What the index of a workspace is like: `Ok` when it shows the present documents, else a remark on what is the matter.
pub(super) fn inspect(
    workspace: &Workspace,
    profile: &Profile,
    store: &SqliteChunkStore,
) -> Result<Result<String, String>, Failure> {
    let generation = store.state()?.generation;
    let found = Index::inspect(&workspace.path(INDEX_FOLDER), store, profile.analyzer);
    let why = match found? {
        Freshness::Fresh => return Ok(Ok("shows the present documents".to_owned())),
        Freshness::Unusable(Unusable::Missing) if generation == 0 => {
            return Ok(Ok("none yet, and none needed".to_owned()));
        }
        Freshness::Behind => {
            return Ok(Err("behind the documents; the next search or ingestion catches up".to_owned()));
        }
        Freshness::Unusable(why) => why,
    };
    let what = match why {
        Unusable::Missing => "there is none".to_owned(),
        Unusable::Foreign => "it is of another document store".to_owned(),
        Unusable::Newer => "it is newer than the documents, which were perhaps restored from a copy".to_owned(),
        Unusable::OtherTokens => "its texts were cut in another way".to_owned(),
        Unusable::Damaged { file, what } => format!("damaged ({file}: {what})"),
    };
    Ok(Err(format!("{what}; the next search or ingestion makes it again from the documents")))
}
