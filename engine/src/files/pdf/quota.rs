//! How much work a PDF may ask for, told before any of it is done: what its streams unpack to, and what its pages draw when
//! each form that they draw is drawn again each time. The interpreter asks nobody while it unpacks and while a form draws
//! forms, so that a file of five kilobytes could keep it busy for ever. Nothing is drawn here.

use std::collections::HashMap;
use std::io::{self, Read};

use flate2::read::{DeflateDecoder, ZlibDecoder};
use hayro_interpret::hayro_syntax::Filter;
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::content::UntypedIter;
use hayro_interpret::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use hayro_interpret::hayro_syntax::page::{Page, Resources};

use crate::files::DocumentFault;

/// Most bytes that one stream unpacks to, and all of them that are no pictures. A thousand dense pages have some fifty MiB
/// of contents, and the fonts of a large report some twenty.
const STREAM_BYTES_MAX: u64 = 64 << 20;
const STREAMS_BYTES_MAX: u64 = 256 << 20;

/// Most bytes that the pages of a file draw, forms counted each time they are drawn: so many at least, and more for a larger
/// file. A page of dense text has some fifty KiB, and packs to a quarter of it.
const DRAWN_BYTES_BASE: u64 = 32 << 20;
const DRAWN_BYTES_A_BYTE: u64 = 32;

/// What a byte that packs best unpacks to: 258 of 2 bits with deflate (RFC 1951), 4,096 of 12 bits with LZW, 128 of 2 bytes
/// with runs.
const DEFLATE_RATIO: u64 = 1_032;
const LZW_RATIO: u64 = 2_731;
const RUNS_RATIO: u64 = 64;

/// Most bytes of a calculator function (a tint's, say), times the bytes that are drawn: each change of a colour may run it.
const FUNCTION_WORK_MAX: u64 = 20_000_000_000;

/// How deep forms may stand in forms. The interpreter draws no deeper ones.
const DEPTH_MAX: u32 = 50;

/// The least that a form costs: its state is kept, and its clip is cut.
const FORM_BYTES: u64 = 32;

/// Fails when any stream of the bytes of a file unpacks to more than a stream may. It knows no objects, because some streams
/// hold the objects: those are unpacked when the file is opened.
pub(super) fn check_streams(bytes: &[u8]) -> Result<(), DocumentFault> {
    let mut rest = bytes;
    while let Some(at) = find(rest, b"stream") {
        rest = rest.get(at + b"stream".len()..).unwrap_or_default();
        let data = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).or_else(|| rest.strip_prefix(b"\r"));
        let Some(data) = data else { continue };
        let packed = find(data, b"endstream").unwrap_or(data.len());
        let data = data.get(..packed).unwrap_or_default();
        if data.len() as u64 * DEFLATE_RATIO > STREAM_BYTES_MAX {
            at_most_unpacked(inflated(data, STREAM_BYTES_MAX))?;
        }
        rest = rest.get(packed..).unwrap_or_default();
    }
    Ok(())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

fn at_most_unpacked(bytes: u64) -> Result<(), DocumentFault> {
    if bytes > STREAM_BYTES_MAX {
        return Err(DocumentFault::TooMany {
            what: "bytes in one of its streams, unpacked",
            most: usize::try_from(STREAM_BYTES_MAX).unwrap_or(usize::MAX),
        });
    }
    Ok(())
}

/// How many bytes deflated data unpacks to, as far as it can be read and no more than just above `most`.
fn inflated(data: &[u8], most: u64) -> u64 {
    let zlib = count(ZlibDecoder::new(data), most);
    if zlib > 0 { zlib } else { count(DeflateDecoder::new(data), most) }
}

fn count(reader: impl Read, most: u64) -> u64 {
    let mut counted = Counted(0);
    // What is damaged further on was unpacked up to there.
    let _ = io::copy(&mut reader.take(most + 1), &mut counted);
    counted.0
}

/// Counts what is written.
struct Counted(u64);

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How many bytes a stream unpacks to: exactly where it matters, else at most.
fn unpacked(stream: &Stream<'_>) -> u64 {
    let data = stream.raw_data();
    let mut most = data.len() as u64;
    let filters = stream.filters();
    for filter in &filters {
        most = most.saturating_mul(match filter {
            Filter::FlateDecode => DEFLATE_RATIO,
            Filter::LzwDecode => LZW_RATIO,
            Filter::RunLengthDecode => RUNS_RATIO,
            _ => 1,
        });
    }
    match &*filters {
        // Small enough, however well it is packed.
        _ if most <= STREAM_BYTES_MAX / 64 => most,
        [] => most,
        [Filter::FlateDecode] => inflated(&data, STREAM_BYTES_MAX),
        // Packed otherwise, or twice: what packs so well is no text.
        [Filter::LzwDecode | Filter::RunLengthDecode] => most.min(data.len() as u64 * RUNS_RATIO),
        _ => match stream.decoded_data() {
            Ok(decoded) if most <= STREAM_BYTES_MAX => decoded.len() as u64,
            _ => most,
        },
    }
}

/// Fails when a file asks for more work than a report of its size can need.
pub(super) fn check(pdf: &Pdf, file_bytes: usize) -> Result<(), DocumentFault> {
    let mut work = Work { lengths: HashMap::new(), drawn: HashMap::new(), functions: 0 };
    let mut all: u64 = 0;
    for object in pdf.objects() {
        if let Object::Stream(stream) = object {
            all = all.saturating_add(work.add(&stream)?);
        }
    }
    too_many("bytes in its streams, unpacked", all, STREAMS_BYTES_MAX)?;
    let most = DRAWN_BYTES_BASE.saturating_add(DRAWN_BYTES_A_BYTE * file_bytes as u64);
    let mut drawn: u64 = 0;
    for page in pdf.pages().iter() {
        drawn = drawn.saturating_add(work.page(page));
        too_many("bytes of drawing, forms counted each time they are drawn", drawn, most)?;
    }
    let what = "steps of functions, counted for all that is drawn";
    too_many(what, drawn.saturating_mul(work.functions), FUNCTION_WORK_MAX)
}

fn too_many(what: &'static str, found: u64, most: u64) -> Result<(), DocumentFault> {
    if found <= most {
        return Ok(());
    }
    Err(DocumentFault::TooMany { what, most: usize::try_from(most).unwrap_or(usize::MAX) })
}

/// What is known of a file's streams.
struct Work {
    /// What each stream unpacks to.
    lengths: HashMap<ObjectIdentifier, u64>,
    /// What each form draws, itself included; none while that is being found out.
    drawn: HashMap<ObjectIdentifier, Option<u64>>,
    /// Bytes of the longest calculator function.
    functions: u64,
}

impl Work {
    /// Notes a stream. Returns its length, unless it is a picture, which nobody unpacks.
    fn add(&mut self, stream: &Stream<'_>) -> Result<u64, DocumentFault> {
        let dict = stream.dict();
        if dict.get::<Name<'_>>(b"Subtype").is_some_and(|kind| &*kind == b"Image") {
            return Ok(0);
        }
        let length = unpacked(stream);
        at_most_unpacked(length)?;
        self.lengths.insert(stream.obj_id(), length);
        if dict.get::<i32>(b"FunctionType") == Some(4) {
            self.functions = self.functions.max(length);
        }
        Ok(length)
    }

    fn length(&self, stream: &Stream<'_>) -> u64 {
        self.lengths.get(&stream.obj_id()).copied().unwrap_or_else(|| unpacked(stream))
    }

    /// The bytes that a page draws.
    fn page(&mut self, page: &Page<'_>) -> u64 {
        let contents: Vec<Stream<'_>> = match page.raw().get::<Stream<'_>>(b"Contents") {
            Some(stream) => vec![stream],
            None => page.raw().get::<Array<'_>>(b"Contents").map(|all| all.iter().collect()).unwrap_or_default(),
        };
        contents.iter().fold(0, |sum: u64, stream| {
            sum.saturating_add(self.length(stream)).saturating_add(self.forms(stream, page.resources(), 0))
        })
    }

    /// The bytes that the forms of a content stream draw.
    fn forms(&mut self, stream: &Stream<'_>, resources: &Resources<'_>, depth: u32) -> u64 {
        if resources.x_objects.is_empty() || depth > DEPTH_MAX {
            return 0;
        }
        let Ok(content) = stream.decoded_data() else { return 0 };
        let mut named: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut instructions = UntypedIter::new(&content);
        while let Some(instruction) = instructions.next() {
            if &**instruction.operator == b"Do"
                && let Some(Object::Name(name)) = instruction.operands().last()
            {
                *named.entry(name.to_vec()).or_default() += 1;
            }
        }
        named.iter().fold(0, |sum: u64, (name, times)| {
            let form = Name::new(name).and_then(|name| resources.get_x_object(&name));
            let form =
                form.filter(|form| form.dict().get::<Name<'_>>(b"Subtype").is_none_or(|kind| &*kind != b"Image"));
            let cost = form.map_or(0, |form| self.form(&form, resources, depth + 1));
            sum.saturating_add(cost.saturating_mul(*times))
        })
    }

    /// The bytes that a form draws each time; without end for one that draws itself.
    fn form(&mut self, form: &Stream<'_>, resources: &Resources<'_>, depth: u32) -> u64 {
        match self.drawn.get(&form.obj_id()) {
            Some(Some(known)) => return *known,
            Some(None) => return u64::MAX,
            None => {}
        }
        self.drawn.insert(form.obj_id(), None);
        let own = form.dict().get::<Dict<'_>>(b"Resources").map(Resources::new);
        let inner = self.forms(form, own.as_ref().unwrap_or(resources), depth);
        let drawn = self.length(form).saturating_add(FORM_BYTES).saturating_add(inner);
        self.drawn.insert(form.obj_id(), Some(drawn));
        drawn
    }
}
