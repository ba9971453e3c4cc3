//! Letters that are drawn like a Latin one and that neither NFKD nor the look-alikes of UTS #39 lead back to it: small
//! capitals, turned, hooked and barred letters, Greek and Cyrillic in display type, letters in boxes, flags and emoji.

/// Latin letter, and what is drawn like it.
const STYLISED: [(char, &str); 26] = [
    ('a', "ᴀⱥȺꬱɐɒᶐꬰʌΛɅΔДд"),
    ('b', "ʙᴃᵬᶀꞗƅβΒбБ"),
    ('c', "ƈɕꜿꞓꞔ𝼝ɔς"),
    ('d', "ᴅȡᵭᶁᶑꝺðÐδẟ"),
    ('e', "ᴇəǝƎƏɘɛɜɝᶒᶓᶔⱸⱻꬳꬴʚΣΞξεэЭзЗєЄ"),
    ('f', "ꜰᶂꝼꟻ"),
    ('g', "ɢʛᵷᵹꝿꞡꬶ𝼁𝼂ꟑ"),
    ('h', "ʜɥʮʯḫⱨꞕнђ"),
    ('i', "ᴉᶖ𝼚ꞽ"),
    ('j', "ᴊʝɉɈ"),
    ('k', "ᴋĸʞᶄⱪꝁꝃꝅꞣ𝼃𝼐κк"),
    ('l', "ʟȴɬᴌᶅⱡꝇꝉꞎꬷꬸꬹ𝼄𝼑𝼓"),
    ('m', "ᴍʍɰᴟᶆꬺꟿм"),
    ('n', "ɴᴎȵᶇꞑꞥꬻ𝼇πΠпПиИ"),
    ('o', "ᴒᴓᶗⱺꝍ𝼛ʘφΦфФ"),
    ('p', "ᴘᵱᶈꝑꝓꝕꟼ"),
    ('q', "ꞯɋꝗꝙ"),
    ('r', "ʀᴙʁɺɻɾɿᴚᵳᶉⱹꝛꞃꞧꭆꭉꭋꭌꭨ𝼈𝼕𝼖яЯгГΓ"),
    ('s', "ʃƩȿᶊꞅꞩꟊ𝼞ƨꟙ"),
    ('t', "ᴛȶʇʈⱦȾꞇ𝼉𝼍τ"),
    ('u', "ʉᴝꞹꭏʊᵿꞿμцЦ"),
    ('v', "ỽⱱⱴꝟ"),
    ('w', "ⱳꟃωшШщЩ"),
    ('x', "ᶍꭖꭗꭘꭙꭔχжЖ"),
    ('y', "ʎ𝼆"),
    ('z', "ɀʑᶎʒƹꝣζ"),
];

/// The Latin letter that `c` is drawn like.
pub(crate) fn stylised(c: char) -> Option<char> {
    STYLISED.iter().find(|(_, drawn)| drawn.contains(c)).map(|&(letter, _)| letter)
}

/// The letter in a box, disc or flag: Unicode gives these no decomposition.
pub(crate) fn boxed(c: char) -> Option<char> {
    let first = match c {
        '\u{1F1E6}'..='\u{1F1FF}' => '\u{1F1E6}',
        '\u{1F150}'..='\u{1F169}' => '\u{1F150}',
        '\u{1F170}'..='\u{1F189}' => '\u{1F170}',
        _ => return None,
    };
    char::from_u32(u32::from(c) - u32::from(first) + u32::from('a'))
}

/// The letters of a sign or emoji that spells some.
pub(crate) fn pictured(c: char) -> Option<&'static str> {
    Some(match c {
        '🆎' => "ab",
        '🆑' => "cl",
        '🆔' => "id",
        '🆕' => "new",
        '🆖' => "ng",
        '🆗' => "ok",
        '🆘' => "sos",
        '🆙' => "up",
        '🆚' => "vs",
        '€' | '∃' | '∑' => "e",
        '£' => "l",
        '¥' | '￥' => "y",
        '¢' => "c",
        '∀' | '∆' => "a",
        '○' | '◯' | '●' => "o",
        'ー' => "一",
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
