//! What is wrong with the arguments, in words that say what is allowed.

use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::cli::command;
use crate::tune::TuneConfig;

/// A limit that only the type of a number sets, and nobody has to know.
const NO_LIMIT: u64 = u32::MAX as u64;

/// Returns what is wrong with the arguments of the program, of which the first is its name.
pub(super) fn message(error: &clap::Error, arguments: &[OsString]) -> String {
    let mut text = error.render().to_string();
    if let (Some(cause), Some(allowed)) = (error.source(), allowed(error))
        && let Some(at) = text.rfind(&format!("': {cause}"))
    {
        let cause = at + "': ".len()..at + "': ".len() + cause.to_string().len();
        text.replace_range(cause, &allowed);
    }
    let assignment = assignment(error, arguments);
    // Nobody who mistypes an option means a value that looks like one. A field is none of the options that clap guesses.
    let guessed = |line: &&str| line.starts_with("  tip: to pass ") || (assignment.is_some() && is_guess(line));
    let mut lines: Vec<String> = text.trim_end().lines().filter(|line| !guessed(line)).map(str::to_owned).collect();
    if let Some(assignment) = &assignment {
        let tip = format!("\n  tip: to set a field of the configuration, write --set {assignment}\n");
        lines.insert(1, tip);
    }
    let mut text = lines.join("\n");
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

/// Returns whether a line names options similar to the one that was given.
fn is_guess(line: &str) -> bool {
    line.starts_with("  tip: ") || line.starts_with("Usage: ")
}

/// Returns what a number may be, if the value of an option is none, or beyond its range.
fn allowed(error: &clap::Error) -> Option<String> {
    let cause = error.source().filter(|_| error.kind() == ErrorKind::ValueValidation)?;
    let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) else { return None };
    if let Some(cause) = cause.downcast_ref::<ParseIntError>() {
        let digits = value.strip_prefix('-').unwrap_or_default();
        let negative = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        return Some(match cause.kind() {
            IntErrorKind::PosOverflow => "it is too large".to_owned(),
            _ if negative => "it must not be negative".to_owned(),
            _ => "it must be a whole number".to_owned(),
        });
    }
    if cause.is::<ParseFloatError>() {
        return Some("it must be a number".to_owned());
    }
    let text = cause.to_string();
    let (low, high) = text.strip_prefix(&format!("{value} is not in "))?.split_once("..=")?;
    Some(match high.parse() {
        Ok(..NO_LIMIT) => format!("it must be from {low} to {high}"),
        Ok(high) if value.parse().is_ok_and(|value: u64| value > high) => "it is too large".to_owned(),
        _ => format!("it must be at least {low}"),
    })
}

/// Returns the assignment of a field of the configuration that was given as an option, for verbs that take assignments.
fn assignment(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return None };
    let name = option.strip_prefix("--").filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let field = TuneConfig::FIELDS.iter().find(|field| field.key == name)?;
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let command = command();
    let verb = words.iter().skip(1).find_map(|word| command.find_subcommand(word.as_ref()))?;
    verb.get_arguments().find(|argument| argument.get_long() == Some("set"))?;
    let value = words.iter().enumerate().find_map(|(place, word)| match word.strip_prefix(option.as_str())? {
        "" => words.get(place + 1).map(AsRef::as_ref).filter(|value| !value.starts_with("--")),
        rest => rest.strip_prefix('='),
    });
    Some(format!("{}={}", field.key, shell_words::quote(value.unwrap_or("VALUE"))))
}
