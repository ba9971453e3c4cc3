//! The words and signs that notations of units are made of, beside currencies and the profile's own spellings.

/// Words of scales with their power of ten.
pub(super) const SCALES: [(&str, u8); 29] = [
    ("thousand", 3),
    ("thousands", 3),
    ("'000", 3),
    ("’000", 3),
    ("‘000", 3),
    ("'000s", 3),
    ("000s", 3),
    ("million", 6),
    ("millions", 6),
    ("mn", 6),
    ("mln", 6),
    ("billion", 9),
    ("billions", 9),
    ("bn", 9),
    ("bln", 9),
    ("trillion", 12),
    ("trillions", 12),
    ("hundred million", 8),
    ("十万", 5),
    ("百万", 6),
    ("千万", 7),
    ("十亿", 9),
    ("百亿", 10),
    ("千亿", 11),
    ("万亿", 12),
    ("crore", 7),
    ("crores", 7),
    ("lakh", 5),
    ("lakhs", 5),
];
/// Scales that mean something else in other places.
pub(super) const SHORT_SCALES: [(&str, u8); 11] = [
    ("k", 3),
    ("m", 6),
    ("mm", 6),
    ("b", 9),
    ("tn", 12),
    ("000", 3),
    ("百", 2),
    ("千", 3),
    ("万", 4),
    ("亿", 8),
    ("兆", 12),
];
/// Signs and words that several currencies share.
pub(super) const SIGNS: [(&str, char); 8] = [
    ("$", '$'),
    ("dollar", '$'),
    ("dollars", '$'),
    ("¥", '¥'),
    ("元", '元'),
    ("圆", '元'),
    ("块", '元'),
    ("cents", 'c'),
];
/// Percent.
pub(super) const PERCENTS: [&str; 6] = ["%", "pct", "percent", "per cent", "百分比", "percentage"];
/// Percentage points, which are no percent.
pub(super) const POINTS: [&str; 9] =
    ["pp", "pps", "ppt", "ppts", "pts", "percentage points", "percentage point", "百分点", "个百分点"];
/// Basis points.
pub(super) const BASIS_POINTS: [&str; 6] = ["bps", "bp", "basis points", "basis point", "基点", "个基点"];
