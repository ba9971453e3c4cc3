//! What a `list` command shows of a store: a page as a table, or JSON lines to the end. It knows no store and no column.

use std::ops::ControlFlow;

use engine::store::StoreError;
use serde::Serialize;

use super::exit::Failure;
use super::table::{Layout, table};
use super::{note, print, stream_json};

/// Which part of a list is wanted, and in which form.
pub(super) struct Listing {
    pub(super) json: bool,
    /// Most things to show; a page in a table and all as JSON when absent.
    pub(super) limit: Option<u64>,
    pub(super) offset: u64,
    /// Rows of a table, unless there is a limit.
    pub(super) page: u64,
}

impl Listing {
    /// Shows what `list` visits, which begins at the offset. Returns whether there was anything.
    pub(super) fn show<T: Serialize>(
        &self,
        things: &str,
        columns: &[(&str, Layout)],
        row: impl Fn(&T) -> Vec<String>,
        list: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> Result<(), StoreError>,
    ) -> Result<bool, Failure> {
        let most = self.limit.unwrap_or(if self.json { u64::MAX } else { self.page });
        let (mut shown, mut more, mut rows) = (0, false, Vec::new());
        let mut written = Ok(ControlFlow::Continue(()));
        list(&mut |thing| {
            more = shown == most;
            if more {
                return ControlFlow::Break(());
            }
            shown += 1;
            if self.json {
                written = stream_json(&thing);
                return *written.as_ref().unwrap_or(&ControlFlow::Break(()));
            }
            rows.push(row(&thing));
            ControlFlow::Continue(())
        })?;
        let _ = written?;
        if !rows.is_empty() {
            print(&table(columns, rows))?;
        }
        if more && !self.json {
            note(format_args!(
                "more {things} follow: --offset {} shows the next ones",
                self.offset.saturating_add(most)
            ));
        }
        Ok(shown > 0)
    }
}
