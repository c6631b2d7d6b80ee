#!/bin/sh
# Makes the namespace of Selfcare where it is not there yet. Closed workflows are kept as long as RETENTION says.
set -eu

temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 && exit
temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
