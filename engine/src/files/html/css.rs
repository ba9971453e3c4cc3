//! The syntax of style sheets and of `style` attributes (CSS Syntax 3): rules with their conditions, and declarations as they
//! are written. What a selector or a declaration means is known elsewhere; whether all of a sheet was read is known here.

use cssparser::{Delimiter, Delimiters, ParseError, Parser, Token};

/// Conditions, and rules, inside each other that are followed.
const DEPTH_MAX: usize = 8;

/// One declaration. Its property is in small letters, its value too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    pub(super) property: String,
    pub(super) value: String,
    pub(super) is_important: bool,
}

/// The declarations of a rule or an attribute.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) declarations: Vec<Declaration>,
    /// Rules inside it, with the selectors that their own ones narrow.
    nested: Vec<Nested>,
    /// Whether something in it was left unread.
    is_cut: bool,
}

/// A rule inside another one.
#[derive(Debug)]
struct Nested {
    selectors: String,
    block: Block,
    is_conditional: bool,
}

/// The declarations of a `style` attribute.
pub(super) fn declarations(style: &str) -> Vec<Declaration> {
    block(&mut Parser::new(style), DEPTH_MAX).declarations
}

fn block(parser: &mut Parser<'_>, depth: usize) -> Block {
    let mut read = Block::default();
    while !parser.is_exhausted() {
        let text = until(parser, Delimiter::CurlyBracketBlock | Delimiter::Semicolon);
        if parser.next() != Ok(&Token::CurlyBracketBlock) {
            read.declarations.extend(declaration(text));
            continue;
        }
        // Braces are also a value, of a variable.
        if declaration(text).is_some_and(|declaration| declaration.property.starts_with("--")) {
            until(parser, Delimiter::Semicolon);
            continue;
        }
        let inner = parser.parse_nested_block(|inner| -> Result<_, ParseError<()>> {
            Ok((depth < DEPTH_MAX).then(|| block(inner, depth + 1)))
        });
        let Ok(Some(block)) = inner else {
            read.is_cut = true;
            continue;
        };
        let is_conditional = text.trim_start().starts_with('@');
        let selectors = if is_conditional { "&" } else { text };
        read.is_cut |= block.is_cut;
        read.nested.push(Nested { selectors: selectors.to_owned(), block, is_conditional });
    }
    read
}

/// Selectors that stand inside a rule, as they would be written outside of it: `&` is what the rule speaks of, and one without
/// it speaks of what stands in that. Any element, where this cannot be told.
fn unnested(outer: &str, inner: &str) -> String {
    const SELECTORS_MAX: usize = 64;
    // In code: signs of CSS.
    let is_plain = |text: &str| !text.contains(['(', '[', '"', '\'', '\\', '/']);
    let stands_apart = inner.split('&').zip(inner.split('&').skip(1)).all(|(before, behind)| {
        before.chars().next_back().is_none_or(|c| c.is_whitespace() || matches!(c, ',' | '>' | '+' | '~'))
            && !behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '*'))
    });
    if !is_plain(outer) || !is_plain(inner) || !stands_apart {
        return "*".to_owned();
    }
    let whole = |outer: &str, inner: &str| {
        if inner.contains('&') {
            inner.replace('&', outer.trim())
        } else {
            format!("{} {}", outer.trim(), inner.trim())
        }
    };
    let list: Vec<String> =
        outer.split(',').flat_map(|outer| inner.split(',').map(move |inner| whole(outer, inner))).collect();
    if list.len() > SELECTORS_MAX { "*".to_owned() } else { list.join(",") }
}

/// Hands on a rule, and those inside it.
fn visit_all(selectors: &str, mut block: Block, is_conditional: bool, visit: &mut dyn FnMut(Rule)) {
    let nested = std::mem::take(&mut block.nested);
    visit(Rule { selectors: selectors.to_owned(), block, is_conditional });
    for Nested { selectors: inner, block, is_conditional: is_inside } in nested {
        let whole = unnested(selectors, &inner);
        // What may speak of any element speaks of none for sure.
        let is_unsure = whole == "*";
        visit_all(&whole, block, is_conditional || is_inside || is_unsure, visit);
    }
}

/// Reads one declaration; none where it is none, as browsers pass it over.
fn declaration(text: &str) -> Option<Declaration> {
    let mut parser = Parser::new(text);
    let property = parser.expect_ident().ok()?.to_ascii_lowercase();
    parser.expect_colon().ok()?;
    let start = parser.position();
    while parser.next().is_ok() {}
    let value = parser.slice_from(start).to_ascii_lowercase();
    let value = value.trim();
    let important = value.rsplit_once('!').filter(|(_, word)| word.trim() == "important");
    let is_important = important.is_some();
    let value = important.map_or(value, |(value, _)| value).trim_end().to_owned();
    Some(Declaration { property, value, is_important })
}

/// What a sheet is made of.
pub(super) struct Rule {
    pub(super) selectors: String,
    pub(super) block: Block,
    /// Whether it holds under a condition that is not decided here.
    pub(super) is_conditional: bool,
}

/// Goes through the rules of a sheet; whether nothing in it was left unread.
pub(super) fn rules(sheet: &str, visit: &mut dyn FnMut(Rule)) -> bool {
    read_rules(&mut Parser::new(sheet), false, 0, visit)
}

fn read_rules(parser: &mut Parser<'_>, is_conditional: bool, depth: usize, visit: &mut dyn FnMut(Rule)) -> bool {
    let mut is_whole = true;
    loop {
        let state = parser.state();
        let at_rule = match parser.next() {
            Err(_) => return is_whole,
            Ok(Token::CDO | Token::CDC) => continue,
            Ok(Token::AtKeyword(name)) => Some(name.to_ascii_lowercase()),
            Ok(_) => None,
        };
        if let Some(name) = at_rule {
            is_whole &= read_at_rule(&name, parser, is_conditional, depth, visit);
            continue;
        }
        parser.reset(&state);
        let selectors = until(parser, Delimiter::CurlyBracketBlock);
        if parser.next().is_err() {
            return is_whole;
        }
        let read = parser.parse_nested_block(|inner| -> Result<_, ParseError<()>> { Ok(block(inner, 0)) });
        let Ok(block) = read else { return false };
        is_whole &= !block.is_cut;
        visit_all(selectors, block, is_conditional, visit);
    }
}

fn read_at_rule(
    name: &str,
    parser: &mut Parser<'_>,
    is_conditional: bool,
    depth: usize,
    visit: &mut dyn FnMut(Rule),
) -> bool {
    let condition = until(parser, Delimiter::CurlyBracketBlock | Delimiter::Semicolon).to_ascii_lowercase();
    if parser.next() != Ok(&Token::CurlyBracketBlock) {
        // In code: names of rules (CSS). A statement; what it loads is not read.
        return matches!(name, "charset" | "namespace" | "layer");
    }
    let is_conditional = is_conditional || name != "media" || !is_always(&condition);
    let read = parser.parse_nested_block(|inner| -> Result<_, ParseError<()>> {
        Ok(match name.trim_start_matches("-webkit-").trim_start_matches("-moz-") {
            "media" | "supports" | "layer" | "container" | "scope" | "document" if depth < DEPTH_MAX => {
                read_rules(inner, is_conditional, depth + 1, visit)
            }
            // These name what others use, and speak of no element.
            "font-face" | "page" | "counter-style" | "property" | "keyframes" | "font-feature-values" => true,
            _ => false,
        })
    });
    read.unwrap_or(false)
}

/// Whether a condition on media holds wherever people read a page.
fn is_always(condition: &str) -> bool {
    condition.split(',').any(|media| matches!(media.trim(), "" | "all" | "screen" | "only screen"))
}

fn until<'i>(parser: &mut Parser<'i>, end: Delimiters) -> &'i str {
    let read = parser.parse_until_before(end, |inner| -> Result<_, ParseError<()>> {
        let start = inner.position();
        while inner.next().is_ok() {}
        Ok(inner.slice_from(start))
    });
    read.unwrap_or_default()
}

/// Whether a `content` adds something that could be read as part of a text: anything but strings without a letter, a digit
/// or a sign of numbers.
pub(super) fn adds_text(content: &str) -> bool {
    let mut parser = Parser::new(content);
    while let Ok(token) = parser.next() {
        let is_plain = match token {
            Token::QuotedString(text) => !text.contains(|c: char| c.is_alphanumeric() || "$€£¥.,-−–()%~+".contains(c)),
            Token::Ident(word) => {
                ["none", "normal", "initial", "unset"].iter().any(|plain| word.eq_ignore_ascii_case(plain))
            }
            _ => false,
        };
        if !is_plain {
            return true;
        }
    }
    false
}
