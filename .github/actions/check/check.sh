#!/usr/bin/env bash
# Checks the records that changed since the commit KIFU_BEFORE, or all records, and writes the findings to KIFU_SARIF.
# Always exits with 0 unless git fails: a later step reports the exit code, after the findings are uploaded.
set -euo pipefail

records=(':(icase,glob)**/*.sgf' ':(icase,glob)**/*.rgf' ':(icase,glob)**/*.jgf' ':(icase,glob)**/*.gib'
    ':(icase,glob)**/*.ngf' ':(icase,glob)**/*.ugf' ':(icase,glob)**/*.ugi')
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# A new branch has no commit before, and a shallow clone may lack it.
if [[ ${KIFU_ALL:-false} != true ]] && git cat-file -e "${KIFU_BEFORE:-none}^{commit}" 2>/dev/null; then
    # The changes of this side only, also if the other branch has moved on.
    base=$(git merge-base "$KIFU_BEFORE" HEAD || echo "$KIFU_BEFORE")
    git diff --name-only --diff-filter=d -z "$base" HEAD -- "${records[@]}" > "$list"
else
    git ls-files -z -- "${records[@]}" > "$list"
fi

rm -f "$KIFU_SARIF"
files=$(tr -cd '\0' < "$list" | wc -c | tr -d ' ')
code=0
if [[ $files != 0 ]]; then
    # KIFU_ARGS is a list of options.
    # shellcheck disable=SC2086
    "$KIFU" check --format sarif --deny "${KIFU_DENY:-error}" ${KIFU_ARGS:-} --files-from "$list" --null > "$KIFU_SARIF" || code=$?
    # The same findings for people who read the log.
    # shellcheck disable=SC2086
    "$KIFU" check --deny "${KIFU_DENY:-error}" ${KIFU_ARGS:-} --files-from "$list" --null || true
fi
# Without findings in the format, because the options were wrong for example, there is nothing to upload.
sarif=
if [[ -s $KIFU_SARIF ]]; then
    sarif=$KIFU_SARIF
fi
{
    echo "sarif=$sarif"
    echo "files=$files"
    echo "code=$code"
} >> "${GITHUB_OUTPUT:-/dev/stdout}"
