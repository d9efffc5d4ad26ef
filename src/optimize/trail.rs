//! The path of the mean, thinned out so that its size does not grow with the run.

use serde::{Deserialize, Serialize};

/// The number of blocks at which neighbours are merged.
const LIMIT: usize = 128;

/// Sums of means over blocks of equally many generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trail {
    /// Generations per full block; only the last block may hold fewer.
    span: u64,
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Block {
    count: u64,
    sum: Vec<f64>,
}

impl Trail {
    pub(super) fn new() -> Self {
        Self { span: 1, blocks: Vec::new() }
    }

    pub(super) fn fits(&self, length: usize) -> bool {
        self.span > 0 && self.blocks.len() <= LIMIT && self.blocks.iter().all(|b| b.sum.len() == length && b.count > 0)
    }

    pub(super) fn push(&mut self, mean: &[f64]) {
        match self.blocks.last_mut() {
            Some(last) if last.count < self.span => last.add(1, mean),
            _ => {
                if self.blocks.len() == LIMIT {
                    self.blocks = self.blocks.chunks(2).map(Block::merged).collect();
                    self.span *= 2;
                }
                self.blocks.push(Block { count: 1, sum: mean.to_vec() });
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
    fn add(&mut self, count: u64, sum: &[f64]) {
        self.count += count;
        for (total, value) in self.sum.iter_mut().zip(sum) {
            *total += value;
        }
    }

    fn merged(pair: &[Block]) -> Block {
        let mut block = pair[0].clone();
        for other in &pair[1..] {
            block.add(other.count, &other.sum);
        }
        block
    }
}

/// The average over some blocks, if there is any.
fn average(blocks: &[Block]) -> Option<Vec<f64>> {
    if blocks.is_empty() {
        return None;
    }
    let Block { count, sum } = Block::merged(blocks);
    Some(sum.iter().map(|total| total / count as f64).collect())
}
