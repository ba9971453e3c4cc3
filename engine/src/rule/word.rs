//! Rules about words of a question that fill no slot. An example is a question to the company that ships with the program:
//! `engine ask --demo --explain` shows the rule beside the word.

use super::Rule;

rules! {
    /// Every rule about a word, in the order in which they are tried.
    WORD_RULES;

    /// A clause before the first one that names a metric, entity or period only leads up to a question that says itself
    /// whose figure it wants.
    LEADS_UP "leads-up": "Ticket 20250117: Hong Kong NBV in FY2024";
    /// A word for a channel that the profile does not know is an unknown channel.
    CHANNEL_WORD "channel-word": "Hong Kong NBV in FY2024, retail";
    /// A name directly before a known channel makes another channel of it.
    NAME_BEFORE_CHANNEL "name-before-channel": "Hong Kong NBV in FY2024 through zorb agency";
    /// Whatever stands before the noun for channels is an unknown channel, however ordinary it is elsewhere.
    BEFORE_CHANNEL_NOUN "before-channel-noun": "Hong Kong NBV in FY2024 through mobile channel";
    /// Whatever stands behind a word that announces a channel is an unknown one.
    CHANNEL_ANNOUNCED "channel-announced": "Hong Kong NBV in FY2024 via email";
    /// A word that no list and no dictionary knows is somebody's name.
    UNKNOWN_NAME "unknown-name": "Contoso NBV in FY2024";
    /// A place that is none of the profile's entities is an unknown entity.
    UNKNOWN_PLACE "unknown-place": "新加坡2024年的新业务价值";
    /// A word for another company without a name is an unknown entity.
    THIRD_PARTY "third-party": "子公司2024年的新业务价值";
    /// A noun for a part of a company, behind a word that no entity is named by, is an unknown entity.
    NAMED_SEGMENT "named-segment": "继续业务部2024年的继续率";
    /// A word that means nothing elsewhere, written with a capital before a word of companies, is a name.
    BEFORE_COMPANY_WORD "before-company-word": "Figure Inc NBV in FY2024";
    /// A word that means nothing elsewhere, behind a preposition and before a number, is the name of one of several
    /// things.
    NUMBERED_THING "numbered-thing": "NBV of level 7 in FY2024";
    /// A word of the language before a metric narrows it: beside a known entity to another quantity, else to somebody
    /// else's.
    BEFORE_METRIC "before-metric": "Hong Kong flagship NBV in FY2024";
    /// An English word before an entity, or before a noun for a part of a company, makes another name of it.
    BEFORE_ENTITY "before-entity": "rural Hong Kong NBV in FY2024";
    /// An English word between an entity and a period or a word of companies says which part of the entity is meant.
    BEHIND_ENTITY "behind-entity": "Hong Kong retired FY2024 NBV";
    /// An English word behind a preposition says whose figure is meant.
    BEHIND_PREPOSITION "behind-preposition": "Hong Kong NBV of widows in FY2024";
    /// Two English names of entities side by side, of one word each, are the two words of another name.
    BESIDE_ANOTHER "beside-another": "Thailand Vietnam NBV in FY2024";
    /// A word of companies beside an entity's name makes the name of another company of both.
    COMPANY_OF_ENTITY "company-of-entity": "中国银行2024年的新业务价值";
    /// A word of companies alone, directly before a metric, says whose the metric is.
    COMPANY_BEFORE_METRIC "company-before-metric": "bank NBV in FY2024";
    /// A word of companies alone, directly before a word that announces a channel, is a name.
    COMPANY_BEFORE_CHANNEL "company-before-channel": "Hong Kong NBV by airlines via agency in FY2024";
    /// An English word directly behind a metric says which part of it is meant, unless the question asks why.
    BEHIND_METRIC "behind-metric": "Hong Kong NBV collected in FY2024";
    /// An English metric directly before another, or before another and “from”, says which part of the other is meant.
    METRIC_OF_METRIC "metric-of-metric": "Hong Kong premium profit in FY2024";
    /// A word of the list of qualifiers makes another quantity of the metric.
    QUALIFIER "qualifier": "Hong Kong gross NBV in FY2024";
    /// A word for change makes another quantity of the metric, unless two periods are named whose difference answers
    /// it.
    CHANGE_OF_ONE_PERIOD "change-of-one-period": "Hong Kong NBV growth in FY2024";
    /// What stands behind a question for reasons, or says how the metric stands, is what is to be explained; it makes
    /// no other quantity.
    EXPLAINED "explained": "Why was the NBV of Hong Kong in FY2024 restated?";
    /// A word that nothing explains may narrow what is asked, wherever it stands; so the whole's figure is no answer.
    LEFT_OVER "left-over": "Hong Kong NBV in FY2024, widows only";
    /// The longest run of words that fill no slot is the name of the asked quantity where no metric is named.
    UNKNOWN_QUANTITY "unknown-quantity": "香港2024年员工人数";
    /// A relative period beside a stated one is relative to that one and not to today, so it is unknown.
    RELATIVE_TO_STATED "relative-to-stated": "FY2024 previous year NBV of Hong Kong";
    /// A half or quarter of the calendar year is unknown where fiscal years end in another month.
    CALENDAR_PART "calendar-part": "calendar Q1 2025 peak load";
    /// What is written like a period and is none is an unknown period.
    UNREADABLE_PERIOD "unreadable-period": "Hong Kong NBV in 2024Q5";
    /// A bare number before an English plural counts things and names no year.
    COUNTS_THINGS "counts-things": "Hong Kong NBV 2024 letters";
    /// A word for something that is not computed asks for it: leaving out, ranking, sum, mean, share, split,
    /// conversion, forecast.
    OPERATION "operation": "Average NBV of Hong Kong 2022-2024";
    /// A word for a total asks for a sum where several values are listed.
    SUM_OF_LISTED "sum-of-listed": "total NBV of Hong Kong and Thailand in FY2024";
    /// A word that holds one thing against another asks for a ranking, unless a reason is asked for.
    COMPARATIVE "comparative": "Is NBV of Hong Kong higher than of Thailand in FY2024?";
    /// A word for a difference asks for a comparison, unless two periods are named whose difference answers it.
    COMPARISON "comparison": "difference of NBV of Hong Kong and Thailand in FY2024";
    /// A currency in which no asked metric is stated asks for a conversion.
    OTHER_CURRENCY "other-currency": "Hong Kong NBV in FY2024, euros";
    /// A unit behind “in” or 以, in which no asked metric is stated, asks for a conversion.
    OTHER_UNIT "other-unit": "Hong Kong NBV in FY2024 in percent";
    /// A sign of arithmetic before a number, or a share in percent, asks for arithmetic with the figure.
    OPERATOR "operator": "Hong Kong NBV in FY2024 / 12";
    /// A metric, “to” or “over”, and another metric ask for arithmetic between them.
    RATIO "ratio": "NBV to premium of Hong Kong in FY2024";
}
