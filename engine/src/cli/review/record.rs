//! Readings as text. Values are exact.

use engine::period::Period;
use engine::reading::Candidate;

/// What was understood, with a question mark for each part that was not.
pub(in crate::cli) fn understood(candidate: &Candidate) -> String {
    let part = |part: Option<String>| part.unwrap_or_else(|| "?".to_owned());
    let mut text = format!(
        "{}/{}/{}",
        part(candidate.metric.as_ref().map(ToString::to_string)),
        part(candidate.entity.as_ref().map(ToString::to_string)),
        part(candidate.period.map(Period::value)),
    );
    match &candidate.channel {
        Some(channel) if channel.is_total() => {}
        channel => {
            text.push('/');
            text.push_str(&part(channel.as_ref().map(ToString::to_string)));
        }
    }
    let value = part(candidate.value.map(|value| value.to_string()));
    let unit = part(candidate.unit.as_ref().map(ToString::to_string));
    let tags = if candidate.tags.is_empty() { String::new() } else { format!(" [{}]", candidate.tags.join(", ")) };
    format!("{text} = {value} {unit}{tags}")
}
