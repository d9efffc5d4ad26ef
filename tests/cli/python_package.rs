//! The Python package, as far as it can be tested without building it: python/test.sh does the rest.

use std::collections::BTreeSet;
use std::path::Path;

fn file(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// Returns names and versions of the packages in a lock file.
fn locked(text: &str) -> BTreeSet<(String, String)> {
    let value = |line: &str| line.split('"').nth(1).unwrap().to_owned();
    let lines: Vec<&str> = text.lines().collect();
    let named = lines.windows(2).filter(|pair| pair[0].starts_with("name = ") && pair[1].starts_with("version = "));
    named.map(|pair| (value(pair[0]), value(pair[1]))).collect()
}

#[test]
fn the_package_has_the_version_and_the_dependencies_of_the_program() {
    let manifest = file("python/Cargo.toml");
    assert!(manifest.contains(&format!("\nversion = \"{}\"\n", env!("CARGO_PKG_VERSION"))), "{manifest}");
    let (program, package) = (locked(&file("Cargo.lock")), locked(&file("python/Cargo.lock")));
    let names: BTreeSet<&String> = program.iter().map(|(name, _)| name).collect();
    let shared: Vec<_> = package.iter().filter(|(name, _)| names.contains(name)).collect();
    assert!(shared.len() > 50, "{}", shared.len());
    for entry in shared {
        assert!(program.contains(entry), "python/Cargo.lock has another version of {entry:?} than Cargo.lock");
    }
    // The lint is for the program; a test reports through the harness.
    #[allow(clippy::print_stderr)]
    {
        eprintln!("skipped: the wheel of the Python package, which python/test.sh builds and tests");
    }
}
