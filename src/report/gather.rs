//! Reading a run's folder, without a lock.

use std::sync::atomic::AtomicBool;

use super::data::{ExportData, Fact, FinalRow, FinalTable, ReferenceLine, ReproduceData, RunData, SlotData};
use super::distribution::DistributionData;
use super::figure::FigureData;
use super::games::GamesData;
use super::history::HistoryData;
use super::measured::Measured;
use super::number::{count, duration, percent, rounded};
use super::sentence;
use crate::export::Format;
use crate::game::BoardSize;
use crate::heuristic::{Weights, WeightsDocument};
use crate::stats::{Score, TTest};
use crate::text::{self, plural};
use crate::tune::{
    Encoding, Opponents, Part, Recommendation, Rules, RunFolder, RunRecord, RunStatus, SavedRun, Slot, Times, Total,
    TuneConfig, TuneError, Verdict, marked_history,
};

impl RunData {
    /// Reads a run: its state, its history, its recommendation and its configuration.
    ///
    /// Nothing is locked, so the run may go on meanwhile.
    ///
    /// # Errors
    /// Returns an error if there is no run, its state is lost, or another version wrote it.
    pub fn read(folder: &RunFolder) -> Result<Self, TuneError> {
        let (name, config) = (folder.name(), text_of(folder, "config.ron"));
        let running = folder.worker().is_some();
        let Some((saved, repair)) = folder.state()? else {
            let config = config.ok_or_else(|| TuneError::NoRun { path: folder.path().to_owned() })?;
            return Ok(Self::without_state(folder, running, config));
        };
        let mut notes: Vec<String> = repair.iter().map(ToString::to_string).collect();
        let record = &saved.record;
        let mut history = read_history(folder, record, &mut notes);
        if let Some(measured) = &record.holdout {
            history.add_measurement(measured);
        }
        if config.is_none() {
            notes.push("config.ron is missing; the configuration shown is the state's, without comments".to_owned());
        }
        let distribution = saved.distribution().unwrap_or_else(|error| {
            notes.push(format!("the distribution of the search cannot be shown: {error}"));
            None
        });
        let document = read_best(folder, &mut notes).map(|document| dated(document, &saved.times));
        let measured = document.as_ref().and_then(|document| Measured::read(folder, document, &mut notes));
        let rules = folder.conditions(&record.config).rules().ok();
        let opponents = match (&record.config.opponents, &rules) {
            (None | Some(Opponents::Roster(_)), Some(rules)) => format!("the {} opponents", rules.roster.name),
            _ => "its opponents".to_owned(),
        };
        let mut remarks = record.verdict.as_ref().map(|verdict| sentence::remarks(&name, verdict)).unwrap_or_default();
        if let (Some(rules), Some(verdict)) = (&rules, &record.verdict) {
            let (own, with_start) = (rules.priced_budget(), verdict.final_scores.start.is_some());
            let prices = sentence::prices(&own, &rules.budget, &rules.roster.costs, with_start);
            remarks.extend(prices.map(|prices| format!("In these games {prices}.")));
        }
        Ok(Self {
            status: RunStatus::of(Some(record), running),
            headline: sentence::headline(&name, record, &opponents),
            remarks,
            facts: facts(&saved, rules.as_ref()).into_iter().chain(workers(folder, running)).collect(),
            exports: document.as_ref().map(|document| exports(document, &record.config)).unwrap_or_default(),
            planned_games: Some(record.policy.games()),
            references: references(record, &history, measured.as_ref()),
            history,
            slots: slots(&record.config, document.as_ref().map(|document| &document.weights)),
            distribution: distribution.as_ref().and_then(DistributionData::of),
            finals: record.verdict.as_ref().map(|verdict| final_table(verdict, &opponents)),
            catalogue: measured.as_ref().map(Measured::table),
            ablation: measured.as_ref().map(Measured::ablation).unwrap_or_default(),
            games: None,
            reproduce: reproduce(folder, record, config),
            name,
            notes,
        })
    }

    /// Adds games of the recommended weights, judged by exact play where the board and a bounded effort permit; once the
    /// flag is set, what is not ready is left out.
    #[must_use]
    pub fn with_games(mut self, folder: &RunFolder, stop: &AtomicBool) -> Self {
        let Ok(Some((SavedRun { record, .. }, _))) = folder.state() else {
            return self;
        };
        if let Ok(document) = folder.best() {
            let rules = folder.conditions(&record.config).rules();
            let play = |rules| GamesData::play(&record.config, &rules, &document.weights, &hardest(&record), stop);
            match rules.and_then(play) {
                Ok(games) => self.games = Some(games),
                Err(error) => self.notes.push(format!("no games are shown: {error}")),
            }
        }
        self
    }

    /// Returns the data of a run whose folder does not exist yet.
    #[must_use]
    pub fn expected(folder: &RunFolder) -> Self {
        let mut data = Self::without_state(folder, false, String::new());
        data.notes.clear();
        data
    }

    fn without_state(folder: &RunFolder, running: bool, config: String) -> Self {
        let parsed = TuneConfig::from_ron(&config);
        Self {
            name: folder.name(),
            status: RunStatus::of(None, running),
            notes: parsed.as_ref().err().map(|error| format!("config.ron: {error}")).into_iter().collect(),
            headline: "No generation has finished yet.".to_owned(),
            remarks: Vec::new(),
            facts: Vec::new(),
            exports: Vec::new(),
            history: HistoryData::default(),
            planned_games: None,
            references: Vec::new(),
            slots: parsed.as_ref().map(|config| slots(config, None)).unwrap_or_default(),
            distribution: None,
            finals: None,
            catalogue: None,
            ablation: Vec::new(),
            games: None,
            reproduce: ReproduceData { command: command(folder), remarks: Vec::new(), config },
        }
    }
}

fn text_of(folder: &RunFolder, name: &str) -> Option<String> {
    let bytes = folder.read(name).ok()??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the part of the history that belongs to the state: a later line may be incomplete, or be removed on resume.
fn read_history(folder: &RunFolder, record: &RunRecord, notes: &mut Vec<String>) -> HistoryData {
    if record.history.0 == 0 {
        return HistoryData::default();
    }
    let bytes = folder.read("history.csv").ok().flatten().unwrap_or_default();
    let known = marked_history(&bytes, record.history);
    let text = known.map_or_else(|| String::from_utf8_lossy(&bytes), Into::into);
    if known.is_none() {
        notes.push(
            "history.csv is missing or was changed after the run wrote it; the curves show what is left".to_owned(),
        );
    }
    HistoryData::read(&text).unwrap_or_default()
}

fn read_best(folder: &RunFolder, notes: &mut Vec<String>) -> Option<WeightsDocument> {
    if matches!(folder.has("best.ron"), Ok(false)) {
        notes.push("there is no best.ron; 'isotune resume' writes it again".to_owned());
        return None;
    }
    folder.best().inspect_err(|error| notes.push(format!("{error}; 'isotune resume' writes it again"))).ok()
}

/// Returns a document with the day on which its run was started, as an export has it.
fn dated(mut document: WeightsDocument, times: &Times) -> WeightsDocument {
    if let Some(provenance) = &mut document.provenance {
        provenance.date = times.started.get(.."2017-04-01".len()).map(str::to_owned);
    }
    document
}

fn facts(SavedRun { record, times, .. }: &SavedRun, rules: Option<&Rules>) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |label, value: String, note: String| facts.push(Fact { label, value, note });
    if let Some(score) = &record.recommendation.score {
        let verified = if record.recommendation.verified { "verified" } else { "not verified" };
        let [rate, delta] = match measured(record) {
            Some((score, delta)) => [sentence::shown_rate(score, 1), sentence::shown_difference(delta, 1)],
            // Only the recommendation is left of it.
            None => [sentence::shown_rate(&sentence::proven_rate(score), 1), sentence::proven_difference(score, 1)],
        };
        add("win rate", format!("{rate} %"), format!("95 %, {} block, {verified}", score.block));
        // Words instead of an interval belong to the note: the figure is a short one.
        match delta.error.strip_prefix('(').and_then(|words| words.strip_suffix(')')) {
            Some(words) => add("vs improved", delta.text, format!("points, {words}, same openings")),
            None => add("vs improved", delta.to_string(), "points, 95 %, same openings".to_owned()),
        }
    }
    let games = record.verdict.as_ref().map_or(record.games, |verdict| verdict.games);
    let budget = rules.map_or_else(String::new, |rules| format!(", {} a move", rules.priced_budget()));
    add("games", count(games), format!("{} at {}{budget}", record.config.protocol, record.config.board));
    let candidates = format!("{} {}", record.policy.population, plural(record.policy.population, "candidate"));
    add(
        "generations",
        format!("{} of {}", record.generations, record.policy.generations),
        match record.policy.couples() {
            0 => format!("{candidates} each"),
            couples => format!("{candidates} and {couples} {} each", plural(couples, "duel")),
        },
    );
    let note = match &record.left_out()[..] {
        [] => "free to move".to_owned(),
        names => format!("free to move; left out, as not worth their cost: {}", names.join(", ")),
    };
    add("weights", record.policy.dimension.to_string(), note);
    add("time", duration(times.seconds), format!("started {}", times.started.replace('T', " ").trim_end_matches('Z')));
    facts
}

/// Returns what the recommended weights scored, and their difference to `improved`, where the record still has both.
fn measured(record: &RunRecord) -> Option<(&Score, &TTest)> {
    let Recommendation { generation, verified, .. } = record.recommendation;
    if verified {
        let scores = &record.verdict.as_ref()?.final_scores;
        return Some((&scores.score, &scores.delta_improved));
    }
    let holdout = record.holdout.as_ref().filter(|holdout| holdout.generation == generation)?;
    Some((&holdout.score, &holdout.delta))
}

/// Returns who plays a run on a cluster, as the run has last written it down.
fn workers(folder: &RunFolder, running: bool) -> Option<Fact> {
    let text = text_of(folder, "workers.txt").filter(|_| running)?;
    let line = text::one_line(text.lines().next()?).into_owned();
    let (count, more) = line.split_once(", ").unwrap_or((&line, ""));
    let [value, note] = [(count, 40), (more, 200)].map(|(part, most)| text::shortened(part, most).into_owned());
    Some(Fact { label: "cluster", value, note })
}

fn exports(document: &WeightsDocument, config: &TuneConfig) -> Vec<ExportData> {
    let size: BoardSize = document.board.unwrap_or(config.board);
    let formats = [
        (Format::Python, "paste into game_agent.py, or save beside it and import custom_score"),
        (Format::Ron, "a weights file, for every command that takes weights"),
        (Format::Json, "the same for other programs"),
    ];
    let export = |(format, about): (Format, &'static str)| {
        let text = format.exporter().export(document, size).ok()?;
        Some(ExportData { format: format.name(), about, text })
    };
    formats.into_iter().filter_map(export).collect()
}

fn references(record: &RunRecord, history: &HistoryData, measured: Option<&Measured>) -> Vec<ReferenceLine> {
    let improved = history.holdouts.last().map(|last| ReferenceLine {
        label: "improved (select block)".to_owned(),
        score: text::settled(last.score - last.delta),
    });
    let verdict = record.verdict.as_ref().map(|verdict| ReferenceLine {
        label: "verdict (final block)".to_owned(),
        score: percent(verdict.final_scores.score.mean),
    });
    let (best, perfect) = measured.map(Measured::references).unwrap_or_default();
    let best =
        best.map(|(name, score)| ReferenceLine { label: format!("best published: {name} (final block)"), score });
    let perfect = perfect.map(|score| ReferenceLine { label: "perfect play (final block)".to_owned(), score });
    improved.into_iter().chain(verdict).chain(best).chain(perfect).collect()
}

fn slots(config: &TuneConfig, weights: Option<&Weights>) -> Vec<SlotData> {
    let encoding = config.encoding();
    let data = |slot: &Slot| {
        let value = weights.map_or(slot.coordinate.start, |weights| {
            let weight = weights[slot.feature];
            if slot.part == Part::Late { weight.late() } else { weight.early() }
        });
        let bound = |bound: f64| (bound.abs() < 1e9).then_some(bound);
        SlotData {
            name: slot.name(),
            formula: slot.feature.formula(),
            start: slot.coordinate.start,
            weight: rounded(value),
            bounds: [bound(slot.coordinate.lower), bound(slot.coordinate.upper)],
            at_bound: slot.is_at_bound(value),
            frozen: slot.coordinate.step <= 0.0,
        }
    };
    encoding.as_ref().map(Encoding::slots).unwrap_or_default().iter().map(data).collect()
}

fn final_table(verdict: &Verdict, opponents: &str) -> FinalTable {
    let scores = &verdict.final_scores;
    let score = |score: &Score| FigureData::rate(score, 1);
    let mut rows = vec![
        FinalRow {
            name: if verdict.keeps_start() { "start weights, selected" } else { "tuned weights" }.to_owned(),
            score: score(&scores.score),
            delta: Some(FigureData::difference(&scores.delta_improved, 1)),
            head_to_head: None,
            opponents: scores.opponents.iter().map(|(_, one)| score(one)).collect(),
        },
        FinalRow {
            name: "improved".to_owned(),
            score: score(&scores.improved),
            delta: None,
            head_to_head: Some(score(&scores.versus_improved.score)),
            opponents: Vec::new(),
        },
    ];
    let start = scores.start.as_ref().filter(|start| start.versus != scores.versus_improved);
    if start.is_none() && scores.start.is_some() {
        "improved, also the start".clone_into(&mut rows[1].name);
    }
    if let Some(start) = start {
        rows.push(FinalRow {
            name: "start weights".to_owned(),
            score: score(&start.score),
            delta: None,
            head_to_head: Some(score(&start.versus.score)),
            opponents: Vec::new(),
        });
    }
    FinalTable {
        about: format!(
            "{} {} of games in all against {opponents} on the final block of openings, which neither the search nor the choice \
             among finalists has seen; ± and brackets are the 95 % interval.",
            count(scores.score.pairs),
            plural(scores.score.pairs, "pair")
        ),
        opponents: scores.opponents.iter().map(|(name, _)| name.clone()).collect(),
        rows,
    }
}

/// Returns the opponents' names, the hardest first where that is known.
fn hardest(record: &RunRecord) -> Vec<String> {
    let Some(verdict) = &record.verdict else {
        return Vec::new();
    };
    let mut opponents: Vec<(&String, f64)> =
        verdict.final_scores.opponents.iter().map(|(name, score)| (name, score.mean)).collect();
    opponents.sort_by(|a, b| a.1.total_cmp(&b.1));
    opponents.into_iter().map(|(name, _)| name.clone()).collect()
}

fn command(folder: &RunFolder) -> String {
    let quoted = |text: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        if text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
    };
    let config = folder.file("config.ron");
    format!("isotune tune {} --name {}", quoted(&config.to_string_lossy()), quoted(&format!("{}-again", folder.name())))
}

fn reproduce(folder: &RunFolder, record: &RunRecord, config: Option<String>) -> ReproduceData {
    let policy = &record.policy;
    let mut remarks = vec![
        format!("seed {}, started by isotune {}, identity {}", record.config.seed, record.version, record.identity),
        format!(
            "{} {} of {} {}, {} {} each{}",
            policy.generations,
            plural(policy.generations, "generation"),
            policy.population,
            plural(policy.population, "candidate"),
            policy.games_per_candidate,
            plural(policy.games_per_candidate, "game"),
            match policy.couples() {
                0 => String::new(),
                couples => format!(
                    ", and {couples} {} of candidates, {} {} each",
                    plural(couples, "duel"),
                    policy.games_per_couple(),
                    plural(policy.games_per_couple(), "game")
                ),
            },
        ),
    ];
    let (generations, played) = (policy.generations, record.generations);
    remarks.push(match folder.plan(record.config.clone()) {
        Ok(plan) if plan.repeats(policy) => {
            "The same version gives the same bytes on any number of threads, whatever interrupted the run.".to_owned()
        }
        Ok(_) => "The total was changed after the start: a new run is planned otherwise and ends elsewhere.".to_owned(),
        Err(error) => format!("A new run is not possible: {error}."),
    });
    if record.verdict.is_some() && played < generations {
        remarks.push(format!(
            "The verdict is that of {played} {}; the command plays as many as the search needs, up to {generations}.",
            plural(played, "generation")
        ));
    }
    if matches!(record.config.total, Total::Hours(_)) {
        let hours = "A total in hours becomes games by the speed of the machine: on another one the plan differs.";
        remarks.push(hours.to_owned());
    }
    let config = config.or_else(|| record.config.to_ron().ok()).unwrap_or_default();
    ReproduceData { command: command(folder), remarks, config }
}
