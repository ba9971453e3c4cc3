//! The other side: tantivy, given the engine's own tokens, term frequencies without positions, two threads and a large
//! heap, serving from the segments that its merge policy left. It stores no text. Its BM25 has other constants and
//! one-byte lengths, so that a few of its best passages differ from ours; the work is the same.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use engine::retrieval::index::TITLE_WEIGHT;
use tantivy::collector::TopDocs;
use tantivy::columnar::Column;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use tantivy::{DocAddress, Index, Searcher, TantivyDocument, Term};

use crate::clock::Work;
use crate::corpus::Corpus;
use crate::peer::{Built, DEPTH, Peer, Serving, bytes_of, tokenizer};

const THREADS: usize = 2;
/// Heap of both threads, large enough that segments are written when they are large.
const HEAP_BYTES: usize = 512 << 20;
const TOKENIZER: &str = "engine";

/// Tantivy.
pub(crate) struct Tantivy;

impl Peer for Tantivy {
    type Serving = TantivyServing;

    fn build(corpus: &Corpus, folder: &Path) -> Result<Built> {
        let fields = Fields::new();
        let (started, work) = (Instant::now(), Work::of_process());
        let index = Index::create_in_dir(folder, fields.schema.clone())?;
        index.tokenizers().register(TOKENIZER, EngineTokenizer::new());
        let mut writer = index.writer_with_num_threads::<TantivyDocument>(THREADS, HEAP_BYTES)?;
        let mut number = 0_u64;
        corpus.read(|document| {
            for chunk in &document.chunks {
                let mut indexed = TantivyDocument::default();
                indexed.add_text(fields.text, titled(&document.title, chunk));
                indexed.add_u64(fields.number, number);
                writer.add_document(indexed)?;
                number += 1;
            }
            Ok(())
        })?;
        writer.commit()?;
        writer.wait_merging_threads()?;
        let (time, work) = (started.elapsed(), work.so_far());
        Ok(Built { time, work, bytes: bytes_of(folder)? })
    }

    fn open(folder: &Path) -> Result<TantivyServing> {
        let index = Index::open_in_dir(folder)?;
        let searcher = index.reader()?.searcher();
        let numbers = searcher.segment_readers().iter().map(|segment| segment.fast_fields().u64(NUMBER));
        let numbers = numbers.collect::<Result<_, _>>()?;
        Ok(TantivyServing { text: Fields::new().text, searcher, numbers })
    }
}

/// What is indexed of a chunk: its text, and its document's title as often as ours counts it.
fn titled(title: &str, chunk: &str) -> String {
    let mut text = String::with_capacity((title.len() + 1) * TITLE_WEIGHT + chunk.len());
    for _ in 0..TITLE_WEIGHT {
        text.push_str(title);
        text.push('\n');
    }
    text.push_str(chunk);
    text
}

const NUMBER: &str = "number";

struct Fields {
    schema: Schema,
    text: Field,
    number: Field,
}

impl Fields {
    fn new() -> Self {
        let mut schema = Schema::builder();
        let indexing =
            TextFieldIndexing::default().set_tokenizer(TOKENIZER).set_index_option(IndexRecordOption::WithFreqs);
        let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
        let number = schema.add_u64_field(NUMBER, FAST);
        Self { schema: schema.build(), text, number }
    }
}

/// An open index of tantivy's.
pub(crate) struct TantivyServing {
    text: Field,
    searcher: Searcher,
    numbers: Vec<Column<u64>>,
}

impl TantivyServing {
    fn search(&self, query: &str) -> Result<Vec<(f32, DocAddress)>> {
        let mut terms: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        tokenizer().each(query, |token| {
            let term = TermQuery::new(Term::from_field_text(self.text, token), IndexRecordOption::WithFreqs);
            terms.push((Occur::Should, Box::new(term)));
        });
        Ok(self.searcher.search(&BooleanQuery::new(terms), &TopDocs::with_limit(DEPTH).order_by_score())?)
    }
}

impl Serving for TantivyServing {
    fn answer(&self, query: &str) -> Result<()> {
        std::hint::black_box(self.search(query)?);
        Ok(())
    }

    fn best(&self, query: &str) -> Result<Vec<u64>> {
        let numbers = self.search(query)?.into_iter().map(|(_, address)| {
            let numbers = self.numbers.get(address.segment_ord as usize);
            numbers.and_then(|numbers| numbers.first(address.doc_id)).context("a passage has no number")
        });
        numbers.collect()
    }
}

/// The engine's tokens for tantivy. They are cut into one buffer, which is used again for the next text.
struct EngineTokenizer {
    cutter: engine::retrieval::Tokenizer,
    tokens: String,
    ends: Vec<usize>,
    token: Token,
}

impl EngineTokenizer {
    fn new() -> Self {
        Self { cutter: tokenizer(), tokens: String::new(), ends: Vec::new(), token: Token::default() }
    }
}

impl Clone for EngineTokenizer {
    /// Each thread has its own.
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Tokenizer for EngineTokenizer {
    type TokenStream<'a> = EngineTokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> EngineTokens<'a> {
        self.tokens.clear();
        self.ends.clear();
        self.cutter.each(text, |token| {
            self.tokens.push_str(token);
            self.ends.push(self.tokens.len());
        });
        self.token.reset();
        EngineTokens { cut: self, next: 0 }
    }
}

struct EngineTokens<'a> {
    cut: &'a mut EngineTokenizer,
    next: usize,
}

impl TokenStream for EngineTokens<'_> {
    fn advance(&mut self) -> bool {
        let EngineTokenizer { tokens, ends, token, .. } = &mut *self.cut;
        let Some(end) = ends.get(self.next) else { return false };
        let start = self.next.checked_sub(1).map_or(0, |before| ends[before]);
        token.text.clear();
        token.text.push_str(&tokens[start..*end]);
        token.position = self.next;
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.cut.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.cut.token
    }
}
