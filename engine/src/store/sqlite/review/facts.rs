//! The facts behind decisions: how one is written, refused or taken out, with its former state kept. Which of it is done is
//! decided elsewhere.

use rusqlite::params;
use rust_decimal::Decimal;

use super::Item;
use super::desk::{Desk, ROW, row_key};
use crate::code::UnitCode;
use crate::fact::FactKey;
use crate::language::numbers::notation::shows_another;
use crate::reading::Candidate;
use crate::store::review::{cited_place, key_of, line_of};
use crate::store::sqlite::decide::STATE;
use crate::store::sqlite::row::{review_code, tags_text};
use crate::store::{Action, Review};

impl Desk<'_> {
    /// Takes the fact of a former key out, after the item was given another one. What the document itself states under
    /// that key is refused; what only a person stated is merely not stated any more.
    pub(super) fn take_out(&self, item: &Item, former: &FactKey, action: Action) -> rusqlite::Result<()> {
        let read = key_of(&item.shown.candidate);
        if read.as_ref() == Some(former) {
            return self.refuse(item, former, action);
        }
        self.keep_former(item, former, action)?;
        self.connection
            .prepare_cached(&format!("UPDATE fact SET stated = 0 WHERE {ROW}"))?
            .execute(row_key(former, item.doc))
            .map(drop)
    }

    pub(super) fn refuse(&self, item: &Item, key: &FactKey, action: Action) -> rusqlite::Result<()> {
        self.keep_former(item, key, action)?;
        let rejected = review_code(Review::Rejected);
        self.connection
            .prepare_cached(&format!("UPDATE fact SET review = {rejected} WHERE {ROW}"))?
            .execute(row_key(key, item.doc))
            .map(drop)
    }

    /// Copies the present state of a fact to the history.
    fn keep_former(&self, item: &Item, key: &FactKey, action: Action) -> rusqlite::Result<()> {
        let (metric, entity, period, channel, doc) = row_key(key, item.doc);
        self.connection
            .prepare_cached(&format!(
                "INSERT INTO history ({STATE}, action, ended_run) SELECT {STATE}, ?6, ?7 FROM fact WHERE {ROW}"
            ))?
            .execute(params![metric, entity, period, channel, doc, action.as_str(), self.run])
            .map(drop)
    }

    /// Stores the fact that a person vouches for.
    pub(super) fn write_fact(
        &self,
        item: &Item,
        wanted: &Candidate,
        (key, value, unit): (&FactKey, Decimal, &UnitCode),
        action: Action,
    ) -> rusqlite::Result<()> {
        self.keep_former(item, key, action)?;
        let (metric, entity, period, channel, doc) = row_key(key, item.doc);
        let seen: i64 =
            self.connection
                .query_row("SELECT seen_run FROM review_item WHERE id = ?1", [item.id()], |row| row.get(0))?;
        let confidence = wanted.confidence.filter(|_| action == Action::Approved);
        let read_there = item.shown.candidate.value == Some(value);
        let shown = Some(&item.shown.text).filter(|text| read_there && shows_another(text, value));
        self.connection
            .prepare_cached(&format!(
                "INSERT OR REPLACE INTO fact ({STATE}, seen_run)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, 1, ?11, ?12, ?13, ?14, ?15, ?17, ?16)"
            ))?
            .execute(params![
                metric,
                entity,
                period,
                channel,
                doc,
                value.to_string(),
                unit.as_str(),
                cited_place(&item.shown.locator, &item.shown.candidate, value, unit),
                wanted.valid_as_of.map(|date| date.to_string()),
                review_code(Review::Approved),
                confidence.map(|confidence| confidence.to_string()),
                tags_text(&wanted.tags),
                item.source,
                i64::try_from(line_of(&item.shown.locator)).unwrap_or(i64::MAX),
                self.run,
                seen,
                shown,
            ])
            .map(drop)
    }

    pub(super) fn remember_fact(
        &self,
        item: i64,
        key: &FactKey,
        value: Decimal,
        unit: &UnitCode,
    ) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE review_item SET fact_metric = ?2, fact_entity = ?3, fact_period = ?4, fact_channel = ?5,
                     fact_value = ?6, fact_unit = ?7 WHERE id = ?1",
            )?
            .execute(params![
                item,
                key.metric.as_str(),
                key.entity.as_str(),
                key.period.value(),
                key.channel.as_str(),
                value.to_string(),
                unit.as_str()
            ])
            .map(drop)
    }
}
