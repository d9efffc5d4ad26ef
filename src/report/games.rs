//! Games of a set of weights, move by move: what the heuristic sees, beside what is true.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::seq::IndexedRandom;
use serde::{Serialize, Serializer};

use super::judge::Judge;
use super::number::rounded;
use crate::agent::Agent;
use crate::features::{Feature, FeatureTables, View, phase};
use crate::game::{Board, Cell, Game, Player, Position, Word, with_word};
use crate::heuristic::{Evaluator, Heuristic, Weight, Weights};
use crate::search::{Decision, Searcher};
use crate::seed::{Purpose, Seed};
use crate::tune::{PlanError, Rules, TuneConfig};

/// The games played, from which the most instructive are shown.
const PLAYED: usize = 10;
const SHOWN: usize = 4;
/// The opponents that are met, the hardest ones.
const OPPONENTS: usize = 5;
/// The index of the streams of these games, which no game of a run has.
const STREAM: u64 = u64::MAX - 15;

/// Games of a set of weights.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GamesData {
    /// The width and the height of the board.
    pub board: [usize; 2],
    /// The features in use, in the order of every move's terms.
    pub features: Vec<FeatureData>,
    /// The games, the most instructive first.
    pub games: Vec<GameData>,
}

/// A feature in use.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FeatureData {
    /// The name.
    pub name: &'static str,
    /// The formula.
    pub formula: &'static str,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameData {
    /// What happens in it.
    pub title: String,
    /// The opponent's name.
    pub opponent: String,
    /// The seat of the tuned weights, 1 or 2.
    pub seat: u8,
    /// The winner's seat.
    pub winner: u8,
    /// The number of moves that belong to the opening.
    pub opening: usize,
    /// The moves.
    pub plies: Vec<PlyData>,
}

/// A move, and what it was chosen from.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlyData {
    /// The cell moved to, as row and column.
    pub cell: [usize; 2],
    /// The depth that the search completed, if it was a search.
    pub depth: Option<u32>,
    /// Whether it gave away a won position; `None` where exact play was not asked.
    pub blunder: Option<bool>,
    /// All moves; none in the opening.
    pub moves: Vec<MoveData>,
}

/// A possible move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveData {
    /// The cell, as row and column.
    pub cell: [usize; 2],
    /// What the tuned heuristic gives the position after the move, from the mover's view.
    pub value: Value,
    /// Whether the move wins under perfect play; `None` where that was not asked.
    pub wins: Option<bool>,
    /// The value of each feature, and its share of the heuristic's value.
    pub terms: Vec<[Value; 2]>,
}

/// A number that may be infinite, which is then written as text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value(pub f64);

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if value.is_finite() => serializer.serialize_f64(rounded(value)),
            value if value > 0.0 => serializer.serialize_str("∞"),
            value if value < 0.0 => serializer.serialize_str("−∞"),
            _ => serializer.serialize_none(),
        }
    }
}

impl GamesData {
    /// Plays games of weights by the rules of a run against its opponents, the given ones first, and returns the most
    /// instructive; once the flag is set, those that are finished.
    ///
    /// # Errors
    /// Returns an error if an opponent cannot be compiled.
    pub fn play(
        config: &TuneConfig,
        rules: &Rules,
        weights: &Weights,
        hardest: &[String],
        stop: &AtomicBool,
    ) -> Result<Self, PlanError> {
        with_word!(config.board, W => {
            Ok(GamePlayers::<W>::new(&Board::new(config.board)?, rules, weights, hardest)?.games(config, stop))
        })
    }
}

/// Both players with all they need.
struct GamePlayers<'b, W> {
    board: &'b Board<W>,
    tables: Arc<FeatureTables<W>>,
    features: Vec<(Feature, Weight)>,
    evaluator: Evaluator<W>,
    tuned: Agent<W>,
    opponents: Vec<(String, Agent<W>)>,
    judge: Judge,
}

/// A finished game with the search depths of its moves.
struct Played<'b, W> {
    positions: Vec<Position<'b, W>>,
    moves: Vec<Cell>,
    depths: Vec<Option<u32>>,
    winner: Player,
}

impl<'b, W: Word> GamePlayers<'b, W> {
    fn new(board: &'b Board<W>, rules: &Rules, weights: &Weights, hardest: &[String]) -> Result<Self, PlanError> {
        let tables = Arc::new(FeatureTables::new(board));
        let heuristic = Heuristic::linear("tuned", weights.clone());
        let evaluator = Evaluator::new(&heuristic, &tables);
        let budget = rules.budget.priced(&heuristic, &rules.profile);
        let roster = &rules.roster;
        let mut members: Vec<_> = roster.agents.iter().collect();
        members.sort_by_key(|member| hardest.iter().position(|name| *name == member.name).unwrap_or(usize::MAX));
        let compile = |member: &&crate::agent::NamedAgent| {
            let agent = Agent::new(&member.agent, roster.order, &roster.costs, &tables)?;
            Ok((member.name.clone(), agent))
        };
        Ok(Self {
            board,
            features: weights.used().collect(),
            tuned: Agent::Searching(Searcher::new(evaluator.clone(), budget, roster.order)),
            evaluator,
            opponents: members.iter().take(OPPONENTS).map(compile).collect::<Result<_, PlanError>>()?,
            judge: Judge::new(&Position::start(board)),
            tables,
        })
    }

    fn games(&self, config: &TuneConfig, stop: &AtomicBool) -> GamesData {
        let seed = Seed(config.seed);
        let mut games = Vec::new();
        for number in 0..PLAYED.max(self.opponents.len()) {
            let Some((name, opponent)) = self.opponents.get(number % self.opponents.len().max(1)) else { break };
            // Every opponent is met from both seats.
            let seat = Player::ALL[(number / self.opponents.len() + number) % 2];
            let opening = self.opening(config.plies, seed, number as u64);
            let played = opening.and_then(|opening| self.play(&opening, (opponent, seat), seed, (number as u64, stop)));
            games.extend(played.map(|played| self.judged(&played, (name, seat), config.plies, stop)));
        }
        games.sort_by_key(|game| Reverse(instructive(game)));
        let mut kept: Vec<GameData> = Vec::new();
        for game in games {
            // Not the same story twice.
            if kept.len() < SHOWN && kept.iter().all(|other| other.title != game.title) {
                kept.push(game);
            }
        }
        let size = self.board.size();
        let feature =
            |(feature, _): &(Feature, Weight)| FeatureData { name: feature.name(), formula: feature.formula() };
        GamesData {
            board: [size.width(), size.height()],
            features: self.features.iter().map(feature).collect(),
            games: kept,
        }
    }

    /// Returns a random opening that is not over.
    fn opening(&self, plies: usize, seed: Seed, number: u64) -> Option<Game<'b, W>> {
        let mut stream = seed.stream(Purpose::Opening, [STREAM, number, 0]);
        let mut game = Game::start(self.board);
        for _ in 0..plies {
            let moves = game.position().ordered_moves();
            game.play(*moves.as_slice().choose(&mut stream)?).ok()?;
        }
        (!game.position().is_finished()).then_some(game)
    }

    /// Plays a game to its end, or returns `None` if it was stopped.
    fn play(
        &self,
        opening: &Game<'b, W>,
        (opponent, seat): (&Agent<W>, Player),
        seed: Seed,
        (number, stop): (u64, &AtomicBool),
    ) -> Option<Played<'b, W>> {
        let mut positions = vec![Position::start(self.board)];
        for &cell in opening.moves() {
            positions.push(positions.last()?.play(cell).ok()?);
        }
        let mut moves = opening.moves().to_vec();
        let mut depths = vec![None; moves.len()];
        loop {
            let position = *positions.last()?;
            if let Some(winner) = position.winner() {
                return Some(Played { positions, moves, depths, winner });
            }
            let agent = if position.to_move() == seat { &self.tuned } else { opponent };
            let mut stream = seed.stream(Purpose::Agent, [STREAM, number, position.plies() as u64]);
            let Decision { cell, depth, .. } = agent.choose_until(&position, &mut stream, stop)?;
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            positions.push(position.play(cell).ok()?);
            moves.push(cell);
            depths.push((depth > 0).then_some(depth));
        }
    }

    fn judged(
        &self,
        played: &Played<'b, W>,
        (opponent, seat): (&str, Player),
        opening: usize,
        stop: &AtomicBool,
    ) -> GameData {
        let size = self.board.size();
        // The opening was not chosen by a player, and there is nothing to choose at the end.
        let chosen = &played.positions[opening..played.moves.len()];
        let truth = self.judge.winning_moves(chosen, stop);
        let ply = |(number, &cell): (usize, &Cell)| {
            let position = &played.positions[number];
            let wins = number.checked_sub(opening).and_then(|place| truth.get(place)?.as_ref());
            PlyData {
                cell: cell.row_column(size),
                depth: played.depths[number],
                blunder: wins.map(|wins| !wins.is_empty() && !wins.contains(&cell)),
                moves: if number < opening { Vec::new() } else { self.moves(position, wins) },
            }
        };
        let plies: Vec<PlyData> = played.moves.iter().enumerate().map(ply).collect();
        let title = title(&plies, (opponent, seat), played.winner);
        let (seat, winner) = (seat.number(), played.winner.number());
        GameData { title, opponent: opponent.to_owned(), seat, winner, opening, plies }
    }

    /// Returns every move of a position with what the heuristic sees after it.
    fn moves(&self, position: &Position<'b, W>, wins: Option<&Vec<Cell>>) -> Vec<MoveData> {
        let (mover, size) = (position.to_move(), self.board.size());
        let seen = |&cell: &Cell| {
            let after = position.play(cell).ok()?;
            let view = View::new(&after, mover);
            let phase = phase(size, view.blank.len());
            let term = |&(feature, weight): &(Feature, Weight)| {
                let value = feature.value(&view, &self.tables);
                [Value(value), Value(weight.at(phase) * value)]
            };
            Some(MoveData {
                cell: cell.row_column(size),
                value: Value(self.evaluator.score(&view)),
                wins: wins.map(|wins| wins.contains(&cell)),
                terms: self.features.iter().map(term).collect(),
            })
        };
        position.ordered_moves().as_slice().iter().filter_map(seen).collect()
    }
}

/// Returns the ply of the last blunder of each seat.
fn last_blunders(plies: &[PlyData]) -> [Option<usize>; 2] {
    [0, 1].map(|seat| (0..plies.len()).rev().find(|ply| ply % 2 == seat && plies[*ply].blunder == Some(true)))
}

/// Returns what happens in a game.
fn title(plies: &[PlyData], (opponent, seat): (&str, Player), winner: Player) -> String {
    let place = |player: Player| usize::from(player.number() - 1);
    let blunders = last_blunders(plies);
    let (own, other) = (blunders[place(seat)], blunders[place(seat.opponent())]);
    match (winner == seat, own, other) {
        (false, Some(ply), _) => format!("Lost to {opponent}: a win given away at move {}", ply + 1),
        (true, _, Some(ply)) => format!("Won against {opponent}, which errs at move {}", ply + 1),
        (false, None, _) => format!("Lost to {opponent} without an error that was found"),
        (true, _, None) => format!("Won against {opponent} without an error that was found"),
    }
}

/// Ranks games: losses by an own error first, then wins by the opponent's, the more errors the better.
fn instructive(game: &GameData) -> (bool, bool, usize) {
    let errors = game.plies.iter().filter(|ply| ply.blunder == Some(true)).count();
    let place = usize::from(game.seat - 1);
    let own = last_blunders(&game.plies)[place].is_some();
    (own && game.winner != game.seat, errors > 0, errors)
}
