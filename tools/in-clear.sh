#!/usr/bin/env bash
# Builds bin/devstack-in-clear only for the bench: a stack whose payloads in Temporal are neither packed nor sealed. The product has
# no switch for that, so one line of its source is replaced while this one is built.
set -euo pipefail
cd "$(dirname "$0")/.."
source=internal/platform/codec/codec.go
sealed='return converter.NewCodecDataConverter(plain, payloadCodec{keys})'
if ! grep -qF "$sealed" "$source"; then
  echo "in-clear.sh: $source seals in another way than this knows" >&2
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed "s/$sealed/return plain/" "$source" >"$folder/codec.go"
printf '{"Replace":{"%s":"%s"}}\n' "$PWD/$source" "$folder/codec.go" >"$folder/overlay.json"
go build -overlay "$folder/overlay.json" -o bin/devstack-in-clear ./cmd/devstack
