//! Names in commands that a message tells a person to type. It quotes for a POSIX shell and runs nothing.

/// A name as a person can paste it into a shell.
pub fn pasted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '+' | ':' | '\\');
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests;
