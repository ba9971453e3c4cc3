//! What stops a piece of work inside a database, before it is told which database that was and what was being done there.

use rusqlite::ErrorCode;

use super::error::StoreError;
use super::place::Location;
use super::seal;

/// Why work was broken off.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// Something that the store cannot have written.
    #[error("{0}")]
    Damaged(String),
    /// A decision names a document that is not stored.
    #[error("there is no document `{doc}`")]
    UnknownDocument { doc: String, nearest: Option<String> },
    /// A fault that knows its place.
    #[error(transparent)]
    Placed(#[from] StoreError),
}

/// A text that the store cannot have written, as a row's conversion hands it on.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct NotStored(pub(super) String);

impl Location {
    /// Turns what broke off a piece of work into a fault of this place.
    pub(crate) fn fault<F: Into<Fault>>(&self, doing: &'static str) -> impl Fn(F) -> StoreError + '_ {
        move |fault| match fault.into() {
            Fault::Sqlite(error) => self.sqlite_fault(doing, error),
            Fault::Damaged(what) => self.damaged(what),
            Fault::UnknownDocument { doc, nearest } => StoreError::UnknownDocument { kind: self.kind(), doc, nearest },
            Fault::Placed(error) => error,
        }
    }

    fn sqlite_fault(&self, doing: &'static str, error: rusqlite::Error) -> StoreError {
        let (kind, place) = (self.kind(), self.name().to_owned());
        match &error {
            rusqlite::Error::FromSqlConversionFailure(_, _, cause) if cause.is::<NotStored>() => {
                return self.damaged(cause.to_string());
            }
            rusqlite::Error::InvalidColumnType(column, _, found) => {
                return self.damaged(format!("column {column} of a row holds {found}"));
            }
            _ => {}
        }
        if seal::is_damage(&error) {
            let page = seal::damaged_page().map_or_else(|| "a page".to_owned(), |number| format!("page {number}"));
            return self.damaged(format!("{doing}: {page} does not hold what was written to it"));
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { kind, place },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly { kind, place },
            Some(ErrorCode::DiskFull) => StoreError::Full { kind, place },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => self.damaged(error.to_string()),
            _ => StoreError::Backend { kind, place, doing, cause: Box::new(error) },
        }
    }
}
