pub(crate) use crate::tantivy_peer::Tantivy as Ours;
