//! The findings in RGF files and bundles.

kifu_span::codes! {
    /// All codes of this crate, sorted by name. Reading a recording can also report those of [`kifu_timeline::CODES`], and the
    /// syntax errors of [`kifu_sgf::CODES`].
    BAD_REMOVAL Error "rgf/bad-removal":
        "an `RP` that does not name a property".
        "`RP` removes a property, or values of a property, from the node: `RP[AB:pp]`, `RP[C:]`. An empty `RP` removes \
        the node. kifu ignores this one."
    BAD_STREAM Warning "rgf/bad-stream":
        "a value of `GS`, `GD` or `MS` that cannot be read".
        "`GS` names a recording and its length, `GS[game.rgf:56]`. `GD` names a recording and a time, \
        `GD[game.rgf:30]`. `MS` (and the older `GM`) names a medium and its type, `MS[talk.mp3:audio]`. kifu ignores \
        this value."
    BAD_TIME Error "rgf/bad-time":
        "a `TS` that is not a time".
        "A time is a decimal number of seconds with at most nine significant decimals, optionally followed by a colon \
        and a counter: `TS[13.6]`, `TS[13.6:2]`. kifu reads the properties before this `TS` as if it were missing."
    COUNTER Warning "rgf/counter":
        "the counters for one time are not 0, 1, 2, …".
        "When several events have the same time, counters give their order. The first event has the counter 0 or no \
        counter. Here a counter is missing or appears twice. kifu sorts by counter, and keeps the order of the file \
        where counters are equal."
    FINAL_DIFFERS Warning "rgf/final-differs":
        "the nodes below a game stream node differ from the end of the recording".
        "The SGF file shows the end of the recording to programs that cannot read RGF. It differs from the actual end \
        of the recording: one of the two was edited."
    INITIAL_AFTER_TIMED Warning "rgf/initial-after-timed":
        "a property without a time follows one with a time".
        "Properties appear in the order in which they were added, so those that exist from the beginning come first. \
        kifu reads this one as existing from the beginning. If its `TS` was forgotten, add it."
    LAST_TIME Warning "rgf/last-time":
        "the recording does not end with its last event".
        "In files with counters, the length of a recording is the time of its last event, and nothing else happens at \
        that time."
    MAIN_NAME Warning "rgf/main-name":
        "an SGF file that is not named after its bundle".
        "The specification requires the SGF file to have the name of its bundle: `talk.sgf` in `talk.rgt`. Rename the \
        bundle, or unpack it, rename the SGF file and pack it again."
    MISSING_MEMBER Error "rgf/missing-member":
        "a file that is missing".
        "The SGF file names a recording or a media file that is not in the bundle, or, if the bundle is unpacked, not \
        in the directory of the SGF file. Names must match exactly, including upper and lower case."
    MIXED_MEDIA Warning "rgf/mixed-media":
        "media of different kinds for one recording".
        "The media of a recording are alternative forms of the same content, from which a program picks one that it \
        can play. Audio and video are not the same content."
    NO_DURATION Warning "rgf/no-duration":
        "a `GS` that does not give the length of the recording".
        "The specification requires that `GS` gives the length of a complete recording, after a colon: \
        `GS[talk.rgf:56]`. Without a length, the recording ends with its last event."
    NOT_SORTED Error "rgf/not-sorted":
        "an earlier time after a later one in the same node".
        "The properties of a node must be in the order of their times. kifu sorts them by time."
    ODD_ARCHIVE Warning "rgf/odd-archive":
        "an archive that is cut off or continues after its end".
        "The end marker of the archive is missing, or data follows it. kifu could read all members, but the bundle may \
        have been damaged when it was copied or downloaded."
    REPEATED_TIME Error "rgf/repeated-time":
        "two times for the same property".
        "`TS` states when the properties before it were added. A second `TS` directly after the first one does not \
        apply to any property. kifu uses the last `TS`."
    SAME_TIME Error "rgf/same-time":
        "two nodes have the same time".
        "Without counters, different nodes must have different times, because nothing else determines which comes \
        first. kifu reads them in the order of the file. Add a counter to state the order: `TS[5:1]`."
    SIBLING_INSERTED Warning "rgf/sibling-inserted":
        "a variation appears earlier than the variation before it in the file".
        "The order of the variations in the file is their order at every time. Here the later variation of the file \
        appears first, so the other one is inserted before it. Some programs refuse such a file."
    SNAPSHOT_DIFFERS Warning "rgf/snapshot-differs":
        "a snapshot differs from the recording at its time".
        "`GD` states that the nodes below it show the recording at a given time, for programs that cannot read RGF. \
        They differ: one of the two was edited."
    STRAY_MEMBER Warning "rgf/stray-member":
        "a file in the bundle that the SGF file does not name".
        "The bundle contains a file that the SGF file names neither as a recording nor as media. kifu ignores this \
        file, but writes it when the bundle is unpacked."
    TIME_ROUNDED Warning "rgf/time-rounded":
        "a time with more than nine decimals".
        "Times have nanosecond precision. kifu rounds the time, with ties to even. The file keeps its spelling."
    TIME_SPELLING Warning "rgf/time-spelling":
        "a time that is not written as a decimal number".
        "Some programs write small numbers as `1e-3`, or omit a zero. kifu can read such a time, but not every program \
        can."
    TIME_VALUES Error "rgf/time-values":
        "a `TS` that does not have exactly one value".
        "A time has one value. If there are several, kifu uses the first; without a value, it ignores the `TS`."
    UNSAFE_SOURCE Error "rgf/unsafe-source":
        "media that are neither in the bundle nor on the web".
        "Media must be a file in the bundle, named without a directory, or an address that starts with `https://` or \
        `http://`. Other paths and addresses would refer to files on the computer of the person who opens the bundle, \
        so kifu does not follow them."
    WEB_MEDIA Info "rgf/web-media":
        "media on the web".
        "The media are on the web and not in the bundle. kifu does not download them; open the address in a browser."
}
