//! `cargo xtask snapshots`: what a person decides about answers that are new or have changed. Nothing is accepted
//! without its id, but answers that never had a snapshot; and nothing is accepted under CI.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use harness::exit::Exit;
use harness::lane::Lane;
use harness::report::render_diff;
use harness::snapshot::{Choice, Folder, Listed, SnapshotError, State};

use crate::cases::Golden;
use crate::repository::{Course, Folders, Repository};
use crate::screen;

#[derive(Debug, Subcommand)]
#[command(after_help = "`cargo insta review` decides on the same files, one at a time.")]
pub(crate) enum SnapshotsCommand {
    /// List the snapshots that wait for a decision; exits 1 when there are any
    List(Which),
    /// Show what a pending snapshot changes
    Show {
        /// Case id
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        #[command(flatten)]
        which: Which,
    },
    /// Make pending snapshots the accepted ones
    Accept {
        /// Case ids that you have looked at
        #[arg(required_unless_present = "new", value_name = "ID")]
        ids: Vec<String>,
        /// Accept every answer that never had a snapshot
        #[arg(long)]
        new: bool,
        #[command(flatten)]
        which: Which,
    },
    /// Remove pending snapshots; the accepted ones stay
    Reject {
        /// Case ids
        #[arg(required_unless_present = "all", value_name = "ID")]
        ids: Vec<String>,
        /// Reject all
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        which: Which,
    },
    /// Remove snapshots that no case has, and those that say what the suite's first lane says
    Prune(Which),
}

#[derive(Debug, Args)]
pub(crate) struct Which {
    #[command(flatten)]
    course: Course,
    #[command(flatten)]
    folders: Folders,
}

impl Which {
    fn folder(&self, repository: &Repository) -> Folder {
        Folder::of(&self.folders.golden(repository))
    }

    fn lanes(&self, repository: &Repository) -> Vec<Lane> {
        self.course.lanes(&self.folders, repository)
    }

    fn pending(&self, repository: &Repository) -> Result<Vec<Listed>> {
        let folder = self.folder(repository);
        let mut listed = Vec::new();
        for lane in self.lanes(repository) {
            listed.extend(folder.pending(lane)?);
        }
        Ok(listed)
    }
}

pub(crate) fn run(command: SnapshotsCommand, repository: &Repository) -> Result<Exit> {
    match command {
        SnapshotsCommand::List(which) => list(&which, repository),
        SnapshotsCommand::Show { ids, which } => show(&ids, &which, repository),
        SnapshotsCommand::Accept { ids, new, which } => {
            if screen::is_ci() {
                screen::complain("error: snapshots are accepted by a person, not under CI");
                return Ok(Exit::Invalid);
            }
            decide(&ids, Choice::Accept, &which, repository)?;
            if new { accept_new(&which, repository) } else { Ok(Exit::Clean) }
        }
        SnapshotsCommand::Reject { ids, all, which } => {
            let every: BTreeSet<String> = which.pending(repository)?.into_iter().map(|listed| listed.case).collect();
            let ids = if all { every.into_iter().collect() } else { ids };
            decide(&ids, Choice::Reject, &which, repository)
        }
        SnapshotsCommand::Prune(which) => prune(&which, repository),
    }
}

fn list(which: &Which, repository: &Repository) -> Result<Exit> {
    let pending = which.pending(repository)?;
    let mut out = String::new();
    for Listed { lane, case, state, .. } in &pending {
        let _ = writeln!(out, "{:<8} {:<9} {case}", state.as_str(), lane.name());
    }
    let _ = writeln!(out, "{} snapshots wait for a decision", pending.len());
    screen::print(&out);
    Ok(if pending.is_empty() { Exit::Clean } else { Exit::Regressed })
}

fn show(ids: &[String], which: &Which, repository: &Repository) -> Result<Exit> {
    let pending = which.pending(repository)?;
    let mut out = String::new();
    for id in ids {
        let mut is_there = false;
        for Listed { lane, state, text, diff, .. } in pending.iter().filter(|listed| listed.case == *id) {
            is_there = true;
            let shown = diff.as_ref().map_or_else(|| text.clone(), render_diff);
            let from = if *state == State::Differs { format!(" from {}", lane.first().name()) } else { String::new() };
            let _ = writeln!(out, "{} {id}: {state}{from}\n{shown}\n", lane.name());
        }
        if !is_there {
            bail!(nothing_pending(which, id, repository));
        }
    }
    screen::print(&out);
    Ok(Exit::Clean)
}

fn nothing_pending(which: &Which, case: &str, repository: &Repository) -> SnapshotError {
    let lanes: Vec<String> = which.lanes(repository).into_iter().map(Lane::name).map(str::to_owned).collect();
    SnapshotError::NothingPending { lane: lanes.join(" or "), case: case.to_owned() }
}

/// Decides on each id in every lane where it waits; an id that waits in none is an error, and nothing after it is done.
fn decide(ids: &[String], choice: Choice, which: &Which, repository: &Repository) -> Result<Exit> {
    let folder = which.folder(repository);
    for id in ids {
        let mut is_there = false;
        for lane in which.lanes(repository) {
            match folder.decide(lane, id, choice) {
                Ok(removed) => {
                    is_there = true;
                    done(choice, lane, id, &removed);
                }
                Err(SnapshotError::NothingPending { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if !is_there {
            bail!(nothing_pending(which, id, repository));
        }
    }
    Ok(Exit::Clean)
}

/// Accepts answers that never had a snapshot, lane by lane: the same case may have changed in the other lane.
fn accept_new(which: &Which, repository: &Repository) -> Result<Exit> {
    let folder = which.folder(repository);
    for Listed { lane, case, .. } in which.pending(repository)?.iter().filter(|listed| listed.state == State::New) {
        let removed = folder.decide(*lane, case, Choice::Accept)?;
        done(Choice::Accept, *lane, case, &removed);
    }
    Ok(Exit::Clean)
}

fn done(choice: Choice, lane: Lane, case: &str, removed: &[Lane]) {
    let what = match choice {
        Choice::Accept => "accepted",
        Choice::Reject => "rejected",
    };
    screen::print(&format!("{what} {} {case}\n", lane.name()));
    for other in removed {
        let (other, first) = (other.name(), other.first().name());
        screen::print(&format!("removed {other} {case}, which is what {first} has\n"));
    }
}

fn prune(which: &Which, repository: &Repository) -> Result<Exit> {
    let lanes = which.lanes(repository);
    let Some(golden) = Golden::load(&lanes, &which.folders, repository) else { return Ok(Exit::Invalid) };
    let folder = which.folder(repository);
    for lane in lanes {
        for name in folder.prune(lane, &golden.ids(lane))? {
            screen::print(&format!("removed {} {name}\n", lane.name()));
        }
    }
    Ok(Exit::Clean)
}
