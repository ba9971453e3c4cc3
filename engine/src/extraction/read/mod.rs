//! Files to grids, one module a format. A reader takes the bytes of a whole file and hands out its grids in the order of
//! the document; it keeps what the file says and decides nothing about it. Limits hold for what is really unpacked, and
//! every fault is a [`DocumentFault`](crate::ingestion::documents::DocumentFault), as for the readers of text.

pub(crate) mod csv;
pub(crate) mod xlsx;
