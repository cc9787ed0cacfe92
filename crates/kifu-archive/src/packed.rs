//! Readers that decompress gzip, bzip2, XZ and Zstandard.

use std::io::{self, BufRead, Read};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The largest window of XZ and LZMA: the default of the highest level of 7-Zip. A decoder only needs
/// that much memory if the data is as long.
pub(crate) const MAX_WINDOW: u32 = 256 << 20;

/// A reader of compressed data that can consist of several complete streams, such as concatenated
/// gzip files. They count as one file, and zeros at the end are ignored.
pub(crate) struct Concatenated<D> {
    stream: Option<D>,
}

/// A reader of gzip data.
pub(crate) type Gzip<R> = Concatenated<GzDecoder<R>>;

/// A reader of bzip2 data.
pub(crate) type Bzip2<R> = Concatenated<BzDecoder<R>>;

/// A decoder of one stream.
pub(crate) trait StreamDecoder: Read + Sized {
    type Source: BufRead;
    const FIRST_BYTE: u8;
    /// The error that other data follows the compressed data.
    const TRAILING_DATA: &str;

    fn new(source: Self::Source) -> Self;

    /// Returns the source, which is at the end of the stream.
    fn into_source(self) -> Self::Source;

    /// Makes an error understandable.
    fn explain(error: io::Error) -> io::Error;
}

impl<R: BufRead> StreamDecoder for GzDecoder<R> {
    type Source = R;
    const FIRST_BYTE: u8 = 0x1F;
    const TRAILING_DATA: &str = "unexpected data after the gzip data";

    fn new(source: R) -> Self {
        GzDecoder::new(source)
    }

    fn into_source(self) -> R {
        self.into_inner()
    }

    fn explain(error: io::Error) -> io::Error {
        error
    }
}

impl<R: BufRead> StreamDecoder for BzDecoder<R> {
    type Source = R;
    const FIRST_BYTE: u8 = b'B';
    const TRAILING_DATA: &str = "unexpected data after the bzip2 data";

    fn new(source: R) -> Self {
        BzDecoder::new(source)
    }

    fn into_source(self) -> R {
        self.into_inner()
    }

    fn explain(error: io::Error) -> io::Error {
        match error.downcast::<bzip2::Error>() {
            Ok(bzip2::Error::DataMagic) => io::Error::other("not bzip2 data"),
            Ok(_) => io::Error::other("the bzip2 data is damaged"),
            Err(error) => explain(error, "bzip2"),
        }
    }
}

impl<D: StreamDecoder> Concatenated<D> {
    pub(crate) fn new(source: D::Source) -> Self {
        Concatenated {
            stream: Some(D::new(source)),
        }
    }
}

impl<D: StreamDecoder> Read for Concatenated<D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(stream) = &mut self.stream {
            let read = stream.read(buffer).map_err(D::explain)?;
            if read > 0 {
                return Ok(read);
            }
            // The stream is complete, and its checksum is right.
            let Some(mut source) = self.stream.take().map(D::into_source) else {
                break;
            };
            self.stream = match skip_zeros(&mut source)? {
                None => None,
                Some(first) if first == D::FIRST_BYTE => Some(D::new(source)),
                Some(_) => return Err(io::Error::other(D::TRAILING_DATA)),
            };
        }
        Ok(0)
    }
}

/// Returns an error of a decoder of this format in words that do not depend on the decoder.
fn explain(error: io::Error, format: &str) -> io::Error {
    io::Error::other(match error.kind() {
        _ if error.raw_os_error().is_some() => return error,
        io::ErrorKind::UnexpectedEof => format!("the {format} data is truncated"),
        io::ErrorKind::OutOfMemory => format!(
            "decompression needs a window of more than {} MiB; unpack the file first",
            MAX_WINDOW >> 20
        ),
        io::ErrorKind::Unsupported => format!("{error}, which is not supported"),
        _ => format!("the {format} data is damaged"),
    })
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

/// A reader of XZ data. Concatenated XZ files are one file, and zeros at the end are ignored.
pub(crate) struct Xz<R: Read> {
    inner: XzReader<R>,
    is_started: bool,
}

impl<R: BufRead> Xz<R> {
    pub(crate) fn new(source: R) -> Xz<R> {
        // The decoder adds its own memory to the window.
        let limit = lzma_rust2::lzma2_get_memory_usage(MAX_WINDOW);
        Xz {
            inner: XzReader::new_mem_limit(source, true, limit),
            is_started: false,
        }
    }
}

impl<R: BufRead> Read for Xz<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_started {
            // The reader does not tell other data from damaged data.
            if self.inner.inner_mut().fill_buf()?.first() != Some(&0xFD) {
                return Err(io::Error::other("not xz data"));
            }
            self.is_started = true;
        }
        self.inner
            .read(buffer)
            .map_err(|error| explain(error, "xz"))
    }
}

/// A reader of Zstandard data. Concatenated frames are one file, and skippable frames are ignored.
pub(crate) struct Zstd<R> {
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
    pub(crate) fn new(source: R) -> Zstd<R> {
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
