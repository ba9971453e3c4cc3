//! Rules about words of a question that fill no slot. An example is a question to the company that ships with the program:
//! `engine ask --demo --explain` shows the rule beside the word.

use super::Rule;

rules! {
    WORD_RULES, "Every rule about a word, in the order in which they are tried.";

    LEADS_UP "leads-up"
        "A clause before the first one that names a metric, entity or period only leads up to a question that says itself whose figure it wants.",
        "Ticket 20250117: Hong Kong NBV in FY2024";
    CONVERSION_TARGET "conversion-target"
        "What stands behind a word for converting is what it converts to; it is no name, because nothing is converted.",
        "";
    CHANNEL_WORD "channel-word"
        "A word for a channel that the profile does not know is an unknown channel.",
        "";
    NAME_BEFORE_CHANNEL "name-before-channel"
        "A name directly before a known channel makes another channel of it.",
        "";
    BEFORE_CHANNEL_NOUN "before-channel-noun"
        "Whatever stands before the noun for channels is an unknown channel, however ordinary it is elsewhere.",
        "";
    CHANNEL_ANNOUNCED "channel-announced"
        "Whatever stands behind a word that announces a channel is an unknown one.",
        "";
    UNKNOWN_NAME "unknown-name"
        "A word that no list and no dictionary knows is somebody's name.",
        "";
    UNKNOWN_PLACE "unknown-place"
        "A place that is none of the profile's entities is an unknown entity.",
        "";
    THIRD_PARTY "third-party"
        "A word for another company without a name is an unknown entity.",
        "";
    NAMED_SEGMENT "named-segment"
        "A noun for a part of a company, behind a word that no entity is named by, is an unknown entity.",
        "";
    BEFORE_COMPANY_WORD "before-company-word"
        "A word that means nothing elsewhere, written with a capital before a word of companies, is a name.",
        "";
    NUMBERED_THING "numbered-thing"
        "A word that means nothing elsewhere, behind a preposition and before a number, is the name of one of several things.",
        "";
    BEFORE_METRIC "before-metric"
        "A word of the language before a metric narrows it: beside a known entity to another quantity, else to somebody else's.",
        "";
    BEFORE_ENTITY "before-entity"
        "An English word before an entity, or before a noun for a part of a company, makes another name of it.",
        "";
    BEHIND_ENTITY "behind-entity"
        "An English word between an entity and a period or a word of companies says which part of the entity is meant.",
        "";
    BEHIND_PREPOSITION "behind-preposition"
        "An English word behind a preposition says whose figure is meant.",
        "";
    COMPANY_OF_ENTITY "company-of-entity"
        "A word of companies beside an entity's name makes the name of another company of both.",
        "";
    COMPANY_BEFORE_METRIC "company-before-metric"
        "A word of companies alone, directly before a metric, says whose the metric is.",
        "";
    COMPANY_BEFORE_CHANNEL "company-before-channel"
        "A word of companies alone, directly before a word that announces a channel, is a name.",
        "";
    STRAY_CHARACTER "stray-character"
        "A single Chinese character that touches no slot is passed over where the question names an entity.",
        "";
    BEHIND_METRIC "behind-metric"
        "An English word directly behind a metric says which part of it is meant, unless the question asks why.",
        "";
    METRIC_OF_METRIC "metric-of-metric"
        "An English metric directly before another, or before another and “from”, says which part of the other is meant.",
        "";
    QUALIFIER "qualifier"
        "A word of the list of qualifiers makes another quantity of the metric.",
        "";
    CHANGE_OF_ONE_PERIOD "change-of-one-period"
        "A word for change makes another quantity of the metric, unless two periods are named whose difference answers it.",
        "";
    EXPLAINED "explained"
        "What stands behind a question for reasons, or says how the metric stands, is what is to be explained; it makes no other quantity.",
        "";
    UNKNOWN_QUANTITY "unknown-quantity"
        "The longest run of words that fill no slot is the name of the asked quantity where no metric is named.",
        "";
    RELATIVE_TO_STATED "relative-to-stated"
        "A relative period beside a stated one is relative to that one and not to today, so it is unknown.",
        "";
    CALENDAR_PART "calendar-part"
        "A half or quarter of the calendar year is unknown where fiscal years end in another month.",
        "";
    UNREADABLE_PERIOD "unreadable-period"
        "What is written like a period and is none is an unknown period.",
        "";
    COUNTS_THINGS "counts-things"
        "A bare number before an English plural counts things and names no year.",
        "";
    OPERATION "operation"
        "A word for something that is not computed asks for it: leaving out, ranking, sum, mean, share, split, conversion, forecast.",
        "";
    SUM_OF_LISTED "sum-of-listed"
        "A word for a total asks for a sum where several values are listed.",
        "";
    COMPARATIVE "comparative"
        "A word that holds one thing against another asks for a ranking, unless a reason is asked for.",
        "";
    COMPARISON "comparison"
        "A word for a difference asks for a comparison, unless two periods are named whose difference answers it.",
        "";
    OTHER_CURRENCY "other-currency"
        "A currency in which no asked metric is stated asks for a conversion.",
        "";
    OTHER_UNIT "other-unit"
        "A unit behind “in” or 以, in which no asked metric is stated, asks for a conversion.",
        "";
    OPERATOR "operator"
        "A sign of arithmetic before a number, or a share in percent, asks for arithmetic with the figure.",
        "";
    RATIO "ratio"
        "A metric, “to” or “over”, and another metric ask for arithmetic between them.",
        "";
}
