#!/usr/bin/env bash
# Starts a fresh stack on separate ports, with the worker as a process that tests may kill, and runs the end-to-end
# tests of web/ against it: the short run, or with JOURNEYS=all the full one. PART chooses a part of either: en-phone,
# en-desktop, ar-phone, ar-desktop, whole or serial. Arguments go to Playwright.
set -euo pipefail
cd "$(dirname "$0")/.."

# E2E_PORT and the four after it.
export PORT=${E2E_PORT:-18080}
export TEMPORAL_PORT=$((PORT + 1)) TEMPORAL_UI_PORT=$((PORT + 2)) SIMULATOR_PORT=$((PORT + 3)) POSTGRES_PORT=$((PORT + 4))
export STATE_DIR=$PWD/.e2e
export BASE_URL=http://localhost:$PORT SIMULATOR_URL=http://localhost:$SIMULATOR_PORT
export WORKER_PID_FILE=$STATE_DIR/worker.pid
# Journeys come from many addresses (web/playwright.config.ts).
export TRUSTED_PROXIES=127.0.0.1,::1
CHROMIUM_PATH=$(tools/chromium.sh)
export CHROMIUM_PATH

rm -rf "$STATE_DIR"
mkdir -p "$STATE_DIR"
# The full run reports visits to an advertiser: its address is part of the site's scripts. Tests answer in its place.
if [[ ${JOURNEYS:-} == all ]]; then
  export TRACKING_ORIGINS=https://advertiser.example WEB_DIR=$STATE_DIR/web
  VITE_PIXEL_META_URL=$TRACKING_ORIGINS/meta.js \
    npm --prefix web run --silent build -- --logLevel warn --outDir "$WEB_DIR" --emptyOutDir
fi
stack='' keeper=''
stop() {
  [[ -z $keeper ]] || { kill "$keeper" 2>/dev/null && wait "$keeper"; } || true
  [[ -z $stack ]] || { kill "$stack" 2>/dev/null && wait "$stack"; } || true
}
trap stop EXIT

# Keeps a worker running: starts it again after a test has killed it.
keep_worker() {
  local worker='' stopping=''
  trap 'stopping=yes; kill "$worker" 2>/dev/null || true' TERM
  until [[ -n $stopping ]]; do
    bin/selfcare worker >>"$STATE_DIR/worker.log" 2>&1 &
    worker=$!
    echo "$worker" >"$WORKER_PID_FILE"
    wait "$worker" || true
    sleep 0.2
  done
  wait
}

bin/devstack --without-worker >"$STATE_DIR/devstack.log" 2>&1 &
stack=$!
for _ in $(seq 1 600); do
  grep -q "^Ready" "$STATE_DIR/devstack.log" && break
  kill -0 "$stack" 2>/dev/null || { cat "$STATE_DIR/devstack.log"; exit 1; }
  sleep 0.1
done
# Variables for the worker, and for tests that change business figures.
# shellcheck source=/dev/null
. "$STATE_DIR/env"
keep_worker &
keeper=$!
# Waits until the worker has made its build the current one.
for _ in $(seq 1 600); do
  bin/selfcare rollout status 2>/dev/null | grep -q " current " && break
  sleep 0.1
done

npm --prefix web run --silent e2e -- "$@"
