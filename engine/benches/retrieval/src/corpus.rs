//! Generated documents, the same on every machine, each made from its number alone. It imitates what an index feels of
//! real text: how common words are, how words of one subject keep company and come again, how long chunks and runs of
//! characters are. It has no meaning, no headings, and no overlap between chunks.

use std::fmt;
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::random::Random;
use crate::words::{Language, Vocabulary};

/// Chunks of one document.
pub(crate) const DOCUMENT_CHUNKS: u64 = 10;
/// Characters of a chunk at most, as the chunker cuts them, and at least.
const CHUNK_CHARACTERS: (usize, usize) = (400, 480);
/// Subjects that documents are about.
const SUBJECTS: usize = 1_000;
/// Words that a subject brings along, and as many that the document adds.
const SUBJECT_WORDS: usize = 16;
/// How often a word with a subject is one of the topic's.
const TOPICAL: f64 = 0.68;
/// How often a word is followed by one of its usual companions, and how many it has.
const COMPANY: f64 = 0.6;
const COMPANIONS: usize = 4;

/// What to generate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// In which language.
    pub(crate) language: Language,
    /// How many chunks.
    pub(crate) chunks: u64,
}

impl fmt::Display for Plan {
    /// Language and size: `zh 1,000,000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.chunks.to_string();
        write!(f, "{} ", self.language.as_str())?;
        for (index, digit) in digits.chars().enumerate() {
            let follows_group = index > 0 && (digits.len() - index).is_multiple_of(3);
            write!(f, "{}{digit}", if follows_group { "," } else { "" })?;
        }
        Ok(())
    }
}

/// A generated document.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Document {
    /// Its title.
    pub(crate) title: String,
    /// Its chunks' texts; the first one's number follows the last one's of the document before.
    pub(crate) chunks: Vec<String>,
}

/// Makes documents.
pub(crate) struct Author {
    plan: Plan,
    vocabulary: Vocabulary,
}

impl Author {
    pub(crate) fn new(plan: Plan) -> Self {
        Self { plan, vocabulary: Vocabulary::new(plan.language) }
    }

    /// Every document, in order.
    pub(crate) fn documents(&self) -> impl Iterator<Item = Document> {
        (0..self.plan.chunks.div_ceil(DOCUMENT_CHUNKS)).map(|number| self.document(number))
    }

    /// The document of a number, from 0.
    pub(crate) fn document(&self, number: u64) -> Document {
        let language = self.plan.language as u64;
        let mut random = Random::at(&[language, number]);
        let topic = self.topic(number, &mut random);
        let chunks = (self.plan.chunks - number * DOCUMENT_CHUNKS).min(DOCUMENT_CHUNKS);
        let title = self.write(&topic, &mut random, self.title_characters());
        let (least, most) = CHUNK_CHARACTERS;
        let chunks = (0..chunks).map(|_| {
            let characters = least + random.below(most - least + 1);
            self.write(&topic, &mut random, characters)
        });
        Document { title, chunks: chunks.collect() }
    }

    fn title_characters(&self) -> usize {
        match self.plan.language {
            Language::Zh => 16,
            Language::En => 48,
        }
    }

    /// Ranks of the words that the document keeps coming back to: its subject's and its own.
    fn topic(&self, number: u64, random: &mut Random) -> Vec<u64> {
        let subject = random.below(SUBJECTS) as u64;
        let words = (0..SUBJECT_WORDS as u64).flat_map(|word| {
            [[self.plan.language as u64, 1, subject, word], [self.plan.language as u64, 2, number, word]]
        });
        words.map(|place| self.vocabulary.draw_subject_word(&mut Random::at(&place))).collect()
    }

    /// Running text of about `characters`, and never more.
    fn write(&self, topic: &[u64], random: &mut Random, characters: usize) -> String {
        let mut writer = Writer::new(self.plan.language, characters);
        let (mut word, mut before) = (String::new(), None);
        loop {
            word.clear();
            if random.happens(self.plan.language.numbers()) {
                let number = if random.happens(0.5) { 1_950 + random.below(80) } else { random.below(20_000) };
                word.push_str(&number.to_string());
            } else {
                let rank = self.next_word(topic, before, random);
                self.vocabulary.push(rank, &mut word);
                before = Some(rank);
            }
            if !writer.push(&word, random) {
                return writer.text;
            }
        }
    }

    /// The rank of the word after another one: when it has a subject, often one of the topic's, and else often one of
    /// the usual companions of the word before. Both are drawn from the vocabulary's own distribution, so that the corpus
    /// as a whole keeps it.
    fn next_word(&self, topic: &[u64], before: Option<u64>, random: &mut Random) -> u64 {
        let rank = self.vocabulary.draw(random);
        if self.vocabulary.has_subject(rank) && random.happens(TOPICAL) {
            return topic[random.below(topic.len()).min(random.below(topic.len()))];
        }
        let Some(before) = before.filter(|_| random.happens(COMPANY)) else { return rank };
        let companion = random.below(COMPANIONS) as u64;
        self.vocabulary.draw(&mut Random::at(&[self.plan.language as u64, 3, before, companion]))
    }
}

/// Puts words together, with the language's spaces and stops.
struct Writer {
    language: Language,
    text: String,
    characters: usize,
    characters_max: usize,
    /// Characters (zh) or words (en) until the next stop.
    until_stop: usize,
}

impl Writer {
    fn new(language: Language, characters_max: usize) -> Self {
        // Words take at most a few bytes more than their characters say.
        Self {
            language,
            text: String::with_capacity(characters_max * 3),
            characters: 0,
            characters_max,
            until_stop: 10,
        }
    }

    /// Appends a word; `false` when there is no room left.
    fn push(&mut self, word: &str, random: &mut Random) -> bool {
        let characters = word.chars().count();
        // A space before and a stop behind.
        if self.characters + characters + 2 > self.characters_max {
            return false;
        }
        if self.language == Language::En && !self.text.is_empty() {
            self.text.push(' ');
            self.characters += 1;
        }
        self.text.push_str(word);
        self.characters += characters;
        let passed = if self.language == Language::Zh { characters } else { 1 };
        self.until_stop = self.until_stop.saturating_sub(passed);
        if self.until_stop == 0 {
            let (stop, until) = match self.language {
                Language::Zh => (*random.of(&['，', '，', '，', '。', '、']), 4 + random.below(10)),
                Language::En => (*random.of(&[',', '.']), 5 + random.below(15)),
            };
            self.text.push(stop);
            self.characters += 1;
            self.until_stop = until;
        }
        true
    }
}

/// A corpus on disk, so that reading it costs every index the same and generating it costs none.
pub(crate) struct Corpus {
    path: PathBuf,
    /// Bytes of all chunks and titles: what the sizes of indexes are measured against.
    pub(crate) text_bytes: u64,
}

impl Corpus {
    /// Generates it into a folder.
    pub(crate) fn write(plan: Plan, folder: &Path) -> Result<Self> {
        let path = folder.join("corpus.txt");
        let failed = || format!("cannot write {}", path.display());
        let mut file = BufWriter::new(File::create(&path).with_context(failed)?);
        let mut text_bytes = 0;
        for document in Author::new(plan).documents() {
            writeln!(file, "={}", document.title).with_context(failed)?;
            text_bytes += document.title.len() as u64;
            for chunk in &document.chunks {
                writeln!(file, " {chunk}").with_context(failed)?;
                text_bytes += chunk.len() as u64;
            }
        }
        file.flush().with_context(failed)?;
        Ok(Self { path, text_bytes })
    }

    /// Reads it, document by document.
    pub(crate) fn read(&self, mut each: impl FnMut(Document) -> Result<()>) -> Result<()> {
        let failed = || format!("cannot read {}", self.path.display());
        let file = BufReader::with_capacity(1 << 20, File::open(&self.path).with_context(failed)?);
        let mut document = Document::default();
        for line in file.lines() {
            let line = line.with_context(failed)?;
            if let Some(title) = line.strip_prefix('=') {
                if !document.chunks.is_empty() {
                    each(std::mem::take(&mut document))?;
                }
                title.clone_into(&mut document.title);
            } else if let Some(chunk) = line.strip_prefix(' ') {
                document.chunks.push(chunk.to_owned());
            } else {
                bail!("{} is damaged", self.path.display());
            }
        }
        if document.chunks.is_empty() { Ok(()) } else { each(document) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
