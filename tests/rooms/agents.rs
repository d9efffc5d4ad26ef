//! Agents, budgets and rosters: their text forms, their errors, and the same games from the same seeds.

use std::fs;
use std::sync::Arc;
use std::thread;

use isotune::LookupError;
use isotune::agent::{Agent, AgentError, AgentSpec, CompileError, PlayerData, Roster, RosterError, SearchMethod};
use isotune::features::FeatureTables;
use isotune::game::{Board, Game, PerPlayer, Player};
use isotune::heuristic::{CATALOGUE, SourceError};
use isotune::search::{Budget, BudgetError, MoveOrder};
use isotune::seed::{Purpose, Seed};
use rand::RngExt;

use crate::naive::search::minimax;
use crate::naive::{random_positions, square, stream};

const FORMS: &str = "write random, greedy:HEURISTIC, mm:HEURISTIC@depth:3, ab:HEURISTIC@depth:5, \
                     id:HEURISTIC@effort:17300, perfect:HEURISTIC@nodes:5000 or exec:COMMAND, or an agent of a roster such as \
                     modern/AB_Improved";
const BUDGETS: &str =
    "write depth:4, nodes:5000, effort:17300 (or effort:2880:udacity-classic), or time:150 (milliseconds)";

fn spec(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn compile(text: &str, order: MoveOrder, board: &Board<u64>) -> Result<Agent<u64>, CompileError> {
    Agent::new(&spec(text), order, "udacity-modern", &Arc::new(FeatureTables::new(board)))
}

#[test]
fn agents_round_trip_through_their_text_form() {
    let texts = [
        "random",
        "greedy:open",
        "greedy:path/to/weights.ron",
        "mm:open@depth:3",
        "ab:improved@depth:5",
        "ab:lookahead-both-0.5@depth:128",
        "id:improved@effort:17300",
        "id:improved@effort:2880:udacity-classic",
        "id:improved@effort:2880:path/to/costs.ron",
        "id:path/to/weights.ron@nodes:5000",
        "id:an@odd:path/weights.ron@nodes:5000",
        "id:polosin-final@time:150",
        "id:null@depth:2",
        "exec:python3 'my agent.py' --level@high@time:250",
    ];
    for text in texts {
        assert_eq!(spec(text).to_string(), text);
        assert_eq!(spec(&spec(text).to_string()), spec(text));
    }
    let AgentSpec::Search { method, heuristic, budget } = spec("id:improved@effort:2880:udacity-classic") else {
        panic!("it searches")
    };
    let second = Budget::Time(1000);
    assert_eq!(spec("exec:a@b c.ron"), AgentSpec::External { command: "a@b c.ron".to_owned(), budget: second });
    assert_eq!((method, heuristic.to_string().as_str()), (SearchMethod::IterativeDeepening, "improved"));
    assert_eq!(budget, Budget::Effort { units: 2880, costs: Some("udacity-classic".to_owned()) });
}

#[test]
fn invalid_agents_are_refused_with_the_reason() {
    let cases = [
        ("rndom", format!("unknown agent 'rndom' (did you mean 'random'?); {FORMS}")),
        ("random:open", format!("unknown agent 'random:open' (did you mean 'random'?); {FORMS}")),
        ("gredy:open", format!("unknown agent 'gredy:open' (did you mean 'greedy'?); {FORMS}")),
        ("", format!("unknown agent ''; {FORMS}")),
        ("greedy", format!("the agent 'greedy' needs a heuristic; {FORMS}")),
        ("id:@nodes:5", format!("the agent 'id:@nodes:5' needs a heuristic; {FORMS}")),
        ("mm:open", "the agent 'mm:open' needs a budget, for example 'mm:open@depth:3'".to_owned()),
        ("ab:open", "the agent 'ab:open' needs a budget, for example 'ab:open@depth:5'".to_owned()),
        ("id:open", "the agent 'id:open' needs a budget, for example 'id:open@effort:17300'".to_owned()),
        (
            "ab:open@nodes:50",
            "the agent 'ab:open@nodes:50' searches to a fixed depth and does not take nodes:50; \
             write @depth:N, or use id:"
                .to_owned(),
        ),
        (
            "random@depth:3",
            "the agent 'random@depth:3' does not search and takes no budget; remove the part from '@' on".to_owned(),
        ),
        (
            "greedy:open@depth:3",
            "the agent 'greedy:open@depth:3' does not search and takes no budget; remove the part from '@' on"
                .to_owned(),
        ),
        ("id:imporved@nodes:5", "unknown heuristic 'imporved' (did you mean 'improved'?)".to_owned()),
        ("id:open@efort:5", format!("unknown budget 'efort' (did you mean 'effort'?); {BUDGETS}")),
    ];
    for (text, sentence) in cases {
        assert_eq!(text.parse::<AgentSpec>().unwrap_err().to_string(), sentence);
    }
    let error = |text: &str| text.parse::<AgentSpec>().unwrap_err();
    assert!(matches!(error("rndom"), AgentError::Kind { .. }));
    assert!(matches!(error("greedy"), AgentError::NoHeuristic { .. }));
    assert!(matches!(error("mm:open"), AgentError::NoBudget { example: "depth:3", .. }));
    assert!(matches!(error("ab:open@nodes:50"), AgentError::NotADepth { budget: Budget::Nodes(50), .. }));
    assert!(matches!(error("random@depth:3"), AgentError::NoSearch { .. }));
    assert!(matches!(error("exec: "), AgentError::Command { .. }));
    assert!(matches!(error("exec:a 'b"), AgentError::Command { .. }));
    assert!(matches!(error("exec:a@depth:3"), AgentError::NotATime { budget: Budget::Depth(3), .. }));
    assert!(matches!(error("id:imporved@nodes:5"), AgentError::Heuristic(SourceError::Unknown(_))));
    assert!(matches!(error("id:open@efort:5"), AgentError::Budget(BudgetError::Kind { .. })));
}

#[test]
fn a_message_about_an_endless_agent_stays_short() {
    let profile = "python:".repeat(1000);
    for text in [format!("mm:open@effort:17300:{profile}"), format!("exec:a@effort:17300:{profile}")] {
        let sentence = text.parse::<AgentSpec>().unwrap_err().to_string();
        assert!(sentence.len() < 500, "{} bytes", sentence.len());
    }
}

#[test]
fn invalid_budgets_are_refused_with_the_reason() {
    let error = "node:5".parse::<Budget>().unwrap_err();
    assert!(matches!(&error, BudgetError::Kind { kind, .. } if kind == "node"));
    assert_eq!(error.to_string(), format!("unknown budget 'node' (did you mean 'nodes'?); {BUDGETS}"));
    for (text, most) in [
        ("depth:0", 128),
        ("depth:129", 128),
        ("depth:", 128),
        ("depth", 128),
        ("nodes:-5", 1_000_000_000_000_u64),
        ("nodes:5.5", 1_000_000_000_000),
        ("nodes:5:native", 1_000_000_000_000),
        ("effort:x:native", 1_000_000_000_000),
        ("time:0", 1_000_000_000_000),
        ("nodes:1000000000001", 1_000_000_000_000),
    ] {
        let error = text.parse::<Budget>().unwrap_err();
        assert_eq!(error, BudgetError::Amount { text: text.to_owned(), most });
        let sentence = format!("the budget '{text}' needs a whole number from 1 to {most}; {BUDGETS}");
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn agents_that_do_not_compile_are_refused_with_the_reason() {
    let board = Board::seven();
    let error = compile("id:open@effort:5:nativ", MoveOrder::Fixed, &board).unwrap_err();
    assert!(matches!(error, CompileError::Costs(LookupError::Unknown(_))));
    assert!(error.to_string().starts_with("unknown cost profile 'nativ' (did you mean 'native'?); available: "));
    let error = compile("greedy:nowhere/weights.ron", MoveOrder::Fixed, &board).unwrap_err();
    assert!(matches!(error, CompileError::Heuristic(SourceError::Document(_))));
    assert!(error.to_string().starts_with("cannot read nowhere/weights.ron: "));
}

#[test]
fn greedy_plays_the_first_move_after_which_the_heuristic_is_greatest() {
    let board = Board::seven();
    for name in ["open", "improved", "center", "weighted-8"] {
        let agent = compile(&format!("greedy:{name}"), MoveOrder::Fixed, &board).unwrap();
        for root in random_positions((7, 7), 2, 50, &mut stream(41)) {
            let player = root.to_move();
            let values: Vec<_> =
                root.legal(player).into_iter().map(|to| (to, root.play(to).published(name, player))).collect();
            let greatest = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
            let (first, _) = *values.iter().find(|(_, value)| *value >= greatest).unwrap();
            let decision = agent.choose(&root.position(&board), &mut stream(0)).unwrap();
            assert_eq!(square(&board, decision.cell), first, "{name} after {:?}", root.moves);
            assert_eq!((decision.depth, decision.nodes, decision.value), (1, decision.calls, Some(greatest)));
        }
    }
}

#[test]
fn minimax_alpha_beta_and_iterative_deepening_to_a_depth_play_the_same_move() {
    let board = Board::seven();
    for depth in 1..=4 {
        let agents = ["mm", "ab", "id"]
            .map(|method| compile(&format!("{method}:improved@depth:{depth}"), MoveOrder::Fixed, &board).unwrap());
        for root in random_positions((7, 7), 2, 40, &mut stream(42)) {
            let full = minimax(&root, depth, &|node, player| node.published("improved", player));
            for agent in &agents {
                let decision = agent.choose(&root.position(&board), &mut stream(0)).unwrap();
                let found = (square(&board, decision.cell), decision.value, decision.depth);
                assert_eq!(found, (full.best[0], Some(full.value), depth));
            }
        }
    }
}

#[test]
fn random_plays_every_legal_move_and_nothing_else() {
    let board = Board::seven();
    let mut stream = stream(43);
    for root in random_positions((7, 7), 2, 20, &mut stream) {
        let (position, legal) = (root.position(&board), root.legal(root.to_move()));
        let mut counts = vec![0_u32; legal.len()];
        for _ in 0..1000 {
            let cell = square(&board, Agent::Random.choose(&position, &mut stream).unwrap().cell);
            counts[legal.iter().position(|&to| to == cell).expect("a legal move")] += 1;
        }
        let expected = 1000.0 / legal.len() as f64;
        assert!(counts.iter().all(|&count| (f64::from(count) - expected).abs() < 5.0 * expected.sqrt()), "{counts:?}");
    }
}

/// Plays a game between two agents from its index alone, as text.
fn play(board: &Board<u64>, agents: &PerPlayer<Agent<u64>>, index: u64) -> String {
    let mut opening = Seed(7).stream(Purpose::Opening, [index, 0, 0]);
    let mut streams = PerPlayer([0, 1].map(|seat| Seed(7).stream(Purpose::Agent, [index, 0, seat])));
    let mut game = Game::start(board);
    while !game.position().is_finished() {
        let player = game.position().to_move();
        let decision = if game.moves().len() < 2 {
            Agent::Random.choose(game.position(), &mut opening)
        } else {
            agents[player].choose(game.position(), &mut streams[player])
        };
        game.play(decision.unwrap().cell).unwrap();
    }
    game.to_string()
}

#[test]
fn the_same_seeds_give_the_same_games_on_one_thread_and_on_eight() {
    const GAMES: u64 = 32;
    let board = Board::seven();
    let agent = |text| compile(text, MoveOrder::Shuffled, &board).unwrap();
    let agents = PerPlayer([agent("id:improved@effort:1500"), agent("id:lookahead-both-0.5@effort:1500")]);
    let alone: Vec<String> = (0..GAMES).map(|index| play(&board, &agents, index)).collect();
    let together: Vec<String> = thread::scope(|scope| {
        let handles: Vec<_> = (0..8)
            .map(|worker| {
                let (board, agents) = (&board, &agents);
                scope.spawn(move || {
                    // Each begins at another end, so that no two threads do the same work in the same order.
                    let mut mine: Vec<u64> = (0..GAMES).filter(|index| index % 8 == worker).collect();
                    mine.reverse();
                    mine.into_iter().map(|index| (index, play(board, agents, index))).collect::<Vec<_>>()
                })
            })
            .collect();
        let mut games: Vec<_> = handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect();
        games.sort_unstable();
        games.into_iter().map(|(_, game)| game).collect()
    });
    assert_eq!(alone, together);
    let different: std::collections::HashSet<&String> = alone.iter().collect();
    assert!(different.len() > 28, "different indices give different games");
}

/// Everything an agent's moves depend on is in its data: written, read and compiled again, it plays the same games.
#[test]
fn agents_play_the_same_after_a_round_trip_as_data() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let folder = tempfile::tempdir().unwrap();
    let tapered = folder.path().join("tapered.ron");
    let weights = r#"{"own-moves": (early: 1.1, late: 0.3), "opponent-moves": -1.7, "own-ring-2": 0.1}"#;
    fs::write(&tapered, format!("(name: \"tapered\", weights: {weights})")).unwrap();
    let tapered = format!("id:{}@effort:1500:python", tapered.display());
    let rosters = Roster::NAMES.map(|name| Roster::named(name).unwrap());
    let members = rosters.iter().flat_map(|roster| {
        let agents = roster.clone().with_budget(&"effort:1500".parse().unwrap()).agents;
        agents.into_iter().map(|member| (member.agent, roster.order, roster.costs.clone()))
    });
    let published = CATALOGUE.iter().map(|entry| format!("id:{}@nodes:300", entry.name));
    let written = published.chain([tapered, "greedy:open".to_owned(), "perfect".to_owned()]);
    let others = written.map(|text| (spec(&text), MoveOrder::Shuffled, "udacity-modern".to_owned()));
    let mut texts = std::collections::BTreeSet::new();
    for (spec, order, costs) in members.chain(others) {
        let agent = Agent::new(&spec, order, &costs, &tables).unwrap();
        let text = serde_json::to_string(&agent.data()).unwrap();
        let data: PlayerData = serde_json::from_str(&text).unwrap();
        assert_eq!(data, agent.data(), "{spec}");
        let copy = data.compile(&tables).unwrap();
        assert_eq!(serde_json::to_string(&copy.data()).unwrap(), text);
        let improved = compile("id:improved@nodes:100", MoveOrder::Shuffled, &board).unwrap();
        for game in 0..2 {
            let played = |agent: &Agent<u64>| play(&board, &PerPlayer([agent.clone(), improved.clone()]), game);
            assert_eq!(played(&agent), played(&copy), "{spec}");
        }
        texts.insert(text);
    }
    assert!(texts.len() > 40, "different agents have different data, but for {} of them", texts.len());
}

#[test]
fn the_data_of_an_agent_are_what_they_were() {
    let board = Board::seven();
    let data = |text| serde_json::to_string(&compile(text, MoveOrder::Fixed, &board).unwrap().data()).unwrap();
    assert_eq!(data("random"), r#""random""#);
    assert_eq!(
        data("id:improved@nodes:300"),
        r#"{"searching":{"form":{"linear":{"own-moves":1.0,"opponent-moves":-1.0}},"budget":{"nodes":300},"order":"Fixed"}}"#
    );
    assert_eq!(
        data("perfect:lookahead-both-0.5@depth:3"),
        r#"{"perfect":{"form":{"quirk":{"lookahead_both":0.5}},"budget":{"depth":3},"order":"Fixed"}}"#
    );
}

#[test]
fn data_that_no_agent_can_have_are_refused() {
    let good = r#"{"searching":{"form":{"quirk":"lookahead_own"},"budget":{"nodes":300},"order":"Fixed"}}"#;
    assert!(serde_json::from_str::<PlayerData>(good).is_ok());
    let faults = [
        (r#"{"nodes":300}"#, r#"{"nodes":0}"#),
        (r#"{"nodes":300}"#, r#"{"nodes":1000000000001}"#),
        (r#"{"nodes":300}"#, r#"{"depth":0}"#),
        (r#"{"nodes":300}"#, r#"{"depth":129}"#),
        (r#"{"nodes":300}"#, r#"{"effort":{"units":300,"call":-0.1}}"#),
        (r#"{"nodes":300}"#, r#"{"effort":{"units":300,"call":1e300}}"#),
        (r#"{"nodes":300}"#, r#"{"effort":{"units":300,"call":1.0,"node":1}}"#),
        (r#"{"quirk":"lookahead_own"}"#, r#"{"linear":{"own-moves":1e10}}"#),
        (r#"{"quirk":"lookahead_own"}"#, r#"{"linear":{"own-mooves":1.0}}"#),
        (r#""order":"Fixed""#, r#""order":"Fixed","name":"x""#),
    ];
    for (part, fault) in faults {
        assert!(serde_json::from_str::<PlayerData>(&good.replace(part, fault)).is_err(), "{fault}");
    }
}

#[test]
fn streams_differ_by_seed_purpose_and_every_index() {
    let first = |seed: u64, purpose, indices| Seed(seed).stream(purpose, indices).random::<u64>();
    let base = first(1, Purpose::Agent, [0, 0, 0]);
    assert_eq!(base, first(1, Purpose::Agent, [0, 0, 0]));
    let others = [
        first(2, Purpose::Agent, [0, 0, 0]),
        first(1, Purpose::Opening, [0, 0, 0]),
        first(1, Purpose::Agent, [1, 0, 0]),
        first(1, Purpose::Agent, [0, 1, 0]),
        first(1, Purpose::Agent, [0, 0, 1]),
    ];
    assert!(others.iter().all(|&other| other != base));
}

/// Reference.md section 3, with 140 ms as the efforts of section 4.
#[test]
fn embedded_rosters_are_those_of_the_reference() {
    let members = |roster: &Roster| -> Vec<(String, String)> {
        roster.agents.iter().map(|member| (member.name.clone(), member.agent.to_string())).collect()
    };
    let expected = |rows: [(&str, &str); 7]| rows.map(|(name, agent)| (name.to_owned(), agent.to_owned())).to_vec();
    let modern = Roster::named("modern").unwrap();
    let rows = [
        ("Random", "random"),
        ("MM_Open", "mm:open@depth:3"),
        ("MM_Center", "mm:center@depth:3"),
        ("MM_Improved", "mm:improved@depth:3"),
        ("AB_Open", "id:open@effort:17300"),
        ("AB_Center", "id:center@effort:17300"),
        ("AB_Improved", "id:improved@effort:17300"),
    ];
    assert_eq!(members(&modern), expected(rows));
    assert_eq!((modern.order, modern.costs.as_str()), (MoveOrder::Shuffled, "udacity-modern"));
    let classic = Roster::named("classic").unwrap();
    let rows = [
        ("Random", "random"),
        ("MM_Null", "mm:null@depth:3"),
        ("MM_Open", "mm:open@depth:3"),
        ("MM_Improved", "mm:improved@depth:3"),
        ("AB_Null", "ab:null@depth:5"),
        ("AB_Open", "ab:open@depth:5"),
        ("AB_Improved", "ab:improved@depth:5"),
    ];
    assert_eq!(members(&classic), expected(rows));
    assert_eq!((classic.order, classic.costs.as_str()), (MoveOrder::Fixed, "udacity-classic"));
    assert_eq!(Roster::NAMES, ["modern", "classic"]);
}

#[test]
fn a_roster_can_be_copied_and_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let text = Roster::text("modern").unwrap();
    fs::write(&path, text.replace("mm:center@depth:3", "ab:polosin-final@depth:4").replace("Shuffled,", "Fixed,"))
        .unwrap();
    let mine = Roster::named(path.to_str().unwrap()).unwrap();
    assert_eq!(mine.agent("MM_Center").unwrap().agent, spec("ab:polosin-final@depth:4"));
    assert_eq!((mine.order, mine.agents.len()), (MoveOrder::Fixed, 7));
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let agent = Agent::new(&mine.agents[2].agent, mine.order, &mine.costs, &tables).unwrap();
    let game = Game::replay(&board, [[3, 3], [0, 0]]).unwrap();
    assert_eq!(agent.choose(game.position(), &mut stream(0)).unwrap().depth, 4);
    assert_eq!(game.position().to_move(), Player::One);

    fs::write(&path, text.replace("mm:center@", "mm:centre@")).unwrap();
    let refused = Roster::named(path.to_str().unwrap()).unwrap_err().to_string();
    let line = 1 + text.lines().position(|line| line.contains("mm:center@")).unwrap();
    let place = format!("{}, line {line}, column ", path.display());
    assert!(refused.starts_with(&place) && refused.contains("(did you mean 'center'?)"), "{refused}");
}

#[test]
fn an_unknown_roster_or_member_names_the_nearest() {
    let error = Roster::named("modrn").unwrap_err();
    assert!(matches!(error, RosterError::Lookup(LookupError::Unknown(_))));
    assert_eq!(
        error.to_string(),
        "unknown roster 'modrn' (did you mean 'modern'?); available: modern, classic, or a file (*.ron)"
    );
    let error = Roster::named("classic").unwrap().agent("AB_Improve").unwrap_err().to_string();
    assert_eq!(
        error,
        "unknown agent 'AB_Improve' (did you mean 'AB_Improved'?); available: Random, MM_Null, MM_Open, MM_Improved, \
         AB_Null, AB_Open, AB_Improved"
    );
    assert!(matches!(Roster::named("nowhere/mine.ron"), Err(RosterError::Lookup(LookupError::Document(_)))));
    assert_eq!(Roster::text("modrn"), None);
}

/// Found by fuzzing: the name of a roster is anything, and a message must not turn the terminal's writing around.
#[test]
fn the_name_of_a_roster_is_harmless_in_messages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("roster.ron");
    let roster = |costs: &str, agents: &str| {
        let head = r#"about: "", order: Fixed, budget: "nodes:5""#;
        let text = format!("(name: \"\u{202e}x\", {head}, costs: \"{costs}\", agents: [{agents}])");
        std::fs::write(&path, text).unwrap();
        Roster::named(path.to_str().unwrap()).unwrap_err().to_string()
    };
    let twice = "(name: \"\u{202e}a\", agent: \"random\"),".repeat(2);
    for message in
        [roster("no", ""), roster("native", ""), roster("native", &twice), roster("native", &twice.repeat(600))]
    {
        assert!(message.contains(r"'\u202ex'") && !message.contains('\u{202e}'), "{message}");
    }
}
