#!/bin/sh
# The server reads its password only from its environment. This script copies it from the file, so that no listing of containers shows it.
set -eu

POSTGRES_PWD=$(cat /run/secrets/temporal_password)
export POSTGRES_PWD
exec /etc/temporal/entrypoint.sh
