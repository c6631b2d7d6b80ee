#!/usr/bin/env bash
# Refuses words and openings that make a text hard to read: in comments of Go, TypeScript and SQL, in pages, and in the English of the screens.
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
  mapfile -t files < <(git ls-files --cached --others --exclude-standard '*.go' '*.ts' '*.tsx' '*.sql' '*.md' 'web/src/i18n/locales/en/*.json' internal/contract/texts/en.json ':!api/gen')
fi
# Vale knows no SQL; Lua marks comments in the same way.
links=$(mktemp -d)
trap 'rm -rf "$links"' EXIT
for at in "${!files[@]}"; do
  [[ ${files[at]} == *.sql ]] || continue
  link=$links/${files[at]#/}.lua
  mkdir -p "${link%/*}"
  ln -s "$(realpath "${files[at]}")" "$link"
  files[at]=$link
done
printf '%s\0' "${files[@]}" | xargs -0 bin/vale --no-global --config tools/prose/vale.ini --output line | sed -E "s#^$links/(.*\.sql)\.lua:#\1:#"
