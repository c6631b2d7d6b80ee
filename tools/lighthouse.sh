#!/usr/bin/env bash
# Prints the Lighthouse results for the pages of a fresh stack, on a phone, next to a bare page of the same tools (P12).
# RUNS=1 for a quick look. Run nothing else on the machine meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."

# LIGHTHOUSE_PORT and the four after it.
export PORT=${LIGHTHOUSE_PORT:-17080}
export TEMPORAL_PORT=$((PORT + 1)) TEMPORAL_UI_PORT=$((PORT + 2)) SIMULATOR_PORT=$((PORT + 3)) POSTGRES_PORT=$((PORT + 4))
export STATE_DIR=$PWD/.bench/lighthouse BASE_URL=http://localhost:$PORT
export WEB_DIR=$PWD/web/dist BARE_DIR=$STATE_DIR/bare
CHROMIUM_PATH=$(tools/chromium.sh)
export CHROMIUM_PATH

rm -rf "$STATE_DIR"
mkdir -p "$STATE_DIR"
[[ tools/lighthouse/node_modules -nt tools/lighthouse/package-lock.json ]] ||
  npm --prefix tools/lighthouse ci --no-progress --loglevel=error
(cd web && node --input-type=module -e 'import { build } from "vite";
  await build({ configFile: false, root: "scripts/bare-page", logLevel: "error", build: { outDir: process.env.BARE_DIR, emptyOutDir: true } })')

bin/devstack >"$STATE_DIR/devstack.log" 2>&1 &
stack=$!
trap 'kill "$stack" 2>/dev/null && wait "$stack" || true' EXIT
for _ in $(seq 1 600); do
  grep -q "^Ready" "$STATE_DIR/devstack.log" && break
  kill -0 "$stack" 2>/dev/null || { cat "$STATE_DIR/devstack.log"; exit 1; }
  sleep 0.1
done
node tools/lighthouse/run.mjs
