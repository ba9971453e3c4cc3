//! The style sheets of a page, as far as they say that text is struck out, small, raised or not shown. What a rule says is put
//! before the `style` of each element it speaks of, so that nobody else has to know of sheets. Colours and fonts, files
//! that a page refers to, and what a script does are not known.
//!
//! Selectors are read up to what their last step and the elements around it are called. A step that says more (an attribute, a
//! place among others) may mean fewer elements: then its rule hides nothing, for hidden text is lost, and all else it says
//! makes a value wait at most.

use std::collections::HashMap;

use html5gum::{HtmlString, StartTag};

use super::attribute;
use super::hidden::is_void;

/// Most rules that are kept, and most of those that one name leads to. Frameworks have some thousands.
const RULES_MAX: usize = 20_000;
const RULES_OF_A_NAME_MAX: usize = 256;
/// Most elements around one that count.
const DEPTH_MAX: usize = 256;
/// What is read of a rule. Colours are not: who styles a page by classes also colours its background by them.
// In code: names of properties (CSS).
const PROPERTIES: [&str; 11] = [
    "text-decoration",
    "text-decoration-line",
    "vertical-align",
    "font-size",
    "opacity",
    "display",
    "visibility",
    "position",
    "top",
    "bottom",
    "unicode-bidi",
];
/// States in which a page stands only while somebody uses it.
// In code: names of pseudo-classes (CSS).
const STATES: [&str; 8] = ["hover", "focus", "active", "visited", "checked", "target", "disabled", "focus-within"];

/// One selector with what its rule says.
#[derive(Debug)]
struct Rule {
    /// What the element itself is called: its name, `.class` and `#id`.
    own: Vec<String>,
    /// What elements around it are called.
    around: Vec<String>,
    declarations: String,
    /// What decides between two rules of one element: how much the selector asks for, then which comes last.
    rank: (usize, usize),
}

/// The rules that were read so far, and the elements that are open.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// Rules by one thing that the element must be called.
    rules: HashMap<String, Vec<Rule>>,
    count: usize,
    in_style: bool,
    /// Open elements: their name and all that they are called.
    open: Vec<(String, Vec<String>)>,
    around: HashMap<String, usize>,
}

impl Sheet {
    /// An element begins; what the rules say of it is put before its own style.
    pub(super) fn start(&mut self, name: &str, tag: &mut StartTag<()>) {
        self.in_style = name == "style";
        if self.rules.is_empty() {
            return;
        }
        let called = called(name, tag);
        let mut rules: Vec<&Rule> = called.iter().flat_map(|call| self.rules_of(call, &called)).collect();
        if !rules.is_empty() {
            rules.sort_by_key(|rule| rule.rank);
            let mut style: String = rules.into_iter().map(|rule| rule.declarations.as_str()).collect();
            style.push_str(&attribute(tag, "style").unwrap_or_default());
            let style = HtmlString(style.into());
            tag.attributes.insert(HtmlString(b"style".to_vec()), style.into());
        }
        if !is_void(name) && !tag.self_closing {
            self.open(name, called);
        }
    }

    /// The rules that one name leads to and that speak of an element.
    fn rules_of<'s>(&'s self, call: &str, called: &'s [String]) -> impl Iterator<Item = &'s Rule> {
        let is_around = |call: &String| self.around.get(call).is_some_and(|open| *open > 0);
        let rules = self.rules.get(call).into_iter().flatten();
        rules.filter(move |rule| rule.own.iter().all(|own| called.contains(own)) && rule.around.iter().all(is_around))
    }

    fn open(&mut self, name: &str, called: Vec<String>) {
        // An element whose end tag was left out ends where the next one of its kind begins.
        if matches!(name, "p" | "li" | "td" | "th" | "tr" | "dd" | "dt")
            && self.open.last().is_some_and(|(open, _)| open == name)
        {
            self.close();
        }
        if self.open.len() < DEPTH_MAX {
            for call in &called {
                *self.around.entry(call.clone()).or_default() += 1;
            }
            self.open.push((name.to_owned(), called));
        }
    }

    fn close(&mut self) {
        for call in self.open.pop().into_iter().flat_map(|(_, called)| called) {
            if let Some(open) = self.around.get_mut(&call) {
                *open -= 1;
            }
        }
    }

    /// An element ends, and with it all that was never closed in it.
    pub(super) fn end(&mut self, name: &str) {
        self.in_style = false;
        if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
            while self.open.len() > at {
                self.close();
            }
        }
    }

    /// Text stands between two tags; that of a style sheet is read.
    pub(super) fn text(&mut self, text: &str) {
        if self.in_style {
            self.read(text);
        }
    }

    fn read(&mut self, sheet: &str) {
        let sheet = without_comments(sheet);
        let (mut rest, mut conditions) = (sheet.as_str(), 0_usize);
        while let Some((before, behind)) = rest.split_once('{') {
            // Whatever ended before this rule begins closes a condition, or is a statement of its own.
            conditions = conditions.saturating_sub(before.matches('}').count());
            let selectors = before.rsplit(['}', ';']).next().unwrap_or_default().trim();
            if selectors.starts_with('@') {
                conditions += 1;
                rest = behind;
                continue;
            }
            let (declarations, next) = behind.split_once('}').unwrap_or((behind, ""));
            for selector in selectors.split(',') {
                self.add(selector, declarations, conditions > 0);
            }
            rest = next;
        }
    }

    fn add(&mut self, selector: &str, declarations: &str, conditional: bool) {
        let Some(Steps { own, around, sure, generated }) = steps(selector) else { return };
        let declarations =
            if generated { of_generated(declarations) } else { kept(declarations, sure && !conditional) };
        let weight = |call: &String| match call.as_bytes().first() {
            Some(b'#') => 10_000,
            Some(b'.') => 100,
            _ => 1,
        };
        let Some(key) = own.iter().max_by_key(|call| weight(call)).cloned() else { return };
        let rank = (own.iter().chain(&around).map(weight).sum(), self.count);
        let rules = self.rules.entry(key).or_default();
        if !declarations.is_empty() && self.count < RULES_MAX && rules.len() < RULES_OF_A_NAME_MAX {
            self.count += 1;
            rules.push(Rule { own, around, declarations, rank });
        }
    }
}

/// All that an element is called.
fn called(name: &str, tag: &StartTag<()>) -> Vec<String> {
    let classes = attribute(tag, "class").unwrap_or_default();
    let mut called: Vec<String> = classes.split_ascii_whitespace().map(|class| format!(".{class}")).collect();
    called.extend(attribute(tag, "id").map(|id| format!("#{id}")));
    called.extend([name.to_owned(), "*".to_owned()]);
    called
}

/// What a selector asks for.
struct Steps {
    own: Vec<String>,
    around: Vec<String>,
    /// Whether it asks for nothing else.
    sure: bool,
    /// Whether it speaks of text that the sheet itself adds.
    generated: bool,
}

/// Reads a selector; none where it means nothing that a page says by itself.
fn steps(selector: &str) -> Option<Steps> {
    let (mut own, mut around, mut sure, mut generated) = (Vec::new(), Vec::new(), true, false);
    for step in
        selector.split(|c: char| c.is_whitespace() || matches!(c, '>' | '+' | '~')).filter(|step| !step.is_empty())
    {
        around.append(&mut own);
        let (plain, more) = step.find([':', '[']).map_or((step, ""), |at| step.split_at(at));
        sure &= more.is_empty();
        generated = ["before", "after"].iter().any(|part| more.trim_start_matches(':').starts_with(part));
        if STATES.iter().any(|state| more.trim_start_matches(':').starts_with(state)) {
            return None;
        }
        let mut start = 0;
        let ends = plain.match_indices(['.', '#']).map(|(at, _)| at).chain([plain.len()]);
        for end in ends {
            own.extend(plain.get(start..end).filter(|part| !part.is_empty()).map(
                |part| match part.as_bytes().first() {
                    Some(b'.' | b'#') => part.to_owned(),
                    _ => part.to_ascii_lowercase(),
                },
            ));
            start = end;
        }
        if own.is_empty() && more.is_empty() {
            return None;
        }
    }
    // Siblings stand beside an element, not around it.
    sure &= !selector.contains(['+', '~']);
    if selector.contains(['+', '~']) {
        around.clear();
    }
    (!own.is_empty()).then_some(Steps { own, around, sure, generated })
}

/// The declarations that are read, each with its end; those that hide text only where it is sure whose they are.
fn kept(declarations: &str, sure: bool) -> String {
    let mut kept = String::new();
    for declaration in declarations.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let (property, value) = (property.trim().to_ascii_lowercase(), value.trim());
        let hides = matches!(property.as_str(), "display" | "visibility");
        if PROPERTIES.contains(&property.as_str()) && (sure || !hides) {
            kept.extend([property.as_str(), ":", value, ";"]);
        }
    }
    kept
}

/// Text that a sheet adds to an element is none of the page's, and not of one size with it.
fn of_generated(declarations: &str) -> String {
    let content = declarations.split(';').filter_map(|declaration| declaration.split_once(':'));
    let mut content = content.filter(|(property, _)| property.trim().eq_ignore_ascii_case("content"));
    let adds = content.any(|(_, text)| {
        text.contains(|c: char| c.is_alphanumeric() || "$€£¥.,-−()%".contains(c)) && text.trim() != "none"
    });
    if adds { "content:added;".to_owned() } else { String::new() }
}

fn without_comments(sheet: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(sheet.len()), sheet);
    while let Some((before, behind)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, rest)| rest);
    }
    kept.push_str(rest);
    kept.replace("<!--", "").replace("-->", "")
}
