#!/bin/sh
# Makes the folder of secrets that docker-compose.yml mounts: a file for each, named after its variable. Our own secrets are random;
# a secret from or for a partner is an empty file to fill in. An existing file stays as it is.
# The addresses of the database name the host "postgres" of the compose set. POSTGRES_HOST=db.example:5432 names another one.
set -eu

folder=${1:?which folder: deploy/secrets.sh secrets}
umask 077 # no other user of this machine can enter the folder; within a container its user reads the files
mkdir -p "$folder"

keep() { # name, text
  [ -e "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"
  chmod 644 "$folder/$1"
}
password() { openssl rand -hex 24; }
key() { openssl rand -base64 32; }
host=${POSTGRES_HOST:-postgres}
case $host in *:*) ;; *) host=$host:5432 ;; esac
# Connections within the set stay on this machine. Any other host needs a server certificate.
case $host in postgres:* | localhost:* | 127.0.0.1:*) mode=disable ;; *) mode=verify-full ;; esac
address() { printf 'postgres://%s:%s@%s/selfcare?sslmode=%s' "$1" "$(password)" "$host" "$mode"; }

keep postgres_password "$(password)"
keep temporal_password "$(password)"
keep migrate_database_url "$(address selfcare_owner)"
keep database_url "$(address selfcare_app)"
keep data_keys "k1:$(key)"
keep index_key "$(key)"
keep payload_keys "k1:$(key)"
keep code_pepper "$(key)"

for name in \
  payment_secret_key payment_publishable_key payment_webhook_secret \
  moyasar_secret_key moyasar_publishable_key moyasar_webhook_secret identity_app_key registry_api_key \
  courier_api_key courier_webhook_secret email_api_key smtp_password sms_api_key unifonic_app_sid unifonic_webhook_secret network_api_key network_webhook_secret \
  portability_api_key portability_webhook_secret topup_api_key topup_api_secret content_api_key games_api_key scan_api_key nationaladdress_api_key \
  sadad_webhook_secret recaptcha_secret social_google_client_secret social_apple_private_key social_facebook_client_secret \
  alert_webhook_url alert_smtp_password alert_pager_key; do
  keep "$name" ''
done
