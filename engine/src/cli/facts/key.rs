//! From a person's wording to a key: each part goes through the profile's glossary, and one that is not understood is an
//! error that names the nearest known wording. Nothing is assumed but the channel TOTAL.

use engine::code::{ChannelCode, EntityCode, MetricCode};
use engine::fact::FactKey;
use engine::ingestion::{Column, Vocabulary};
use engine::period::Period;

use super::Book;
use crate::cli::exit::Failure;

/// Slashes in a key beyond which it is not worth reading.
const SLASHES_MAX: usize = 12;

impl Book {
    pub(in crate::cli) fn vocabulary(&self) -> Vocabulary<'_> {
        Vocabulary::new(&self.profile, &self.glossary)
    }

    pub(in crate::cli) fn metric(&self, wording: &str) -> Result<MetricCode, Failure> {
        self.known(Column::Metric, wording, self.glossary.metric(wording))
    }

    pub(in crate::cli) fn entity(&self, wording: &str) -> Result<EntityCode, Failure> {
        self.known(Column::Entity, wording, self.vocabulary().entity(wording))
    }

    pub(in crate::cli) fn channel(&self, wording: &str) -> Result<ChannelCode, Failure> {
        self.known(Column::Channel, wording, self.glossary.channel(wording))
    }

    pub(in crate::cli) fn period(&self, wording: &str) -> Result<Period, Failure> {
        self.vocabulary().period(wording).ok_or_else(|| {
            Failure::usage(format!("`{wording}` is not a period; write 2024, 2024H1, 2024Q3 or 2024-03"))
        })
    }

    pub(in crate::cli) fn known<T>(&self, column: Column, wording: &str, code: Option<T>) -> Result<T, Failure> {
        code.ok_or_else(|| {
            let near = self.vocabulary().nearest(column, wording);
            let next = near.map_or_else(
                || "`engine profile show` lists those that are known".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            Failure::usage(format!("the profile does not know the {column} `{wording}`; {next}"))
        })
    }

    /// The key that `text` means: METRIC/ENTITY/PERIOD[/CHANNEL]. A name may itself hold a slash (`P/E`), so every way
    /// to cut the text is tried; one of them, and no more, must make sense.
    pub(in crate::cli) fn key(&self, text: &str) -> Result<FactKey, Failure> {
        let pieces: Vec<&str> = text.split(['/', '／']).collect();
        if pieces.len() < 3 || pieces.len() > SLASHES_MAX {
            return Err(Failure::usage(format!("`{text}` is not a key; write METRIC/ENTITY/PERIOD[/CHANNEL]")));
        }
        let mut readings = cuts(text)
            .into_iter()
            .filter_map(|parts| self.key_of(&parts).ok())
            .collect::<std::collections::BTreeSet<FactKey>>()
            .into_iter();
        match (readings.next(), readings.next()) {
            (Some(key), None) => Ok(key),
            (Some(_), Some(_)) => {
                Err(Failure::usage(format!("`{text}` can be read in several ways; write codes instead of names")))
            }
            // The plain reading tells which part is not understood.
            (None, _) if pieces.len() <= 4 => self.key_of(&pieces),
            (None, _) => {
                Err(Failure::usage(format!("`{text}` has too many parts; write METRIC/ENTITY/PERIOD[/CHANNEL]")))
            }
        }
    }

    fn key_of(&self, parts: &[&str]) -> Result<FactKey, Failure> {
        let [metric, entity, period, channel @ ..] = parts else {
            return Err(Failure::usage("a key is METRIC/ENTITY/PERIOD[/CHANNEL]"));
        };
        Ok(FactKey {
            metric: self.metric(metric)?,
            entity: self.entity(entity)?,
            period: self.period(period)?,
            channel: channel.first().map_or_else(|| Ok(ChannelCode::total()), |channel| self.channel(channel))?,
        })
    }
}

/// Every way to cut `text` at slashes into three or four parts.
fn cuts(text: &str) -> Vec<Vec<&str>> {
    let slashes: Vec<(usize, &str)> = text.match_indices(['/', '／']).collect();
    let mut cuts = Vec::new();
    for chosen in 0_u32..1 << slashes.len().min(SLASHES_MAX) {
        if !(2..=3).contains(&chosen.count_ones()) {
            continue;
        }
        let (mut parts, mut start) = (Vec::new(), 0);
        for (number, (at, slash)) in slashes.iter().enumerate() {
            if chosen & (1 << number) != 0 {
                parts.extend(text.get(start..*at));
                start = at + slash.len();
            }
        }
        parts.extend(text.get(start..));
        cuts.push(parts);
    }
    cuts
}

#[cfg(test)]
mod tests;
