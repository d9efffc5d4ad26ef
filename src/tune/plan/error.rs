//! Why a tuning job cannot be done as it is written.

use super::total::Total;
use crate::agent::{CompileError, NamedAgentError, RosterError};
use crate::arena::OpeningBlock;
use crate::features::Feature;
use crate::game::SizeError;
use crate::heuristic::CostError;
use crate::optimize::{ConfigError, ResumeError, SpaceError};

/// Why a tuning job cannot be done as it is written.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The name cannot be that of a folder.
    #[error(
        "the name '{name}' cannot be a folder's; use letters, digits, '-', '_' and '.', beginning with a letter or digit"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// Nothing can move.
    #[error("nothing is left to tune: there are no features, or all of them are frozen; unfreeze at least one")]
    AllFrozen,
    /// Bounds upside down.
    #[error("the bounds of '{feature}' are upside down: ({lower}, {upper}); write the smaller number first")]
    Bounds {
        /// The feature.
        feature: Feature,
        /// The lower bound.
        lower: f64,
        /// The upper bound.
        upper: f64,
    },
    /// A start that its bounds exclude.
    #[error("'{feature}' starts at {start}, outside its bounds ({lower}, {upper}); move the start or widen the bounds")]
    Outside {
        /// The feature.
        feature: Feature,
        /// The start.
        start: f64,
        /// The lower bound.
        lower: f64,
        /// The upper bound.
        upper: f64,
    },
    /// A step that is none.
    #[error("the step of '{feature}' is {step}; give a number above 0, leave it out, or write 'frozen: true'")]
    Step {
        /// The feature.
        feature: Feature,
        /// The step.
        step: f64,
    },
    /// Bounds that leave no room to move.
    #[error("'{feature}' can only be {value}: widen its bounds, or write 'frozen: true'")]
    NoRoom {
        /// The feature.
        feature: Feature,
        /// The only value its bounds allow.
        value: f64,
    },
    /// The search space is impossible.
    #[error("the features cannot be searched: {0}")]
    Space(#[from] SpaceError),
    /// A clock in a tuning job.
    #[error(
        "{whose} budget is time:{milliseconds}, and no two runs spend time alike: tuning needs a budget that is the \
         same on any machine; use effort:{effort}, which is what the {protocol} reference did in {milliseconds} ms"
    )]
    Time {
        /// Whose budget it is.
        whose: String,
        /// The time.
        milliseconds: u64,
        /// The effort that corresponds to it.
        effort: u64,
        /// The protocol in whose units it is.
        protocol: &'static str,
    },
    /// The candidate as its own opponent.
    #[error(
        "the opponent '{opponent}' is the candidate itself{why}; opponents must be fixed: copy the weights to a file \
         elsewhere, or choose others"
    )]
    Itself {
        /// The opponent.
        opponent: String,
        /// How that was told.
        why: &'static str,
    },
    /// Nobody to play against.
    #[error("there are no opponents; name a roster, or list at least one agent")]
    NoOpponents,
    /// An opponent that counts for nothing sensible.
    #[error("the opponent '{opponent}' has the weight {weight}; weights are numbers from 0 up, one of them above 0")]
    Weight {
        /// The opponent.
        opponent: String,
        /// The weight.
        weight: f64,
    },
    /// Two opponents of one name.
    #[error("two opponents are called '{name}'; give one of them another 'name'")]
    Twice {
        /// The name.
        name: String,
    },
    /// Too few games to rank by.
    #[error(
        "a candidate would play {games} games in a generation ({opponents} opponents), and below {least} its score says \
         nothing; set games_per_candidate to at least {least}, or add opponents"
    )]
    FewGames {
        /// The games of a candidate.
        games: u64,
        /// The least that makes sense.
        least: u64,
        /// The number of opponents.
        opponents: usize,
    },
    /// More games than there are openings for.
    #[error(
        "{games} games per candidate are more than the {openings} openings of the train block give; use at most {most}, or \
         longer openings with 'plies: 4'"
    )]
    ManyGames {
        /// The games asked for.
        games: u64,
        /// The most there can be.
        most: u64,
        /// The openings there are.
        openings: usize,
    },
    /// More candidates than can be held ready to play.
    #[error("a population of {population} cannot be held ready to play; use at most {most}")]
    Population {
        /// The population asked for.
        population: usize,
        /// The most there can be.
        most: usize,
    },
    /// A generation too large to hold.
    #[error(
        "a generation of {games} games ({population} candidates) is too large to hold in memory; lower the population or the \
         games per candidate so that it has at most {most}"
    )]
    Generation {
        /// The games of a generation.
        games: u64,
        /// The most there can be.
        most: u64,
        /// The candidates of a generation.
        population: usize,
    },
    /// A total that nobody can play.
    #[error("a total of {total} is more than any machine plays; use one of at most {most} games")]
    TooMuch {
        /// The total.
        total: Total,
        /// The most games there can be.
        most: u64,
    },
    /// Too few openings to tell anything.
    #[error(
        "the {block} block of this board has {there} openings after {plies} plies, and a run needs at least 2 of each block; \
         take a larger board, or longer openings with 'plies: 4'"
    )]
    FewOpenings {
        /// The block.
        block: OpeningBlock,
        /// The openings there are.
        there: usize,
        /// The plies of an opening.
        plies: usize,
    },
    /// Games that cannot be shared out.
    #[error(
        "{games} games per candidate cannot be shared out: each candidate plays pairs of games against each of \
         {opponents} opponents; use {nearest}"
    )]
    Rounds {
        /// The games asked for.
        games: u64,
        /// The number of opponents.
        opponents: usize,
        /// The next number that can.
        nearest: u64,
    },
    /// A total that pays nothing.
    #[error("a total of {total} does not pay one generation of {least} games; raise it, or lower the population")]
    NoGeneration {
        /// The total.
        total: Total,
        /// The games of a generation.
        least: u64,
    },
    /// A number of hours that is none.
    #[error("a total of {hours} hours cannot be spent; use a number above 0 and up to 8760")]
    Hours {
        /// The hours.
        hours: f64,
    },
    /// Hours in place of another unit.
    #[error(
        "the run was not begun with a total in hours; give it in games or generations, or limit the time with --for"
    )]
    HoursLater,
    /// Measurements that would never happen or measure nothing.
    #[error("'{field}' is {given}; use a number from {least} up")]
    Count {
        /// The field.
        field: &'static str,
        /// What it is.
        given: u64,
        /// The least that makes sense.
        least: u64,
    },
    /// Openings of a length that there are none of.
    #[error("openings have 2 or 4 plies, not {plies}")]
    Plies {
        /// The plies asked for.
        plies: usize,
    },
    /// The search cannot be configured so.
    #[error("the optimizer cannot be set up: {0}")]
    Optimizer(#[from] ConfigError),
    /// The saved search is another one's.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The opponents cannot be had.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// An opponent cannot be had.
    #[error("an opponent: {0}")]
    Opponent(#[from] NamedAgentError),
    /// An opponent cannot be made ready to play.
    #[error("an opponent: {0}")]
    Agent(#[from] CompileError),
    /// The cost profile cannot be had.
    #[error(transparent)]
    Costs(#[from] CostError),
    /// The board cannot be had.
    #[error(transparent)]
    Board(#[from] SizeError),
}
