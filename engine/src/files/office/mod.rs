//! Office documents as archives of parts: the archive with its limits, the XML of its parts, the properties that every
//! program writes, and every string that stands anywhere in it. What the parts of a format mean is its reader's business.

pub(crate) mod gathered;
pub(crate) mod package;
pub(crate) mod properties;
pub(crate) mod strings;
pub(crate) mod xml;
