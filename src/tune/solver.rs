//! The search of a run: generations of candidates, played and told to the optimizer.

use std::sync::atomic::AtomicBool;

use argmin::core::{Error, KV, Problem, Solver, State, TerminationReason, TerminationStatus};

use super::contest_kind::ContestKind;
use super::error::TuneError;
use super::measurement::Measurement;
use super::observer::{Candidates, Observer, PlayedCandidate};
use super::plan::TunePlan;
use super::play::{
    CompiledConditions, JobRunner, decode_results, difference, encode_results, lacking, results, scores,
    smaller_vectors,
};
use super::pruning::Pruning;
use super::run::{GenerationResults, Run};
use crate::agent::Agent;
use crate::arena::{Contest, Executor, Job, OpeningBlock, Scoreboard, duel_schedule};
use crate::game::Word;
use crate::optimize::argmin::TunerState;
use crate::optimize::{Generation, Scoring, Stop};
use crate::seed::Seed;
use crate::stats::{PairTally, Population, Score};

/// The search as an argmin solver: an iteration asks for a generation, plays it, tells its costs and saves it.
pub(super) struct RunSolver<'a, 'b, W, E> {
    pub(super) executor: &'a E,
    pub(super) observer: &'a dyn Observer,
    pub(super) compiled: &'a CompiledConditions<'b, W>,
    pub(super) run: &'a mut Run,
    /// Raised when the search must end.
    pub(super) halt: &'a AtomicBool,
    /// Why it ended early.
    pub(super) failure: Option<TuneError>,
}

impl<W: Word, E: Executor + Sync> Solver<(), TunerState> for RunSolver<'_, '_, W, E> {
    fn name(&self) -> &str {
        self.run.optimizer().config().method.name()
    }

    fn next_iter(&mut self, _: &mut Problem<()>, mut state: TunerState) -> Result<(TunerState, Option<KV>), Error> {
        self.failure = self.generation().err();
        state.refresh(self.run.optimizer());
        match &self.failure {
            None => Ok((state, None)),
            Some(failure) => Ok((state.terminate_with(TerminationReason::SolverExit(failure.to_string())), None)),
        }
    }

    fn terminate(&mut self, _: &TunerState) -> TerminationStatus {
        Stop::status(self.run.optimizer().stop())
    }
}

impl<W: Word, E: Executor + Sync> RunSolver<'_, '_, W, E> {
    /// Plays a generation and saves it.
    fn generation(&mut self) -> Result<(), TuneError> {
        let number = self.run.optimizer().progress().generations;
        self.hold_out(number)?;
        self.prune(number)?;
        let generation = self.run.optimizer().ask();
        let results = match generation.scoring {
            Scoring::Alone => self.play_alone(generation.number, &generation.candidates)?,
            Scoring::Duels => self.play_duels(&generation)?,
            Scoring::Mixed { alone } => self.play_mixed(&generation, alone)?,
        };
        self.observer.candidates_played(&self.candidates(&generation, &results));
        let report = self.run.close_generation(results)?;
        self.observer.generation_finished(&report);
        Ok(())
    }

    fn runner(&self) -> JobRunner<'_, E> {
        self.run.job_runner(self.executor, self.observer, self.halt)
    }

    /// Returns the candidates of a generation with their results.
    fn candidates(&self, generation: &Generation, results: &GenerationResults) -> Candidates {
        let (encoding, policy) = (self.run.plan().encoding(), &self.run.record().policy);
        let alone = match generation.scoring {
            Scoring::Alone => generation.candidates.len(),
            Scoring::Mixed { alone } => alone,
            Scoring::Duels => 0,
        };
        let rival = |index: usize| (index >= alone).then(|| alone as u64 + ((index - alone) as u64 ^ 1) + 1);
        let games = |index: usize| match generation.scoring {
            Scoring::Mixed { alone } if index >= alone => policy.games_per_couple(),
            Scoring::Alone | Scoring::Mixed { .. } | Scoring::Duels => policy.games_per_candidate,
        };
        let played = generation.candidates.iter().zip(&results.costs).enumerate().map(|(index, (vector, cost))| {
            let (weights, value) = (encoding.scaled(vector), 1.0 - cost);
            PlayedCandidate { weights, rival: rival(index), games: games(index), value }
        });
        Candidates { generation: generation.number + 1, played: played.collect() }
    }

    /// Measures the mean on the select block, if that is due.
    fn hold_out(&mut self, generation: u64) -> Result<(), TuneError> {
        let (plan, record) = (self.run.plan(), self.run.record());
        let validation = plan.config().validation;
        let measured = record.holdout.as_ref().map(|measurement| measurement.generation);
        if !generation.is_multiple_of(validation.every) || measured == Some(generation) {
            return Ok(());
        }
        let mean = self.run.optimizer().recommendation();
        let mut agents = vec![self.compiled.weights(plan.encoding().weights(&mean))];
        let first = record.baseline.is_empty();
        if first {
            agents.push(self.compiled.baseline()?);
        }
        let kind = ContestKind::Holdout(generation);
        let seed = kind.seed(Seed(plan.config().seed));
        let contest = self.compiled.contest(agents, OpeningBlock::Select, validation.pairs, seed);
        let scoreboard = self.runner().play(kind, &contest)?;
        if first {
            let baseline = results(&contest, &scoreboard, 1);
            self.run.set_baseline(baseline.iter().map(|versus| encode_results(versus)).collect());
        }
        let baseline: Option<Vec<_>> = self.run.record().baseline.iter().map(|versus| decode_results(versus)).collect();
        let own = results(&contest, &scoreboard, 0);
        let delta = baseline.and_then(|baseline| difference(&contest, 0, &own, &baseline));
        let ((score, opponents), delta) = scores(&contest, &scoreboard, 0).zip(delta).ok_or(TuneError::NoScores)?;
        let measurement = Measurement { generation, score, opponents, delta };
        self.run.record_holdout(measurement.clone(), contest.games())?;
        self.observer.measured(&measurement);
        Ok(())
    }

    /// Lets what the search recommends play itself with fewer features, if that is due and would save effort. The search goes
    /// on without what is better left out.
    fn prune(&mut self, generation: u64) -> Result<(), TuneError> {
        let (encoding, record) = (self.run.plan().encoding(), self.run.record());
        if Pruning::moments(&record.policy).all(|moment| moment != generation)
            || record.prunings.iter().any(|pruning| pruning.generation == generation)
        {
            return Ok(());
        }
        let whole = self.run.optimizer().recommendation();
        let smaller = smaller_vectors(&whole, encoding, self.run.plan().conditions(), Pruning::SETS);
        let Some(pairs) = Pruning::pairs(&record.policy, smaller.len()) else { return Ok(()) };
        let couples: Vec<Vec<f64>> = smaller.iter().flat_map(|vector| [vector.clone(), whole.clone()]).collect();
        let (tallies, games) = self.duels(ContestKind::Pruning(generation), &couples, pairs)?;
        let scores = tallies.into_iter().map(|tally| Score::of(tally, Population::Unlimited));
        let matches = smaller.iter().zip(scores).filter_map(|(vector, score)| Some((vector, score?)));
        let best = matches.max_by(|(_, a), (_, b)| a.mean.total_cmp(&b.mean));
        let (vector, score) = best.ok_or(TuneError::NoScores)?;
        let pruning = Pruning::new(generation, lacking(&whole, vector, encoding), score);
        let gone = |index: &usize| pruning.features.contains(&encoding.slots()[*index].feature);
        let coordinates: Vec<usize> = (0..encoding.slots().len()).filter(gone).collect();
        let pruning = self.run.record_pruning(pruning, &coordinates, games)?;
        self.observer.pruned(&pruning);
        Ok(())
    }

    /// Plays candidates against the opponents, each from openings of its own; the mean as well, unless it is among them.
    fn play_alone(&self, number: u64, candidates: &[Vec<f64>]) -> Result<GenerationResults, TuneError> {
        let (plan, optimizer) = (self.run.plan(), self.run.optimizer());
        let pairs = plan.pairs(&self.run.record().policy);
        let mean = optimizer.mean();
        let population = candidates.len();
        let mut means: Vec<usize> = (0..population).filter(|&index| candidates[index] == mean).collect();
        let mut agents: Vec<_> = candidates.iter().map(|vector| self.agent(vector)).collect();
        // Restarts change the population; candidates that play each other have openings of other orders.
        let progress = optimizer.progress();
        let others = (progress.population - population) as u64;
        let mut earlier = progress.evaluations.saturating_sub(others.saturating_mul(progress.generations));
        if means.is_empty() {
            means.push(population);
            agents.push(self.agent(&mean));
            earlier += progress.generations;
        }
        let (kind, seed) = (ContestKind::Generation(number), Seed(plan.config().seed));
        let seeds = (ContestKind::opening_order(seed), kind.seed(seed));
        let contest = self.compiled.separate(agents, pairs, seeds, earlier);
        let scoreboard = self.runner().play(kind, &contest)?;
        Ok(summed(plan, &contest, &scoreboard, population, &means))
    }

    fn agent(&self, vector: &[f64]) -> Agent<W> {
        self.compiled.weights(self.run.plan().encoding().weights(vector))
    }

    /// Plays the candidates of a generation against each other.
    fn play_duels(&self, generation: &Generation) -> Result<GenerationResults, TuneError> {
        let plan = self.run.plan();
        let kind = ContestKind::Generation(generation.number);
        let (costs, games) = self.duel_costs(kind, &generation.candidates, plan.pairs(&self.run.record().policy))?;
        let opponents = vec![None; plan.conditions().opponents()];
        Ok(GenerationResults { costs, games, selection: None, population: None, mean: None, opponents })
    }

    /// Plays the first candidates against the opponents, and the others against each other.
    fn play_mixed(&self, generation: &Generation, alone: usize) -> Result<GenerationResults, TuneError> {
        let (candidates, couples) = generation.candidates.split_at(alone);
        let mut results = self.play_alone(generation.number, candidates)?;
        let pairs = usize::try_from(self.run.record().policy.games_per_couple() / 2).unwrap_or(usize::MAX);
        let (costs, games) = self.duel_costs(ContestKind::Duels(generation.number), couples, pairs)?;
        results.costs.extend(costs);
        results.games += games;
        Ok(results)
    }

    /// Plays candidates against each other, two by two; returns their costs and the number of games.
    fn duel_costs(
        &self,
        kind: ContestKind,
        candidates: &[Vec<f64>],
        pairs: usize,
    ) -> Result<(Vec<f64>, u64), TuneError> {
        let (tallies, games) = self.duels(kind, candidates, pairs)?;
        let score = |tally: &PairTally| tally.mean_and_variance().map_or(0.5, |(mean, _)| mean);
        Ok((tallies.iter().flat_map(|tally| [1.0 - score(tally), score(tally)]).collect(), games))
    }

    /// Plays candidates against each other, two by two; returns the result of the first one of each couple, and the number
    /// of games.
    fn duels(
        &self,
        kind: ContestKind,
        candidates: &[Vec<f64>],
        pairs: usize,
    ) -> Result<(Vec<PairTally>, u64), TuneError> {
        let agents = |side| candidates.iter().skip(side).step_by(2).map(|vector| self.agent(vector)).collect();
        let seed = kind.seed(Seed(self.run.plan().config().seed));
        let contest = self.compiled.duels((agents(0), agents(1)), pairs, seed);
        let jobs: Vec<Job> = duel_schedule(contest.candidates(), 0..contest.pairs()).collect();
        let results = self.runner().results(kind, &contest, &jobs)?;
        let mut tallies = vec![PairTally::default(); contest.candidates()];
        for (job, results) in jobs.iter().zip(&results) {
            tallies[job.candidate] += results.iter().map(|result| result.outcome()).collect();
        }
        Ok((tallies, 2 * (contest.pairs() * contest.candidates()) as u64))
    }
}

/// The results of the first candidates, the population, and of those that are the mean.
fn summed<W: Word>(
    plan: &TunePlan,
    contest: &Contest<'_, W>,
    scoreboard: &Scoreboard,
    population: usize,
    means: &[usize],
) -> GenerationResults {
    let opponents = contest.opponents();
    let weights = plan.conditions().opponent_weights();
    let tallies = |candidate| {
        let tally = |opponent: usize| (weights[opponent], scoreboard.tally(candidate, opponent));
        (0..opponents).map(tally).collect::<Vec<_>>()
    };
    let objective = plan.config().objective;
    let rate = |candidate: usize, opponent: usize| {
        scoreboard.tally(candidate, opponent).mean_and_variance().map_or(0.0, |(mean, _)| mean)
    };
    let versus = |opponent| (0..population).map(|candidate| rate(candidate, opponent)).sum::<f64>() / population as f64;
    let overall = |candidate| (0..opponents).map(|opponent| rate(candidate, opponent)).sum::<f64>() / opponents as f64;
    let by_opponent: Vec<f64> = (0..opponents).map(versus).collect();
    GenerationResults {
        costs: (0..population).map(|candidate| 1.0 - objective.value(&tallies(candidate))).collect(),
        games: contest.games(),
        selection: (0..population).map(overall).reduce(f64::max),
        population: Some(by_opponent.iter().sum::<f64>() / opponents as f64),
        // All pairs as one sample: a single pair against each opponent has no variance of its own.
        mean: Score::of(
            means.iter().flat_map(|&mean| tallies(mean)).map(|(_, tally)| tally).sum(),
            Population::Unlimited,
        ),
        opponents: by_opponent.into_iter().map(Some).collect(),
    }
}
