#!/usr/bin/env bash
# Prints the folder with the programs of a whole Postgres (initdb, postgres, pg_dump, pg_restore, psql), installing one first if
# there is none. The Postgres of the npm package has no pg_dump.
set -euo pipefail

found() {
  for program in /usr/lib/postgresql/*/bin/pg_dump /usr/local/bin/pg_dump /opt/homebrew/bin/pg_dump; do
    if [[ -x $program ]]; then dirname "$program"; fi
  done | sort -V | tail -n 1
}

folder=$(found)
if [[ -z $folder && $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
  echo "No Postgres with pg_dump here; installing one." >&2
  apt-get update -qq >&2
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >&2
  folder=$(found)
fi
if [[ -z $folder ]]; then
  echo "There is no Postgres with pg_dump: install the package postgresql and run again." >&2
  exit 1
fi
echo "$folder"
