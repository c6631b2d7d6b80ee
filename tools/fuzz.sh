#!/usr/bin/env bash
# Runs each fuzz target of the tree for FUZZ_TIME, one after the other. Its finds are stored under testdata/fuzz, and from then on
# `go test` tries it too.
set -uo pipefail
cd "$(dirname "$0")/.."

failed=()
while IFS=: read -r file target; do
  package=./$(dirname "$file")
  echo "$package $target"
  go test "$package" -run "^$target\$" -fuzz "^$target\$" -fuzztime "${FUZZ_TIME:-5m}" || failed+=("$package $target")
done < <(git grep -E -o '^func Fuzz[A-Za-z]*' -- '*_test.go' | sed 's/func //' | grep -iE -- "${FUZZ:-}" | sort)

if ((${#failed[@]} > 0)); then
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
fi
