//! The places of cells, as documents are cited: `sheet=PL!C7`, `slide=3,table=1,row=2,col=4`.

/// The locator of a cell of a sheet or table, as documents are cited.
pub fn cell_locator(sheet: &str, at: &str) -> String {
    let is_table = ["slide=", "page=", "table="].iter().any(|start| sheet.starts_with(start));
    match cell_numbers(at).filter(|_| is_table) {
        Some((row, col)) => format!("{sheet},row={row},col={col}"),
        None => format!("sheet={sheet}!{at}"),
    }
}

/// Row and column of a cell such as `C7`, from 1.
pub(crate) fn cell_numbers(at: &str) -> Option<(u32, u32)> {
    let letters = at.find(|c: char| !c.is_ascii_uppercase())?;
    let (letters, digits) = at.split_at_checked(letters)?;
    let row = digits.parse().ok().filter(|row| *row > 0 && !digits.starts_with(['0', '+']))?;
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    Some((row, letters.bytes().fold(0, |col, byte| col * 26 + u32::from(byte - b'A') + 1)))
}
