//! Inputs to begin with: files of the fixtures, parts of them, and golden questions.

use std::fs;
use std::path::Path;

use crate::Target;
use crate::package::{archive, parts, with_parts};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/qa");

const WORKBOOK: &[u8] = include_bytes!("../../../fixtures/insurer/reports/Template_2021.xlsx");
const SHEET: &str = "xl/worksheets/sheet1.xml";
const DECK: &[u8] = include_bytes!("../../../fixtures/insurer/reports/香港业绩简报_2021年.pptx");
const SLIDE: &str = "ppt/slides/slide1.xml";
const BODY: &str = "word/document.xml";

/// The body of a small Word file.
const WORD: &[u8] = "<w:document xmlns:w=\"w\"><w:body><w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>Review</w:t></w:r></w:p>\
    <w:p><w:r><w:t xml:space=\"preserve\">Sales rose in </w:t></w:r><w:ins><w:r><w:t>香港</w:t></w:r></w:ins><w:del><w:r>\
    <w:delText>Macau</w:delText></w:r></w:del></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>NBV</w:t></w:r></w:p></w:tc><w:tc><w:p>\
    <w:r><w:t>150.5</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>"
    .as_bytes();

/// Inputs above this size teach a fuzzer little for their time.
const SEED_BYTES_MAX: usize = 64 << 10;
/// Golden questions among the seeds.
const QUESTIONS_MAX: usize = 400;

type Parts<'p> = &'p [(&'p str, String)];

/// A Word file with this body.
pub(crate) fn document(body: &[u8], own: Parts<'_>) -> Vec<u8> {
    let own = own.iter().map(|(name, text)| (*name, text.as_bytes()));
    archive(std::iter::once((BODY, body)).chain(own)).expect("memory is there")
}

/// A deck with this slide as its first.
pub(crate) fn deck(slide: &[u8], own: Parts<'_>) -> Vec<u8> {
    of_fixture(DECK, (SLIDE, slide), own)
}

/// A workbook with this sheet as its first.
pub(crate) fn workbook(sheet: &[u8], own: Parts<'_>) -> Vec<u8> {
    of_fixture(WORKBOOK, (SHEET, sheet), own)
}

fn of_fixture(file: &[u8], part: (&str, &[u8]), own: Parts<'_>) -> Vec<u8> {
    let mut all = vec![part];
    all.extend(own.iter().map(|(name, text)| (*name, text.as_bytes())));
    with_parts(file, &all).expect("a fixture is an archive")
}

/// Inputs of a target.
pub(crate) fn of(target: Target) -> Vec<Vec<u8>> {
    let part = |ending: &str, begin: &str| {
        let parts = files(ending).into_iter().filter_map(|file| parts(&file)).flatten();
        parts.filter(|(name, _)| name.starts_with(begin) && !name.contains("_rels")).map(|(_, bytes)| bytes).collect()
    };
    let mut seeds: Vec<Vec<u8>> = match target {
        Target::Csv | Target::Facts => files("csv"),
        Target::Html => files("html"),
        Target::Jsonl => files("jsonl"),
        Target::Markdown => files("md"),
        Target::Pdf => files("pdf"),
        Target::Pptx => files("pptx"),
        Target::Xlsx => files("xlsx"),
        Target::Docx => vec![document(WORD, &[])],
        Target::DocxBody => vec![WORD.to_vec()],
        Target::PptxSlide => part("pptx", "ppt/slides/slide"),
        Target::XlsxSheet => part("xlsx", "xl/worksheets/sheet"),
        Target::Question => questions(),
    };
    seeds.retain(|seed| seed.len() <= SEED_BYTES_MAX);
    seeds
}

/// The files of the fixtures with an ending, by their names.
fn files(ending: &str) -> Vec<Vec<u8>> {
    let mut paths = Vec::new();
    let mut folders = vec![Path::new(FIXTURES).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.into_iter().filter_map(|path| fs::read(path).ok()).collect()
}

/// The texts of golden questions, which stand under their key on a line.
fn questions() -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(GOLDEN).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let texts = paths.into_iter().filter_map(|path| fs::read_to_string(path).ok());
    let lines: Vec<Vec<u8>> = texts.flat_map(|text| text.lines().filter_map(asked).collect::<Vec<_>>()).collect();
    let step = (lines.len() / QUESTIONS_MAX).max(1);
    lines.into_iter().step_by(step).collect()
}

/// The question of a line, as it is written in JSON.
fn asked(line: &str) -> Option<Vec<u8>> {
    let (_, from) = line.split_once("\"question\": \"")?;
    from.split_once('"').map(|(text, _)| text.as_bytes().to_vec())
}
