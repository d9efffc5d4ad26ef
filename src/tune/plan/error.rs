//! Why a tuning job is impossible as configured.

use crate::agent::{CompileError, NamedAgentError, RosterError};
use crate::arena::OpeningBlock;
use crate::document::LookupError;
use crate::features::Feature;
use crate::game::SizeError;
use crate::optimize::{ConfigError, ResumeError, SpaceError};
use crate::text::plural;
use crate::tune::config::Total;

/// Why a tuning job is impossible as configured.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// The name is not a valid folder name.
    #[error(
        "invalid name '{name}': it names a folder; use letters, digits, '-', '_' and '.', starting with a letter or digit", name = crate::text::quoted(name))]
    Name {
        /// The name.
        name: String,
    },
    /// Games are too slow.
    #[error("no game ended within {seconds} s at {budget}; lower the budget")]
    TooSlow {
        /// The budget of a move.
        budget: String,
        /// How long was waited.
        seconds: u64,
    },
    /// There are too many opponents.
    #[error("{opponents} opponents are too many; use at most {most}")]
    TooManyOpponents {
        /// The number of opponents.
        opponents: usize,
        /// The most that are allowed.
        most: usize,
    },
    /// No weight can move.
    #[error("nothing to tune: there are no features, or all of them are frozen; unfreeze at least one")]
    AllFrozen,
    /// The bounds are reversed.
    #[error("the bounds of '{feature}' are reversed: ({lower}, {upper}); write the smaller number first")]
    Bounds {
        /// The feature.
        feature: Feature,
        /// The lower bound.
        lower: f64,
        /// The upper bound.
        upper: f64,
    },
    /// The start is outside its bounds.
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
    /// The step is not a positive number.
    #[error("invalid step {step} of '{feature}'; use a number above 0, omit it, or set 'frozen: true'")]
    Step {
        /// The feature.
        feature: Feature,
        /// The step.
        step: f64,
    },
    /// The bounds leave one value.
    #[error("'{feature}' can only be {value}; widen its bounds, or set 'frozen: true'")]
    NoRoom {
        /// The feature.
        feature: Feature,
        /// The only value its bounds allow.
        value: f64,
    },
    /// The search space is invalid.
    #[error("invalid features: {0}")]
    Space(#[from] SpaceError),
    /// The budget is a time.
    #[error(
        "{whose} budget is time:{milliseconds}, but results must be the same on any machine; use \
         effort:{effort}, which is what Udacity's {protocol} players do in a move of {milliseconds} ms under CPython 3.6, or about twice \
         that as under CPython 3.11"
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
    /// The candidate is its own opponent.
    #[error(
        "the opponent '{opponent}' is the candidate itself{cause}; opponents are fixed: copy the weights to a file \
         elsewhere, or choose another opponent", opponent = crate::text::quoted(opponent))]
    Candidate {
        /// The opponent.
        opponent: String,
        /// How it was recognized.
        cause: &'static str,
    },
    /// An opponent is an external program or function.
    #[error(
        "the opponent '{opponent}' is an external program or function, whose games cannot be repeated; choose other opponents, \
         and play against it with 'isotune compare'", opponent = crate::text::quoted(opponent))]
    External {
        /// The opponent.
        opponent: String,
    },
    /// There are no opponents.
    #[error("no opponents; name a roster, or list at least one agent")]
    NoOpponents,
    /// The weight of an opponent is invalid.
    #[error(
        "invalid weight {weight} of the opponent '{opponent}'; weights must not be negative, and at least one must be above 0", opponent = crate::text::quoted(opponent))]
    Weight {
        /// The opponent.
        opponent: String,
        /// The weight.
        weight: f64,
    },
    /// Two opponents have the same name.
    #[error("two opponents have the name '{name}'; give one of them another 'name'", name = crate::text::quoted(name))]
    DuplicateOpponent {
        /// The name.
        name: String,
    },
    /// A candidate plays too few games.
    #[error(
        "a candidate would play {games} {} per generation against {opponents} {}, too few to rank by; set \
         games_per_candidate to at least {least}, or add opponents",
        plural(*games, "game"),
        plural(*opponents, "opponent")
    )]
    FewGames {
        /// The games of a candidate.
        games: u64,
        /// The minimum.
        least: u64,
        /// The number of opponents.
        opponents: usize,
    },
    /// A candidate plays more games than there are openings for.
    #[error(
        "{games} games per candidate are more than the {openings} openings of the train block allow; use at most {most}, \
         or set 'plies: 4' for longer openings"
    )]
    ManyGames {
        /// The requested games.
        games: u64,
        /// The maximum.
        most: u64,
        /// The available openings.
        openings: usize,
    },
    /// The population is too large.
    #[error("a population of {population} is too large; use at most {most}")]
    Population {
        /// The requested population.
        population: usize,
        /// The maximum.
        most: usize,
    },
    /// A generation does not fit into memory.
    #[error(
        "a generation of {games} games ({population} candidates) does not fit into memory; reduce the population or the \
         games per candidate so that a generation has at most {most}"
    )]
    Generation {
        /// The games of a generation.
        games: u64,
        /// The maximum.
        most: u64,
        /// The candidates of a generation.
        population: usize,
    },
    /// The total is too large.
    #[error("a total of {total} is too large; use at most {most} games")]
    TooMuch {
        /// The total.
        total: Total,
        /// The maximum number of games.
        most: u64,
    },
    /// A block has too few openings.
    #[error(
        "the {block} block of this board has {found} {} after {plies} plies, but at least 2 are needed; use a \
         larger board, or set 'plies: 4' for longer openings",
        plural(*found, "opening")
    )]
    FewOpenings {
        /// The block.
        block: OpeningBlock,
        /// The available openings.
        found: usize,
        /// The plies of an opening.
        plies: usize,
    },
    /// The games of a candidate do not divide into pairs.
    #[error(
        "{games} {} per candidate cannot be divided into pairs against {opponents} {}; use {nearest}",
        plural(*games, "game"),
        plural(*opponents, "opponent")
    )]
    Rounds {
        /// The requested games.
        games: u64,
        /// The number of opponents.
        opponents: usize,
        /// The next number that does.
        nearest: u64,
    },
    /// The total is smaller than a generation.
    #[error("a total of {total} is not enough for one generation of {least} games; raise it, or lower the population")]
    NoGeneration {
        /// The total.
        total: Total,
        /// The games of a generation.
        least: u64,
    },
    /// The total is smaller than what the run has played.
    #[error(
        "a total of {total} is less than the {generations} {} that the run has played; totals count from its start",
        plural(*generations, "generation")
    )]
    Passed {
        /// The total.
        total: Total,
        /// The generations that were played.
        generations: u64,
    },
    /// The number of hours is invalid.
    #[error("invalid total of {hours:?} hours; use a number above 0 and at most 8760")]
    Hours {
        /// The hours.
        hours: f64,
    },
    /// The total was not in hours before.
    #[error("the run was not started with a total in hours; use Games or Generations")]
    HoursLater,
    /// A count is too small.
    #[error("'{field}' is {given}; use at least {least}")]
    Count {
        /// The field.
        field: &'static str,
        /// Its value.
        given: u64,
        /// The minimum.
        least: u64,
    },
    /// The length of openings is not supported.
    #[error("openings of {plies} plies are not supported; use 2 or 4 plies")]
    Plies {
        /// The requested plies.
        plies: usize,
    },
    /// The options of the optimizer are invalid.
    #[error("invalid optimizer options: {0}")]
    Optimizer(#[from] ConfigError),
    /// The saved search belongs to another configuration.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// The roster cannot be read.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// An opponent is unknown.
    #[error("opponents: {0}")]
    Opponent(#[from] NamedAgentError),
    /// An opponent cannot be compiled.
    #[error("opponents: {0}")]
    Agent(#[from] CompileError),
    /// The cost profile cannot be read.
    #[error(transparent)]
    Costs(#[from] LookupError),
    /// The board is not supported.
    #[error(transparent)]
    Board(#[from] SizeError),
}
