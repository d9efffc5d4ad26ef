//! The path of the mean, thinned out so that its size does not grow with the run.

use serde::{Deserialize, Serialize};

/// The number of blocks at which neighbours are merged.
const LIMIT: usize = 128;

/// Averages of means over blocks of equally many generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trail {
    /// Generations per full block; only the last block may hold fewer.
    span: u64,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Block {
    count: u64,
    mean: Vec<f64>,
}

impl Trail {
    pub(super) fn new() -> Self {
        Self { span: 1, blocks: Vec::new() }
    }

    pub(super) fn fits(&self, length: usize) -> bool {
        self.span > 0 && self.blocks.len() <= LIMIT && self.blocks.iter().all(|b| b.mean.len() == length && b.count > 0)
    }

    pub(super) fn push(&mut self, mean: &[f64]) {
        match self.blocks.last_mut() {
            Some(last) if last.count < self.span => last.add(1, mean),
            _ => {
                if self.blocks.len() == LIMIT {
                    self.blocks = self.blocks.chunks(2).filter_map(Block::merged).collect();
                    self.span *= 2;
                }
                self.blocks.push(Block { count: 1, mean: mean.to_vec() });
            }
        }
    }

    /// The average of the means over the last half of the path.
    pub(super) fn tail(&self) -> Option<Vec<f64>> {
        average(&self.blocks[self.blocks.len() / 2..])
    }

    /// The averages over the third and the last quarter of the path, once it has `least`
    /// generations.
    pub(super) fn last_quarters(&self, least: u64) -> Option<(Vec<f64>, Vec<f64>)> {
        if self.blocks.iter().map(|b| b.count).sum::<u64>() < least {
            return None;
        }
        let quarter = self.blocks.len() / 4;
        let (earlier, fourth) = self.blocks.split_at(self.blocks.len() - quarter);
        let third = average(&earlier[earlier.len() - quarter..])?;
        Some((third, average(fourth)?))
    }
}

impl Block {
    /// Takes in the average of some more generations, by steps: equal values stay what they are, and nothing overflows
    /// that is not already too large.
    fn add(&mut self, count: u64, mean: &[f64]) {
        self.count += count;
        let share = count as f64 / self.count as f64;
        for (average, value) in self.mean.iter_mut().zip(mean) {
            *average += (value - *average) * share;
        }
    }

    fn merged(blocks: &[Block]) -> Option<Block> {
        let (first, others) = blocks.split_first()?;
        let mut block = first.clone();
        for other in others {
            block.add(other.count, &other.mean);
        }
        Some(block)
    }
}

/// The average over some blocks, if there is any.
fn average(blocks: &[Block]) -> Option<Vec<f64>> {
    Block::merged(blocks).map(|block| block.mean)
}
