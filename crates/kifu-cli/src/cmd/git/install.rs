//! `kifu git install` and `kifu git uninstall`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use kifu_files::write::{self, Overwrite};

use super::args::{GitInstallArgs, GitUninstallArgs};
use super::attributes::{self, EXTENSIONS, Position};
use super::repository::{Repository, Scope, own_command, quoted};
use crate::exit::Outcome;
use crate::output;
use crate::printable::{Printable, file_name};

const SECTIONS: [&str; 2] = ["diff.kifu", "merge.kifu"];

/// The keys that run kifu, and the words in their values by which kifu recognizes its own drivers.
const COMMANDS: [(&str, &str); 2] = [
    ("diff.kifu.textconv", " git diff-text"),
    ("merge.kifu.driver", " git merge-file "),
];

/// Returns the keys of the drivers and their values.
fn drivers(command: &str) -> [(&'static str, String); 4] {
    // In a driver, `%` starts a placeholder. Git quotes the values of %P, %X and %Y itself.
    let escaped = command.replace('%', "%%");
    let options = "--marker-size=%L --path=%P --ours-name=%X --theirs-name=%Y";
    [
        ("diff.kifu.textconv", format!("{command} git diff-text")),
        // The games and variations that git shows above a change.
        ("diff.kifu.xfuncname", r"^(game .*| *\+.*)$".to_owned()),
        ("merge.kifu.name", "Go records, merged by kifu".to_owned()),
        (
            "merge.kifu.driver",
            format!("{escaped} git merge-file {options} %O %A %B"),
        ),
    ]
}

pub(crate) fn install(args: &GitInstallArgs) -> anyhow::Result<Outcome> {
    let repository = Repository::new(args.global)?;
    let drivers = drivers(&own_command()?);
    let before = read(&repository.attributes)?;
    if !args.force {
        refuse_others(&repository)?;
    }
    let position = if args.force {
        Position::Last
    } else {
        Position::First
    };
    let after = attributes::with_lines(before.as_deref().unwrap_or_default(), position);
    let mut changed = Vec::new();
    for (key, value) in &drivers {
        if repository.get(key)?.as_ref() != Some(value) {
            changed.push((*key, value.as_str()));
        }
    }
    let is_new = before.as_deref() != Some(after.as_str());
    let shown = file_name(&repository.attributes);
    if args.print {
        let mut out = output::stdout();
        for (key, value) in changed {
            writeln!(
                out,
                "git config {} {key} {}",
                repository.scope.option(),
                Printable(&quoted(value))
            )?;
        }
        if is_new {
            writeln!(out, "{shown}:")?;
            for line in attributes::lines() {
                writeln!(out, "  {line}")?;
            }
        }
        out.flush()?;
        return Ok(done());
    }
    for (key, value) in &changed {
        repository.set(key, value)?;
    }
    if is_new {
        replace(&repository.attributes, &after)?;
    }
    let whose = match repository.scope {
        Scope::Local => "this repository",
        Scope::Global => "all repositories of the user",
    };
    check_effect(&repository, &drivers)?;
    if changed.is_empty() && !is_new {
        output::message(format_args!("the drivers are already set up for {whose}"));
    }
    if !changed.is_empty() {
        output::message(format_args!(
            "set the drivers diff.kifu and merge.kifu for {whose}"
        ));
    }
    if is_new {
        output::message(format_args!(
            "{shown}: added lines for {}",
            EXTENSIONS.join(", ")
        ));
        if repository.is_committed {
            output::message(format_args!(
                "commit .gitattributes, and run `kifu git install` in each clone; clones without it merge by lines"
            ));
        }
    }
    report_exceptions(&repository)?;
    Ok(done())
}

/// Returns what other attributes say about records, such as "the attribute diff of *.sgf is `sgf`".
fn other_attributes(
    repository: &Repository,
    is_other: fn(&str) -> bool,
) -> anyhow::Result<Vec<String>> {
    let files: Vec<String> = EXTENSIONS
        .iter()
        .map(|extension| format!("kifu.{extension}"))
        .collect();
    let found = repository.attributes_of(&files)?;
    let others = found.iter().filter(|[_, _, value]| is_other(value));
    let others = others.map(|[file, attribute, value]| {
        let extension = file.trim_start_matches("kifu");
        format!("the attribute {attribute} of *{extension} is `{value}`")
    });
    Ok(others.collect())
}

/// Returns an error if git does not use the drivers, although they and the lines of the attributes file are written.
fn check_effect(repository: &Repository, drivers: &[(&'static str, String)]) -> anyhow::Result<()> {
    let mut others = Vec::new();
    for (key, value) in drivers {
        let effective = repository.effective(key)?;
        if effective.as_ref() != Some(value) {
            others.push(match effective {
                Some(other) => format!("{key} is `{other}`"),
                None => format!("{key} is not set"),
            });
        }
    }
    // A program for whole diffs comes before the conversion to text.
    if let Some(command) = repository.effective("diff.kifu.command")? {
        others.push(format!("diff.kifu.command is `{command}`"));
    }
    if !others.is_empty() {
        bail!(
            "git does not use the drivers of the {} configuration: {}; see `git config --show-origin --get-regexp kifu`",
            repository.scope.name(),
            Printable(&others.join("; "))
        );
    }
    let others = other_attributes(repository, |value| value != "kifu")?;
    if others.is_empty() {
        return Ok(());
    }
    bail!(
        "the drivers are set up, but other attributes come before {}: {}; git also reads $GIT_DIR/info/attributes \
         and the attributes of the user",
        file_name(&repository.attributes),
        Printable(&others.join("; "))
    )
}

/// Reports the records to which more specific attributes apply.
fn report_exceptions(repository: &Repository) -> anyhow::Result<()> {
    const SHOWN: usize = 3;
    let files = repository.records_with_other_attributes(&EXTENSIONS)?;
    if files.is_empty() {
        return Ok(());
    }
    let more = if files.len() > SHOWN { ", ..." } else { "" };
    let shown = files[..files.len().min(SHOWN)].join(", ");
    output::message(format_args!(
        "{} other attributes, as before: {}{more}",
        if files.len() == 1 {
            "1 record keeps".to_owned()
        } else {
            format!("{} records keep", files.len())
        },
        Printable(&shown)
    ));
    Ok(())
}

pub(crate) fn uninstall(args: &GitUninstallArgs) -> anyhow::Result<Outcome> {
    let repository = Repository::new(args.global)?;
    let mut sections = Vec::new();
    for (section, (key, command)) in SECTIONS.iter().zip(COMMANDS) {
        if repository
            .get(key)?
            .is_some_and(|value| value.contains(command))
        {
            sections.push(*section);
        }
    }
    let before = read(&repository.attributes)?;
    let after = before.as_deref().map(attributes::without_lines);
    let is_changed = after != before;
    let shown = file_name(&repository.attributes);
    if args.print {
        let mut out = output::stdout();
        for section in sections {
            writeln!(
                out,
                "git config {} --remove-section {section}",
                repository.scope.option()
            )?;
        }
        if is_changed {
            writeln!(out, "{shown}: without")?;
            for line in attributes::lines() {
                writeln!(out, "  {line}")?;
            }
        }
        out.flush()?;
        return Ok(done());
    }
    for section in &sections {
        repository.remove_section(section)?;
        output::message(format_args!("removed the driver {section}"));
    }
    if let Some(after) = after.filter(|_| is_changed) {
        if after.trim().is_empty() {
            fs::remove_file(&repository.attributes)
                .with_context(|| format!("cannot remove {shown}"))?;
            output::message(format_args!("removed {shown}, which had no other lines"));
        } else {
            replace(&repository.attributes, &after)?;
            output::message(format_args!("{shown}: removed the lines of kifu"));
        }
    } else if sections.is_empty() {
        output::message(format_args!("nothing to remove"));
    }
    Ok(done())
}

fn done() -> Outcome {
    Outcome {
        read: 1,
        ..Outcome::default()
    }
}

/// Returns an error that lists the drivers and attributes of other programs.
fn refuse_others(repository: &Repository) -> anyhow::Result<()> {
    let mut others = Vec::new();
    for (key, command) in COMMANDS {
        if let Some(value) = repository
            .get(key)?
            .filter(|value| !value.contains(command))
        {
            others.push(format!("{key} is `{value}`"));
        }
    }
    others.extend(other_attributes(repository, |value| {
        value != "unspecified" && value != "kifu"
    })?);
    if others.is_empty() {
        return Ok(());
    }
    let others = Printable(&others.join("; ")).to_string();
    bail!(
        "nothing was changed, because other drivers are set up: {others}; use `--force` to replace them"
    )
}

/// Returns the text of a file; `None` if it does not exist.
fn read(path: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| file_name(path)),
    }
}

/// Replaces a file, or the file that a link leads to.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let shown = file_name(&path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", file_name(folder)))?;
    }
    write::create(&path, text.as_bytes(), Overwrite::Except(Arc::default()))
        .with_context(|| format!("cannot write {shown}"))
}
