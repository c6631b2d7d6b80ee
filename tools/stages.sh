#!/usr/bin/env bash
# Runs Make targets one after the other, stops at the first that fails, and ends with a table: the seconds of each stage, the
# slowest ten Go packages, the slowest ten journeys, and how many tests passed. The table is kept as .reports/timings-<tier>.txt.
#   tools/stages.sh TITLE TARGET...
set -uo pipefail
cd "$(dirname "$0")/.."

reports=.reports
mkdir -p "$reports"
title=$1
shift
# A shorter tier keeps the table of a longer one.
table=$reports/timings-${title##* }.txt
find "$reports" -mindepth 1 ! -name 'timings-*.txt' -delete

attribute() { # name, opening tag
  sed -n "s/.*[[:space:]]$1=\"\([0-9.]*\)\".*/\1/p" <<<"$2"
}

# Summarizes the reports of the test runners.
count_tests() {
  local report tag tests bad skipped passed=0 failed=0
  for report in "$reports"/*.xml; do
    [[ -f $report ]] || continue
    tag=$(grep -o -m1 '<testsuites[^>]*>' "$report")
    tests=$(attribute tests "$tag") bad=$(($(attribute failures "$tag") + $(attribute errors "$tag" | grep . || echo 0)))
    skipped=$(grep -c '<skipped' "$report")
    printf '%-12s %d passed, %d failed, %d skipped\n' "$(basename "$report" .xml)" $((tests - bad - skipped)) "$bad" "$skipped"
    passed=$((passed + tests - bad - skipped)) failed=$((failed + bad))
  done
  printf '%-12s %d passed, %d failed\n' all "$passed" "$failed"
}

# Lists the ten slowest opening tags of a report.
slowest() { # tag, attribute with the name, reports
  grep -oh "<$1 [^>]*>" "${@:3}" | sed -E "s/.*[[:space:]]$2=\"([^\"]*)\".*[[:space:]]time=\"([0-9.]*)\".*/\2 \1/; t; s/.*[[:space:]]time=\"([0-9.]*)\".*[[:space:]]$2=\"([^\"]*)\".*/\1 \2/" |
    sort -rn | head -n 10 | awk '{ seconds = $1; $1 = ""; printf "%7.1f %s\n", seconds, $0 }'
}

print_table() {
  echo
  echo "$title, $(date -u +'%d %B %Y %H:%M') UTC, $(nproc 2>/dev/null || sysctl -n hw.ncpu) cores, $(git rev-parse --short HEAD 2>/dev/null)"
  echo
  echo "seconds stage"
  cat "$reports/stages"
  if [[ -f $reports/go.xml ]]; then
    printf '\nseconds Go package, the slowest ten\n'
    slowest testsuite name "$reports/go.xml"
  fi
  if compgen -G "$reports/e2e*.xml" >/dev/null; then
    printf '\nseconds journey, the slowest ten\n'
    slowest testcase name "$reports"/e2e*.xml
  fi
  echo
  count_tests
}

outcome=0
begin=$SECONDS
for stage; do
  since=$SECONDS
  echo "== $stage"
  make --no-print-directory "$stage" || outcome=$?
  printf '%7d %s%s\n' $((SECONDS - since)) "$stage" "$( ((outcome == 0)) || echo ' FAILED')" >>"$reports/stages"
  ((outcome == 0)) || break
done
printf '%7d %s\n' $((SECONDS - begin)) all >>"$reports/stages"
print_table | tee "$table"
((outcome == 0)) || echo "$title failed in: $stage"
exit "$outcome"
