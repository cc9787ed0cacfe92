//! `fuzz --fixed`: runs the same inputs every time, regardless of the code under test.
//!
//! libFuzzer chooses its inputs by the behaviour of the code on earlier ones. So any change of the code leads to
//! other inputs, which can reveal an old fault during an unrelated change. The inputs here depend only on the seed
//! that each is derived from, so that a change is only judged by its own faults.

use std::fs;
use std::path::{Path, PathBuf};

use super::{
    PLAIN, Seeds, TargetResult, cargo, choose, regressions, root, sorted, summarize, watch,
};

/// The number of inputs generated for each target, in addition to seeds and regressions.
const INPUTS: usize = 3000;

/// The maximum size of a seed. Larger ones are slow, and add little.
const LARGEST_SEED: u64 = 2048;

/// Runs the regressions, the smaller seeds, and a fixed number of inputs generated from these.
pub fn run_all(target: Option<&str>) -> Result<(), String> {
    let chosen = choose(target)?;
    let seeds = Seeds::collect()?;
    let mut done: Vec<(&String, TargetResult)> = Vec::new();
    for name in &chosen {
        let start = seeds.of(name);
        let mut inputs = Vec::new();
        for folder in &start.folders {
            for path in sorted(folder)? {
                let size = fs::metadata(&path).map_err(|e| error(&path, e))?.len();
                if size <= LARGEST_SEED {
                    inputs.push(fs::read(&path).map_err(|e| error(&path, e))?);
                }
            }
        }
        let words = match &start.dict {
            Some(dict) => words(&fs::read_to_string(dict).map_err(|e| error(dict, e))?),
            None => Vec::new(),
        };
        if inputs.is_empty() {
            inputs.extend((0..64).map(|number| random_bytes(number, start.longest)));
        }
        let folder = root().join("target/fuzz-fixed").join(name);
        write_inputs(&folder, &inputs, &words, start.longest as usize)?;
        for path in regressions(name) {
            let to = folder.join(path.file_name().unwrap_or_default());
            fs::copy(&path, &to).map_err(|e| error(&path, e))?;
        }
        let mut command = cargo(["fuzz", "run"]);
        command.args(PLAIN).arg(name).arg(&folder).arg("--");
        command.args([
            "-runs=0",
            "-rss_limit_mb=4096",
            "-timeout=20",
            "-print_final_stats=1",
        ]);
        // Regressions are not truncated.
        command.arg("-max_len=1048576");
        done.push((name, watch(&mut command)?));
    }
    summarize(&done)
}

fn error(path: &Path, e: std::io::Error) -> String {
    format!("{}: {e}", path.display())
}

/// Writes the seeds and the inputs generated from them to an empty directory.
fn write_inputs(
    folder: &PathBuf,
    seeds: &[Vec<u8>],
    words: &[Vec<u8>],
    longest: usize,
) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| error(folder, e))?;
    }
    fs::create_dir_all(folder).map_err(|e| error(folder, e))?;
    let each = INPUTS.div_ceil(seeds.len().max(1));
    for (number, seed) in seeds.iter().enumerate() {
        // The state depends on this seed only, so that new seeds do not change existing inputs.
        let mut random = Random::new(seed);
        for variant in 0..=each {
            let input = match variant {
                0 => seed.clone(),
                _ => mutated(seed, words, longest, &mut random),
            };
            let path = folder.join(format!("{number:05}-{variant:04}"));
            fs::write(&path, input).map_err(|e| error(&path, e))?;
        }
    }
    Ok(())
}

/// Applies one to six random changes to a seed.
fn mutated(seed: &[u8], words: &[Vec<u8>], longest: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(16)).min(bytes.len());
        match random.below(8) {
            0 => bytes.insert(at, random.below(256) as u8),
            1 if !words.is_empty() => {
                let word = words[random.below(words.len())].iter().copied();
                bytes.splice(at..at, word);
            }
            2 => drop(bytes.drain(at..end)),
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 => bytes.truncate(at.max(1)),
            5 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            6 if at < bytes.len() => {
                let from = random.below(bytes.len());
                bytes[at] = bytes[from];
            }
            _ if at < bytes.len() => bytes[at] = random.below(256) as u8,
            _ => {}
        }
    }
    bytes.truncate(longest);
    bytes
}

/// A generated seed for a target whose input does not have a format.
fn random_bytes(number: u64, longest: u32) -> Vec<u8> {
    let mut random = Random::new(&number.to_le_bytes());
    let length = 1 + random.below(longest as usize);
    (0..length).map(|_| random.below(256) as u8).collect()
}

/// The entries of a libFuzzer dictionary: lines with a quoted string.
fn words(dict: &str) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    for line in dict.lines().filter(|line| !line.starts_with('#')) {
        let quoted = line
            .split_once('"')
            .and_then(|(_, rest)| rest.rsplit_once('"'));
        let Some((text, _)) = quoted else { continue };
        let mut bytes = Vec::new();
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match (byte, rest.clone().next()) {
                (b'\\', Some(b'x')) => {
                    let digits: String = rest.by_ref().skip(1).take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).unwrap_or(b'x')
                }
                (b'\\', Some(escaped)) => {
                    rest.next();
                    escaped
                }
                (byte, _) => byte,
            });
        }
        words.push(bytes);
    }
    words
}

/// The SplitMix64 generator, seeded with a hash of some bytes.
struct Random(u64);

impl Random {
    fn new(seed: &[u8]) -> Random {
        Random(seed.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
        }))
    }

    /// A number below `end`, or 0 if `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_depend_on_their_seed_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let words = vec![b"B[pd]".to_vec()];
        let seeds = [b"(;B[aa])".to_vec(), b"(;W[bb])".to_vec()];
        write_inputs(&one, &seeds, &words, 64).unwrap();
        write_inputs(&two, &seeds, &words, 64).unwrap();
        let read = |folder: &Path| -> Vec<Vec<u8>> {
            let files = sorted(folder).unwrap();
            files.iter().map(|path| fs::read(path).unwrap()).collect()
        };
        let inputs = read(&one);
        assert_eq!(inputs, read(&two));
        assert_eq!(inputs.len(), INPUTS + 2);
        assert_eq!(inputs[0], seeds[0]);
        let mut different = inputs.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > INPUTS / 2, "{}", different.len());
        assert!(inputs.iter().all(|input| input.len() <= 64));
    }

    #[test]
    fn dictionaries_are_read() {
        let dict = "# words\nmove=\"B[pd]\"\n\"a\\\"b\\x1B\\\\\"\n";
        assert_eq!(words(dict), [b"B[pd]".to_vec(), b"a\"b\x1B\\".to_vec()]);
    }
}
