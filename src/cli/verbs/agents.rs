//! `isotune agents`: how to write agents, and the rosters.

use std::io::Write;

use crate::agent::Roster;
use serde::Serialize;

use crate::cli::args::table::TableArgs;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::table;

/// Explain how to write agents, and list the rosters of opponents.
///
/// Agents are written as:
///
///   random                       any legal move
///   greedy:HEURISTIC             the move with the highest heuristic value
///   mm:HEURISTIC@depth:3         minimax
///   ab:HEURISTIC@depth:5         alpha-beta
///   id:HEURISTIC@BUDGET          iterative deepening
///   perfect                      a winning move whenever there is one
///   perfect:HEURISTIC@BUDGET     the same, playing as id: when all moves lose
///   exec:COMMAND@time:1000       a program of yours, with milliseconds a move; see
///                                docs/protocol.md
///   modern/AB_Improved           an agent of a roster
///   my-roster.ron/AGENT          an agent of a roster file, named by the file's path
///
/// HEURISTIC is a name from 'isotune heuristics' or a weights file (*.ron, *.json).
/// BUDGET is depth:4, nodes:5000, effort:17300 or time:150 (milliseconds).
/// Effort counts 1 per node, and per heuristic call the price in the cost profile;
/// effort:2880:udacity-classic selects a profile.
// The text is for the terminal, not for rustdoc.
#[allow(clippy::doc_markdown)]
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Print this roster as RON, as a starting point for your own.
    roster: Option<String>,
    #[command(flatten)]
    form: TableArgs,
}

#[derive(Serialize)]
struct Rosters {
    rosters: Vec<RosterRecord>,
}

#[derive(Serialize)]
struct RosterRecord {
    name: String,
    about: String,
    order: String,
    costs: String,
    budget: String,
    agents: Vec<AgentRecord>,
}

#[derive(Serialize)]
struct AgentRecord {
    name: String,
    agent: String,
}

impl From<Roster> for RosterRecord {
    fn from(roster: Roster) -> RosterRecord {
        let agents = roster.agents.into_iter();
        RosterRecord {
            name: roster.name,
            about: roster.about,
            order: roster.order.to_string(),
            costs: roster.costs,
            budget: roster.budget.to_string(),
            agents: agents.map(|member| AgentRecord { name: member.name, agent: member.agent.to_string() }).collect(),
        }
    }
}

/// An agent of a roster, as a row of a table.
#[derive(Serialize)]
struct Row<'r> {
    roster: &'r str,
    #[serde(flatten)]
    agent: &'r AgentRecord,
}

impl RosterRecord {
    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.agents.iter().map(|agent| Row { roster: &self.name, agent })
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let record = |name: &str| Roster::named(name).map(RosterRecord::from).map_err(Failure::input);
    if let Some(name) = &args.roster {
        let record = record(name)?;
        return form.print_verbatim(&record, &record.rows().collect::<Vec<_>>(), out, |out| print_text(name, out));
    }
    let rosters = Roster::NAMES.iter().map(|name| record(name)).collect::<Result<Vec<_>, _>>()?;
    let rosters = Rosters { rosters };
    let rows: Vec<Row> = rosters.rosters.iter().flat_map(RosterRecord::rows).collect();
    form.print(&rosters, &rows, out, |out| print_all(&rosters.rosters, out))
}

fn print_all(rosters: &[RosterRecord], out: &mut impl Write) -> Result<(), Failure> {
    for RosterRecord { name, about, order, costs, budget, agents } in rosters {
        let mut shown = table(["agent", "plays"]);
        for AgentRecord { name, agent } in agents {
            shown.add_row([name, agent]);
        }
        writeln!(out, "{name}: {about}\nmove order {order}, costs {costs}, tested agents use {budget}\n{shown}\n")?;
    }
    Ok(writeln!(
        out,
        "See 'isotune agents --help' for how to write agents; 'isotune agents modern' prints a roster as RON."
    )?)
}

/// Prints a roster's own text, comments and all.
fn print_text(name: &str, out: &mut impl Write) -> Result<(), Failure> {
    let text = match Roster::text(name) {
        Some(text) => text.to_owned(),
        None => std::fs::read_to_string(name)?,
    };
    Ok(write!(out, "{text}")?)
}
