//! Stand-in.
pub(crate) fn each_token(text: &str, mut each: impl FnMut(&str)) {
    let mut word = String::new();
    let mut before: Option<char> = None;
    let mut pair = String::new();
    let mut bytes = [0; 4];
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            word.push(character.to_ascii_lowercase());
            before = None;
            continue;
        }
        if !word.is_empty() {
            each(&word);
            word.clear();
        }
        if ('\u{4E00}'..='\u{9FFF}').contains(&character) {
            each(character.encode_utf8(&mut bytes));
            if let Some(before) = before {
                pair.clear();
                pair.push(before);
                pair.push(character);
                each(&pair);
            }
            before = Some(character);
        } else {
            before = None;
        }
    }
    if !word.is_empty() {
        each(&word);
    }
}
