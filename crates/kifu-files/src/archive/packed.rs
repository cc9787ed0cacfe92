//! Readers that decompress gzip and Zstandard.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// A reader of gzip data. Concatenated gzip files are one file, and zeros at the end are ignored.
pub(super) struct Gzip<R> {
    file: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    pub(super) fn new(source: R) -> Gzip<R> {
        Gzip {
            file: Some(GzDecoder::new(source)),
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(file) = &mut self.file {
            let read = file.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            // The gzip file is complete, and its checksum is right.
            let Some(mut source) = self.file.take().map(GzDecoder::into_inner) else {
                break;
            };
            self.file = match skip_zeros(&mut source)? {
                None => None,
                Some(0x1F) => Some(GzDecoder::new(source)),
                Some(_) => return Err(io::Error::other("unexpected data after the gzip data")),
            };
        }
        Ok(0)
    }
}

/// Skips zero bytes. Returns the next byte without consuming it.
fn skip_zeros(source: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        let bytes = source.fill_buf()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let (first, is_end) = (bytes.get(zeros).copied(), bytes.is_empty());
        source.consume(zeros);
        if first.is_some() || is_end {
            return Ok(first);
        }
    }
}

/// A reader of Zstandard data. Concatenated frames are one file, and skippable frames are ignored.
pub(super) struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Between,
    Within,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(source: R) -> Zstd<R> {
        Zstd {
            source,
            decoder: FrameDecoder::new(),
            state: State::Start,
        }
    }

    /// Starts the next frame with data. Returns false at the end.
    fn next_frame(&mut self) -> io::Result<bool> {
        while self.state == State::Start || !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.state = State::Within;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    self.state = State::Between;
                    let mut skipped = (&mut self.source).take(length.into());
                    if io::copy(&mut skipped, &mut io::sink())? < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(self.frame_error(error)),
            }
        }
        Ok(false)
    }

    fn frame_error(&self, error: FrameDecoderError) -> io::Error {
        use ReadFrameHeaderError::{BadMagicNumber, MagicNumberReadError};
        io::Error::other(match error {
            FrameDecoderError::WindowSizeTooBig { requested, max } => format!(
                "decompression needs a window of {} MiB, but the maximum is {} MiB; unpack \
                 the file first",
                requested.div_ceil(1 << 20),
                max >> 20
            ),
            FrameDecoderError::ReadFrameHeaderError(
                BadMagicNumber(_) | MagicNumberReadError(_),
            ) => match self.state {
                State::Start => "not zstd data".to_owned(),
                _ => "unexpected data after the zstd data".to_owned(),
            },
            error => error.to_string(),
        })
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.state == State::Within || self.next_frame()? {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder
                    .decode_blocks(&mut self.source, one)
                    .map_err(io::Error::other)?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            let written = self.decoder.get_checksum_from_data();
            if written.is_some() && written != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other("the checksum is wrong"));
            }
            self.state = State::Between;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns one byte at a time.
    struct OneByOne<'b>(&'b [u8]);

    impl Read for OneByOne<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.fill_buf()?.read(buffer)?;
            self.consume(read);
            Ok(read)
        }
    }

    impl BufRead for OneByOne<'_> {
        fn fill_buf(&mut self) -> io::Result<&[u8]> {
            Ok(&self.0[..self.0.len().min(1)])
        }

        fn consume(&mut self, amount: usize) {
            self.0 = &self.0[amount..];
        }
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        flate2::bufread::GzEncoder::new(text, flate2::Compression::best())
            .read_to_end(&mut packed)
            .unwrap();
        packed
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        let level = ruzstd::encoding::CompressionLevel::Fastest;
        ruzstd::encoding::compress_to_vec(text, level)
    }

    fn read(mut from: impl Read) -> Result<String, String> {
        let mut text = String::new();
        match from.read_to_string(&mut text) {
            Ok(_) => Ok(text),
            Err(error) => Err(error.to_string()),
        }
    }

    fn ungzip(bytes: &[u8]) -> Result<String, String> {
        let text = read(Gzip::new(bytes));
        assert_eq!(text, read(Gzip::new(OneByOne(bytes))));
        text
    }

    fn unzstd(bytes: &[u8]) -> Result<String, String> {
        let text = read(Zstd::new(bytes));
        assert_eq!(text, read(Zstd::new(OneByOne(bytes))));
        text
    }

    #[test]
    fn concatenated_gzip_files_are_one_file() {
        let (one, two) = (gzip(b"one "), gzip(b"two"));
        let all = Ok("one two".to_owned());
        assert_eq!(ungzip(&[&*one, &two].concat()), all);
        let zeros = [0; 700];
        assert_eq!(ungzip(&[&*one, &zeros, &two, &zeros].concat()), all);
        let why = Err("unexpected data after the gzip data".to_owned());
        assert_eq!(ungzip(&[&*one, b"two"].concat()), why);
        assert!(ungzip(&one[..one.len() - 1]).is_err());
        assert!(ungzip(b"").is_err());
        let mut broken = one.clone();
        let sum = broken.len() - 8;
        broken[sum] ^= 1;
        assert!(ungzip(&broken).is_err());
    }

    #[test]
    fn concatenated_zstd_frames_are_one_file() {
        let (one, two) = (zstd(b"one "), zstd(b"two"));
        let all = Ok("one two".to_owned());
        assert_eq!(unzstd(&[&*one, &two].concat()), all);
        let skip = b"\x5A\x2A\x4D\x18\x03\0\0\0xyz".as_slice();
        assert_eq!(unzstd(&[skip, &one, skip, skip, &two, skip].concat()), all);
        assert_eq!(unzstd(skip), Ok(String::new()));
        assert!(unzstd(&skip[..skip.len() - 1]).is_err());
        let why = |why: &str| Err(why.to_owned());
        assert_eq!(unzstd(b""), why("not zstd data"));
        assert_eq!(unzstd(b"(;B[aa])"), why("not zstd data"));
        let junk = "unexpected data after the zstd data";
        assert_eq!(unzstd(&[&*one, b"two"].concat()), why(junk));
        assert!(unzstd(&one[..one.len() - 1]).is_err());
    }

    #[test]
    fn zstd_checksums_and_window_sizes_are_checked() {
        // One raw block with its checksum.
        let frame = b"\x28\xB5\x2F\xFD\x24\x03\x19\0\0one\xF6\xA1\x08\x24".to_vec();
        let broken = frame.iter().map(|byte| byte ^ u8::from(*byte == b'n'));
        let broken: Vec<u8> = broken.collect();
        assert_eq!(unzstd(&frame), Ok("one".to_owned()));
        assert_eq!(unzstd(&broken), Err("the checksum is wrong".to_owned()));
        // A window of 2 GiB.
        let wide = b"\x28\xB5\x2F\xFD\x00\xA8\x19\0\0one";
        let why = "decompression needs a window of 2048 MiB, but the maximum is 128 MiB; unpack \
             the file first";
        assert_eq!(unzstd(wide), Err(why.to_owned()));
    }
}
