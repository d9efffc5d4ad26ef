//! isotune tunes the weights of a linear heuristic for knight Isolation, the game of Udacity's AIND-Isolation project, by
//! self-play.
//!
//! ```
//! use isotune::tune::{self, TuneConfig, TunePlan};
//!
//! let mut config = TuneConfig::named("quick")?;
//! for change in ["budget=nodes:20", "total=Games(20000)", "finals=(select_pairs: 20, final_pairs: 20)"] {
//!     config.assign(change)?;
//! }
//! let folder = tempfile::tempdir()?.path().join("quick");
//! let outcome = tune::start(&TunePlan::new(config, &folder)?, &folder, &())?;
//! if let Some(verdict) = outcome.verdict() {
//!     let delta = &verdict.final_scores.delta_improved;
//!     println!("vs improved: {:+.2} ± {:.2} points", 100.0 * delta.difference, 100.0 * delta.se);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A tour
//!
//! The modules from the bottom up, each using only those before it; every one has a page of its own.
//!
//! ## Playing
//!
//! [`game`] has the rules: a position is always legal, and moves come in the order of Udacity's code.
//!
//! ```
//! use isotune::game::{Board, Position};
//!
//! let board = Board::seven();
//! let position = Position::replay(&board, [[3, 3], [0, 0]])?;
//! assert_eq!(position.ordered_moves().as_slice().len(), 8);
//! # Ok::<(), isotune::game::IllegalMove>(())
//! ```
//!
//! [`features`] is the closed list of the numbers that a heuristic can see in a position.
//!
//! ```
//! use isotune::features::Feature;
//!
//! assert!(Feature::ALL.iter().any(|feature| feature.name() == "own-lookahead-mean"));
//! ```
//!
//! [`heuristic`] weighs them: sets of weights, the catalogue of published heuristics, and evaluators compiled for a board.
//!
//! ```
//! use isotune::heuristic::WeightsDocument;
//!
//! let document = WeightsDocument::from_ron(r#"(name: "mine", weights: {"own-moves": 1, "opponent-moves": -1.5})"#)?;
//! assert_eq!(document.weights.used().count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search`] chooses moves by Udacity's algorithms, within a budget that is the same on every machine.
//!
//! ```
//! use isotune::search::Budget;
//!
//! let budget: Budget = "nodes:5000".parse()?;
//! assert_eq!(budget.to_string(), "nodes:5000");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`oracle`] plays perfectly: it finds who wins a position.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use isotune::game::{Board, BoardSize, Position};
//! use isotune::oracle::{Memory, Oracle};
//!
//! let size = BoardSize::new(4, 4)?;
//! let (oracle, board) = (Oracle::new(size, Memory::megabytes(1))?, Board::<u64>::new(size)?);
//! let (winner, nodes) = oracle.winner(&Position::replay(&board, [[0, 0], [1, 1]])?, &AtomicBool::new(false))?;
//! println!("{winner} wins ({nodes} nodes)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Measuring
//!
//! [`agent`] writes a player as a line of text: a search, a heuristic and a budget. Rosters are lists of them.
//!
//! ```
//! use isotune::agent::Roster;
//!
//! assert_eq!(Roster::named("modern")?.agent("MM_Open")?.agent.to_string(), "mm:open@depth:3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`stats`] turns pairs of games into scores with errors and tests; it knows nothing of the game.
//!
//! ```
//! use isotune::stats::{PairTally, Population, Score};
//!
//! let score = Score::of(PairTally { lost: 20, split: 50, won: 30 }, Population::Unlimited).expect("there are pairs");
//! assert!((score.mean - 0.55).abs() < 1e-12 && score.se < 0.04);
//! ```
//!
//! [`arena`] plays contests on any number of threads, or on other machines, with the same results.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use isotune::agent::{NamedAgent, Roster};
//! use isotune::arena::{Draw, OpeningBlock, Threads, Tournament};
//! use isotune::game::Board;
//! use isotune::seed::Seed;
//!
//! let (board, rules) = (Board::seven(), Roster::named("modern")?.with_budget(&"nodes:20".parse()?));
//! let agents = [NamedAgent::find("isotune-small", &rules.budget)?];
//! let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: Some(2), seed: Seed(1) };
//! let mut tournament = Tournament::new(&board, &rules, &agents, &draw)?;
//! tournament.play(&Threads::new(Some(1))?, &AtomicBool::new(false), &|_| ());
//! assert_eq!(tournament.standings().games, 7 * 2 * 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`grade`] asks an agent for moves in won positions, and counts how often the win is kept.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use isotune::arena::Threads;
//! use isotune::game::{Board, BoardSize};
//! use isotune::grade::QuestionSet;
//! use isotune::oracle::{Memory, Oracle};
//! use isotune::seed::Seed;
//!
//! let size = BoardSize::new(5, 5)?;
//! let (board, oracle) = (Board::<u64>::new(size)?, Oracle::new(size, Memory::megabytes(1))?);
//! let mut questions = QuestionSet::empty();
//! questions.grow(3, &board, Seed(0), &oracle, &Threads::new(Some(1))?, (&AtomicBool::new(false), &|_| ()))?;
//! assert!(questions.questions.len() >= 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Tuning
//!
//! [`optimize`] is the optimizer, by ask and tell; it knows nothing of the game either.
//!
//! ```
//! use isotune::optimize::{Config, Coordinate, Method, Optimizer, Space, StopRules};
//! use isotune::seed::Seed;
//!
//! let space = Space::new(vec![Coordinate::free(0.0, 0.5), Coordinate::free(1.0, 0.5)])?;
//! let (method, stop, seed) = (Method::Cma, StopRules::BUDGET_ONLY, Seed(1));
//! let config = Config { method, population: 8, rank_mu: 1.0, restarts: 0, stop, seed, evaluations: 800 };
//! let mut optimizer = Optimizer::new(space, config)?;
//! while optimizer.stop().is_none() {
//!     let cost = |x: &Vec<f64>| (x[0] - 1.0).powi(2) + x[1].powi(2);
//!     let costs: Vec<f64> = optimizer.ask().candidates.iter().map(cost).collect();
//!     optimizer.tell(&costs)?;
//! }
//! assert!((optimizer.recommendation()[0] - 1.0).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`tune`] joins all of this: from a configuration to a run that can be stopped and resumed, and to a verdict, as in the
//! example at the top.
//!
//! ```
//! use isotune::tune::TuneConfig;
//!
//! let mut config = TuneConfig::named("overnight")?;
//! config.assign("seed=7")?;
//! assert_eq!(TuneConfig::from_ron(&config.to_ron()?)?, config);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Using what was found
//!
//! [`export`] writes weights for other programs.
//!
//! ```
//! use isotune::export::Format;
//! use isotune::game::BoardSize;
//! use isotune::heuristic::HeuristicSource;
//!
//! let document = "isotune-small".parse::<HeuristicSource>()?.document(None)?;
//! let code = Format::Python.exporter().export(&document, BoardSize::SEVEN)?;
//! assert!(code.contains("def custom_score(game, player):"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`report`] shows a run as a page, and [`udacity`] plays weights in Udacity's own code.
//!
//! ```no_run
//! use isotune::report::{Page, RunData};
//! use isotune::tune::RunFolder;
//!
//! let run = RunData::read(&RunFolder::new("checkpoints/quick"))?;
//! std::fs::write("quick.html", Page::new(vec![run]).html()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Below all of them
//!
//! [`seed`] makes all random streams, [`store`] writes files atomically, and [`text`] escapes what comes from
//! elsewhere and rounds what is shown.
//!
//! ```
//! use isotune::seed::{Purpose, Seed};
//! use isotune::store::Digest;
//! use rand::RngExt;
//!
//! let draw = |index| Seed(7).stream(Purpose::Draw, [index, 0, 0]).random::<u64>();
//! assert!(draw(1) == draw(1) && draw(1) != draw(2));
//! assert_eq!(Digest::of(b"improved").to_string().len(), 32);
//! assert!(isotune::text::is_harmful('\u{1b}'));
//! ```
//!
//! With the feature `cluster`, games are played on many machines; with `cli`, on by default, `cli` is the program.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod export;
pub mod grade;
pub mod report;
pub mod tune;
pub mod udacity;

// The rooms of the engine, a package of its own.
#[doc(inline)]
pub use isotune_engine::{agent, arena, features, game, heuristic, optimize, oracle, search, seed, stats, store, text};
pub(crate) use isotune_engine::{document, suggest};

pub use isotune_engine::{DocumentError, LookupError, Origin, Suggestion, Unknown};
