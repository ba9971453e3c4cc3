//! The two forms of an answer, with and without sources, as they grow line by line. It knows no sentence.

/// The answer's text with and without sources.
#[derive(Debug, Default)]
pub(super) struct TwoForms {
    pub(super) sourced: String,
    pub(super) plain: String,
}

impl TwoForms {
    /// A line of both forms.
    pub(super) fn line(&mut self, line: &str) {
        self.lines(line, line);
    }

    /// A line of both forms, with its source in the one that has sources.
    pub(super) fn sourced_line(&mut self, line: &str, source: &str) {
        self.line(line);
        self.sourced.push_str(source);
    }

    /// A line that reads differently in the two forms.
    pub(super) fn lines(&mut self, sourced: &str, plain: &str) {
        self.source(sourced);
        add(&mut self.plain, plain);
    }

    /// A line that only lists sources.
    pub(super) fn source(&mut self, line: &str) {
        add(&mut self.sourced, line);
    }
}

fn add(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
