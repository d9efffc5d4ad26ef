//! The names of subjects, streams and workers.

use crate::store::Digest;

/// The stream of batches that wait for a worker. The number is the format of all messages.
pub const JOBS: &str = "ISOTUNE1_JOBS";
/// The stream of outcomes.
pub const RESULTS: &str = "ISOTUNE1_RESULTS";
/// The subject on which a coordinator asks who is there.
pub const ROLL: &str = "isotune.roll";
/// The longest name of a worker.
const LONGEST: usize = 64;

/// Returns the subject of a batch.
#[must_use]
pub fn job(engine: Digest, contest: Digest, batch: Digest) -> String {
    format!("isotune.job.{engine}.{contest}.{batch}")
}

/// Returns the subjects of the batches of a contest, or of all contests of an engine.
#[must_use]
pub fn jobs(engine: Digest, contest: Option<Digest>) -> String {
    contest.map_or_else(|| format!("isotune.job.{engine}.>"), |contest| format!("isotune.job.{engine}.{contest}.*"))
}

/// Returns the subject of a worker's outcomes of a contest.
#[must_use]
pub fn result(contest: Digest, worker: &str) -> String {
    format!("isotune.result.{contest}.{worker}")
}

/// Returns the name of the consumer that hands out the batches of an engine.
#[must_use]
pub fn consumer(engine: Digest) -> String {
    format!("workers-{engine}")
}

/// Returns the subject on which a worker introduces itself.
#[must_use]
pub fn worker(name: &str) -> String {
    format!("isotune.worker.{name}")
}

/// Returns the subject on which a worker is sent home.
#[must_use]
pub fn leave(name: &str) -> String {
    format!("isotune.leave.{name}")
}

/// Returns whether a text can be the name of a worker: letters, digits, hyphens and underscores.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=LONGEST).contains(&text.len()) && text.chars().all(allowed)
}

/// Returns a name made of a text, in which everything else is a hyphen.
#[must_use]
pub fn name_of(text: &str) -> String {
    let letter = |c: char| if is_name(c.encode_utf8(&mut [0; 4])) { c } else { '-' };
    let name: String = text.chars().map(letter).take(LONGEST).collect();
    if name.is_empty() { "worker".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_parts_of_subjects() {
        for name in ["a", "lab-3_7", &"x".repeat(64)] {
            assert!(is_name(name));
            assert_eq!(name_of(name), name);
        }
        for text in ["", "a.b", "a b", "*", ">", "é", &"x".repeat(65)] {
            assert!(!is_name(text), "{text}");
            assert!(is_name(&name_of(text)), "{text}");
        }
    }
}
