//! How far an ingestion is, on a terminal; nothing elsewhere. It counts, and knows nothing of what is read.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::sources::Sources;
use crate::cli::counted;

/// How often the time is drawn anew.
const TICK: Duration = Duration::from_millis(120);

/// One bar over all files of a command.
pub(super) struct Progress {
    bar: ProgressBar,
    mib: u64,
}

impl Progress {
    pub(super) fn new(sources: &Sources) -> Self {
        let bar = ProgressBar::with_draw_target(Some(sources.files.len() as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:20} {pos}/{len} files  {msg}  {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        Self { bar, mib: sources.bytes.div_ceil(1 << 20) }
    }

    /// So many files are being read.
    pub(super) fn begin(&self, files: usize) {
        self.bar.set_message(format!("reading {} ({} MiB in all)", counted(files as u64, "file"), self.mib));
    }

    /// So many files are done, and so many documents were stored.
    pub(super) fn files(&self, files: usize, documents: u64) {
        self.bar.set_position(files as u64);
        if documents > 0 {
            self.bar.set_message(counted(documents, "document"));
        }
    }

    /// All files are done, and the index is brought up to date.
    pub(super) fn indexing(&self) {
        self.bar.set_position(self.bar.length().unwrap_or_default());
        self.bar.set_message("indexing");
    }

    /// Prints something without disturbing the bar.
    pub(super) fn aside(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
