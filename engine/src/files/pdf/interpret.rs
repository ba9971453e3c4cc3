//! A PDF's bytes to what its pages draw: the kept interpreter `hayro` draws each page once into a [`Collector`], on a thread
//! of its own whose stack nesting cannot exhaust, while the caller reads what was drawn. Limits hold for what is really
//! unpacked and drawn. It decides nothing about what is drawn.

use std::any::Any;
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf, PdfData};
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};

use super::glyphs::{Collector, Drawn, Stopped};
use super::quota;
use super::strings::{self, Found, text_string};
use crate::files::DocumentFault;

/// Bytes of the stack on which a file is interpreted: objects may be nested deeply.
const STACK_BYTES: usize = 256 << 20;

/// Unpacked contents of pages after which the file is opened anew: the library keeps those of every page that was drawn.
const HELD_BYTES_MAX: usize = 64 << 20;

/// Most things that the pages of a file draw: so many for each of its bytes, some more for a small file, and never more than
/// a computer can draw. A page of dense text draws some five thousand, and packs to some five thousand bytes.
const DRAWN_BASE: usize = 1_000_000;
const DRAWN_A_BYTE: usize = 4;
const DRAWN_MAX: usize = 20_000_000;

/// Pieces of pages that may wait to be read; a dense page has two.
const DRAWN_WAITING: usize = 16;

/// What stands at the end of every PDF (ISO 32000-1, 7.5.5), within so many bytes of it (implementation note 18 of Adobe's
/// reference of PDF 1.7).
const END_MARK: &[u8] = b"%%EOF";
const END_WITHIN: usize = 1024;

/// What a PDF says about itself.
#[derive(Debug)]
pub(super) struct Information {
    pub(super) title: Option<String>,
    /// Every string of it that is not drawn.
    pub(super) strings: String,
    /// Files inside of the file.
    pub(super) embedded: u64,
    /// Pictures.
    pub(super) pictures: u64,
    /// Whether a property says that not everybody may read the document.
    pub(super) is_label: bool,
}

/// Draws the pages of a file and hands what they show to `take`, in the order of the file.
pub(super) fn interpret(bytes: Vec<u8>, take: &mut dyn FnMut(Drawn)) -> Result<Information, DocumentFault> {
    check_end(&bytes)?;
    quota::check_streams(&bytes)?;
    let (sender, receiver) = sync_channel(DRAWN_WAITING);
    let drawn_max = DRAWN_MAX.min(DRAWN_BASE + DRAWN_A_BYTE * bytes.len());
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("pdf".to_owned()).stack_size(STACK_BYTES);
        let drawing = thread.spawn_scoped(scope, move || draw_all(bytes, Collector::new(sender, drawn_max)))?;
        for drawn in receiver {
            take(drawn);
        }
        drawing.join().unwrap_or_else(|panic: Box<dyn Any + Send>| match panic.downcast_ref() {
            Some(Stopped::TooMuch) => Err(DocumentFault::TooMany { what: "drawn elements", most: drawn_max }),
            // The library may give up on hostile bytes by panicking, which whoever reads the file contains.
            Some(Stopped::Unheard) | None => resume_unwind(panic),
        })
    })
}

/// Whether a PDF was cut off. The interpreter finds pages in it all the same, and they are not all.
fn check_end(bytes: &[u8]) -> Result<(), DocumentFault> {
    let end = bytes.get(bytes.len().saturating_sub(END_WITHIN)..).unwrap_or_default();
    let has_end = end.windows(END_MARK.len()).any(|window| window == END_MARK);
    if bytes.starts_with(b"%PDF-") && !has_end { Err(DocumentFault::CutOff) } else { Ok(()) }
}

fn draw_all(bytes: Vec<u8>, mut collector: Collector) -> Result<Information, DocumentFault> {
    let file_bytes = bytes.len();
    let mut data = PdfData::from(bytes);
    let mut done = 0;
    loop {
        let pdf = open(data)?;
        if done == 0 {
            quota::check(&pdf, file_bytes)?;
        }
        let cache = InterpreterCache::new();
        let mut held = 0;
        for page in pdf.pages().iter().skip(done) {
            held += draw(&pdf, page, &cache, &mut collector);
            done += 1;
            if held > HELD_BYTES_MAX {
                break;
            }
        }
        if done >= pdf.pages().len() {
            return Ok(Information::of(&pdf));
        }
        data = pdf.data().clone();
    }
}

fn open(data: PdfData) -> Result<Pdf, DocumentFault> {
    Pdf::new(data).map_err(|error| match error {
        LoadPdfError::Decryption(_) => DocumentFault::Encrypted,
        LoadPdfError::Invalid => DocumentFault::Pdf,
    })
}

/// Draws a page: upright, in points, with y growing downwards. Tells how many bytes its contents are.
fn draw<'a>(pdf: &'a Pdf, page: &Page<'a>, cache: &InterpreterCache<'a>, collector: &mut Collector) -> usize {
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, width.into(), height.into());
    let transform = page.initial_transform(true).to_kurbo();
    let mut context = Context::new(transform, area, cache, pdf.xref(), InterpreterSettings::default());
    collector.begin_page(area);
    interpret_page(page, &mut context, collector);
    let content_bytes = page.page_stream().map_or(0, <[u8]>::len);
    collector.end_page(content_bytes);
    content_bytes
}

impl Information {
    fn of(pdf: &Pdf) -> Self {
        let Found { strings, embedded, pictures, is_label } = strings::read(pdf);
        Self { title: pdf.metadata().title.as_deref().map(text_string), strings, embedded, pictures, is_label }
    }
}
