#!/usr/bin/env bash
# Prints one line per test runner from its JUnit report, then the sum. Fails when a test failed or none ran.
set -euo pipefail
cd "$(dirname "$0")/.."

number() { # attribute, opening tag of a report
  sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" <<<"$2"
}

passed=0 failed=0
for runner in go race one web e2e; do
  report=.reports/$runner.xml
  [[ -f $report ]] || continue
  tag=$(grep -o -m1 '<testsuites[^>]*>' "$report")
  bad=$(($(number failures "$tag") + $(x=$(number errors "$tag"); echo "${x:-0}")))
  skipped=$(number skipped "$tag")
  good=$(($(number tests "$tag") - bad - ${skipped:-0}))
  printf '%-5s %d passed, %d failed\n' "$runner" "$good" "$bad"
  passed=$((passed + good)) failed=$((failed + bad))
done
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0 && passed > 0))
