//! Runs on a full screen, for people who work on the machine by ssh; as plain text where there is no screen.

mod full_screen;
mod keys;
mod line;
mod panel;
mod runs;
mod view;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::changes::INTERVAL;
use crate::cli::output::failure::Failure;
use crate::cli::signals;
use full_screen::FullScreen;
use keys::Keys;
use panel::Panel;
use runs::{WatchedRun, WatchedRuns};
use view::{RunView, ViewRequest};

/// How long a key is waited for before anything else is looked at.
const KEY_TIME: Duration = Duration::from_millis(100);
/// The width and the height of the curve where there is no terminal, and the last lines of the log.
const PLAIN: (usize, usize) = (80, 16);
const PLAIN_LOG: usize = 10;

/// Shows a run, or all runs of a folder, until a key or a signal ends it; where there is no terminal, prints them once.
pub(crate) fn show(place: &RunsFolder, run: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let mut runs = WatchedRuns::new(place, run)?;
    if !FullScreen::is_possible() {
        return print(&runs, out);
    }
    let stop = signals::flag_alone()?;
    let mut screen = FullScreen::enter();
    let (keys, mut view) = (Keys::new(), RunView::new(runs.single));
    let (mut looked, mut size) = (Instant::now(), FullScreen::size());
    while !stop.load(Ordering::Relaxed) {
        screen.show(&view.lines(runs.all(), size));
        let request = keys.next(KEY_TIME).map_or(ViewRequest::Nothing, |key| view.press(&key, runs.all()));
        let now = FullScreen::size();
        if request == ViewRequest::Quit {
            break;
        }
        if request == ViewRequest::Repaint || now != size {
            screen.forget();
            size = now;
        }
        if looked.elapsed() >= INTERVAL {
            runs.refresh();
            looked = Instant::now();
        }
    }
    Ok(())
}

/// Prints runs as they are now.
fn print(runs: &WatchedRuns<'_>, out: &mut impl Write) -> Result<(), Failure> {
    if runs.all().is_empty() {
        writeln!(out, "no runs yet; start one with 'isotune tune'")?;
    }
    for (index, run) in runs.all().iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print_run(run, runs.single, out)?;
    }
    Ok(())
}

fn print_run(run: &WatchedRun, panels: bool, out: &mut impl Write) -> Result<(), Failure> {
    let data = match &run.data {
        Ok(data) => data,
        Err(error) if panels => return Err(Failure::Input(error.clone())),
        Err(error) => return Ok(writeln!(out, "{}, cannot be read: {error}", run.name())?),
    };
    writeln!(out, "{}, {}", data.name, data.status.name())?;
    writeln!(out, "{}", textwrap::fill(&data.headline, PLAIN.0))?;
    for panel in Panel::ALL.into_iter().filter(|_| panels) {
        writeln!(out, "\n{}", panel.title())?;
        let most = if panel == Panel::Log { PLAIN_LOG } else { usize::MAX };
        for line in panel.lines(data, PLAIN.0, PLAIN.1).into_iter().take(most) {
            writeln!(out, "{}", line.text(false).trim_end())?;
        }
    }
    Ok(())
}
