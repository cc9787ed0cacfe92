//! The configuration of git, and its attributes file.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};
use tempfile::TempDir;

/// Runs git and returns its output.
///
/// # Errors
///
/// If git cannot be run.
fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> anyhow::Result<Output> {
    let ran = Command::new("git").args(args).stdin(Stdio::null()).output();
    ran.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("git is not installed, or not in PATH"),
        _ => anyhow::Error::from(error).context("cannot run git"),
    })
}

/// Returns the output of a command of git without its last line break; `None` if it fails.
fn answer<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> anyhow::Result<Option<String>> {
    let ran = run(args)?;
    if !ran.status.success() {
        return Ok(None);
    }
    let text = String::from_utf8(ran.stdout).context("git returned text that is not UTF-8")?;
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}

/// The configuration that is changed, and its attributes file.
pub(super) struct Repository {
    pub(super) scope: Scope,
    pub(super) attributes: PathBuf,
    /// Whether the attributes file is part of the repository, and can be committed.
    pub(super) is_committed: bool,
    /// An empty repository, in which only the configuration and the attributes of the user apply.
    empty: Option<TempDir>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Local,
    Global,
}

impl Scope {
    pub(super) fn option(self) -> &'static str {
        match self {
            Scope::Local => "--local",
            Scope::Global => "--global",
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Scope::Local => "local",
            Scope::Global => "global",
        }
    }
}

impl Repository {
    /// Returns the configuration of the user, or of the repository of the current directory.
    pub(super) fn new(is_global: bool) -> anyhow::Result<Repository> {
        if is_global {
            let empty = tempfile::tempdir().context("cannot create a temporary directory")?;
            let folder = empty.path().as_os_str();
            succeed(
                &["init", "--quiet", "--bare", "--template="]
                    .map(OsStr::new)
                    .into_iter()
                    .chain([folder])
                    .collect::<Vec<_>>(),
            )?;
            return Ok(Repository {
                scope: Scope::Global,
                attributes: global_attributes(folder)?,
                is_committed: false,
                empty: Some(empty),
            });
        }
        if let Some(top) = answer(["rev-parse", "--show-toplevel"])?.filter(|top| !top.is_empty()) {
            let attributes = Path::new(&top).join(".gitattributes");
            return Ok(Repository {
                scope: Scope::Local,
                attributes,
                is_committed: true,
                empty: None,
            });
        }
        match answer(["rev-parse", "--is-bare-repository"])?.as_deref() {
            Some("true") => {
                let path = answer(["rev-parse", "--git-path", "info/attributes"])?;
                let attributes =
                    PathBuf::from(path.context("git does not report the path of info/attributes")?);
                Ok(Repository {
                    scope: Scope::Local,
                    attributes,
                    is_committed: false,
                    empty: None,
                })
            }
            Some(_) => bail!("the current directory is inside .git; run kifu in the work tree"),
            None => bail!(
                "the current directory is not in a git repository; use `--global`, or `git init`"
            ),
        }
    }

    /// The value of a key in this configuration, without the files that it includes.
    pub(super) fn get(&self, key: &str) -> anyhow::Result<Option<String>> {
        answer(["config", self.scope.option(), "--get", key])
    }

    /// The value of a key that git uses, from all files of the configuration.
    pub(super) fn effective(&self, key: &str) -> anyhow::Result<Option<String>> {
        let at = match &self.empty {
            Some(empty) => vec![OsStr::new("--git-dir"), empty.path().as_os_str()],
            None => Vec::new(),
        };
        answer(
            at.into_iter()
                .chain(["config", "--get", key].map(OsStr::new)),
        )
    }

    pub(super) fn set(&self, key: &str, value: &str) -> anyhow::Result<()> {
        succeed(&["config", self.scope.option(), "--replace-all", key, value])
    }

    pub(super) fn remove_section(&self, section: &str) -> anyhow::Result<()> {
        succeed(&["config", self.scope.option(), "--remove-section", section])
    }

    /// Returns the values of the attributes `diff` and `merge` for files in this repository, as triples of a file, an
    /// attribute and its value.
    pub(super) fn attributes_of(&self, files: &[String]) -> anyhow::Result<Vec<[String; 3]>> {
        let args = ["check-attr", "-z", "diff", "merge", "--"]
            .into_iter()
            .map(str::to_owned);
        let args = args.chain(files.iter().cloned());
        let text = self.run_there("check-attr", args)?;
        let fields: Vec<&str> = text.split_terminator('\0').collect();
        let triples = fields
            .chunks_exact(3)
            .map(|triple| [0, 1, 2].map(|at| triple[at].to_owned()));
        Ok(triples.collect())
    }

    /// Returns the tracked files with these extensions whose attributes `diff` or `merge` are not `kifu`.
    pub(super) fn records_with_other_attributes(
        &self,
        extensions: &[&str],
    ) -> anyhow::Result<Vec<String>> {
        if !self.is_committed {
            return Ok(Vec::new());
        }
        let records = extensions
            .iter()
            .map(|extension| format!(":(icase,glob)**/*.{extension}"));
        let args = ["ls-files", "-z", "--"].into_iter().map(str::to_owned);
        let args = args
            .chain(records)
            .chain([":(exclude,attr:diff=kifu merge=kifu)".to_owned()]);
        let text = self.run_there("ls-files", args)?;
        Ok(text.split_terminator('\0').map(str::to_owned).collect())
    }

    /// Runs a command of git in the directory of the repository, and returns its output.
    fn run_there(&self, name: &str, args: impl Iterator<Item = String>) -> anyhow::Result<String> {
        let folder = self.attributes.parent().filter(|_| self.is_committed);
        let at = match (&self.empty, folder) {
            (Some(empty), _) => vec![OsStr::new("--git-dir"), empty.path().as_os_str()],
            (None, Some(folder)) => vec![OsStr::new("-C"), folder.as_os_str()],
            (None, None) => Vec::new(),
        };
        let all = at.into_iter().map(OsStr::to_owned);
        let ran = run(all.chain(args.map(Into::into)))?;
        if !ran.status.success() {
            bail!(
                "git {name}: {}",
                String::from_utf8_lossy(&ran.stderr).trim_end()
            );
        }
        Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
    }
}

fn succeed<S: AsRef<OsStr>>(args: &[S]) -> anyhow::Result<()> {
    let ran = run(args)?;
    if !ran.status.success() {
        let words = args.iter().map(|word| word.as_ref().to_string_lossy());
        bail!(
            "git {}: {}",
            words.collect::<Vec<_>>().join(" "),
            String::from_utf8_lossy(&ran.stderr).trim_end()
        );
    }
    Ok(())
}

/// Returns the path of the attributes file of the user, with all files of the configuration that apply in an empty
/// repository.
fn global_attributes(empty: &OsStr) -> anyhow::Result<PathBuf> {
    let get = ["config", "--type=path", "--get", "core.attributesFile"];
    let args = [OsStr::new("--git-dir"), empty].into_iter();
    let set = answer(args.chain(get.map(OsStr::new)))?;
    if let Some(path) = set.filter(|path| !path.is_empty()) {
        return Ok(PathBuf::from(path));
    }
    // See the documentation of `core.attributesFile`.
    let folder = match std::env::var_os("XDG_CONFIG_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => std::env::home_dir()
            .context("the home directory is unknown; set HOME")?
            .join(".config"),
    };
    Ok(folder.join("git").join("attributes"))
}

/// Returns the command that runs this program, for the shell of git: `kifu` if that is found in PATH, otherwise the
/// path of the program.
pub(super) fn own_command() -> anyhow::Result<String> {
    let own = std::env::current_exe().context("the path of this program is unknown")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = format!("kifu{}", std::env::consts::EXE_SUFFIX);
    let first = std::env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file());
    let is_own = |file: PathBuf| file.canonicalize().ok() == own.canonicalize().ok();
    if first.is_some_and(is_own) {
        return Ok("kifu".to_owned());
    }
    let text = own
        .to_str()
        .context("the path of this program is not UTF-8")?;
    // The shell of git for Windows takes slashes, and treats backslashes as escapes.
    let text = if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.to_owned()
    };
    Ok(quoted(&text))
}

/// Quotes a word for a shell, if it needs quotes.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("/usr/bin/kifu"), "/usr/bin/kifu");
        assert_eq!(
            quoted("C:/Program Files/kifu.exe"),
            "'C:/Program Files/kifu.exe'"
        );
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
