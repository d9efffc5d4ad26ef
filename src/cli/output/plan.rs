//! The plan of a run, printed before the work starts.

use std::io::Write;
use std::time::Duration;

use crate::optimize::Policy;
use crate::stats::Z_95;
use crate::text::plural;
use crate::tune::{Estimate, FEWEST_GENERATIONS, Slot, TunePlan};
use serde::Serialize;

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{columns, duration, now};
use indicatif::HumanCount;

/// The loss by noise, in points, above which a run is likely to show nothing.
const LARGE_LOSS: f64 = 1.5;

/// How many times the games of the search measuring may take unnoticed: a run of minutes is mostly verdict, or its verdict
/// would say nothing.
const MOST_MEASURING: u64 = 3;

/// A terminal of fewer columns gets the weights without a table.
const NARROW: usize = 80;

/// A plan with all that follows from it on this machine.
#[derive(Serialize)]
pub(crate) struct PlanRecord {
    name: String,
    seed: u64,
    board: String,
    protocol: &'static str,
    opponents: Vec<OpponentRecord>,
    budget: String,
    costs: String,
    objective: String,
    method: &'static str,
    dimensions: usize,
    features: usize,
    population: usize,
    games_per_candidate: u64,
    /// Couples of candidates that play each other, and the games of each.
    couples: usize,
    games_per_couple: Option<u64>,
    games_per_generation: u64,
    generations: u64,
    search_games: u64,
    measurement_games: u64,
    pruning_games: u64,
    verdict_games: u64,
    games_per_second: f64,
    seconds: f64,
    holdout_se: f64,
    final_se: f64,
    search_loss: Option<f64>,
    warnings: Vec<String>,
}

/// An opponent and how it plays.
#[derive(Serialize)]
struct OpponentRecord {
    name: String,
    agent: String,
}

impl PlanRecord {
    pub(crate) fn new(plan: &TunePlan, policy: &Policy, estimate: &Estimate) -> Self {
        let (config, conditions) = (plan.config(), plan.conditions());
        Self {
            name: config.name.clone(),
            seed: config.seed,
            board: config.board.to_string(),
            protocol: config.protocol.name(),
            opponents: conditions
                .roster()
                .agents
                .iter()
                .map(|opponent| OpponentRecord { name: opponent.name.clone(), agent: opponent.agent.to_string() })
                .collect(),
            budget: conditions.budget().to_string(),
            costs: conditions.profile().name.clone(),
            objective: config.objective.to_string(),
            method: policy.method.name(),
            dimensions: plan.dimension(),
            features: config.features.len(),
            population: policy.population,
            games_per_candidate: policy.games_per_candidate,
            couples: policy.couples(),
            games_per_couple: (policy.couples() > 0).then(|| policy.games_per_couple()),
            games_per_generation: policy.games_per_generation(),
            generations: policy.generations,
            search_games: estimate.search_games,
            measurement_games: estimate.measurement_games,
            pruning_games: estimate.pruning_games,
            verdict_games: estimate.verdict_games,
            games_per_second: estimate.games() as f64 / estimate.seconds(),
            seconds: estimate.seconds(),
            holdout_se: estimate.holdout_se,
            final_se: estimate.final_se,
            search_loss: estimate.search_loss,
            warnings: warnings(plan, policy, estimate),
        }
    }

    /// Adds notes that follow from more than the plan.
    pub(crate) fn with_notes(mut self, notes: Vec<String>) -> Self {
        self.warnings.extend(notes);
        self
    }

    /// Prints the plan.
    pub(crate) fn print(&self, plan: &TunePlan, out: &mut impl Write) -> Result<(), Failure> {
        let &PlanRecord { dimensions, .. } = self;
        let PlanRecord { board, protocol, budget, costs, objective, .. } = self;
        writeln!(out, "plan       {}, seed {}", self.name, self.seed)?;
        writeln!(out, "play       {board}, {protocol} rules, {budget} per move, costs {costs}")?;
        let opponents: Vec<&str> = self.opponents.iter().map(|opponent| opponent.name.as_str()).collect();
        writeln!(out, "opponents  {}", opponents.join(", "))?;
        writeln!(out, "objective  {objective}")?;
        writeln!(out, "features   {}, {dimensions} {} to tune:", self.features, plural(dimensions, "weight"))?;
        let narrow = columns().is_some_and(|columns| columns < NARROW);
        for slot in plan.encoding().slots() {
            writeln!(out, "{}", slot_text(slot, plan.scale() == Some(slot), narrow))?;
        }
        let (games, each) = (HumanCount(self.games_per_generation), self.games_per_candidate);
        let (method, population) = (self.method, self.population);
        let each_games = plural(each, "game");
        let candidates = if plan.config().optimizer.is_duelling() {
            format!(
                "{population} candidates in {} {} x {each} {each_games}",
                population / 2,
                plural(population / 2, "duel")
            )
        } else {
            format!("{population} {} x {each} {each_games}", plural(population, "candidate"))
        };
        let duels = self.games_per_couple.map_or_else(String::new, |games| {
            let (couples, duels) = (HumanCount(self.couples as u64), plural(self.couples, "duel"));
            format!(" and {couples} {duels} of candidates x {games} {}", plural(games, "game"))
        });
        writeln!(out, "search     {method}, {candidates}{duels} = {games} games per generation")?;
        let (generations, total) = (self.generations, HumanCount(self.search_games));
        let (measured, verdict) = (HumanCount(self.measurement_games), HumanCount(self.verdict_games));
        writeln!(out, "total      {generations} {} = {total} games", plural(generations, "generation"))?;
        let pruning = match self.pruning_games {
            0 => " and".to_owned(),
            games => format!(", up to {} to try fewer features and", HumanCount(games)),
        };
        writeln!(out, "           plus about {measured} to measure the mean{pruning} {verdict} for the verdict")?;
        let speed = self.games_per_second;
        writeln!(out, "speed      {speed:.0} games/s on this machine: about {}", duration(self.seconds))?;
        let ready = now() + Duration::try_from_secs_f64(self.seconds).unwrap_or_default();
        writeln!(out, "ready      at about {}, verdict included", ready.format("%a %H:%M"))?;
        let error = |se: f64| match 100.0 * Z_95 * se {
            error if error > 0.0 => format!("about ± {error:.2} points (95 %)"),
            _ => "none (census)".to_owned(),
        };
        let [holdout, last] = [self.holdout_se, self.final_se].map(error);
        writeln!(out, "errors     {holdout} for a hold-out score, {last} for the final score")?;
        if let Some(loss) = self.search_loss.map(|loss| 100.0 * loss) {
            writeln!(out, "           noise leaves the search about {loss:.1} points below the best it could find")?;
        }
        for warning in &self.warnings {
            writeln!(out, "note       {warning}")?;
        }
        Ok(())
    }
}

/// Returns what is odd about a plan: too few generations, too few games for its weights, or for what measuring takes, and what
/// it would ignore.
fn warnings(plan: &TunePlan, policy: &Policy, estimate: &Estimate) -> Vec<String> {
    let (dimensions, generations) = (plan.dimension(), policy.generations);
    let short = (plan.config().optimizer.fits_surface() && generations < FEWEST_GENERATIONS).then(|| {
        let are = if generations == 1 { "is" } else { "are" };
        let generations = format!("{generations} {}", plural(generations, "generation"));
        format!("{generations} {are} too few to arrive at the best that could be found; raise 'total'")
    });
    let few = estimate.search_loss.filter(|loss| 100.0 * loss > LARGE_LOSS).map(|_| {
        let weights = plural(dimensions, "weight");
        format!("too few games for {dimensions} {weights}; raise 'total' or tune fewer weights")
    });
    let measuring = estimate.measurement_games.saturating_add(estimate.verdict_games);
    let much = (measuring > estimate.search_games.saturating_mul(MOST_MEASURING)).then(|| {
        let games = HumanCount(measuring);
        format!("measuring takes {games} games, more than three times the search; raise 'total', or lower 'validation.pairs' and 'finals'")
    });
    let measured = policy.method.measuring_generations();
    let gains = (measured > 0).then(|| {
        if measured < generations {
            format!("measuring gains until generation {measured}: the weights stay at the start until then")
        } else {
            format!("the search measures gains for {measured} generations before it moves; raise 'total'")
        }
    });
    short
        .into_iter()
        .chain(few)
        .chain(much)
        .chain(gains)
        .chain(plan.warnings().iter().map(ToString::to_string))
        .collect()
}

/// A weight to tune, in a line.
fn slot_text(slot: &Slot, sets_scale: bool, narrow: bool) -> String {
    let crate::optimize::Coordinate { start, step, lower, upper } = slot.coordinate;
    let bounds = if lower > -1e9 || upper < 1e9 { format!(", within {lower} to {upper}") } else { String::new() };
    let moves = match (step > 0.0, sets_scale) {
        (true, _) => format!("first step {}{bounds}", short(step)),
        (false, true) => "sets the scale".to_owned(),
        (false, false) => "frozen".to_owned(),
    };
    let (name, start) = (slot.name(), short(start));
    if narrow {
        format!("  {name} from {start}, {moves}")
    } else {
        format!("           {name:<31} starts at {start:<6} {moves}")
    }
}

/// A weight with at most three decimals, or as a power of ten where these would be 0.
fn short(weight: f64) -> String {
    if weight.abs() > 0.0 && weight.abs() < 0.0005 {
        return format!("{weight:.0e}");
    }
    let text = format!("{weight:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
