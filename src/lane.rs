//! The parts of the pipeline that are asked alone, and their names. Which cases a lane has is for its suite to say.

use crate::words::words;

words! {
    /// Which part of the pipeline is asked.
    pub enum Lane {
        /// No model: intent, gate and direct lookup; the ceiling of the pipeline.
        Tool = "tool",
        /// The whole engine with a provider.
        Agent = "agent",
        /// The reading of documents alone: the only lane of the extraction suite.
        Extraction = "extraction",
        /// The search for passages alone: the only lane of the retrieval suite.
        Retrieval = "retrieval",
        /// The whole engine over copies in which the sources of answers are altered: the only lane of its suite.
        Counterfactual = "counterfactual",
    }
}

impl Lane {
    /// The suite that it is a lane of.
    pub fn suite(self) -> &'static str {
        match self {
            Self::Tool | Self::Agent => "qa",
            Self::Extraction => "extraction",
            Self::Retrieval => "retrieval",
            Self::Counterfactual => "counterfactual",
        }
    }

    /// The first lane of its suite, which the other lanes are held against.
    #[must_use]
    pub fn first(self) -> Self {
        Self::ALL.into_iter().find(|lane| lane.suite() == self.suite()).unwrap_or(self)
    }

    /// The folder of its golden set.
    pub fn golden(self) -> &'static str {
        match self {
            Self::Tool | Self::Agent | Self::Counterfactual => "qa",
            Self::Extraction => "extraction",
            Self::Retrieval => "retrieval",
        }
    }

    /// Whether it is run only where it is asked for: it asks the questions of another lane three times over, each time of
    /// other sources, and takes as much longer.
    pub fn is_extra(self) -> bool {
        self == Self::Counterfactual
    }

    /// The argument of `cargo xtask` that means this lane alone.
    pub fn argument(self) -> &'static str {
        match self {
            Self::Tool => "--lane tool",
            Self::Agent => "--lane agent",
            Self::Extraction => "--suite extraction",
            Self::Retrieval => "--suite retrieval",
            Self::Counterfactual => "--suite counterfactual",
        }
    }

    /// Suite and lane, as files and reports name them.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tool => "qa.tool",
            Self::Agent => "qa.agent",
            Self::Extraction => "extraction",
            Self::Retrieval => "retrieval",
            Self::Counterfactual => "counterfactual",
        }
    }
}
