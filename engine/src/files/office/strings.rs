//! Every string of an office file, whatever part it stands in: all texts and attributes of all parts that are XML or text,
//! in the order of the part. What parts mean is not known here, so that none can be forgotten: headers, comments, text boxes,
//! layouts, charts, properties, names, and whatever programs will add. Pictures and fonts hold no text that can be read;
//! files inside of the file are looked through as well when they are office files, and counted when they are others.

use super::gathered::Gathered;
use super::package::{Package, Part};
use crate::files::FileContent;
use crate::files::fault::{DocumentFault, Warning};

/// Office files inside of office files that are opened, one in the other.
const DEPTH_MAX: usize = 2;

/// Adds every string of a file to its content: of the parts that its reader walked through, and of all others.
pub(crate) fn read(package: &mut Package, content: &mut FileContent) -> Result<(), DocumentFault> {
    let mut all = Gathered::default();
    gather(&mut all, package, 0)?;
    content.aside.push(all.strings.finish());
    if all.is_label {
        content.metadata.label(None);
    }
    if all.unscanned > 0 {
        content.metadata.warnings.push(Warning::Unscanned { parts: all.unscanned });
    }
    if all.pictures > 0 {
        content.metadata.warnings.push(Warning::Pictures { pictures: all.pictures });
    }
    Ok(())
}

/// Gathers the strings of all parts of a package, and of the packages in it.
fn gather(all: &mut Gathered, package: &mut Package, depth: usize) -> Result<(), DocumentFault> {
    let (strings, paths) = package.looked_through();
    all.absorb(strings);
    for path in paths {
        all.strings.alone(&path.name);
        if path.is_walked {
            continue;
        }
        match package.part(&path.name)? {
            Part::Text(text) => all.part(&path.name, &text),
            Part::Picture => all.pictures += u64::from(is_picture(&path.name)),
            Part::File(bytes) if depth < DEPTH_MAX => match bytes.map(|bytes| package.open_inner(bytes)) {
                Some(Ok(mut inner)) => {
                    gather(all, &mut inner, depth + 1)?;
                    package.close_inner(&inner);
                }
                Some(Err(fault @ DocumentFault::TwoParts)) => return Err(fault),
                _ => all.unscanned += 1,
            },
            Part::File(_) => all.unscanned += 1,
        }
    }
    Ok(())
}

/// Whether a part without text is a picture: what is none (fonts, settings of printers, programs) has a name of its own. The
/// small picture of the first page shows what the page does.
fn is_picture(path: &str) -> bool {
    // In code: ends of file names.
    let is_other = [".bin", ".odttf", ".fntdata", ".ttf", ".otf", ".dat"].iter().any(|end| path.ends_with(end));
    !is_other && !path.ends_with('/') && !path.starts_with("docprops/thumbnail")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
