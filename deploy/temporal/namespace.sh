#!/bin/sh
# Creates the namespace of Selfcare if it is missing. RETENTION is the time that closed workflows are kept.
set -eu

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 && exit
temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
