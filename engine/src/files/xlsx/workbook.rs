//! The workbook part: which worksheets there are, in which order, whether they are hidden, and which calendar dates are
//! counted by. Charts and macro sheets have no cells and are passed over; defined names are not read.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use super::look::is_true;
use super::serial::Calendar;
use crate::files::DocumentFault;
use crate::files::office::package::{Package, Relation};
use crate::files::office::xml::{self, Node};

/// Where the workbook usually stands.
const MAIN_PART: &str = "xl/workbook.xml";

/// Most sheets of a workbook.
const SHEETS_MAX: usize = 10_000;

/// What the workbook part says.
#[derive(Debug, Default)]
pub(super) struct Workbook {
    pub(super) sheets: Vec<Sheet>,
    pub(super) calendar: Calendar,
    /// Whether programs must compute everything again, because who wrote the file did not.
    pub(super) is_uncomputed: bool,
    pub(super) strings: Option<String>,
    pub(super) styles: Option<String>,
    pub(super) theme: Option<String>,
}

/// A worksheet.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) hidden: bool,
    /// Its part.
    pub(super) part: String,
}

/// Reads the workbook part.
pub(super) fn read(package: &mut Package) -> Result<Workbook, DocumentFault> {
    let missing = DocumentFault::MissingPart { part: MAIN_PART, kind: "Excel" };
    let main = package.main_part(MAIN_PART)?;
    if main.to_ascii_lowercase().ends_with(".bin") {
        return Err(DocumentFault::BinaryWorkbook);
    }
    let relations = package.relations(&main)?;
    let of_kind = |kind: &str| relations.iter().find(|relation| relation.kind == kind).map(|found| found.path.clone());
    let mut workbook = Workbook {
        strings: of_kind("sharedStrings"),
        styles: of_kind("styles"),
        theme: of_kind("theme"),
        ..Workbook::default()
    };
    let by_id: HashMap<&str, &Relation> = relations.iter().map(|relation| (relation.id.as_str(), relation)).collect();
    let (mut is_workbook, mut is_lost, mut is_full) = (false, false, false);
    let found = package.walk(&main, &super::strings::SKIPPED, &mut |node| match node {
        Node::Start("workbook", _) => is_workbook = true,
        Node::Start("workbookPr", element)
            if xml::attribute(element, "date1904").is_some_and(|value| is_true(&value)) =>
        {
            workbook.calendar = Calendar::Since1904;
        }
        Node::Start("calcPr", element) => {
            workbook.is_uncomputed = xml::attribute(element, "fullCalcOnLoad").is_some_and(|value| is_true(&value));
        }
        Node::Start("sheet", _) if workbook.sheets.len() >= SHEETS_MAX => is_full = true,
        Node::Start("sheet", element) => {
            // Its identifier has a prefix, unlike `sheetId`.
            match by_id.get(xml::attribute(element, "id").unwrap_or_default().as_str()) {
                Some(relation) if relation.kind == "worksheet" => workbook.sheets.push(sheet(element, relation)),
                Some(_) => {}
                None => is_lost = true,
            }
        }
        _ => {}
    })?;
    if is_full {
        return Err(DocumentFault::TooMany { what: "sheets", most: SHEETS_MAX });
    }
    if is_lost {
        return Err(DocumentFault::Damaged { part: main, what: "a sheet without a part" });
    }
    if found && is_workbook { Ok(workbook) } else { Err(missing) }
}

fn sheet(element: &BytesStart<'_>, relation: &Relation) -> Sheet {
    Sheet {
        name: xml::attribute(element, "name").unwrap_or_default(),
        hidden: xml::attribute(element, "state").is_some_and(|state| state != "visible"),
        part: relation.path.clone(),
    }
}
