#!/usr/bin/env bash
# Guards the recorded histories: a folder per release, and "unreleased" for what "make record" writes.
#   histories.sh check           refuses a change of a recorded file, and of anything that a tag v* has released
#   histories.sh seal            writes the checksums of unreleased histories, after they were recorded
#   histories.sh release v0.1.0  makes the unreleased ones those of a release; do it before the tag
set -euo pipefail
cd "${HISTORIES_ROOT:-$(dirname "$0")/..}"

folder=workflows/testdata/histories
sums=SHA256SUMS
problems=0

# A checkout owned by another user is looked into all the same.
git() { command git -c safe.directory="$PWD" "$@"; }

complain() {
  echo "$1" >&2
  problems=1
}

sha() {
  if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi
}

sums_of() { # release
  (cd "$folder/$1" && LC_ALL=C && export LC_ALL && sha -- *.json)
}

seal() { # release
  sums_of "$1" >"$folder/$1/.$sums" && mv "$folder/$1/.$sums" "$folder/$1/$sums"
}

check_release() { # release
  if [[ ! $1 =~ ^(unreleased|v[0-9]+\.[0-9]+\.[0-9]+)$ ]]; then
    complain "$folder/$1: a folder is a release like v0.1.0, or unreleased"
  elif ! compgen -G "$folder/$1/*.json" >/dev/null; then
    complain "$folder/$1: no histories, so a replay proves nothing"
  elif ! changed=$(diff "$folder/$1/$sums" <(sums_of "$1") 2>&1); then
    complain "$folder/$1: histories are recorded, not edited (tools/histories.sh seal after make record):"
    sed -n 's/^[<>] *[0-9a-f]*  /  /p' <<<"$changed" | sort -u >&2
  fi
}

# What a tag holds must still be there as it was; what was unreleased then belongs into the folder of that tag.
check_tag() { # tag
  local blob path now
  while read -r _ _ blob path; do
    now=${path/#$folder\/unreleased\//$folder/$1/}
    if [[ ! -f $now ]]; then
      complain "$now was released with $1 and is missing"
    elif [[ $(git hash-object -- "$now") != "$blob" ]]; then
      complain "$now was released with $1 and has been changed"
    fi
  done < <(git ls-tree -r "$1" -- "$folder")
}

check() {
  local release tag tags=0
  for release in "$folder"/*/; do
    check_release "$(basename "$release")"
  done
  if compgen -G "$folder/*.json" >/dev/null; then
    complain "$folder: a history lies in the folder of its release"
  fi
  for tag in $(git tag --list 'v*' 2>/dev/null || true); do
    check_tag "$tag"
    tags=$((tags + 1))
  done
  ((problems == 0)) || exit 1
  echo "Histories are as they were recorded ($tags released)."
}

release() { # version
  [[ ${1:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "name a release like v0.1.0" >&2; exit 1; }
  [[ ! -e $folder/$1 ]] || { echo "$folder/$1 is there already" >&2; exit 1; }
  git mv "$folder/unreleased" "$folder/$1"
}

case ${1:-} in
  check) check ;;
  seal) seal unreleased ;;
  release) release "${2:-}" ;;
  *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
