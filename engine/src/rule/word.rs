//! Rules about words of a question that fill no slot. An example is a question to the company that ships with the program:
//! `engine ask --demo --explain` shows the rule beside the word.

use super::Rule;

rules! {
    WORD_RULES, "Every rule about a word, in the order in which they are tried.";

    LEADS_UP "leads-up"
        "A clause before the first one that names a metric, entity or period only leads up to a question that says itself whose figure it wants.",
        "Ticket 20250117: Hong Kong NBV in FY2024";
    CHANNEL_WORD "channel-word"
        "A word for a channel that the profile does not know is an unknown channel.",
        "Hong Kong NBV in FY2024, retail";
    NAME_BEFORE_CHANNEL "name-before-channel"
        "A name directly before a known channel makes another channel of it.",
        "Hong Kong NBV in FY2024 through zorb agency";
    BEFORE_CHANNEL_NOUN "before-channel-noun"
        "Whatever stands before the noun for channels is an unknown channel, however ordinary it is elsewhere.",
        "Hong Kong NBV in FY2024 through mobile channel";
    CHANNEL_ANNOUNCED "channel-announced"
        "Whatever stands behind a word that announces a channel is an unknown one.",
        "Hong Kong NBV in FY2024 via email";
    UNKNOWN_NAME "unknown-name"
        "A word that no list and no dictionary knows is somebody's name.",
        "Contoso NBV in FY2024";
    UNKNOWN_PLACE "unknown-place"
        "A place that is none of the profile's entities is an unknown entity.",
        "新加坡2024年的新业务价值";
    THIRD_PARTY "third-party"
        "A word for another company without a name is an unknown entity.",
        "子公司2024年的新业务价值";
    NAMED_SEGMENT "named-segment"
        "A noun for a part of a company, behind a word that no entity is named by, is an unknown entity.",
        "回顾业务部2024年的新业务价值";
    BEFORE_COMPANY_WORD "before-company-word"
        "A word that means nothing elsewhere, written with a capital before a word of companies, is a name.",
        "Figure Inc NBV in FY2024";
    NUMBERED_THING "numbered-thing"
        "A word that means nothing elsewhere, behind a preposition and before a number, is the name of one of several things.",
        "NBV of market 7 in FY2024";
    BEFORE_METRIC "before-metric"
        "A word of the language before a metric narrows it: beside a known entity to another quantity, else to somebody else's.",
        "Hong Kong flagship NBV in FY2024";
    BEFORE_ENTITY "before-entity"
        "An English word before an entity, or before a noun for a part of a company, makes another name of it.",
        "rural Hong Kong NBV in FY2024";
    BEHIND_ENTITY "behind-entity"
        "An English word between an entity and a period or a word of companies says which part of the entity is meant.",
        "Hong Kong retired FY2024 NBV";
    BEHIND_PREPOSITION "behind-preposition"
        "An English word behind a preposition says whose figure is meant.",
        "Hong Kong NBV of widows in FY2024";
    COMPANY_OF_ENTITY "company-of-entity"
        "A word of companies beside an entity's name makes the name of another company of both.",
        "中国银行2024年的新业务价值";
    COMPANY_BEFORE_METRIC "company-before-metric"
        "A word of companies alone, directly before a metric, says whose the metric is.",
        "bank NBV in FY2024";
    COMPANY_BEFORE_CHANNEL "company-before-channel"
        "A word of companies alone, directly before a word that announces a channel, is a name.",
        "Hong Kong NBV by airlines via agency in FY2024";
    STRAY_CHARACTER "stray-character"
        "A single Chinese character that touches no slot is passed over where the question names an entity.",
        "2024年香港的新业务价值是多少，噫";
    BEHIND_METRIC "behind-metric"
        "An English word directly behind a metric says which part of it is meant, unless the question asks why.",
        "Hong Kong NBV collected in FY2024";
    METRIC_OF_METRIC "metric-of-metric"
        "An English metric directly before another, or before another and “from”, says which part of the other is meant.",
        "Hong Kong premium profit in FY2024";
    QUALIFIER "qualifier"
        "A word of the list of qualifiers makes another quantity of the metric.",
        "Hong Kong gross NBV in FY2024";
    CHANGE_OF_ONE_PERIOD "change-of-one-period"
        "A word for change makes another quantity of the metric, unless two periods are named whose difference answers it.",
        "Hong Kong NBV growth in FY2024";
    EXPLAINED "explained"
        "What stands behind a question for reasons, or says how the metric stands, is what is to be explained; it makes no other quantity.",
        "Why was the NBV of Hong Kong in FY2024 restated?";
    UNKNOWN_QUANTITY "unknown-quantity"
        "The longest run of words that fill no slot is the name of the asked quantity where no metric is named.",
        "香港2024年员工人数";
    RELATIVE_TO_STATED "relative-to-stated"
        "A relative period beside a stated one is relative to that one and not to today, so it is unknown.",
        "FY2024 previous year NBV of Hong Kong";
    CALENDAR_PART "calendar-part"
        "A half or quarter of the calendar year is unknown where fiscal years end in another month.",
        "calendar Q1 2025 peak load";
    UNREADABLE_PERIOD "unreadable-period"
        "What is written like a period and is none is an unknown period.",
        "Hong Kong NBV in 2024Q5";
    COUNTS_THINGS "counts-things"
        "A bare number before an English plural counts things and names no year.",
        "Hong Kong NBV 2024 trees";
    OPERATION "operation"
        "A word for something that is not computed asks for it: leaving out, ranking, sum, mean, share, split, conversion, forecast.",
        "Average NBV of Hong Kong 2022-2024";
    SUM_OF_LISTED "sum-of-listed"
        "A word for a total asks for a sum where several values are listed.",
        "total NBV of Hong Kong and Thailand in FY2024";
    COMPARATIVE "comparative"
        "A word that holds one thing against another asks for a ranking, unless a reason is asked for.",
        "Is NBV of Hong Kong higher than of Thailand in FY2024?";
    COMPARISON "comparison"
        "A word for a difference asks for a comparison, unless two periods are named whose difference answers it.",
        "difference of NBV of Hong Kong and Thailand in FY2024";
    OTHER_CURRENCY "other-currency"
        "A currency in which no asked metric is stated asks for a conversion.",
        "Hong Kong NBV in FY2024 in euros";
    OTHER_UNIT "other-unit"
        "A unit behind “in” or 以, in which no asked metric is stated, asks for a conversion.",
        "Hong Kong NBV in FY2024 in percent";
    OPERATOR "operator"
        "A sign of arithmetic before a number, or a share in percent, asks for arithmetic with the figure.",
        "Hong Kong NBV in FY2024 / 12";
    RATIO "ratio"
        "A metric, “to” or “over”, and another metric ask for arithmetic between them.",
        "NBV to premium of Hong Kong in FY2024";
}
