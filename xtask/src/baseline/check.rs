//! `cargo xtask baseline check`: baselines, waivers and identities held against those at another commit. It asks nobody
//! anything; whether a baseline is true is what an evaluation says.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result};
use harness::baseline::{
    Against, Baseline, Change, Finding, Identities, Kind, Waivers, check_against, check_agreed, check_waivers,
};
use harness::exit::Exit;
use harness::lane::Lane;

use crate::base::{Base, text_at};
use crate::eval::today;
use crate::grown::grown_since;
use crate::repository::{Folders, Repository};
use crate::screen;

/// Findings of one kind that are spelled out; the rest is counted.
const SHOWN_MAX: usize = 25;

pub(super) fn run(reference: Option<&str>, folders: &Folders, repository: &Repository) -> Result<Exit> {
    let (base, what) = match Base::find(reference)? {
        Base::Commit { id, what } => (id, what),
        // A person who has no history to compare with can see that; a system that merges by colour cannot.
        Base::Nothing(why) if reference.is_some() || screen::is_ci() => {
            return Ok(against_nothing(&why, Exit::Unverified));
        }
        Base::First(why) | Base::Nothing(why) => return Ok(against_nothing(&why, Exit::Clean)),
        Base::Lost(why) => {
            screen::complain(&screen::wrapped(&format!("error: {why}")));
            return Ok(Exit::Invalid);
        }
    };
    let short = base.get(..12).unwrap_or(&base);
    let mut out = screen::wrapped(&format!("note: the baselines are held against {what}, {short}")) + "\n";
    let then = Then::at(&base, folders, repository)?;
    let waivers_path = folders.waivers(repository).display().to_string();
    let of_waivers = text_at(&base, &waivers_path)?;
    let of_waivers = check_waivers(&waivers_path, of_waivers.as_deref(), &then.waivers, &then.grown)?;
    let mut exit = listed(&mut out, Exit::Clean, &of_waivers);
    exit = listed(&mut out, exit, &then.of_identities);
    let mut agreed = BTreeSet::new();
    for lane in Lane::ALL {
        let Some((file, against)) = then.held(lane, folders, repository)? else { continue };
        let compared = if against.first { "is new; nothing was compared" } else { "was compared" };
        let _ = writeln!(out, "{file} {compared}");
        exit = listed(&mut out, exit, &against.findings);
        agreed.extend(against.agreed);
    }
    let too_many: Vec<Finding> = check_agreed(&agreed).into_iter().collect();
    exit = listed(&mut out, exit, &too_many);
    let _ = writeln!(out, "{}; exit {}", harness::report::word(exit), exit.code());
    screen::print(&out);
    Ok(exit)
}

fn against_nothing(why: &str, exit: Exit) -> Exit {
    let mut text = screen::wrapped(&format!("note: the baselines were held against nothing: {why}")) + "\n";
    if exit != Exit::Clean {
        let _ = writeln!(text, "{}; exit {}", harness::report::word(exit), exit.code());
    }
    screen::print(&text);
    exit
}

/// What is lower in the files on disk than at the commit that they are held against, and no waiver covers. A baseline is
/// not raised from there. Version control knows nothing of files outside the repository.
pub(crate) fn lowered_here(lanes: &[Lane], folders: &Folders, repository: &Repository) -> Result<Vec<Finding>> {
    let Base::Commit { id, .. } = Base::find(None)? else { return Ok(Vec::new()) };
    if folders.baselines(repository).is_absolute() {
        return Ok(Vec::new());
    }
    let then = Then::at(&id, folders, repository)?;
    let mut lowered = Vec::new();
    for lane in lanes {
        if folders.baselines(repository).join(Baseline::file_name(*lane)).exists() {
            let against = then.held(*lane, folders, repository)?;
            lowered.extend(against.into_iter().flat_map(|(_, against)| against.findings));
        }
    }
    lowered.retain(|finding| finding.kind == Kind::Gone && finding.key.is_some());
    Ok(lowered)
}

/// The other commit, and what is known of the change since.
struct Then<'a> {
    commit: &'a str,
    waivers: Waivers,
    grown: BTreeSet<String>,
    explained: BTreeSet<Lane>,
    of_identities: Vec<Finding>,
}

impl<'a> Then<'a> {
    fn at(commit: &'a str, folders: &Folders, repository: &Repository) -> Result<Self> {
        let path = folders.baselines(repository).join(Identities::FILE);
        let then = text_at(commit, &path.display().to_string())?.unwrap_or_default();
        let then = Identities::parse(&format!("{} of the other commit", path.display()), &then)?;
        let now = Identities::load(&path)?;
        Ok(Self {
            commit,
            waivers: Waivers::load(&folders.waivers(repository))?,
            grown: grown_since(commit, folders, repository)?,
            explained: now.explained(&then),
            of_identities: now.against(&then),
        })
    }

    /// A lane's baseline held against the one there; none when there is none on either side.
    fn held(&self, lane: Lane, folders: &Folders, repository: &Repository) -> Result<Option<(String, Against)>> {
        let path = folders.baselines(repository).join(Baseline::file_name(lane));
        let file = path.display().to_string();
        let old = text_at(self.commit, &file)?;
        if old.is_none() && !path.exists() {
            return Ok(None);
        }
        Baseline::load(&path)?;
        let new = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        let change = Change { waivers: &self.waivers, grown: &self.grown, explained: &self.explained, today: today() };
        Ok(Some((file.clone(), check_against(&file, old.as_deref(), &new, lane, change)?)))
    }
}

/// Writes findings down; gives back how the command ends with them.
fn listed(out: &mut String, exit: Exit, findings: &[Finding]) -> Exit {
    for finding in findings.iter().take(SHOWN_MAX) {
        let subject = finding.key.as_ref().map(ToString::to_string);
        let subject = subject.or_else(|| finding.gate.map(|gate| gate.to_string())).unwrap_or_default();
        let subject = if subject.is_empty() { subject } else { subject + " " };
        let text = format!("  {}: {subject}{}", harness::report::heading(finding.kind), finding.message);
        let _ = writeln!(out, "{}", screen::wrapped(&text));
    }
    if let Some(more) = findings.len().checked_sub(SHOWN_MAX).filter(|more| *more > 0) {
        let _ = writeln!(out, "  and {more} more");
    }
    findings.iter().fold(exit, |exit, finding| exit.worse(finding.kind.exit()))
}
