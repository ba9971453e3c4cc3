//! The facts behind decisions: how one is written, refused or taken out, with its former state kept. Which of it is done is
//! decided elsewhere.

use rusqlite::params;

use super::Item;
use super::desk::{Desk, ROW};
use crate::fact::{FactKey, Stated};
use crate::language::numbers::notation::shows_another;
use crate::reading::Candidate;
use crate::sqlite::Prepared;
use crate::store::review::{cited_place, key_of, line_of};
use crate::store::sqlite::decide::STATE;
use crate::store::sqlite::row::tags_text;
use crate::store::{Action, Review};

impl Desk<'_> {
    /// Takes the fact of a former key out, after the item was given another one. What the document itself states under
    /// that key is refused; what only a person stated is merely not stated any more.
    pub(super) fn take_out(&self, item: &Item, former: &FactKey, action: Action) -> rusqlite::Result<()> {
        let read = key_of(&item.shown.candidate);
        if read.as_ref() == Some(former) {
            return self.refuse(item, former, action);
        }
        self.end(item, former, action, "stated = 0")
    }

    /// Takes a fact out of answers, for good.
    pub(super) fn refuse(&self, item: &Item, key: &FactKey, action: Action) -> rusqlite::Result<()> {
        self.end(item, key, action, "review = 3")
    }

    /// Changes a fact, whose state until now goes to the history.
    fn end(&self, item: &Item, key: &FactKey, action: Action, change: &str) -> rusqlite::Result<()> {
        self.keep_former(item, key, action)?;
        let FactKey { metric, entity, period, channel } = key;
        let row = params![metric, entity, period, channel, item.doc];
        self.connection.change(&format!("UPDATE fact SET {change} WHERE {ROW}"), row).map(drop)
    }

    /// Copies the present state of a fact to the history.
    fn keep_former(&self, item: &Item, key: &FactKey, action: Action) -> rusqlite::Result<()> {
        let sql =
            format!("INSERT INTO history ({STATE}, action, ended_run) SELECT {STATE}, ?6, ?7 FROM fact WHERE {ROW}");
        let FactKey { metric, entity, period, channel } = key;
        self.connection.change(&sql, params![metric, entity, period, channel, item.doc, action, self.run]).map(drop)
    }

    /// Stores the fact that a person vouches for.
    pub(super) fn write_fact(
        &self,
        item: &Item,
        wanted: &Candidate,
        fact: &Stated,
        action: Action,
    ) -> rusqlite::Result<()> {
        let Stated { key, value, unit } = fact;
        self.keep_former(item, key, action)?;
        let seen: i64 = self.connection.value("SELECT seen_run FROM review_item WHERE id = ?1", [item.id()])?;
        let confidence = wanted.confidence.filter(|_| action == Action::Approved);
        let read_there = item.shown.candidate.value == Some(*value);
        let shown = Some(&item.shown.text).filter(|text| read_there && shows_another(text, *value));
        let sql = format!(
            "INSERT OR REPLACE INTO fact ({STATE}, seen_run)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, 1, ?11, ?12, ?13, ?14, ?15, ?17, ?16)"
        );
        let FactKey { metric, entity, period, channel } = key;
        let (value, locator) = (value.to_string(), cited_place(&item.shown.locator, &item.shown.candidate, fact));
        let (date, sure) = (wanted.valid_as_of.map(|date| date.to_string()), confidence.map(|sure| sure.to_string()));
        let (tags, line, review) = (tags_text(&wanted.tags), line_of(&item.shown.locator), Review::Approved);
        let (doc, source, run) = (item.doc, item.source, self.run);
        let row = params![
            metric, entity, period, channel, doc, value, unit, locator, date, review, sure, tags, source, line, run,
            seen, shown
        ];
        self.connection.change(&sql, row).map(drop)
    }

    pub(super) fn remember_fact(&self, item: i64, fact: &Stated) -> rusqlite::Result<()> {
        let sql = "UPDATE review_item SET fact_metric = ?2, fact_entity = ?3, fact_period = ?4, fact_channel = ?5,
             fact_value = ?6, fact_unit = ?7 WHERE id = ?1";
        let Stated { key: FactKey { metric, entity, period, channel }, value, unit } = fact;
        let row = params![item, metric, entity, period, channel, value.to_string(), unit];
        self.connection.change(sql, row).map(drop)
    }
}
