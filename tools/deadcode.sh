#!/usr/bin/env bash
# Lists the functions that no program of ours can reach; what only tests call is such a function, too.
set -euo pipefail
cd "$(dirname "$0")/.."

dead=$(bin/deadcode ./cmd/...)
if [[ -n $dead ]]; then
  echo "$dead"
  echo "No program reaches these. Remove them, or move what only tests need to the tests or to dev/testkit."
  exit 1
fi
