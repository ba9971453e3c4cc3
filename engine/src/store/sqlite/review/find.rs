//! Which item a decision about a key is about. Nothing here decides; where there is none, it says why.

use rusqlite::params;

use super::desk::{Desk, Outcome, ROW};
use super::{Item, insert, items, open_item};
use crate::fact::{FactKey, Stated};
use crate::reading::Candidate;
use crate::sqlite::{Fault, Prepared};
use crate::store::review::DECISION_MESSAGE;
use crate::store::sqlite::decide::document;
use crate::store::sqlite::row::OPEN;
use crate::store::sqlite::row::{self, ANSWERS, BY_KEY, COLUMNS, JOINS};
use crate::store::{DECISION_REASON, DecisionFault, NewReview, ReviewStatus, StoredFact};

impl Desk<'_> {
    /// The item that speaks about a key: the one behind the fact that answers, made for it when there is none; else the one
    /// whose decision took the fact out of answers; else the only one that was read with this key.
    pub(super) fn find(&self, key: &FactKey, doc: Option<&str>) -> Outcome<Item> {
        if let Some(doc) = doc {
            document(self.connection, doc)?;
        }
        let mut known = self.items_of(key, doc)?;
        let mut facts = self.facts(key, doc, ANSWERS)?;
        let mut docs: Vec<String> = facts.iter().map(|fact| fact.fact.lineage.doc.clone()).collect();
        docs.extend(known.iter().map(|item| item.shown.doc.clone()));
        docs.sort();
        docs.dedup();
        if docs.len() > 1 {
            return Ok(Err(DecisionFault::SeveralDocuments { key: key.clone(), docs }));
        }
        let about_key = |item: &Item| item.shown.fact.as_ref().is_some_and(|known| known.key == *key);
        if let Some(fact) = facts.pop() {
            let owner = known.iter().position(|item| item.shown.status.answers() && about_key(item));
            return match owner {
                Some(owner) => Ok(Ok(known.swap_remove(owner))),
                None => self.item_for(&fact).map(Ok),
            };
        }
        let refused = |item: &Item| item.shown.status == ReviewStatus::Rejected && about_key(item);
        if let Some(only) = only_position(&known, refused) {
            return Ok(Ok(known.swap_remove(only)));
        }
        match (known.pop(), docs.pop()) {
            (Some(item), _) if known.is_empty() => Ok(Ok(item)),
            (Some(last), Some(doc)) => {
                let items = known.iter().map(|item| item.shown.id).chain([last.shown.id]).collect();
                Ok(Err(DecisionFault::SeveralItems { key: key.clone(), doc, items }))
            }
            _ => Ok(Err(self.why_none(key, doc)?)),
        }
    }

    /// The items that were read with a key or decided to have it, and that their document still holds.
    fn items_of(&self, key: &FactKey, doc: Option<&str>) -> rusqlite::Result<Vec<Item>> {
        let read = "i.metric = ?1 AND i.entity = ?2 AND i.period = ?3 AND i.channel = ?4";
        let decided = "i.fact_metric = ?1 AND i.fact_entity = ?2 AND i.fact_period = ?3 AND i.fact_channel = ?4";
        let condition =
            format!("{OPEN} AND i.stated = 1 AND (?5 IS NULL OR d.name = ?5) AND (({read}) OR ({decided}))");
        let FactKey { metric, entity, period, channel } = key;
        items(self.connection, &condition, params![metric, entity, period, channel, doc])
    }

    /// Why there is nothing to decide about a key that no fact answers and no item speaks about.
    fn why_none(&self, key: &FactKey, doc: Option<&str>) -> rusqlite::Result<DecisionFault> {
        let former = self.facts(key, doc, "1")?;
        let doc_of = |stored: &StoredFact| stored.fact.lineage.doc.clone();
        if let Some(withdrawn) = former.iter().find(|stored| stored.withdrawn) {
            let doc = doc_of(withdrawn);
            let sql = "SELECT withdrawn FROM document WHERE name = ?1";
            let whole: bool = self.connection.value(sql, [&doc])?;
            return Ok(DecisionFault::Withdrawn { key: (!whole).then(|| key.clone()), doc });
        }
        if let Some(dropped) = former.iter().find(|stored| !stored.stated) {
            return Ok(DecisionFault::NotStated { key: key.clone(), doc: doc_of(dropped) });
        }
        let docs = self.facts(key, None, ANSWERS)?.iter().map(doc_of).collect();
        Ok(DecisionFault::UnknownFact { key: key.clone(), doc: doc.map(str::to_owned), docs })
    }

    /// The facts of a key that meet a condition, one a document.
    fn facts(&self, key: &FactKey, doc: Option<&str>, condition: &str) -> rusqlite::Result<Vec<StoredFact>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM fact AS s {JOINS} WHERE {BY_KEY} AND (?5 IS NULL OR d.name = ?5) AND {condition}
             AND {OPEN} ORDER BY d.name"
        );
        let FactKey { metric, entity, period, channel } = key;
        self.connection.all(&sql, params![metric, entity, period, channel, doc], row::fact)
    }

    /// Makes an item for a fact that answers, as if it had been read with the fact.
    fn item_for(&self, stored: &StoredFact) -> Result<Item, Fault> {
        let fact = &stored.fact;
        let doc = document(self.connection, &fact.lineage.doc)?;
        let FactKey { metric, entity, period, channel } = &fact.key;
        let (source, seen): (i64, i64) = self.connection.query_row(
            &format!("SELECT source, seen_run FROM fact WHERE {ROW}"),
            params![metric, entity, period, channel, doc],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let read = Candidate { valid_as_of: fact.valid_as_of, tags: stored.tags.clone(), ..Candidate::default() };
        let review = NewReview {
            locator: fact.lineage.locator.clone(),
            text: stored.shown.clone().unwrap_or_else(|| fact.value.to_string()),
            reason: DECISION_REASON.to_owned(),
            message: DECISION_MESSAGE.to_owned(),
            candidate: read.stating(&fact.key, fact.value, &fact.unit),
            cells: 1,
        };
        let id = insert(self.connection, doc, source, seen, &review)?;
        self.remember_fact(id, &Stated { key: fact.key.clone(), value: fact.value, unit: fact.unit.clone() })?;
        let item = open_item(self.connection, u64::try_from(id).unwrap_or_default())?;
        item.ok_or_else(|| Fault::Damaged(format!("review item {id} is gone")))
    }
}

/// The place of the one item that meets a condition; none when several do.
fn only_position(items: &[Item], condition: impl Fn(&Item) -> bool) -> Option<usize> {
    let mut found = items.iter().enumerate().filter(|(_, item)| condition(item)).map(|(at, _)| at);
    found.next().filter(|_| found.next().is_none())
}
