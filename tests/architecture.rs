//! Who may know whom, who may print, and how long a file may be: read off the source text.

#![allow(clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What every room may use: the leaves, which use no other room.
const LEAVES: [&str; 5] = ["document", "seed", "store", "suggest", "text"];

/// The rooms of the package `isotune-engine`, which may use no others; the rest are those of `isotune`.
const ENGINE: [&str; 14] = [
    "agent",
    "arena",
    "document",
    "features",
    "game",
    "heuristic",
    "optimize",
    "oracle",
    "search",
    "seed",
    "stats",
    "store",
    "suggest",
    "text",
];

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

/// A source file: its package, its path below src, its text, and its text without comments.
struct Source {
    package: &'static str,
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

/// The packages, and where their sources are.
const PACKAGES: [(&str, &str); 2] = [("isotune", "src"), ("isotune-engine", "engine/src")];

fn sources() -> Vec<Source> {
    let found: Vec<Source> = PACKAGES.into_iter().flat_map(|(package, folder)| sources_of(package, folder)).collect();
    assert!(found.len() > 40, "all of src was read");
    found
}

fn sources_of(package: &'static str, folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
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
                found.push(Source { package, path, text, code });
            }
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    let code = |line: &str| line.split_once("//").map_or(line, |(before, _)| before).to_owned();
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// The names that follow a prefix such as `crate::`, grouped imports included.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let name = |text: &str| text.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
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
    used.remove("");
    used
}

/// The rooms named by paths that begin with `crate::`.
fn rooms_used(code: &str) -> BTreeSet<String> {
    let mut used = names_after(code, "crate::");
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
        for door in ["isotune::", "isotune_engine::"] {
            assert!(!source.code.contains(door), "{} goes through the front door", source.path.display());
        }
    }
}

#[test]
fn a_single_file_is_a_leaf_and_uses_no_room_through_super() {
    for source in sources().iter().filter(|source| source.path.components().count() == 1) {
        assert!(!source.code.contains("super::"), "{}", source.path.display());
    }
}

#[test]
fn the_packages_have_exactly_the_rooms_of_the_plan() {
    for (package, _) in PACKAGES {
        let of_package = |source: &Source| source.package == package && source.path == Path::new("lib.rs");
        let library = sources().into_iter().find(of_package).expect("there is a lib.rs");
        let declared: BTreeSet<&str> = library
            .code
            .lines()
            .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
            .collect();
        let rooms = ROOMS.iter().map(|(name, _)| *name);
        let planned: BTreeSet<&str> =
            rooms.filter(|name| ENGINE.contains(name) == (package == "isotune-engine")).collect();
        assert_eq!(declared, planned, "{package}");
        if package == "isotune" {
            let passed_on = names_after(&library.code, "use isotune_engine::");
            assert!(ENGINE.iter().all(|room| passed_on.contains(*room)), "isotune passes on all rooms of the engine");
        }
    }
}

#[test]
fn the_engine_uses_nothing_above_it() {
    for (room, below) in ROOMS.iter().filter(|(room, _)| ENGINE.contains(room)) {
        assert!(below.iter().all(|used| ENGINE.contains(used)), "{room}");
    }
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

/// The parts of rooms, folders and single files, in the order of the data: each may use those before it.
const PARTS: [(&str, &[&str]); 3] = [
    ("arena", &["openings", "contest", "tournament", "remote"]),
    ("cluster", &["error", "wire", "coordinator", "worker"]),
    (
        "tune",
        &[
            "deadline",
            "config",
            "plan",
            "damage",
            "error",
            "contest_kind",
            "measurement",
            "pruning",
            "finalist",
            "verdict",
            "observer",
            "play",
            "run",
            "solver",
            "session",
            "evaluation",
            "trial",
        ],
    ),
];

/// The part of its room that a file belongs to, and what the code of the file uses of the same room; nothing for the room's
/// front page, which only names what is public.
fn part_and_used(path: &Path, code: &str) -> Option<(String, BTreeSet<String>)> {
    let parts: Vec<String> =
        path.iter().map(|part| part.to_string_lossy().trim_end_matches(".rs").to_owned()).collect();
    let [room, part, below @ ..] = &parts[..] else { return None };
    if part == "mod" {
        return None;
    }
    // The tests of a file may use what they like.
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let mut used = names_after(code, &format!("crate::{room}::"));
    if below.is_empty() || below == ["mod"] {
        used.extend(names_after(code, "super::"));
    }
    used.remove(part);
    Some((part.clone(), used))
}

#[test]
fn parts_are_found_in_every_form() {
    let used = |path: &str, code: &str| {
        let (part, used) = part_and_used(Path::new(path), code).expect("a file of a part");
        (part, used.into_iter().collect::<Vec<_>>().join(" "))
    };
    let code = "use super::a::{X, Y}; use crate::tune::{b::Z, own::W}; use crate::game::c; #[cfg(test)] use super::d;";
    assert_eq!(used("tune/own.rs", code), ("own".to_owned(), "a b".to_owned()));
    assert_eq!(used("tune/own/mod.rs", code), ("own".to_owned(), "a b".to_owned()));
    assert_eq!(used("tune/own/file.rs", code), ("own".to_owned(), "b".to_owned()));
    assert_eq!(used("tune/own.rs", "use crate::tune::Type;"), ("own".to_owned(), "Type".to_owned()));
    assert_eq!(part_and_used(Path::new("tune/mod.rs"), code), None);
}

#[test]
fn data_flows_one_way_within_a_room() {
    for (room, order) in PARTS {
        let mut seen = BTreeSet::new();
        for source in sources().iter().filter(|source| source.room() == room) {
            let Some((part, used)) = part_and_used(&source.path, &source.code) else { continue };
            let place = order.iter().position(|name| *name == part);
            let place = place.unwrap_or_else(|| panic!("{} is not in the order", source.path.display()));
            for used in used {
                let earlier = order[..place].contains(&used.as_str());
                assert!(earlier, "{}: {part} may not use {used}", source.path.display());
            }
            seen.insert(part);
        }
        assert_eq!(
            seen,
            order.iter().map(|&part| part.to_owned()).collect(),
            "{room} has exactly the parts of the plan"
        );
    }
}

/// The most files of a folder, except for `cli/verbs`, a file or a folder for each verb.
const MOST_FILES: usize = 16;

#[test]
fn no_folder_is_crowded() {
    let mut files: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for source in sources() {
        *files.entry(source.path.parent().expect("a file is in a folder").to_owned()).or_default() += 1;
    }
    files.remove(Path::new("cli/verbs"));
    for (folder, count) in files {
        assert!(count <= MOST_FILES, "{} holds {count} files", folder.display());
    }
}

/// The names of types that a line defines for others, such as `pub(crate) struct Name`.
fn type_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = if rest.starts_with('(') { rest.split_once(')')?.1 } else { rest };
    let (kind, rest) = rest.trim_start().split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    // A macro defines a type by a variable.
    (["struct", "enum", "trait"].contains(&kind) && !name.is_empty()).then_some(name)
}

#[test]
fn no_name_has_two_meanings() {
    assert_eq!(type_name("    pub(in crate::tune) enum Kind<'a> {"), Some("Kind"));
    assert_eq!([type_name("struct Private;"), type_name("pub fn work() {")], [None, None]);
    let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
    for source in sources() {
        // Every verb has its arguments.
        for name in source.code.lines().filter_map(type_name).filter(|name| *name != "Args") {
            let other = known.insert(name.to_owned(), source.path.clone());
            assert_eq!(other, None, "{name} is also defined in {}", source.path.display());
        }
    }
    assert!(known.len() > 200, "all types were found");
}

/// The files of runs have one layer, `store::Files`, so that tests can put others in its place.
#[test]
fn files_of_runs_go_through_one_layer() {
    for source in sources().iter().filter(|source| ["tune", "report"].contains(&source.room().as_str())) {
        for forbidden in ["std::fs", "fs::", "File::", ".exists()", ".is_file()", ".is_dir()", "&Disk"] {
            assert!(!source.code.contains(forbidden), "{} has {forbidden}", source.path.display());
        }
    }
}

/// The front page is read to its end only if it is short; everything else is in docs.
#[test]
fn the_readme_has_at_most_a_hundred_lines_and_its_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("there is a front page");
    assert!(text.lines().count() <= 100, "{} lines", text.lines().count());
    let first = text.split("\n\n").nth(1).expect("there is a first paragraph");
    for part in ["Udacity's AIND-Isolation project", "game_agent.py", "tournament.py", "`modern` (", "`classic` ("] {
        assert!(first.contains(part), "no {part} in {first}");
    }
    let links: Vec<&str> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert!(links.len() > 10, "{links:?}");
    for link in links.into_iter().filter(|link| !link.starts_with("http")) {
        assert!(root.join(link).exists(), "{link}");
    }
}

/// Returns a text with one blank between words, in small letters, without the marks of comments at the start of lines.
fn flowing(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches(['/', '>', '#']));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whoever reads "the reference" must guess whose: Udacity's project has a name.
#[test]
fn udacitys_project_is_called_by_its_name() {
    const VAGUE: &str = "the reference";
    assert!(flowing("as\n  // The\n  // Reference has it").contains(VAGUE) && !flowing("a reference").contains(VAGUE));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = vec![root.join("README.md")];
    for (folder, ending) in [("docs", "md"), ("configs", "ron")] {
        let mut folders = vec![root.join(folder)];
        let before = texts.len();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder can be read") {
                let path = entry.expect("a folder can be read").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|found| found == ending) {
                    texts.push(path);
                }
            }
        }
        assert!(texts.len() > before + 5, "all of {folder} was read");
    }
    for path in texts {
        let text = flowing(&fs::read_to_string(&path).expect("a text can be read"));
        assert!(!text.contains(VAGUE), "{} says '{VAGUE}'", path.display());
    }
    // The help is in comments of the arguments, and messages are in literals.
    for source in sources().iter().filter(|source| source.path.starts_with("cli")) {
        let shown: Vec<&str> = source.text.lines().filter(|line| !line.trim_start().starts_with("//!")).collect();
        let place = source.path.display();
        assert!(!flowing(&shown.join("\n")).contains(VAGUE), "{place} says '{VAGUE}'");
    }
}
