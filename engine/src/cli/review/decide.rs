//! `engine review approve | reject`: a person's decisions. Each carries a note for the next reader, and prints
//! what it did; a decision about many items needs at least one condition and decides only about those that wait.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::code::{MetricCode, UnitCode};
use engine::fact::Stated;
use engine::reading::Candidate;
use engine::store::{Decided, DecisionFault, FactStore, ReviewFilter, ReviewStatus, ReviewTarget, Verdict};
use serde::Serialize;

use super::Conditions;
use crate::cli::exit::{ANSWERED, FAULT, Failure, WARNED};
use crate::cli::facts::Book;
use crate::cli::{counted, note, print, print_json, words};

const APPROVE_HELP: &str = "\
ITEM is a number that `engine review list` shows, or the key of a fact. Without
ITEM, the conditions choose among the items that wait; at least one is needed.

Exit codes: 3 when an ITEM could not be approved, 4 when some of many were left.

Examples:
  engine review approve 12 --note \"checked against the audited report\"
  engine review approve --reason low_confidence --doc deck.pptx --note \"checked\"";

const REJECT_HELP: &str = "\
ITEM is a number that `engine review list` shows, or the key of a fact that
answers. A rejected reading stays out, also when its file is ingested again.

Exit codes: 3 when an ITEM could not be rejected, 4 when some of many were left.

Examples:
  engine review reject 12 --note \"a budget figure\"
  engine review reject REVENUE/HK/2024 --doc deck.pptx --note \"typo in the deck\"";

/// What `approve` and `reject` share.
#[derive(Debug, Args)]
struct Choice {
    /// Numbers of items, or keys of facts (METRIC/ENTITY/PERIOD[/CHANNEL])
    #[arg(value_name = "ITEM")]
    items: Vec<String>,
    #[command(flatten)]
    conditions: Conditions,
    /// Why; kept in the trail
    #[arg(long, value_name = "TEXT")]
    note: String,
    /// Print one JSON object a decision
    #[arg(long)]
    json: bool,
}

/// `engine review approve`.
#[derive(Debug, Args)]
#[command(after_help = APPROVE_HELP)]
pub(in crate::cli) struct ApproveArgs {
    #[command(flatten)]
    choice: Choice,
}

/// `engine review reject`.
#[derive(Debug, Args)]
#[command(after_help = REJECT_HELP)]
pub(in crate::cli) struct RejectArgs {
    #[command(flatten)]
    choice: Choice,
}

#[derive(Serialize)]
struct DecidedJson<'a> {
    id: u64,
    status: ReviewStatus,
    already: bool,
    /// Whether the unit is the metric's because nobody stated one.
    unit_by_default: bool,
    doc: &'a str,
    locator: &'a str,
    fact: Option<&'a Stated>,
}

pub(super) fn approve(args: &ApproveArgs, book: &Book) -> Result<ExitCode, Failure> {
    decide(&args.choice, &Verdict::Approve, book)
}

pub(super) fn reject(args: &RejectArgs, book: &Book) -> Result<ExitCode, Failure> {
    decide(&args.choice, &Verdict::Reject, book)
}

fn decide(choice: &Choice, verdict: &Verdict, book: &Book) -> Result<ExitCode, Failure> {
    let words = words("--note", &choice.note)?;
    let many = choice.items.is_empty();
    let targets = if many { chosen(&choice.conditions, book)? } else { named(choice, book)? };
    if targets.is_empty() {
        note("no item that waits meets the conditions; nothing was changed");
        return Ok(ExitCode::from(ANSWERED));
    }
    let (mut fit, mut faults) = (Vec::new(), Vec::new());
    for target in targets {
        match unit_fault(&target, verdict, book)? {
            None => fit.push(target),
            Some(fault) => faults.push(fault),
        }
    }
    let outcomes = if fit.is_empty() { Vec::new() } else { store(&fit, verdict, words, book)? };
    let mut done = 0_u64;
    for outcome in outcomes {
        match outcome {
            Ok(decided) => {
                done += 1;
                show(&decided, false, choice.json)?;
            }
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    for fault in &faults {
        note(format_args!("error: {fault}"));
    }
    if many {
        let left = if faults.is_empty() { String::new() } else { format!(", {} left as they are", faults.len()) };
        note(format_args!("{} decided{left}", counted(done, "item")));
    }
    Ok(ExitCode::from(match (faults.is_empty(), many) {
        (true, _) => ANSWERED,
        (false, true) if done > 0 => WARNED,
        (false, _) => FAULT,
    }))
}

/// The items that a person named.
fn named(choice: &Choice, book: &Book) -> Result<Vec<ReviewTarget>, Failure> {
    let conditions = &choice.conditions;
    let keys = choice.items.iter().any(|item| item.contains(['/', '／']));
    let others = Conditions { doc: None, ..Conditions::clone(conditions) };
    if others.any() || (conditions.doc.is_some() && !keys) {
        return Err(Failure::usage("name items, or choose them by conditions; not both (--doc may go with a KEY)"));
    }
    choice.items.iter().map(|item| target(item, conditions.doc.as_deref(), book)).collect()
}

/// The items that wait and meet the conditions.
fn chosen(conditions: &Conditions, book: &Book) -> Result<Vec<ReviewTarget>, Failure> {
    if !conditions.any() {
        return Err(Failure::usage(
            "name an ITEM, or give at least one of --doc, --reason, --metric, --entity and --period",
        ));
    }
    let filter = ReviewFilter { status: Some(ReviewStatus::Pending), ..conditions.filter(book)? };
    let mut targets = Vec::new();
    let listed = book.facts.reviews(&filter, &mut |item| {
        targets.push(ReviewTarget::Item(item.id));
        ControlFlow::Continue(())
    });
    listed?;
    Ok(targets)
}

/// What a person's wording means: a number, or a key.
pub(super) fn target(text: &str, doc: Option<&str>, book: &Book) -> Result<ReviewTarget, Failure> {
    if let Ok(id) = text.strip_prefix('#').unwrap_or(text).parse() {
        return Ok(ReviewTarget::Item(id));
    }
    if !text.contains(['/', '／']) {
        return Err(Failure::usage(format!(
            "`{text}` is neither the number of an item nor a key METRIC/ENTITY/PERIOD[/CHANNEL]"
        )));
    }
    Ok(ReviewTarget::Fact { key: book.key(text)?, doc: doc.map(str::to_owned) })
}

/// What was read of a target, or decided about it, with the reason for which it is in the queue; none for an item that
/// there is not, of which the store says so in its own words.
pub(super) fn read_of(target: &ReviewTarget, book: &Book) -> Result<Option<(Candidate, String)>, Failure> {
    let id = match target {
        ReviewTarget::Item(id) => *id,
        ReviewTarget::Fact { key, .. } => {
            let unit = book.vocabulary().unit_of(&key.metric);
            let read = Candidate { metric: Some(key.metric.clone()), unit, ..Candidate::default() };
            return Ok(Some((read, String::new())));
        }
    };
    let found = book.facts.review(id)?;
    let Ok((item, _)) = found else { return Ok(None) };
    let read = match (&item.fact, item.status) {
        (Some(fact), ReviewStatus::Corrected) => {
            Candidate { metric: Some(fact.key.metric.clone()), unit: Some(fact.unit.clone()), ..item.candidate }
        }
        _ => item.candidate,
    };
    Ok(Some((read, item.reason)))
}

/// What is wrong with the unit that would answer: a fact in another unit than its metric's is no answer.
pub(super) fn unit_fault(target: &ReviewTarget, verdict: &Verdict, book: &Book) -> Result<Option<String>, Failure> {
    let Some((read, _)) = read_of(target, book)? else { return Ok(None) };
    let wanted = match verdict {
        Verdict::Reject => return Ok(None),
        Verdict::Approve => read,
        Verdict::Correct(correction) => correction.over(&read),
    };
    let (Some(metric), Some(unit)) = (&wanted.metric, &wanted.unit) else { return Ok(None) };
    Ok(mismatch(metric, unit, target, book))
}

fn mismatch(metric: &MetricCode, unit: &UnitCode, target: &ReviewTarget, book: &Book) -> Option<String> {
    let expected = book.vocabulary().unit_of(metric)?;
    let what = match target {
        ReviewTarget::Item(id) => format!("item {id}"),
        ReviewTarget::Fact { key, .. } => key.to_string(),
    };
    (expected != *unit).then(|| {
        format!(
            "{what}: the unit is {unit}, and {metric} is stated in {expected}; values are never converted: \
             `engine review correct … --value … --unit {expected}` states it in that unit"
        )
    })
}

pub(super) fn store(
    targets: &[ReviewTarget],
    verdict: &Verdict,
    words: &str,
    book: &Book,
) -> Result<Vec<Result<Decided, DecisionFault>>, Failure> {
    Ok(book.facts.decide(targets, verdict, words, crate::cli::now()?)?)
}

pub(super) fn show(decided: &Decided, unit_by_default: bool, json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&DecidedJson {
            id: decided.id,
            status: decided.status,
            already: decided.already,
            unit_by_default,
            doc: &decided.doc,
            locator: &decided.locator,
            fact: decided.fact.as_ref(),
        });
    }
    let fact = decided.fact.as_ref().map_or_else(String::new, |fact| format!(" {fact}"));
    let before = if decided.already { " (before; nothing was changed)" } else { "" };
    let Decided { id, doc, locator, status, .. } = decided;
    print(&format!("item {id}: {}{fact} ({doc} · {locator}){before}", status.as_str()))
}
