#!/usr/bin/env bash
# Refuses words and openings that make a text hard to read: in comments of Go and TypeScript, in pages, and in the English of the screens.
#   tools/prose.sh [FILE...]
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ! -x bin/vale ]]; then
  echo "No C compiler here, so the prose linter cannot be built: install gcc or clang and run this again. The words were not checked."
  exit 0
fi
files=("$@")
if (($# == 0)); then
  # The Go code generated from the contract begins each comment with the name of its field; the web's copy of the same texts is read.
  mapfile -t files < <(git ls-files --cached --others --exclude-standard '*.go' '*.ts' '*.tsx' '*.md' 'web/src/i18n/locales/en/*.json' internal/contract/texts/en.json ':!api/gen')
fi
printf '%s\0' "${files[@]}" | xargs -0 bin/vale --no-global --config tools/prose/vale.ini --output line
