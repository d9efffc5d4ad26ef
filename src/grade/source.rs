//! The source of questions: games between strong agents, from openings outside training.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::seq::{IndexedRandom, SliceRandom};

use serde::Serialize;

use super::question::{Question, gives_choice};
use crate::agent::{Agent, PlayerData};
use crate::arena::{Opening, OpeningBlock, Openings};
use crate::features::FeatureTables;
use crate::game::{Board, BoardSize, PerPlayer, Player, Position};
use crate::heuristic::{Evaluator, published};
use crate::oracle::Oracle;
use crate::search::{ALGORITHM, MoveOrder, ResolvedBudget, Searcher, signature};
use crate::seed::{Purpose, Seed, Stream};
use crate::store::Digest;

/// The strongest published heuristics of different kinds.
const STRONG: [&str; 4] = ["open-space-hybrid", "dominating-moves", "lookahead-both-0.5", "weighted-8"];

/// The search budget of a move, in nodes.
const NODES: u64 = 2000;

/// The number of plies before the first question. Earlier moves rarely decide (3 % of such positions), and solving them
/// would take most of the time.
pub(super) const FIRST_PLY: usize = 8;

/// The openings of the games, which are not used in training.
const BLOCK: OpeningBlock = OpeningBlock::Final;

/// Everything but the seed that decides which games are played and which positions are drawn from them.
#[derive(Serialize)]
struct SourceIdentity {
    /// The version of these fields and of how [`Source`] uses them.
    version: u32,
    algorithm: u32,
    signature: u64,
    board: String,
    players: Vec<PlayerData>,
    first_ply: usize,
    openings: Vec<String>,
}

/// Plays games and draws at most one question from each.
pub(super) struct Source<'b> {
    size: BoardSize,
    openings: Openings<'b, u64>,
    players: Vec<Agent<u64>>,
    seed: Seed,
}

impl<'b> Source<'b> {
    /// Creates a source with its players and openings.
    pub(super) fn new(board: &'b Board<u64>, seed: Seed) -> Self {
        let tables = Arc::new(FeatureTables::new(board));
        let player = |name: &str| {
            let heuristic = published(name)?.heuristic(board.size());
            let evaluator = Evaluator::new(&heuristic, &tables);
            // A shuffled order, so that games from one opening differ.
            Some(Agent::Searching(Searcher::new(evaluator, ResolvedBudget::Nodes(NODES), MoveOrder::Shuffled)))
        };
        let players = STRONG.into_iter().filter_map(player).collect();
        Self { size: board.size(), openings: Openings::new(board, 2, BLOCK), players, seed }
    }

    /// Returns the digest of everything but the seed that decides the questions: with another digest, a game may have
    /// another question.
    pub(super) fn digest(&self) -> Digest {
        Digest::of_data(&SourceIdentity {
            version: 1,
            algorithm: ALGORITHM,
            signature: signature(),
            board: self.size.to_string(),
            players: self.players.iter().map(Agent::data).collect(),
            first_ply: FIRST_PLY,
            openings: self.openings.iter().map(ToString::to_string).collect(),
        })
    }

    /// Returns whether there is no opening to begin a game with.
    pub(super) fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// Plays a game, draws one of its positions and solves it: a pure function of the game's number.
    ///
    /// Only one position of a game is used: two would not be independent, and the standard error would be wrong.
    pub(super) fn question(&self, game: u64, oracle: &Oracle, stop: &AtomicBool) -> Option<Question<'b>> {
        let mut stream = self.stream(game, 0);
        let opening = *self.opening(&mut stream)?.position();
        let positions = self.play(opening, game, &mut stream, stop);
        let drawn = positions.choose(&mut stream)?;
        if stop.load(Ordering::Relaxed) || !gives_choice(drawn) {
            return None;
        }
        let solution = oracle.solve(drawn, stop).ok()?;
        let turns = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        let placed = PerPlayer([opening.cell_of(Player::One)?, opening.cell_of(Player::Two)?]);
        Question::new(*drawn, &solution.winning_moves, turns, game, placed)
    }

    fn opening(&self, stream: &mut Stream) -> Option<&Opening<'b, u64>> {
        let places: Vec<usize> = (0..self.openings.len()).collect();
        places.choose(stream).map(|&place| self.openings.get(place))
    }

    /// Plays a game between two different players and returns the positions with a move, from the first ply of
    /// questions on.
    fn play(
        &self,
        opening: Position<'b, u64>,
        game: u64,
        stream: &mut Stream,
        stop: &AtomicBool,
    ) -> Vec<Position<'b, u64>> {
        let mut players: Vec<&Agent<u64>> = self.players.iter().collect();
        players.shuffle(stream);
        let mut streams = PerPlayer([1, 2].map(|seat| self.stream(game, seat)));
        let mut position = opening;
        let mut positions = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let seat = position.to_move();
            let player = players[usize::from(seat.number()) - 1];
            let Some(decision) = player.choose_until(&position, &mut streams[seat], stop) else { break };
            if position.plies() >= FIRST_PLY {
                positions.push(position);
            }
            position = position.play_legal(decision.cell);
        }
        positions
    }

    fn stream(&self, game: u64, role: u64) -> Stream {
        self.seed.stream(Purpose::Grade, [game, role, 0])
    }
}
