//! The path of the mean, thinned out so that its size does not grow with the run.

use serde::{Deserialize, Serialize};

/// The number of blocks at which neighbours are merged.
const LIMIT: usize = 128;

/// More generations than a block ever has, and far from an overflow of the sum of all blocks.
const LARGEST_COUNT: u64 = 1 << 50;

/// Averages of means over blocks of equally many generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trail {
    /// Generations per full block; only the last block may hold fewer.
    span: u64,
    blocks: Vec<Block>,
}

/// The average of the means over some generations in a row.
#[derive(Clone, PartialEq, Debug)]
pub struct WindowMean {
    /// The first of the generations, counted from 1.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// The average.
    pub mean: Vec<f64>,
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
        let counts = 1..=LARGEST_COUNT;
        counts.contains(&self.span)
            && self.blocks.len() <= LIMIT
            && self.blocks.iter().all(|b| b.mean.len() == length && counts.contains(&b.count))
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

    /// The averages over as many as `most` windows of at least `least` generations each, without the first quarter of
    /// the path; each with its first and its last generation, counted from 1.
    pub(super) fn windows(&self, most: usize, least: u64) -> Vec<WindowMean> {
        let early: u64 = self.blocks[..self.blocks.len() / 4].iter().map(|block| block.count).sum();
        let late = &self.blocks[self.blocks.len() / 4..];
        let generations: u64 = late.iter().map(|block| block.count).sum();
        let count = most.min(usize::try_from(generations / least.max(1)).unwrap_or(most)).min(late.len());
        let (mut windows, mut before) = (Vec::new(), early);
        for number in 0..count {
            let blocks = &late[number * late.len() / count..(number + 1) * late.len() / count];
            let length: u64 = blocks.iter().map(|block| block.count).sum();
            if let Some(mean) = average(blocks) {
                windows.push(WindowMean { first: before + 1, last: before + length, mean });
            }
            before += length;
        }
        windows
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
        self.count = self.count.saturating_add(count);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]

    use super::{LIMIT, Trail, WindowMean};

    /// A trail of the means 0, 1, 2, ….
    fn trail(generations: u32) -> Trail {
        let mut trail = Trail::new();
        (0..generations).for_each(|generation| trail.push(&[f64::from(generation)]));
        trail
    }

    fn assert_close(found: &[f64], expected: f64) {
        assert!(found.len() == 1 && (found[0] - expected).abs() < 1e-9, "{found:?} is not {expected}");
    }

    #[test]
    fn every_generation_is_counted_and_the_blocks_stay_bounded() {
        for generations in [1, 127, 128, 129, 1000, 5000] {
            let trail = trail(generations);
            assert!(trail.fits(1) && !trail.fits(2), "{generations}");
            assert!(trail.blocks.len() <= LIMIT);
            assert_eq!(trail.blocks.iter().map(|block| block.count).sum::<u64>(), u64::from(generations));
            let (last, full) = trail.blocks.split_last().expect("a generation was pushed");
            assert!(last.count <= trail.span && full.iter().all(|block| block.count == trail.span));
        }
    }

    #[test]
    fn averages_cover_the_last_half_and_the_last_quarters() {
        assert_eq!(Trail::new().tail(), None);
        // 128 blocks of 8 generations each.
        let trail = trail(1024);
        assert_eq!(trail.span, 8);
        assert_close(&trail.tail().expect("not empty"), 767.5);
        assert_eq!(trail.last_quarters(1025), None);
        let (third, fourth) = trail.last_quarters(1024).expect("long enough");
        assert_close(&third, 639.5);
        assert_close(&fourth, 895.5);
    }

    #[test]
    fn windows_tile_the_path_without_its_first_quarter() {
        let ranges = |windows: &[WindowMean]| windows.iter().map(|w| (w.first, w.last)).collect::<Vec<_>>();
        let windows = trail(40).windows(8, 3);
        assert_eq!(ranges(&windows), [(11, 13), (14, 17), (18, 21), (22, 25), (26, 28), (29, 32), (33, 36), (37, 40)]);
        // Generation g pushed the mean g - 1.
        assert_close(&windows[0].mean, 11.0);
        assert_close(&windows[7].mean, 37.5);
        assert_eq!(ranges(&trail(8).windows(8, 3)), [(3, 5), (6, 8)]);
        assert!(trail(2).windows(8, 3).is_empty() && Trail::new().windows(8, 3).is_empty());
        // Blocks of two generations.
        assert_eq!(ranges(&trail(200).windows(2, 3)), [(51, 124), (125, 200)]);
    }

    #[test]
    fn equal_and_huge_means_stay_what_they_are() {
        let mut trail = Trail::new();
        (0..1000).for_each(|_| trail.push(&[f64::MAX, 0.1]));
        let bits = |mean: Vec<f64>| mean.into_iter().map(f64::to_bits).collect::<Vec<_>>();
        assert_eq!(trail.tail().map(bits), Some(vec![f64::MAX.to_bits(), 0.1_f64.to_bits()]));
    }
}
