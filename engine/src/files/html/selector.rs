//! Selectors of style sheets: of which elements a rule speaks for sure, and of which it may. What is not understood of one is
//! passed over and makes it unsure, so that it never means fewer elements than it does.

use std::collections::HashMap;

use cssparser::{ParseError, Parser, Token};
use html5gum::StartTag;

use super::attribute;

/// What a rule styles of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// Text that the sheet itself adds.
    Generated,
    /// A piece of its text, such as the first letter.
    Piece,
}

/// One selector.
#[derive(Debug)]
pub(super) struct Selector {
    own: Compound,
    /// What stands around the element, from the nearest on, and how near.
    around: Vec<(Compound, Nearness)>,
    /// Whether it asks for nothing else.
    is_sure: bool,
    pub(super) part: Part,
}

/// What one element must be.
#[derive(Debug, Default)]
struct Compound {
    /// Its name, `.class` and `#id`.
    names: Vec<String>,
    attributes: Vec<Attribute>,
    is_begun: bool,
}

#[derive(Debug)]
struct Attribute {
    name: String,
    value: Option<(Token<'static>, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nearness {
    Anywhere,
    Parent,
}

/// Elements that are open: their names and all that they are called.
pub(super) type Open = [(String, Vec<String>)];

/// States in which a page stands only while somebody uses it.
// In code: names of pseudo-classes (CSS).
const STATES: [&str; 6] = ["hover", "focus", "focus-within", "focus-visible", "active", "visited"];

/// Reads a list of selectors. Those that mean nothing a page says by itself are left out.
pub(super) fn selectors(text: &str) -> Vec<Selector> {
    let mut parser = Parser::new(text);
    let (mut list, mut reader) = (Vec::new(), Reader::default());
    loop {
        match parser.next_including_whitespace() {
            Err(_) => break,
            Ok(Token::Comma) => list.push(std::mem::take(&mut reader)),
            Ok(token) => {
                let token = token.clone();
                reader.token(&token, &mut parser);
            }
        }
    }
    list.push(reader);
    // Browsers drop a list of which they do not understand one.
    let is_valid = list.iter().all(|reader| !reader.is_unknown);
    let read = list.into_iter().filter(|reader| !reader.is_state);
    read.map(|reader| Selector { is_sure: !reader.is_unsure && is_valid, ..reader.finish() }).collect()
}

#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // Each tells of another thing that was met.
struct Reader {
    current: Compound,
    around: Vec<(Compound, Nearness)>,
    /// What stood between the step before and what comes next.
    between: Option<char>,
    is_unsure: bool,
    is_unknown: bool,
    is_state: bool,
    part: Option<Part>,
}

impl Reader {
    fn token(&mut self, token: &Token<'_>, parser: &mut Parser<'_>) {
        match token {
            Token::WhiteSpace(_) => {
                self.between = self.between.or(self.current.is_begun.then_some(' '));
                return;
            }
            Token::Delim(sign @ ('>' | '+' | '~')) => {
                self.between = Some(*sign);
                return;
            }
            _ => self.begin(),
        }
        match token {
            Token::Ident(name) => self.current.names.push(name.to_ascii_lowercase()),
            Token::Hash(name) | Token::IDHash(name) => self.current.names.push(format!("#{name}")),
            Token::Delim('*') => {}
            Token::Delim('.') => match parser.expect_ident() {
                Ok(name) => self.current.names.push(format!(".{name}")),
                Err(_) => self.is_unknown = true,
            },
            Token::Colon => self.pseudo(parser),
            Token::SquareBracketBlock => {
                let read = parser.parse_nested_block(|inner| Ok::<_, ParseError<()>>(attribute_test(inner)));
                match read.ok().flatten() {
                    Some(test) => self.current.attributes.push(test),
                    None => self.is_unknown = true,
                }
            }
            _ => self.is_unknown = true,
        }
    }

    /// A piece of an element's description begins; the one before it may end here.
    fn begin(&mut self) {
        if let Some(sign) = self.between.take()
            && self.current.is_begun
        {
            let before = std::mem::take(&mut self.current);
            match sign {
                '>' => self.around.push((before, Nearness::Parent)),
                ' ' => self.around.push((before, Nearness::Anywhere)),
                // What stands beside an element is no longer known.
                _ => self.is_unsure = true,
            }
        }
        self.current.is_begun = true;
    }

    fn pseudo(&mut self, parser: &mut Parser<'_>) {
        let mut is_element = false;
        let name = loop {
            match parser.next() {
                Ok(Token::Colon) => is_element = true,
                Ok(Token::Ident(name)) => break name.to_ascii_lowercase(),
                Ok(Token::Function(_)) => return self.is_unsure = true,
                _ => return self.is_unknown = true,
            }
        };
        // In code: names of pseudo-classes and pseudo-elements (CSS).
        match name.as_str() {
            "before" | "after" => self.part = Some(Part::Generated),
            "selection" | "placeholder" | "backdrop" | "file-selector-button" => self.is_state = true,
            name if STATES.contains(&name) || is_element && name.starts_with('-') => self.is_state = true,
            "first-letter" | "first-line" => self.part = Some(Part::Piece),
            _ if is_element => self.part = Some(Part::Piece),
            "root" => self.current.names.push("html".to_owned()),
            _ => self.is_unsure = true,
        }
    }

    fn finish(mut self) -> Selector {
        self.around.reverse();
        Selector { own: self.current, around: self.around, is_sure: false, part: self.part.unwrap_or(Part::Whole) }
    }
}

fn attribute_test(parser: &mut Parser<'_>) -> Option<Attribute> {
    let name = parser.expect_ident().ok()?.to_ascii_lowercase();
    if parser.is_exhausted() {
        return Some(Attribute { name, value: None });
    }
    let operator = match parser.next().ok()? {
        Token::Delim('=') => Token::Delim('='),
        Token::IncludeMatch => Token::IncludeMatch,
        Token::DashMatch => Token::DashMatch,
        Token::PrefixMatch => Token::PrefixMatch,
        Token::SuffixMatch => Token::SuffixMatch,
        Token::SubstringMatch => Token::SubstringMatch,
        _ => return None,
    };
    let value = parser.expect_ident_or_string().ok()?.to_ascii_lowercase();
    Some(Attribute { name, value: Some((operator, value)) })
}

impl Attribute {
    /// Whether an element has it. Capital letters count as small ones, which can only mean more elements.
    fn holds(&self, tag: &StartTag<()>) -> bool {
        let (Some(found), Some((operator, value))) = (attribute(tag, &self.name), &self.value) else {
            return self.value.is_none() && attribute(tag, &self.name).is_some();
        };
        let (found, value) = (found.to_ascii_lowercase(), value.as_str());
        match operator {
            Token::IncludeMatch => found.split_ascii_whitespace().any(|word| word == value),
            Token::DashMatch => found.strip_prefix(value).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            Token::PrefixMatch => found.starts_with(value),
            Token::SuffixMatch => found.ends_with(value),
            Token::SubstringMatch => found.contains(value),
            _ => found == value,
        }
    }
}

impl Selector {
    /// One of the things that its element must be called, the rarest of them.
    pub(super) fn key(&self) -> &str {
        self.own.names.iter().max_by_key(|name| weight(name)).map_or("*", String::as_str)
    }

    /// How much it asks for, by which two rules of one element are put in order.
    pub(super) fn weight(&self) -> usize {
        let compounds = self.around.iter().map(|(compound, _)| compound).chain([&self.own]);
        compounds
            .map(|compound| {
                compound.names.iter().map(|name| weight(name)).sum::<usize>() + 100 * compound.attributes.len()
            })
            .sum()
    }

    /// Whether it speaks of an element: for sure, or not; none where it does not.
    pub(super) fn speaks_of(
        &self,
        called: &[String],
        tag: &StartTag<()>,
        open: &Open,
        counts: &HashMap<String, usize>,
    ) -> Option<bool> {
        let is_own = self.own.names.iter().all(|name| called.contains(name))
            && self.own.attributes.iter().all(|test| test.holds(tag));
        let is_open = |name: &String| is_implied(name) || counts.get(name).is_some_and(|open| *open > 0);
        if !is_own || !self.around.iter().all(|(compound, _)| compound.names.iter().all(is_open)) {
            return None;
        }
        Some(self.is_sure && self.is_sure_around(open))
    }

    fn is_sure_around(&self, open: &Open) -> bool {
        let mut left = open.len();
        for (compound, nearness) in &self.around {
            if !compound.attributes.is_empty() {
                return false;
            }
            let names = &compound.names;
            if !names.is_empty() && names.iter().all(|name| is_implied(name)) {
                continue;
            }
            let is =
                |at: &usize| open.get(*at).is_some_and(|(_, called)| names.iter().all(|name| called.contains(name)));
            let is_of_table = names.iter().any(|name| matches!(name.as_str(), "table" | "thead" | "tfoot" | "tr"));
            let found = match nearness {
                Nearness::Parent if !is_of_table => left.checked_sub(1).filter(is),
                _ => (0..left).rev().find(is),
            };
            let Some(found) = found else { return false };
            left = found;
        }
        true
    }
}

/// Elements that are there even if a page does not write them.
fn is_implied(name: &str) -> bool {
    matches!(name, "html" | "body" | "tbody")
}

fn weight(name: &str) -> usize {
    match name.as_bytes().first() {
        Some(b'#') => 10_000,
        Some(b'.') => 100,
        _ => 1,
    }
}
