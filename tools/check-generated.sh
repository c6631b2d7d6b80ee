#!/usr/bin/env bash
# Generates all files again and fails if the result differs from the committed ones.
set -euo pipefail
cd "$(dirname "$0")/.."

generated=(api/gen web/src/api web/src/app/fonts .env.example)
before=$(mktemp -d)
trap 'rm -rf "$before"' EXIT
for path in "${generated[@]}"; do
  mkdir -p "$before/$(dirname "$path")"
  cp -a "$path" "$before/$path"
done

make --no-print-directory gen >"$before/log" 2>&1 || { cat "$before/log"; exit 1; }

for path in "${generated[@]}"; do
  if ! diff -r "$before/$path" "$path"; then
    echo "$path was not up to date. It is now: commit it."
    exit 1
  fi
  # Restores the old file times, so that Make does not rebuild unchanged targets.
  cp -a "$before/$path" "$(dirname "$path")"
done
echo "Generated files are up to date."
