#!/bin/sh
# The server takes its password from its environment alone. It gets there from the file, so that no listing of containers shows it.
set -eu

POSTGRES_PWD=$(cat /run/secrets/temporal_password)
export POSTGRES_PWD
exec /etc/temporal/entrypoint.sh
