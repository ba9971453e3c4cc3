//! The style sheets of a page, applied to its elements: the declarations that hold for one for sure, and those that may. Files
//! that a page refers to, and what a script does, are not read; that there are some is known.

use std::collections::HashMap;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use super::attribute;
use super::css::{self, Block, Declaration};
use super::element::is_void;
use super::selector::{self, Part, Selector};

/// Most rules that are kept, and most of those that one name leads to. Frameworks have some thousands.
const RULES_MAX: usize = 20_000;
const RULES_OF_A_NAME_MAX: usize = 256;
/// Most elements around one that count.
const DEPTH_MAX: usize = 256;

/// One selector with what its rule says.
#[derive(Debug)]
struct Rule {
    selector: Selector,
    /// Its declarations among those of the sheet.
    block: usize,
    is_conditional: bool,
    /// What decides between two rules of one element: how much the selector asks for, then which comes last.
    rank: (usize, usize),
}

/// A declaration that a sheet has for an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said<'s> {
    pub(super) declaration: &'s Declaration,
    /// Whether it is sure that it holds.
    pub(super) is_sure: bool,
    pub(super) part: Part,
}

/// The rules of a page, and the elements that are open.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// Rules by one thing that the element must be called.
    rules: HashMap<String, Vec<Rule>>,
    blocks: Vec<Block>,
    count: usize,
    /// Whether something may style the page that was not read: another file, a script, a rule of an unknown form.
    is_unread: bool,
    open: Vec<(String, Vec<String>)>,
    around: HashMap<String, usize>,
}

impl Sheet {
    /// The sheets of a page, wherever in it they stand.
    pub(super) fn of(page: &str) -> Self {
        let mut sheet = Self::default();
        if !["<style", "<link", "<script"].iter().any(|tag| contains_ignoring_case(page, tag)) {
            return sheet;
        }
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let (mut in_style, mut text) = (false, String::new());
        for Ok(token) in Tokenizer::new_with_emitter(page, emitter) {
            match token {
                Token::StartTag(tag) => {
                    let rel = || attribute(&tag, "rel").unwrap_or_default().to_ascii_lowercase();
                    match tag.name.as_slice() {
                        b"style" => in_style = true,
                        b"script" => sheet.is_unread = true,
                        b"link" => sheet.is_unread |= rel().contains("stylesheet"),
                        _ => {}
                    }
                }
                Token::String(piece) if in_style => text.push_str(&String::from_utf8_lossy(&piece)),
                Token::EndTag(_) if in_style => {
                    in_style = false;
                    sheet.read(&std::mem::take(&mut text));
                }
                _ => {}
            }
        }
        sheet
    }

    /// Whether the page has rules of its own.
    pub(super) fn has_rules(&self) -> bool {
        self.count > 0
    }

    /// Whether something else may style the page.
    pub(super) fn is_unread(&self) -> bool {
        self.is_unread
    }

    fn read(&mut self, text: &str) {
        let is_whole = css::rules(text, &mut |rule| {
            let block = self.blocks.len();
            self.blocks.push(rule.block);
            for selector in selector::selectors(&rule.selectors) {
                self.add(selector, block, rule.is_conditional);
            }
        });
        self.is_unread |= !is_whole;
    }

    fn add(&mut self, selector: Selector, block: usize, is_conditional: bool) {
        let rank = (selector.weight(), self.count);
        let rules = self.rules.entry(selector.key().to_owned()).or_default();
        if self.count < RULES_MAX && rules.len() < RULES_OF_A_NAME_MAX {
            self.count += 1;
            rules.push(Rule { selector, block, is_conditional, rank });
        } else {
            self.is_unread = true;
        }
    }

    /// An element begins: what the rules say of it, the gravest last.
    pub(super) fn start(&mut self, name: &str, tag: &StartTag<()>) -> Vec<Said<'_>> {
        if self.rules.is_empty() {
            return Vec::new();
        }
        let called = called(name, tag);
        let mut found = Vec::new();
        if name == "tr" && self.is_without_section() {
            // Browsers put one around such a row.
            found = self.found(&["tbody".to_owned()], tag);
        }
        found.extend(self.found(&called, tag));
        if !is_void(name) && !tag.self_closing {
            self.open(name, called);
        }
        let said = found.into_iter().flat_map(|(block, is_sure, part)| {
            let declarations = self.blocks.get(block).map_or(&[][..], |block| &block.declarations);
            declarations.iter().map(move |declaration| Said { declaration, is_sure, part })
        });
        said.collect()
    }

    /// Whether the table that is open has no open section.
    fn is_without_section(&self) -> bool {
        let mut open = self.open.iter().rev().map(|(name, _)| name.as_str());
        open.find(|name| matches!(*name, "table" | "thead" | "tbody" | "tfoot")) == Some("table")
    }

    /// The blocks that hold for an element, by their rank; whether they do for sure, and for which part of it.
    fn found(&self, called: &[String], tag: &StartTag<()>) -> Vec<(usize, bool, Part)> {
        let rules = called.iter().flat_map(|call| self.rules.get(call).into_iter().flatten());
        let mut found: Vec<_> = rules
            .filter_map(|rule| {
                let is_sure = rule.selector.speaks_of(called, tag, &self.open, &self.around)?;
                Some((rule.rank, rule.block, is_sure && !rule.is_conditional, rule.selector.part))
            })
            .collect();
        found.sort_by_key(|(rank, ..)| *rank);
        found.into_iter().map(|(_, block, is_sure, part)| (block, is_sure, part)).collect()
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
        if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
            while self.open.len() > at {
                self.close();
            }
        }
    }
}

/// All that an element is called.
fn called(name: &str, tag: &StartTag<()>) -> Vec<String> {
    let classes = attribute(tag, "class").unwrap_or_default();
    let mut called: Vec<String> = classes.split_ascii_whitespace().map(|class| format!(".{class}")).collect();
    called.extend(attribute(tag, "id").map(|id| format!("#{id}")));
    called.extend([name.to_owned(), "*".to_owned()]);
    called.sort_unstable();
    called.dedup();
    called
}

fn contains_ignoring_case(page: &str, tag: &str) -> bool {
    page.as_bytes().windows(tag.len()).any(|window| window.eq_ignore_ascii_case(tag.as_bytes()))
}
