//! Bytes to text: UTF-8, or UTF-16 that begins with a byte order mark. Another encoding is a fault with its place, never a
//! guess; it knows no format.

use std::io::Read;

use crate::files::DocumentFault;

/// Reads all bytes, up to `bytes_max`.
pub(crate) fn read_all(source: &mut dyn Read, bytes_max: u64) -> Result<Vec<u8>, DocumentFault> {
    let mut bytes = Vec::new();
    source.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max { Err(DocumentFault::TooLarge { bytes_max }) } else { Ok(bytes) }
}

/// The text that `bytes` are, without its byte order mark.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, DocumentFault> {
    let text = match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => String::from_utf8(bytes)
            .map_err(|error| DocumentFault::NotUtf8 { offset: error.utf8_error().valid_up_to() as u64 })?,
    };
    if let Some(offset) = text.find('\0') {
        return Err(DocumentFault::Binary { offset: offset as u64 });
    }
    Ok(match text.strip_prefix('\u{FEFF}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DocumentFault> {
    let fault = |offset: usize| DocumentFault::NotUtf16 { offset: offset as u64 + 2 };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len());
    let mut offset = 0;
    for c in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        let c = c.map_err(|_| fault(offset))?;
        offset += c.len_utf16() * 2;
        text.push(c);
    }
    if rest.is_empty() { Ok(text) } else { Err(fault(offset)) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
