#!/usr/bin/env bash
# Injects faults into a whole stack, each part for at most twenty minutes: chaos.sh [part…]. Results are in .bench/<part>.json.
# SEED repeats a random run; KINDS and CUTS belong to R1, ORDERS to R2 and P13, LASTING to R3, AWAY to R5.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .bench

drawn=()
[[ -n "${SEED:-}" ]] && drawn=(-seed "$SEED")

# on a part of dev/chaos, with flags of its own
on() {
  local part=$1
  shift
  go test -count=1 -timeout 30m -v -run "^Test${part}_" ./dev/chaos -args -part "$part" -allowed 25m -raw "$PWD/.bench/$part.json" "${drawn[@]}" "$@"
}

parts=("$@")
[[ ${#parts[@]} -gt 0 ]] || parts=(R1 R2 R3 Waits R5 P13 R17)
for part in "${parts[@]}"; do
  case $part in
    R1) on R1 -kinds "${KINDS:-all}" -cuts "${CUTS:-0}" ;;
    R2 | P13) on "$part" -orders "${ORDERS:-1000}" ;;
    R3) on R3 -lasting "${LASTING:-10m}" ;;
    Waits) on Waits ;;
    R5) on R5 -away "${AWAY:-1m}" ;;
    R17)
      go test -count=1 -timeout 30m -v -run TestYears ./dev/planlifecycle -args -cycles 5000 -updates 50 -kills 50 -allowed 25m \
        -raw "$PWD/.bench/R17.json" "${drawn[@]}"
      ;;
    *)
      echo "chaos.sh: no part $part; R1, R2, R3, Waits, R5, P13, R17" >&2
      exit 2
      ;;
  esac
done
