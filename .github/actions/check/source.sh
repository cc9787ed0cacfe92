#!/usr/bin/env bash
# Writes a hash of the sources of kifu, as a key for the program that was built from them.
set -euo pipefail
export LC_ALL=C

cd "${KIFU_SOURCE:-$GITHUB_ACTION_PATH/../../..}"
files=$(mktemp)
trap 'rm -f "$files"' EXIT
# With the names of the files, because a renamed one is another source.
find Cargo.toml Cargo.lock rust-toolchain.toml crates -type f 2>/dev/null | sort > "$files" || true
[[ -s $files ]]
hash=$({ cat "$files"; git hash-object --no-filters --stdin-paths < "$files"; } | git hash-object --stdin)
echo "hash=$hash" >> "${GITHUB_OUTPUT:-/dev/stdout}"
