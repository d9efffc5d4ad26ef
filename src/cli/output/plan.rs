//! A plan as people read it before the work begins.

use std::io::Write;

use isotune::arena::OpeningBlock;
use isotune::tune::{Division, Pace, Slot, TunePlan};
use serde::Serialize;

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::duration;
use indicatif::HumanCount;

/// A plan with all that follows from it on this machine.
#[derive(Serialize)]
pub(crate) struct PlanRecord {
    name: String,
    seed: u64,
    board: String,
    protocol: &'static str,
    opponents: Vec<String>,
    budget: String,
    costs: String,
    objective: String,
    method: &'static str,
    dimensions: usize,
    features: usize,
    population: usize,
    games_per_candidate: u64,
    games_per_generation: u64,
    generations: u64,
    total_games: u64,
    measurement_games: u64,
    verdict_games: u64,
    games_per_second: f64,
    estimated_seconds: f64,
    holdout_se: f64,
    final_se: f64,
    warnings: Vec<String>,
}

/// The games of measurements and of the verdict, which come on top of the search's.
fn games_on_top(plan: &TunePlan, division: &Division) -> (u64, u64) {
    let config = plan.config();
    let (select, last) = (plan.openings(OpeningBlock::Select), plan.openings(OpeningBlock::Final));
    let opponents = plan.rules().agents.len() as u64;
    let mean = if config.optimizer.is_duelling() { 0 } else { division.generations * division.games_per_candidate() };
    let holdouts = division.generations.div_ceil(config.validation.every);
    let measured = 2 * opponents * config.validation.pairs.min(select) as u64 * (holdouts + 1) + mean;
    let select = 2 * opponents * 3 * config.finals.select_pairs.min(select) as u64;
    let last = 2 * (opponents * 3 + 2) * config.finals.final_pairs.min(last) as u64;
    (measured, select + last)
}

impl PlanRecord {
    pub(crate) fn new(plan: &TunePlan, division: &Division, pace: &Pace) -> PlanRecord {
        let config = plan.config();
        let opponents: Vec<String> = plan.rules().agents.iter().map(|member| member.name.clone()).collect();
        let (measured, verdict_games) = games_on_top(plan, division);
        let error = |pairs, block| 100.0 * pace.error(opponents.len(), pairs, plan.openings(block));
        PlanRecord {
            name: config.name.clone(),
            seed: config.seed,
            board: config.board.to_string(),
            protocol: config.protocol.name(),
            budget: plan.budget().to_string(),
            costs: plan.profile().name.clone(),
            objective: format!("{:?}", config.objective),
            method: division.method.name(),
            dimensions: plan.dimension(),
            features: config.features.len(),
            population: division.population,
            games_per_candidate: division.games_per_candidate(),
            games_per_generation: division.games_per_generation(),
            generations: division.generations,
            total_games: division.games(),
            measurement_games: measured,
            verdict_games,
            games_per_second: pace.games_per_second,
            estimated_seconds: (division.games() + measured + verdict_games) as f64 / pace.games_per_second,
            holdout_se: error(config.validation.pairs, OpeningBlock::Select),
            final_se: error(config.finals.final_pairs, OpeningBlock::Final),
            warnings: plan.warnings().iter().map(ToString::to_string).collect(),
            opponents,
        }
    }

    /// Gives the number of all games, those of measurements and of the verdict included.
    pub(crate) fn all_games(&self) -> u64 {
        self.total_games + self.measurement_games + self.verdict_games
    }

    /// Gives the number of games of the verdict.
    pub(crate) fn verdict_games(&self) -> u64 {
        self.verdict_games
    }

    /// Gives how long the games of the verdict will take.
    pub(crate) fn verdict_seconds(&self) -> f64 {
        self.verdict_games as f64 / self.games_per_second
    }

    /// Prints the plan.
    pub(crate) fn print(&self, plan: &TunePlan, out: &mut impl Write) -> Result<(), Failure> {
        let PlanRecord { board, protocol, budget, costs, objective, .. } = self;
        writeln!(out, "plan       {}, seed {}", self.name, self.seed)?;
        writeln!(out, "play       {board}, {protocol} rules, {budget} a move, calls priced by {costs}")?;
        writeln!(out, "opponents  {}", self.opponents.join(", "))?;
        writeln!(out, "objective  {objective}")?;
        writeln!(out, "features   {} of them, {} weights to tune:", self.features, self.dimensions)?;
        for slot in plan.encoding().slots() {
            writeln!(out, "           {}", slot_text(slot))?;
        }
        let (games, each) = (HumanCount(self.games_per_generation), self.games_per_candidate);
        let (method, population) = (self.method, self.population);
        writeln!(out, "search     {method}, {population} candidates x {each} games = {games} games a generation")?;
        let (generations, total) = (self.generations, HumanCount(self.total_games));
        let (measured, verdict) = (HumanCount(self.measurement_games), HumanCount(self.verdict_games));
        writeln!(out, "total      {generations} generations = {total} games")?;
        writeln!(out, "           and about {measured} to measure the mean, {verdict} for the verdict")?;
        let speed = self.games_per_second;
        writeln!(out, "speed      {speed:.0} games/s measured here: about {}", duration(self.estimated_seconds))?;
        let (holdout, last) = (self.holdout_se, self.final_se);
        writeln!(out, "errors     about ± {holdout:.2} points for a hold-out score, ± {last:.2} for the final one")?;
        for warning in &self.warnings {
            writeln!(out, "note       {warning}")?;
        }
        Ok(())
    }
}

fn slot_text(slot: &Slot) -> String {
    let isotune::optimize::Coordinate { start, step, lower, upper } = slot.coordinate;
    let bounds = if lower > -1e9 || upper < 1e9 { format!(", within {lower} to {upper}") } else { String::new() };
    let moves = if step > 0.0 { format!("first step {step}{bounds}") } else { "frozen".to_owned() };
    format!("{:<31} starts at {start:<5} {moves}", slot.name())
}
