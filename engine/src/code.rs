//! Controlled codes: the words that a profile, a fact and an answer share. A code is what a person's wording is resolved
//! *to*; it deliberately has no way to be made from a question: that takes the glossary of a profile.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

macro_rules! code {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Wraps a code as the profile or a store spells it.
            pub fn new(code: impl Into<Arc<str>>) -> Self {
                Self(code.into())
            }

            /// The code's spelling.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

code! {
    /// What is measured, such as `REVENUE`.
    MetricCode
}
code! {
    /// Who or what it is measured for, such as `HK`.
    EntityCode
}
code! {
    /// The channel a fact is split by; [`ChannelCode::total`] is the sum over all channels.
    ChannelCode
}
code! {
    /// The unit a value is stated in, such as `USD_M`.
    UnitCode
}

impl ChannelCode {
    /// The code that every profile has.
    pub const TOTAL: &'static str = "TOTAL";

    /// The channel that a question means when it names none.
    pub fn total() -> Self {
        Self::new(Self::TOTAL)
    }

    /// Whether this is [`ChannelCode::TOTAL`].
    pub fn is_total(&self) -> bool {
        &*self.0 == Self::TOTAL
    }
}
