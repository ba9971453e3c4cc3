//! Rules about cells of a table: what a cell is, which table it lies in, and which headers it stands under. An example is a
//! cell of a sheet, its rows between `;`: `<` and `^` continue the cell on the left and the one above as one merged cell,
//! `!` makes bold, `@` coloured, `>` indents.

use super::Rule;

rules! {
    /// Every rule about a cell: titles, headers, values, notes, then tables, then headers of a value.
    CELL_RULES;

    /// A cell that shows nothing is empty, whatever colour it has.
    NOTHING_SHOWN "nothing-shown": "B2 in Metric | 2024; Revenue | @";

    /// A text on the left and a unit on the right, alone in a line above a header row, are a title and its unit.
    TITLE_AND_UNIT "title-and-unit": "C1 in 资产负债表 | | 单位：万元; 项目 | 期末 | 期初; 货币资金 | 100 | 120";
    /// A text merged over labels and values is a title, whatever stands beside it.
    MERGED_TITLE "merged-title": "A1 in Results | < | Draft; Metric | 2023 | 2024; Revenue | 100 | 120";
    /// A text alone in its line over the labels is a title.
    OVER_LABELS "over-labels": "A1 in Income statement; Metric | 2024; Revenue | 5";
    /// A text alone in its line to the right of all columns is a title.
    BEHIND_TABLE "behind-table": "D1 in | | | Confidential; Metric | 2024; Revenue | 5";
    /// A text alone over the values that states a unit is a title.
    UNIT_LINE "unit-line": "B1 in | US$m; Metric | 2023 | 2024; Revenue | 5 | 6";
    /// A text alone over the values that is longer than headers are is a title.
    LONG_TEXT "long-text":
        "B1 in | The numbers of both years are stated before tax; Metric | 2023 | 2024; Revenue | 5 | 6";
    /// Where no column holds labels, a text alone that begins with the first column is a title.
    OVER_UNLABELLED "over-unlabelled": "A1 in Results; Revenue | EBITDA | Staff; 120 | 25 | 85";
    /// Over a single column only the nearest text is the header; those above it are titles.
    NOT_NEAREST "not-nearest": "A1 in Results; Revenue; 120; 130";
    /// Words above a table are its titles where no other table stands nearer.
    WORDS_ABOVE "words-above": "A1 in Results; ; Metric | 2024; Revenue | 5";
    /// Words set apart from the titles of the first table are titles of the whole grid.
    GRID_TITLE "grid-title": "A1 in Alpha Ltd; ; Income statement; Metric | 2024; Revenue | 5";
    /// Words above all tables that touch none of them are titles of the whole grid.
    ABOVE_ALL "above-all": "F1 in | | | | | Annual report; ; Metric | 2024; Revenue | 5";

    /// The first line of several cells above the values is a header row.
    HEADER_ROW "header-row": "B1 in Metric | 2024; Revenue | 5";
    /// A short text alone over the values is a header.
    HEADER_ALONE "header-alone": "B1 in | FY2024; Metric | H1 | H2; Revenue | 5 | 6";
    /// A line of numbers that count up, above a row with a label, is a header row.
    COUNTED_COLUMNS "counted-columns": "B1 in | 1 | 2 | 3 | 4; Revenue | 5 | 6 | 7 | 8";
    /// A line of words below a header row that leaves columns open, or spans several, is one more header row.
    FILLS_HEADER_ROW "fills-header-row": "C2 in Metric | 2024 | ; | alpha | beta; Revenue | 5 | 6";
    /// A line below a header row that holds nothing but periods, units and kinds of figures is one more header row.
    SAYS_WHEN_OR_WHAT_KIND "says-when-or-what-kind": "B2 in Market | Premium | Margin; All | US$m | %; Asia | 12 | 50";
    /// A line of words below a header row without a label is one more header row.
    UNLABELLED_WORDS "unlabelled-words": "B2 in Site | Output | Shipped; | barrels | pallets; West | 12 | 50";
    /// A line of words whose label only says what kind of labels follow is one more header row.
    UNDER_CORNER "under-corner": "B2 in Plants | Output | Shipped; Region | barrels | pallets; West | 12 | 50";
    /// A line of words below a header row that is bold or coloured, unlike the line below it, is one more header row.
    LOOKS_LIKE_HEADER "looks-like-header":
        "B2 in Plants | Output | Shipped; !Place | !barrels | !pallets; West | 12 | 50";
    /// A line that says again what the nearest header row says is a header row, as where a page ends.
    HEADER_AGAIN "header-again": "B3 in Metric | 2024; Revenue | 5; Metric | 2024; Cost | 6";
    /// A column in front of the values that holds mostly words, years or periods labels the rows.
    LABEL_COLUMN "label-column": "A2 in Metric | 2024; Revenue | 5";
    /// Spans of time in the words of the first column label the rows, though they begin with a number.
    DURATION_LABELS "duration-labels": "A2 in Term | Rate; 5 years | 3.1; 10 years | 3.5";
    /// A column of ascending numbers in front of a column of words numbers the rows.
    ROW_NUMBERS "row-numbers": "A2 in No | Item | 2024; 1 | Revenue | 5; 2 | Cost | 6";
    /// Ascending numbers in front of columns of periods label the rows, as brackets of income do.
    ASCENDING_SCALE "ascending-scale": "A2 in Bracket | 2023 | 2024; 10 | 1 | 2; 20 | 3 | 4; 30 | 5 | 6";
    /// A label alone in its row is that of a section.
    SECTION "section": "A2 in Metric | 2024; Assets; Cash | 5";
    /// Labels in several columns are those of a row whose values are missing.
    ROW_WITHOUT_VALUES "row-without-values":
        "B3 in Region | Item | 2024; North | Cash | 5; South | Stock; South | Cash | 6";
    /// The label of a total belongs to the sections that it is indented under or that it names, and ends them.
    TOTAL_LABEL "total-label": "B4 in Metric | 2024; Assets; Cash | 5; Total assets | 5";
    /// Below the last value, the label of a total, or an indented label, is that of a row whose values are missing.
    TOTAL_AT_THE_END "total-at-the-end": "A3 in Metric | 2024; Revenue | 5; Total";

    /// What stands behind the labels in a row of a table is a value.
    BEHIND_LABELS "behind-labels": "B2 in Metric | 2024; Revenue | 5";
    /// Words behind the first column are values where the header over them is a period or promises remarks or states.
    UNDER_VALUE_HEADER "under-value-header": "B2 in Region | Status | 2024; North | good | 5";
    /// Above the first number, pairs of a label and one text are rows of a form and no header rows.
    FORM_ROW "form-row": "B1 in Company: | Alpha Ltd; Revenue: | 120";
    /// A line of words below the header rows that is no header row is a row of the table.
    WORDS_AS_VALUES "words-as-values": "B2 in Region | 2023 | 2024; North | good | bad; South | 1 | 2";
    /// A label below the last number with texts in the place of values is a row of the table.
    TEXTS_AT_THE_END "texts-at-the-end": "B3 in Metric | 2024; Revenue | 5; Auditor | Smith";
    /// A value that is merged over several headers, or beside several labels, is of none of them for certain, and waits.
    OVER_SEVERAL "over-several-headers": "B2 in Metric | 2023 | 2024; Revenue | 5 | <; Cost | 6 | 7";
    /// In a table whose columns are counted by cells, as in HTML and in separated values, a row with numbers behind the last header
    /// has a cell too many, nobody knows which: its values wait.
    LONGER_ROW "longer-than-headers": "B2 in the table Metric | 2023 | 2024; Revenue | 1 | 200 | 3; Cost | 5 | 6";
    /// Where a header like the others stands over the labels, and numbers behind the last one, so that there are as many headers as
    /// columns of values, each may be meant for the column on its right: all values wait.
    FEWER_HEADERS "fewer-headers-than-columns": "B2 in 2023 | 2024; Revenue | 5 | 6; Cost | 7 | 8";
    /// Rows without a header row continue the table above them, across empty rows, where their columns are its columns.
    CONTINUES "continues": "B4 in Metric | 2024; Revenue | 5; ; Cost | 6";

    /// A text that begins with a word or mark of notes is a note.
    NOTE_WORD "note-word": "A4 in Metric | 2024; Revenue | 5; ; Note: audited; ; Cost | 6";
    /// A numbered text that follows a table or a note is a note.
    NUMBERED_NOTE "numbered-note": "A3 in Metric | 2024; Revenue | 5; (1) Restated; Other; Costs | 2023; Rent | 6";
    /// Words below the last row of a table are its notes.
    BELOW_LAST_ROW "below-last-row": "A3 in Metric | 2024; Revenue | 5; Source: annual report";
    /// Words behind the last header are remarks on their rows.
    REMARK_COLUMN "remark-column": "D2 in Metric | 2023 | 2024; Revenue | 1 | 2 | one-off; Cost | 3 | 4";
    /// Words beside a table, across an empty column, are remarks on it.
    BESIDE_TABLE "beside-table": "D1 in Metric | 2024 | | Unaudited; Revenue | 5; Cost | 6";
    /// Words that only name kinds of figures explain the colours of a table.
    LEGEND "legend": "A1 in @Actual; @Forecast; ; Metric | 2024; Revenue | 5";
    /// Words between two tables that stand nearer to the upper one are its notes.
    NEARER_ABOVE "nearer-above": "A4 in Metric | 2024; Revenue | 5; ; Unaudited; ; ; Costs | 2023; Rent | 6";
    /// Words that no table claims are a note.
    UNCLAIMED "unclaimed": "A3 in Annual report; ; Unaudited";

    /// Empty rows and columns part a table from its neighbours.
    SET_APART "set-apart": "B2 in Metric | 2024; Revenue | 5";
    /// Values without labels of their own, behind an empty column, use the labels on the left: one table.
    VALUES_ACROSS_GAP "values-across-gap": "D2 in Metric | 2023 | | 2024; Revenue | 5 | | 6; Cost | 7 | | 8";
    /// A column of labels in front of an empty column belongs to the labelled rows behind it: one table.
    LABELS_ACROSS_GAP "labels-across-gap": "D2 in Region | | Item | 2024; North | | Cash | 5; South | | Stock | 6";
    /// A column of words behind an empty column, with a header and a word in most rows, is a column of the table.
    WORDS_ACROSS_GAP "words-across-gap": "D2 in Metric | 2024 | | Auditor; Revenue | 5 | | Smith; Cost | 6 | | Jones";
    /// Labels that begin anew behind values begin another table beside the first.
    LABELS_AGAIN "labels-again": "D2 in Item | 2024 | Item | 2024; Cash | 5 | Debt | 6; Stock | 7 | Loans | 8";
    /// A new header row between rows of values begins a further table.
    HEADERS_ANEW "headers-anew": "B4 in Metric | 2023 | 2024; Revenue | 5 | 6; Costs | 2023 | 2024; Rent | 7 | 8";
    /// A header row above values, across an empty row, is theirs where they have none.
    HEADERS_ACROSS_GAP "headers-across-gap": "B3 in Metric | 2024; ; Revenue | 5; Cost | 6";
    /// Lines of two words that are all a label with a colon, or with a date, and its value are a table.
    WORDS_IN_A_FORM "words-in-a-form": "B1 in Company: | Alpha Ltd; Currency: | USD";
    /// A list of words with marks for absent values, or with several years a row, is a table.
    WORDS_WITH_GAPS "words-with-gaps": "B2 in Region | Manager; North | n/a; South | Smith";
    /// Words in what a document marks as a table are a table.
    WORDS_MARKED_UP "words-marked-up": "B2 in the table Region | Manager; North | Jones";
    /// Words below a header row that looks different are a table.
    WORDS_IN_A_LIST "words-in-a-list": "B2 in !Region | !Manager; North | Jones; South | Smith";

    /// A header stands over its own column.
    OVER_COLUMN "over-column": "B2 in Metric | 2024; Revenue | 5";
    /// A merged header stands over all columns it covers.
    MERGED_OVER "merged-over": "C3 in Metric | 2024 | <; | H1 | H2; Revenue | 5 | 6";
    /// A header that is not merged stands over the columns on its right that have a header of their own further down.
    SPREADS_RIGHT "spreads-right": "C3 in | 2024 | ; Metric | H1 | H2; Revenue | 5 | 6";
    /// Where a header that is not merged stands with columns on its left that no header of its level covers, it may be written
    /// over the middle of its columns: what lies between such headers, or left of the first, is of neither for certain.
    SPREADS_EITHER_WAY "spreads-either-way": "B3 in | | 2024 | ; Metric | Q1 | Q2 | Q3; Revenue | 5 | 6 | 7";
    /// A label stands for its own row.
    LABELS_ROW "labels-row": "B2 in Metric | 2024; Revenue | 5";
    /// A merged label stands for all rows it covers.
    MERGED_DOWN "merged-down": "C3 in Region | Item | 2024; North | Cash | 5; ^ | Stock | 6";
    /// A label in an outer column stands for the rows below that leave its column empty.
    LABEL_ABOVE "label-above": "C3 in Region | Item | 2024; North | Cash | 5; | Stock | 6";
    /// Where a label of an outer column stands in the middle of rows that leave its column bare, as the first of them shows, what
    /// lies between such labels is of neither for certain.
    LABEL_EITHER_WAY "label-either-way":
        "C4 in Region | Item | 2024; | Cash | 5; North | Stock | 6; | Cash | 7; South | Stock | 8";
    /// The label of a section stands for the rows below it, until a total, a section of its level or an empty row ends
    /// it.
    UNDER_SECTION "under-section": "B3 in Metric | 2024; Assets; Cash | 5";
    /// A label stands for the rows below it that are indented against it.
    INDENTED_UNDER "indented-under": "B3 in Metric | 2024; Sales | 5; >Online | 3";
}
