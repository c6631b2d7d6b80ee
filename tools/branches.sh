#!/usr/bin/env bash
# Fails where a statement of the workflows is on no recorded way, but for those that dev/ways/exceptions.go gives a reason for.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=$(mktemp)
trap 'rm -f "$profile"' EXIT
go test -count=1 -run TestReplay_EveryRecordedHistory -coverpkg=./workflows/... -coverprofile="$profile" ./workflows >/dev/null
if ! go run ./cmd/ways "$profile"; then
  echo "Record what is on no recorded way (make record)."
  exit 1
fi
echo "Every statement of the workflows is on a recorded way."
