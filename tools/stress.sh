#!/usr/bin/env bash
# Repeats the tests of `make test` next to two busy loops, to find those that pass only on an idle machine: the Go packages five
# times, the web tests and the browser tier three times each. Arguments choose parts: go, web, e2e.
set -euo pipefail
cd "$(dirname "$0")/.."
make --silent build

thrice() { for _ in 1 2 3; do "$@"; done; }

loops=()
trap 'kill "${loops[@]}"' EXIT
for _ in 1 2; do
  (while :; do :; done) &
  loops+=($!)
done
for part; do
  case $part in
    go)
      go test -short -count=5 -timeout 2h ./...
      go -C deploy test -short -count=5 -timeout 1h ./...
      ;;
    web) thrice npm --prefix web run --silent test -- --reporter=dot ;;
    e2e) thrice tools/e2e.sh ;;
    *) echo "unknown part: $part; there are go, web and e2e" >&2; exit 2 ;;
  esac
done
