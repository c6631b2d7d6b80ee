#!/bin/sh
# Creates or updates the tables of Temporal. It may run at every start, and must run before a newer server.
set -eu

SQL_PASSWORD=$(cat /run/secrets/temporal_password)
export SQL_PASSWORD

for part in temporal visibility; do
  database=temporal
  [ "$part" = temporal ] || database=temporal_visibility
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-name "postgresql/v12/$part"
done
