//! Files and folders that their owner alone may read: everything that holds a workspace's content. Whatever the umask says,
//! a new file is `0600` and a new folder `0700`; what an older program left open to others is closed when its owner opens
//! it. Where there are no such permissions nothing is done. It decides about no content.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Bits of a permission that are somebody else's.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Options that make a file for its owner alone. What is there already keeps its permissions.
pub fn options() -> OpenOptions {
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a file that must not exist.
pub fn create_new(path: &Path) -> io::Result<File> {
    let file = options().write(true).create_new(true).open(path)?;
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Makes a folder, and those above it that are not there.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Takes from everybody else what they may do with a file or folder. Who does not own it cannot, and need not be told: it
/// is as it was.
pub fn close(path: &Path) {
    #[cfg(unix)]
    if let Ok(found) = fs::symlink_metadata(path) {
        use std::os::unix::fs::PermissionsExt;
        let mode = found.permissions().mode();
        if !found.is_symlink() && mode & OTHERS != 0 {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests;
