#!/usr/bin/env bash
# Repeats the tests beside two busy loops, to find what passes only on an idle machine: 20 times the Go packages that
# start no server, 5 times the others, 3 times the web and browser tests. Arguments choose parts: light servers web e2e.
set -euo pipefail
cd "$(dirname "$0")/.."
make --silent build

servers() {
  go list -test -f '{{if .ForTest}}{{.ForTest}} {{join .Deps " "}}{{end}}' ./... |
    grep -E ' selfcare/dev/embedded/(postgres|temporal)( |$)' | cut -d' ' -f1 | sort -u
}
light() { go list ./... | grep -vxFf <(servers) | xargs go test -count="${COUNT:-20}" -timeout 2h; }
others() { servers | xargs go test -count="${COUNT:-5}" -timeout 2h; }
thrice() { for _ in $(seq "${TIMES:-3}"); do "$@"; done; }

loops=()
trap 'kill "${loops[@]}"' EXIT
for _ in 1 2; do
  (while :; do :; done) &
  loops+=($!)
done
[[ $# -gt 0 ]] || set -- light servers web e2e
for part; do
  case $part in
    light) light ;;
    servers) others ;;
    web) thrice npm --prefix web run --silent test ;;
    e2e) RETRIES=0 thrice tools/e2e.sh ;;
    *) echo "unknown part: $part" >&2; exit 2 ;;
  esac
done
