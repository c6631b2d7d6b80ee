#!/usr/bin/env bash
# Runs one step of a build, reports every ten seconds that it goes on, and prints its seconds. The output of the command
# is shown when it fails, under one sentence with the next action.
#   tools/step.sh "Result of the step" "Action after a failure" COMMAND...
set -uo pipefail

made=$1 advice=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT

printf '%s ...\n' "$made"
"$@" >"$log" 2>&1 &
command=$!
trap 'kill "$command" 2>/dev/null; wait "$command"; rm -f "$log"; exit 130' INT TERM
begin=$SECONDS
while kill -0 "$command" 2>/dev/null; do
  sleep 0.2
  if ((SECONDS - begin >= ${told:=0} + 10)); then
    told=$((SECONDS - begin))
    printf '%s ... %d s\n' "$made" "$told"
  fi
done
wait "$command"
outcome=$?
if ((outcome != 0)); then
  cat "$log" >&2
  printf '%s: failed. %s\n' "$made" "$advice" >&2
  exit "$outcome"
fi
printf '%s: %d s\n' "$made" $((SECONDS - begin))
