//! `engine review correct`: a person's values in the place of those that were read. Nothing is converted: the unit is the
//! metric's, whether it was read, stated, or left to be what it can only be.

use std::process::ExitCode;

use clap::Args;
use engine::code::UnitCode;
use engine::ingestion::Column;
use engine::language::numbers::exact;
use engine::store::{Correction, ReviewTarget, Verdict};

use super::decide::{read_of, show, store, target, unit_fault};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::facts::Book;
use crate::cli::{print, words};

const HELP: &str = "\
ITEM is a number that `engine review list` shows, or the key of a fact that
answers. What is not given stays as it was read. Values are never converted: the
unit must be the metric's, which is taken where a value is given, or none was
read, and --unit is not given. The correction stays in force when the file is
ingested again, and is flagged when the file says something else by then.

Examples:
  engine review correct 12 --entity HK --note \"the row is Hong Kong\"
  engine review correct REVENUE/HK/2024 --value 12.5 --note \"typo in the deck\"";

/// `engine review correct`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(in crate::cli) struct CorrectArgs {
    /// Number of an item, or the key of a fact (METRIC/ENTITY/PERIOD[/CHANNEL])
    #[arg(value_name = "ITEM")]
    item: String,
    /// The document of the fact, when several state its key
    #[arg(long, value_name = "DOC")]
    doc: Option<String>,
    /// The right value
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    value: Option<String>,
    /// The right unit [default: as it was read, else the metric's]
    #[arg(long, value_name = "UNIT")]
    unit: Option<String>,
    /// The right metric
    #[arg(long, value_name = "NAME")]
    metric: Option<String>,
    /// The right entity
    #[arg(long, value_name = "NAME")]
    entity: Option<String>,
    /// The right period: 2024, 2024H1, 2024Q3, 2024-03
    #[arg(long, value_name = "PERIOD")]
    period: Option<String>,
    /// The right channel
    #[arg(long, value_name = "NAME")]
    channel: Option<String>,
    /// Why; kept in the trail
    #[arg(long, value_name = "TEXT")]
    note: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &CorrectArgs, book: &Book) -> Result<ExitCode, Failure> {
    let words = words("--note", &args.note)?;
    let mut correction = correction(args, book)?;
    if correction == Correction::default() {
        return Err(Failure::usage(
            "nothing to correct; give --value, --unit, --metric, --entity, --period or --channel",
        ));
    }
    let target = target(&args.item, args.doc.as_deref(), book)?;
    let unit_by_default = only_unit(&target, &correction, book)?;
    if let Some(unit) = &unit_by_default {
        correction.unit = Some(unit.clone());
    }
    let verdict = Verdict::Correct(correction);
    if let Some(fault) = unit_fault(&target, &verdict, book)? {
        return Err(Failure::usage(fault));
    }
    for outcome in store(&[target], &verdict, words, book)? {
        let decided = outcome?;
        show(&decided, unit_by_default.is_some(), args.json)?;
        if let (Some(unit), false) = (&unit_by_default, args.json) {
            print(&format!("  the unit, which --unit does not say, is {unit}: the metric is stated in no other"))?;
        }
    }
    Ok(ExitCode::from(ANSWERED))
}

/// The metric's unit, where it goes without saying: a person who gives a value gives it in that unit, since no other is
/// taken; and where none was read beside a metric that was, nothing in the document speaks against it.
fn only_unit(target: &ReviewTarget, correction: &Correction, book: &Book) -> Result<Option<UnitCode>, Failure> {
    let (ReviewTarget::Item(_), None) = (target, &correction.unit) else { return Ok(None) };
    let Some((read, reason)) = read_of(target, book)? else { return Ok(None) };
    let wanted = correction.over(&read);
    let expected = wanted.metric.as_ref().and_then(|metric| book.vocabulary().unit_of(metric));
    // Words of a unit that nobody knows, or another unit than the metric's, are no silence.
    let silent = wanted.unit.is_none() && read.metric == wanted.metric && !STATES_A_UNIT.contains(&reason.as_str());
    Ok(expected.filter(|unit| wanted.unit.as_ref() != Some(unit) && (correction.value.is_some() || silent)))
}

/// Reasons of readings whose document states a unit that is not the metric's.
const STATES_A_UNIT: [&str; 2] = ["unknown_unit", "unit_mismatch"];

fn correction(args: &CorrectArgs, book: &Book) -> Result<Correction, Failure> {
    let unit = args.unit.as_deref().map(|name| book.unit(name)).transpose()?;
    let value = args.value.as_deref().map(|text| {
        let read = exact::exact_number(text).map_err(|fault| Failure::usage(format!("--value `{text}`: {fault}")))?;
        if read.percent {
            return Err(Failure::usage(format!("--value `{text}`: leave the percent sign out and state the unit")));
        }
        Ok(read.value)
    });
    Ok(Correction {
        metric: args.metric.as_deref().map(|name| book.metric(name)).transpose()?,
        entity: args.entity.as_deref().map(|name| book.entity(name)).transpose()?,
        period: args.period.as_deref().map(|name| book.period(name)).transpose()?,
        channel: args.channel.as_deref().map(|name| book.channel(name)).transpose()?,
        value: value.transpose()?,
        unit,
    })
}

impl Book {
    fn unit(&self, wording: &str) -> Result<UnitCode, Failure> {
        self.known(Column::Unit, wording, self.glossary.unit(wording))
    }
}
