#!/usr/bin/env bash
# The rules of the house that tests count: they take seconds, so they run in "make check", too. A pattern that names no test of its
# package any more is refused: a rule that was renamed away is no rule.
set -uo pipefail
cd "$(dirname "$0")/.."

outcome=0
try() { # tests, package
  local said
  if ! said=$(go test -count=1 -run "$1" "$2" 2>&1); then
    echo "$said" >&2
    outcome=1
  elif [[ $said == *"[no tests to run]"* ]]; then
    echo "$2 has no test $1 any more: tools/house.sh" >&2
    outcome=1
  fi
}

# Sizes of types, folders, files and functions; names of files; interfaces; messages of commits.
try TestHouse ./tools
try TestCommits ./tools
# Each wait has an end or an owner.
try TestWaits ./workflows
# Each field of contract.Order that is personal is sealed in the database and kept out of logs.
try TestOf_KnowsEveryField ./dev/testkit/privacy
try TestCares ./dev/testkit/privacy
try TestSplit_LeavesNothingPersonalReadable ./internal/store
try TestNew_ShowsOfAnOrderOnlyWhatIsOpen ./internal/platform/logging
# Files in a folder of the web app.
if ! said=$(npm --prefix web run --silent test -- src/folders.test.ts 2>&1); then
  echo "$said" >&2
  outcome=1
fi

((outcome != 0)) || echo "The rules of the house are kept."
exit $outcome
