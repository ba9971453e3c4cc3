//! Scoring one segment: windows of ordinals in falling order of what a chunk in them can score at most; in each window
//! the lists that decide whether a chunk can be among the best are added up, and the others are looked into for the
//! chunks that are left (`MaxScore`: Turtle and Flood, "Query evaluation: strategies and optimizations", 1995, with the
//! block bounds of Ding and Suel, "Faster top-k document retrieval using block-max indexes", 2011). Nothing is left out
//! that could rank: a bound is compared strictly, and is never too low.

use super::bits::{Bits, Ones};
use super::dictionary::Entry;
use super::paged::Damage;
use super::postings::{Decoded, Lengths, Norm, Postings};
use super::segment::Segment;
use super::top::Top;

/// Ordinals in a window.
const WINDOW: usize = 4096;

/// Bounds are made so much greater that no rounding makes them too low.
const SAFETY: f64 = 1.0 + 1e-6;

/// Contributions are rounded to multiples of a power of two that is so large that every sum of them is exact, and so the
/// same in any order. The step is 2^-40 for all but queries of very many tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    /// Adding and taking away this number rounds to the grid: it leaves no bits below it.
    magic: f64,
}

impl Grid {
    /// For sums that are not above `most`.
    pub(super) fn for_sums_to(most: f64) -> Self {
        // Above 2^11 the step doubles with the sums, so that these keep within 51 bits.
        let mut reach = f64::from(1 << 11);
        while reach < most {
            reach *= 2.0;
        }
        Self { magic: 1.5 * reach * f64::from(1 << 1) }
    }

    #[inline]
    pub(super) fn round(self, value: f64) -> f64 {
        (value + self.magic) - self.magic
    }

    /// The distance of neighbours on the grid.
    fn step(self) -> f64 {
        self.magic * f64::EPSILON
    }
}

/// A term with what a chunk can have of it at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weighted {
    pub(super) weight: f64,
    pub(super) entry: Entry,
}

/// What makes a posting a contribution.
#[derive(Clone, Copy)]
struct Formula<'f> {
    lengths: Lengths<'f>,
    norm: Norm,
    grid: Grid,
}

impl Formula<'_> {
    #[inline]
    fn of(&self, weight: f64, ordinal: u32, count: u32) -> f64 {
        self.grid.round(weight * self.norm.impact(count, self.lengths.at(ordinal)))
    }
}

/// Offers `top` every chunk that is admitted and can be among the best.
pub(super) fn score(
    segment: &Segment,
    admitted: Option<&Bits>,
    terms: &[Weighted],
    (average, norm): (f64, Norm),
    grid: Grid,
    top: &mut Top<'_>,
) -> Result<(), Damage> {
    let formula = Formula { lengths: segment.lengths()?, norm, grid };
    // An impact grows with the average length, and by no greater factor: bounds of another average stay bounds.
    let stretch = (average / segment.average()).max(1.0);
    let windows = (segment.chunks() as usize).div_ceil(WINDOW);
    let mut lists = Vec::with_capacity(terms.len());
    for term in terms {
        let postings = segment.postings(term.entry.df, term.entry.place)?;
        lists.push(List::new(postings, term.weight, stretch, windows, &formula)?);
    }
    let mut bounds: Vec<f64> = vec![0.0; windows];
    for list in &lists {
        bounds.iter_mut().zip(&list.windows).for_each(|(bound, window)| *bound += f64::from(window.bound));
    }
    let mut order: Vec<u32> = (0..).take(windows).filter(|window| bounds[*window as usize] > 0.0).collect();
    order.sort_unstable_by(|a, b| bounds[*b as usize].total_cmp(&bounds[*a as usize]).then(a.cmp(b)));
    let mut scorer = Scorer { lists, formula, admitted, active: Vec::new(), sums: Vec::new(), left: Vec::new() };
    // 33 KiB of stack in a function that calls nothing deep; in an array of its own the places need no check.
    #[allow(clippy::large_stack_arrays)]
    let mut board = Board { scores: [0.0; WINDOW], touched: [0; WINDOW / 64] };
    for window in order {
        if bounds[window as usize] < top.floor() {
            break;
        }
        scorer.window(window as usize, &mut board, top)?;
    }
    Ok(())
}

/// A term's postings with their bounds.
struct List<'f> {
    postings: Postings<'f>,
    weight: f64,
    /// What an impact of a block is to be multiplied by to bound a contribution.
    scale: f64,
    /// Added to every bound, for what rounding adds to a contribution.
    slack: f64,
    windows: Vec<Window>,
    decoded: Decoded,
    /// The block that was read last.
    read: Option<usize>,
}

/// What a list has in a window.
#[derive(Debug, Clone, Copy)]
struct Window {
    /// The most that it gives a chunk; 0 when it has none there.
    bound: f32,
    /// The first block that reaches into it.
    block: u32,
}

impl<'f> List<'f> {
    fn new(
        postings: Postings<'f>,
        weight: f64,
        stretch: f64,
        windows: usize,
        formula: &Formula<'_>,
    ) -> Result<Self, Damage> {
        let empty = vec![Window { bound: 0.0, block: 0 }; windows];
        let (scale, slack) = (weight * stretch * SAFETY, formula.grid.step());
        let mut list = Self { postings, weight, scale, slack, windows: empty, decoded: Decoded::new(), read: None };
        if list.postings.is_long() {
            let mut start = 0;
            for block in 0..list.postings.blocks() {
                let end = list.postings.last(block) as usize / WINDOW;
                let bound = list.bound(block) as f32;
                for window in list.windows.iter_mut().take(end + 1).skip(start) {
                    if window.bound == 0.0 {
                        window.block = block as u32;
                    }
                    window.bound = window.bound.max(bound);
                }
                start = end;
            }
        } else {
            list.read(0)?;
            for (ordinal, count) in list.decoded.iter() {
                let bound = (formula.of(weight, ordinal, count) * SAFETY + list.slack) as f32;
                if let Some(window) = list.windows.get_mut(ordinal as usize / WINDOW) {
                    window.bound = window.bound.max(bound);
                }
            }
        }
        Ok(list)
    }

    /// The most that a block gives a chunk. In a list of one block a window's bound is closer.
    #[inline]
    fn bound(&self, block: usize) -> f64 {
        if self.postings.is_long() { self.postings.impact(block) * self.scale + self.slack } else { f64::INFINITY }
    }

    /// Whether a block ends before an ordinal.
    #[inline]
    fn ends_before(&self, block: usize, ordinal: u32) -> bool {
        self.postings.is_long() && self.postings.last(block) < ordinal
    }

    #[inline]
    fn read(&mut self, block: usize) -> Result<(), Damage> {
        if self.read != Some(block) {
            self.read = None;
            self.postings.read(block, &mut self.decoded)?;
            self.read = Some(block);
        }
        Ok(())
    }
}

/// Sums for the chunks of a window.
struct Board {
    scores: [f64; WINDOW],
    touched: [u64; WINDOW / 64],
}

/// What is at hand while windows are scored.
struct Scorer<'f> {
    lists: Vec<List<'f>>,
    formula: Formula<'f>,
    admitted: Option<&'f Bits>,
    /// Lists with postings in the window, in rising order of their bounds.
    active: Vec<(f64, usize)>,
    /// Sums of the bounds of the first lists of `active`.
    sums: Vec<f64>,
    /// Chunks that can still be among the best, with their scores so far.
    left: Vec<(u32, f64)>,
}

impl Scorer<'_> {
    fn window(&mut self, window: usize, board: &mut Board, top: &mut Top<'_>) -> Result<(), Damage> {
        let words = window * (WINDOW / 64);
        let admitted = self.admitted.map(Bits::words);
        let admitted = admitted.map(|all| all.get(words..all.len().min(words + WINDOW / 64)).unwrap_or_default());
        if admitted.is_some_and(|words| words.iter().all(|word| *word == 0)) {
            return Ok(());
        }
        self.active.clear();
        self.active.extend(
            (self.lists.iter().enumerate())
                .map(|(number, list)| (f64::from(list.windows[window].bound), number))
                .filter(|(bound, _)| *bound > 0.0),
        );
        self.active.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.sums.clear();
        self.sums.push(0.0);
        let mut sum = 0.0;
        for (bound, _) in &self.active {
            sum += bound;
            self.sums.push(sum * SAFETY);
        }
        let floor = top.floor();
        // The lists before this one cannot bring a chunk among the best, even together.
        let essential = self.sums.partition_point(|sum| *sum < floor).saturating_sub(1);
        if essential == self.active.len() {
            return Ok(());
        }
        self.add_up(window, essential, floor, board)?;
        if let Some(words) = admitted {
            let words = words.iter().copied().chain(std::iter::repeat(0));
            board.touched.iter_mut().zip(words).for_each(|(touched, admitted)| *touched &= admitted);
        }
        self.left.clear();
        let missing = self.sums[essential];
        let base = (window * WINDOW) as u32;
        for (word, at) in board.touched.iter().zip(0_u32..) {
            for bit in Ones(*word) {
                let place = at * 64 + bit;
                let score = board.scores[place as usize];
                if score + missing >= floor {
                    self.left.push((base + place, score));
                }
            }
        }
        for list in (0..essential).rev() {
            if self.left.is_empty() {
                return Ok(());
            }
            self.look_into(window, list, floor)?;
        }
        self.left.iter().try_for_each(|(ordinal, score)| top.offer(*ordinal, *score))
    }

    /// Adds up what the essential lists give the chunks of a window.
    fn add_up(&mut self, window: usize, essential: usize, floor: f64, board: &mut Board) -> Result<(), Damage> {
        board.scores.fill(0.0);
        board.touched.fill(0);
        let (start, end) = ((window * WINDOW) as u32, ((window + 1) * WINDOW) as u32);
        let all = self.sums[self.active.len()];
        for (bound, number) in &self.active[essential..] {
            let list = &mut self.lists[*number];
            let others = all - bound * (1.0 - f64::EPSILON);
            for block in list.windows[window].block as usize..list.postings.blocks() {
                if block > 0 && list.postings.last(block - 1) >= end - 1 {
                    break;
                }
                // A chunk of this block, whatever else it has, is not among the best, and may miss what this block gives.
                if list.bound(block) + others < floor {
                    continue;
                }
                list.read(block)?;
                let ordinals = list.decoded.ordinals();
                let from = ordinals.partition_point(|ordinal| *ordinal < start);
                let to = ordinals.partition_point(|ordinal| *ordinal < end);
                let inside = ordinals.iter().zip(list.decoded.counts()).take(to).skip(from);
                for (ordinal, count) in inside {
                    let place = *ordinal as usize % WINDOW;
                    board.scores[place] += self.formula.of(list.weight, *ordinal, *count);
                    board.touched[place / 64] |= 1 << (place % 64);
                }
            }
        }
        Ok(())
    }

    /// Looks the chunks that are left up in a list, and drops those that cannot be among the best.
    fn look_into(&mut self, window: usize, active: usize, floor: f64) -> Result<(), Damage> {
        let (bound, number) = self.active[active];
        let missing = self.sums[active];
        let list = &mut self.lists[number];
        let mut block = list.windows[window].block as usize;
        let mut kept = 0;
        for place in 0..self.left.len() {
            let (ordinal, mut score) = self.left[place];
            if (score + missing + bound) * SAFETY < floor {
                continue;
            }
            while block < list.postings.blocks() && list.ends_before(block, ordinal) {
                block += 1;
            }
            if block < list.postings.blocks() {
                if (score + missing + list.bound(block)) * SAFETY < floor {
                    continue;
                }
                list.read(block)?;
                if let Some(count) = list.decoded.find(ordinal) {
                    score += self.formula.of(list.weight, ordinal, count);
                }
            }
            if (score + missing) * SAFETY >= floor {
                self.left[kept] = (ordinal, score);
                kept += 1;
            }
        }
        self.left.truncate(kept);
        Ok(())
    }
}
