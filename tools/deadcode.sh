#!/usr/bin/env bash
# Lists the functions that none of our programs can reach, including those that only tests call.
set -euo pipefail
cd "$(dirname "$0")/.."

dead=$(bin/deadcode ./cmd/...)
if [[ -n $dead ]]; then
  echo "$dead"
  echo "No program reaches these. Remove them, or move what only tests need to the tests or to dev/testkit."
  exit 1
fi
