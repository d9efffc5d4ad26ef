//! Who may know whom, who may print, and how long a file may be: read off the source text.

#![allow(clippy::expect_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What every room may use: the leaves, which use no other room.
const LEAVES: [&str; 5] = ["document", "seed", "store", "suggest", "text"];

/// The rooms from the ground up, each with the rooms below it that it may use.
const ROOMS: [(&str, &[&str]); 21] = [
    ("document", &["store", "suggest", "text"]),
    ("seed", &[]),
    ("store", &["text"]),
    ("suggest", &["text"]),
    ("text", &[]),
    ("game", &[]),
    ("oracle", &["game"]),
    ("features", &["game"]),
    ("heuristic", &["features", "game"]),
    ("stats", &[]),
    ("export", &["stats", "heuristic", "features", "game"]),
    ("search", &["heuristic", "features", "game"]),
    ("agent", &["oracle", "search", "heuristic", "features", "game"]),
    ("optimize", &[]),
    ("arena", &["stats", "agent", "search", "heuristic", "features", "game"]),
    ("cluster", &["arena", "agent", "search", "heuristic", "features", "game"]),
    ("tune", &["optimize", "arena", "stats", "agent", "search", "heuristic", "features", "game"]),
    ("grade", &["arena", "stats", "agent", "oracle", "search", "heuristic", "features", "game"]),
    ("udacity", &["arena", "stats", "agent", "search", "heuristic", "features", "game"]),
    (
        "report",
        &[
            "tune",
            "grade",
            "export",
            "optimize",
            "arena",
            "stats",
            "agent",
            "oracle",
            "search",
            "heuristic",
            "features",
            "game",
        ],
    ),
    // Every public room, and none of the private ones.
    (
        "cli",
        &[
            "cluster",
            "report",
            "udacity",
            "tune",
            "grade",
            "export",
            "optimize",
            "arena",
            "stats",
            "agent",
            "oracle",
            "search",
            "heuristic",
            "features",
            "game",
            "seed",
            "store",
            "text",
        ],
    ),
];

const MOST_LINES: usize = 420;

/// A source file: its path below src, its text, and its text without comments.
struct Source {
    path: PathBuf,
    text: String,
    code: String,
}

impl Source {
    /// The room the file belongs to: its folder, or its own name.
    fn room(&self) -> String {
        let first = self.path.components().next().expect("a path has parts");
        first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned()
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("src can be read") {
            let path = entry.expect("src can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source file can be read");
                let code = without_comments(&text);
                let path = path.strip_prefix(&root).expect("it is below src").to_owned();
                found.push(Source { path, text, code });
            }
        }
    }
    assert!(found.len() > 40, "all of src was read");
    found
}

fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split_once("//").map_or(line, |(before, _)| before).to_owned();
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// The rooms named by paths that begin with `crate::`, grouped imports included.
fn rooms_used(code: &str) -> BTreeSet<String> {
    let name = |text: &str| text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => used.extend(name(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut part = String::new();
                for c in group.chars() {
                    match c {
                        '}' if depth == 0 => break,
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => used.extend(name(&std::mem::take(&mut part))),
                        _ => part.push(c),
                    }
                }
                used.extend(name(&part));
            }
        }
    }
    // A type of the front page, such as `crate::Unknown`, is no room.
    used.retain(|name| name.starts_with(char::is_lowercase));
    used
}

#[test]
fn paths_are_found_in_every_form() {
    let code = "use crate::game::Cell; fn f() { crate::seed::g(); }\nuse crate::{features::{Feature, View}, suggest, Unknown};";
    let used: Vec<String> = rooms_used(code).into_iter().collect();
    assert_eq!(used, ["features", "game", "seed", "suggest"]);
    assert_eq!(without_comments("//! [x](crate::x)\nlet a = 1; // crate::y"), "\nlet a = 1; ");
}

#[test]
fn rooms_use_only_what_is_below_them() {
    for source in sources() {
        let room = source.room();
        if ["lib", "main"].contains(&room.as_str()) {
            continue;
        }
        let (_, below) = ROOMS
            .iter()
            .find(|(name, _)| *name == room)
            .unwrap_or_else(|| panic!("{} is in a room that is not in the plan", source.path.display()));
        for used in rooms_used(&source.code).iter().filter(|used| **used != room) {
            let leaf = LEAVES.contains(&used.as_str()) && !LEAVES.contains(&room.as_str()) && room != "cli";
            assert!(
                leaf || below.contains(&used.as_str()),
                "{}: {room} may not use crate::{used}",
                source.path.display()
            );
        }
        assert!(!source.code.contains("super::super"), "{} climbs out of its folder", source.path.display());
        assert!(!source.code.contains("isotune::"), "{} goes through the front door", source.path.display());
    }
}

#[test]
fn a_single_file_is_a_leaf_and_uses_no_room_through_super() {
    for source in sources().iter().filter(|source| source.path.components().count() == 1) {
        assert!(!source.code.contains("super::"), "{}", source.path.display());
    }
}

#[test]
fn the_library_has_exactly_the_rooms_of_the_plan() {
    let library = sources().into_iter().find(|source| source.path == Path::new("lib.rs")).expect("there is a lib.rs");
    let declared: BTreeSet<&str> = library
        .code
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let planned: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    assert_eq!(declared, planned);
}

#[test]
fn only_the_command_line_prints() {
    for source in sources().iter().filter(|source| source.room() != "cli") {
        for forbidden in ["println!", "print!", "eprintln!", "eprint!", "dbg!", "io::stdout", "io::stderr"] {
            assert!(!source.code.contains(forbidden), "{} has {forbidden}", source.path.display());
        }
    }
}

/// What is printed goes through the writer that escapes what a terminal obeys.
#[test]
fn printing_has_one_way_out() {
    // The taskbar sends sequences of its own, and a follower rings the bell: nothing from elsewhere is in them.
    let ways = ["cli/output/terminal.rs", "cli/output/live/taskbar.rs", "cli/args/follow.rs"];
    for source in sources().iter().filter(|source| ways.iter().all(|way| source.path != Path::new(way))) {
        for stream in ["io::stdout()", "io::stderr()"] {
            for (at, _) in source.code.match_indices(stream) {
                let before = source.code[..at].trim_end().trim_end_matches("std::");
                let rest = &source.code[at + stream.len()..];
                // Whether it is a terminal, and how wide.
                let asked = rest.starts_with(".is_terminal()") || before.ends_with("terminal_size_of(");
                assert!(asked, "{} writes to {stream}", source.path.display());
            }
        }
    }
}

#[test]
fn nothing_is_left_to_do_and_no_file_is_long() {
    for source in sources() {
        for forbidden in ["todo!", "unimplemented!", "TODO", "FIXME", "XXX"] {
            assert!(!source.text.contains(forbidden), "{} has {forbidden}", source.path.display());
        }
        let lines = source.text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", source.path.display());
    }
}

#[test]
fn randomness_has_one_maker_and_time_one_reader() {
    for source in sources() {
        let (room, path) = (source.room(), source.path.display());
        for maker in ["from_seed", "seed_from_u64", "from_rng", "rand::rng()", "thread_rng", "from_os_rng"] {
            assert!(room == "seed" || !source.code.contains(maker), "{path} makes randomness with {maker}");
        }
        // A process of an external program is given a time.
        let waits = source.path == Path::new("agent/process.rs");
        let may_look = waits || ["search", "tune", "cluster", "cli"].contains(&room.as_str());
        assert!(may_look || !source.code.contains("Instant::now"), "{path} looks at the clock");
    }
}

/// The folders of tune in the order of the data: each may use those before it.
const TUNE: [&str; 4] = ["config", "plan", "play", "run"];

#[test]
fn tuning_data_flows_one_way() {
    for source in sources().iter().filter(|source| source.room() == "tune") {
        let folder = source.path.components().nth(1).expect("a file of the room").as_os_str().to_string_lossy();
        let Some(place) = TUNE.iter().position(|name| *name == folder) else {
            continue;
        };
        for later in &TUNE[place + 1..] {
            let used = source.code.contains(&format!("crate::tune::{later}::"));
            assert!(!used, "{}: {folder} may not use {later}", source.path.display());
        }
    }
}
