//! A profile as tables for a terminal, 80 columns wide: what `engine profile show` prints. It shows the loaded profile
//! with its defaults filled in, not the file.

use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle};

use super::{LocalText, Profile, WhenMissing};
use crate::language::numbers::DecimalMark;

/// One line under the header; the rest is air.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Columns of the narrowest terminal that is served.
const WIDTH: u16 = 80;

impl Profile {
    /// Every dimension with codes, labels, wordings and units, then the policies, as plain text.
    pub fn show(&self) -> String {
        let mut sections: Vec<String> = Vec::new();
        let mut section = |title: &str, header: &[&str], rows: Vec<Vec<String>>| {
            if !rows.is_empty() {
                sections.push(format!("{title} ({})\n{}", rows.len(), table(header, rows)));
            }
        };
        let metrics = self.metrics.iter();
        let metrics = metrics.map(|(code, m)| row(code.as_str(), &m.label, &m.synonyms, Some(m.unit.as_str())));
        section("Metrics", &["Code", "Label", "Synonyms", "Unit"], metrics.collect());
        let entities = self.entities.iter();
        let entities = entities
            .map(|(code, e)| row(code.as_str(), &e.label, &e.synonyms, Some(e.geography.as_deref().unwrap_or(""))));
        section("Entities", &["Code", "Label", "Synonyms", "Geography"], entities.collect());
        let channels = self.channels.iter().map(|(code, c)| row(code.as_str(), &c.label, &c.synonyms, None));
        section("Channels", &["Code", "Label", "Synonyms"], channels.collect());
        let units = self.units.iter().map(|(code, u)| row(code.as_str(), &u.label, &u.aliases, None));
        section("Units", &["Code", "Label", "Aliases"], units.collect());
        let competitors = self.competitors.iter().map(|(code, c)| row(code, &c.label, &c.aliases, None));
        section("Competitors (never answered about)", &["Code", "Label", "Aliases"], competitors.collect());
        let colors = self.colors.iter().map(|(tag, color)| {
            let answers = if color.answers { "answers" } else { "waits for review" };
            vec![tag.clone(), color.rgb.join(", "), color.labels.join(", "), answers.to_owned()]
        });
        section("Colours", &["Tag", "RGB", "Labels", "Facts"], colors.collect());
        sections.push(table(&["Setting", "Value"], self.settings()) + "\n");
        sections.join("\n\n")
    }

    fn settings(&self) -> Vec<Vec<String>> {
        let languages: Vec<String> = self.languages.iter().map(ToString::to_string).collect();
        let missing = |policy: WhenMissing, assumed: &str| match policy {
            WhenMissing::Ask => "ask".to_owned(),
            WhenMissing::Assume => format!("assume {assumed}"),
        };
        let lists: Vec<&str> = self.words.lists.keys().map(String::as_str).collect();
        let or_none = |list: String| {
            if list.is_empty() { "none".to_owned() } else { list }
        };
        let settings = [
            ("Languages", languages.join(", ")),
            ("Fiscal year ends in month", self.calendar.year_end_month().to_string()),
            ("Home company", texts(&self.home.company)),
            ("Home entity", self.home.entity.to_string()),
            ("Missing metric", "ask".to_owned()),
            ("Missing entity", missing(self.missing.entity, self.home.entity.as_str())),
            ("Missing period", missing(self.missing.period, "the latest complete fiscal year")),
            ("Missing channel", format!("means {}", self.default_channel)),
            ("Competitors in documents", self.competitors_in_documents.to_string()),
            ("Sensitivity of documents", self.sensitivity.default.to_string()),
            ("Restricted file names", or_none(self.sensitivity.restricted_filename_patterns.join(", "))),
            ("Restricted keywords", or_none(self.sensitivity.restricted_keywords.join(", "))),
            ("Replaced word lists", or_none(lists.join(", "))),
            ("Search analyzer", self.analyzer.to_string()),
            ("Confidence floor of extraction", format!("{:.2}", f64::from(self.extraction.confidence_floor) / 100.0)),
            ("Decimal mark of numbers as text", decimal_name(self.extraction.decimal).to_owned()),
        ];
        settings.into_iter().map(|(setting, value)| vec![setting.to_owned(), value]).collect()
    }
}

fn decimal_name(decimal: DecimalMark) -> &'static str {
    match decimal {
        DecimalMark::Point => "1,234.5",
        DecimalMark::Comma => "1.234,5",
    }
}

fn row(code: &str, label: &LocalText, wordings: &[String], last: Option<&str>) -> Vec<String> {
    let mut cells = vec![code.to_owned(), texts(label), wordings.join(", ")];
    cells.extend(last.map(str::to_owned));
    cells
}

/// Every text of a label, each once.
fn texts(label: &LocalText) -> String {
    label.all().collect::<Vec<_>>().join(" / ")
}

fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(WIDTH)
        .set_header(header)
        .add_rows(rows);
    let lines: Vec<String> = table.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
