#!/usr/bin/env bash
# Fails where a function of the workflows is on no recorded way. Validators (may…) leave no history, so no replay runs them.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=$(mktemp)
trap 'rm -f "$profile"' EXIT
go test -count=1 -run TestReplay_EveryRecordedHistory -coverpkg=./workflows/... -coverprofile="$profile" ./workflows >/dev/null
unseen=$(go tool cover -func="$profile" | awk '$NF == "0.0%" && $2 !~ /^(may[A-Z].*|Error)$/ && $1 !~ /workflowtest/ { print $1, $2 }')
if [[ -n "$unseen" ]]; then
  echo "On no recorded way; record one (make record):"
  echo "$unseen"
  exit 1
fi
echo "Every function of the workflows is on a recorded way."
