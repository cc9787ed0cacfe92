//! Signals that end the command, which then removes its temporary files.

/// Installs a signal handler that removes temporary files before the command ends.
#[cfg(unix)]
pub(crate) fn remove_files_when_interrupted() {
    use kifu_files::pending;
    use signal_hook::consts::TERM_SIGNALS;
    use signal_hook::iterator::Signals;

    let ending = [TERM_SIGNALS, &[signal_hook::consts::SIGHUP]].concat();
    // Without a handler, hidden files may remain, which does no harm.
    let Ok(mut signals) = Signals::new(ending) else {
        return;
    };
    std::thread::spawn(move || {
        let Some(signal) = signals.forever().next() else {
            return;
        };
        // As long as this value exists, no file is renamed.
        let _removed = pending::remove_all();
        // End as the signal would have done.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal);
    });
}

#[cfg(not(unix))]
pub(crate) fn remove_files_when_interrupted() {}
