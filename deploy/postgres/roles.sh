#!/bin/sh
# Runs once, when the database is created: a role for each client, each with only the rights that it needs. The tables belong to
# selfcare_owner, which only migrates and grants; the application owns nothing; Temporal sees only its own two databases.
set -eu

# The password in the connection address of a user.
password() { sed -E 's|^[a-z]+://[^:]+:([^@]+)@.*|\1|' "/run/secrets/$1"; }
owner=$(password migrate_database_url)
app=$(password database_url)
temporal=$(cat /run/secrets/temporal_password)

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner="$owner" --set app="$app" --set temporal="$temporal" <<'SQL'
CREATE ROLE selfcare_owner LOGIN PASSWORD :'owner';
CREATE ROLE selfcare_app LOGIN PASSWORD :'app';
CREATE ROLE temporal LOGIN PASSWORD :'temporal';
CREATE DATABASE selfcare OWNER selfcare_owner;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE selfcare, temporal, temporal_visibility FROM PUBLIC;
GRANT CONNECT ON DATABASE selfcare TO selfcare_app;
\connect selfcare
ALTER SCHEMA public OWNER TO selfcare_owner;
GRANT USAGE ON SCHEMA public TO selfcare_app;
SQL
