//! The index against a plain reference, whatever its history, its segments, and the state of its files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss, clippy::cast_possible_truncation)]

mod damage;
mod disk;
mod memory;
mod reference;
mod scores;

use std::sync::Arc;

use super::{Hit, Index};
use crate::document::Attributes;
use crate::profile::Analyzer;
use crate::retrieval::filter::Filter;
use memory::MemoryStore;

/// Numbers that look random and are the same in every run (Marsaglia, "Xorshift RNGs", 2003).
pub(super) struct Draw(pub(super) u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Below `end`.
    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 16) % end
    }

    /// Below `end`, small numbers more often.
    fn skewed(&mut self, end: u64) -> u64 {
        let (a, b) = (self.below(end), self.below(end));
        (self.below(a + 1)).min(b)
    }

    /// A text of `words` words, in either language.
    fn text(&mut self, words: u64) -> String {
        const HAN: [&str; 8] = ["营", "收", "增", "长", "利", "润", "市", "场"];
        let mut text = String::new();
        for _ in 0..words {
            match self.below(3) {
                0 => text.push_str(HAN[self.skewed(8) as usize]),
                1 => text.push_str(&format!(" w{} ", self.skewed(60))),
                _ => text.push_str(&format!(" growingly{} ", self.skewed(400))),
            }
        }
        text
    }

    fn attributes(&mut self) -> Attributes {
        let pick = |draw: &mut Self, values: [&str; 3]| Some(values[draw.below(3) as usize].to_owned());
        Attributes {
            entity: pick(self, ["HK", "CN", "EU"]),
            language: (self.below(4) > 0).then(|| "zh".to_owned()),
            period: pick(self, ["2023", "2024", "2024-Q1"]),
            ..Attributes::default()
        }
    }

    /// Puts or removes `count` documents of up to `chunks` chunks.
    fn change(&mut self, store: &MemoryStore, count: u64, chunks: u64) {
        for _ in 0..count {
            let name = format!("d{:03}", self.below(40));
            if self.below(5) == 0 {
                store.remove(&name);
                continue;
            }
            let title = self.text(3);
            let count = 1 + self.below(chunks);
            let texts: Vec<String> = (0..count)
                .map(|_| {
                    let words = 1 + self.below(25);
                    self.text(words)
                })
                .collect();
            store.put(&name, &title, self.attributes(), &texts);
        }
    }
}

/// Filters of all kinds, one of which lets nothing through.
pub(super) fn filters() -> Vec<Filter> {
    use crate::retrieval::filter::Attribute::{Doc, Entity, Language, Period, Topic};
    vec![
        Filter::none(),
        Filter::none().with(Entity, ["HK"]),
        Filter::none().with(Entity, ["HK", "EU"]).with(Language, ["zh"]).with(Period, ["2024"]),
        Filter::none().with(Doc, ["d003", "d017", "nothing of that name"]),
        Filter::none().with(Topic, ["any"]),
    ]
}

/// Queries of all kinds, one of which finds nothing.
pub(super) const QUERIES: [&str; 6] =
    ["营收增长", "w0 w1 w3 growingly2", "w0 w0 W0 市场 growingly7 利润 w5 w50", "营", "growingly399 长收", "zebra"];

/// Fails unless the index finds what the reference finds.
pub(super) fn agree(index: &Index, store: &MemoryStore, analyzer: Analyzer) {
    for filter in filters() {
        assert_eq!(index.admitted(&filter).unwrap(), reference::admitted(store, &filter), "{filter:?}");
        for query in QUERIES {
            let expected = reference::search(store, query, &filter, analyzer);
            for depth in [1, 10, 100_000] {
                let hits = index.search(query, &filter, depth).unwrap();
                reference::assert_same(&hits, &expected, depth);
            }
        }
    }
}

/// All hits of all queries, exactly.
pub(super) fn everything(index: &Index) -> Vec<Vec<Hit>> {
    let searches = filters().into_iter().flat_map(|filter| QUERIES.map(|query| (filter.clone(), query)));
    searches.map(|(filter, query)| index.search(query, &filter, 50).unwrap()).collect()
}

/// A store with a history of `changes` documents.
pub(super) fn stocked(seed: u64, changes: u64, chunks: u64) -> Arc<MemoryStore> {
    let store = MemoryStore::default();
    Draw(seed | 1).change(&store, changes, chunks);
    Arc::new(store)
}
