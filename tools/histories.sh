#!/usr/bin/env bash
# Guards the recorded histories: a folder per release, and "unreleased" for what "make record" writes.
#   histories.sh check           refuses a change of a recorded file, and of anything that has been released: by its tag v*,
#                                and by its checksum in workflows/testdata/released.sha256, for a clone without tags
#   histories.sh seal            writes the checksums of unreleased histories, after they were recorded
#   histories.sh release v0.1.0  makes the unreleased ones those of a release; do it before the tag
set -euo pipefail
cd "${HISTORIES_ROOT:-$(dirname "$0")/..}"

folder=workflows/testdata/histories
sums=SHA256SUMS
released=workflows/testdata/released.sha256 # a line for each release: the checksum of its checksums
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

# The line of a release in $released.
line_of() { # release
  (cd "$folder" && sha -- "$1/$sums")
}

# What is released has its line. Without its tag that line is all that holds it: anybody could have written both anew.
check_released() { # release
  if ! grep -qF "  $1/$sums" "$released" 2>/dev/null; then
    complain "$folder/$1 has no line in $released: a release is made by tools/histories.sh release $1; restore the file from the commit that made it"
  elif [[ -f $folder/$1/$sums ]] && ! grep -qxF "$(line_of "$1")" "$released"; then
    complain "$folder/$1/$sums is not what was released ($released): restore the folder from its tag; a release is never recorded anew"
  fi
  git rev-parse -q --verify "refs/tags/$1" >/dev/null || untagged+=("$1")
}

# What has a line has its folder.
check_lines() {
  local release
  while IFS=' /' read -r _ release _; do
    [[ -d $folder/$release ]] || complain "$folder/$release was released ($released) and is missing"
  done <"$released"
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
  local release tag releases=0 untagged=()
  for release in "$folder"/*/; do
    release=$(basename "$release")
    check_release "$release"
    if [[ $release == v* ]]; then
      check_released "$release"
      releases=$((releases + 1))
    fi
  done
  [[ ! -f $released ]] || check_lines
  if compgen -G "$folder/*.json" >/dev/null; then
    complain "$folder: a history lies in the folder of its release"
  fi
  for tag in $(git tag --list 'v*' 2>/dev/null || true); do
    check_tag "$tag"
  done
  if ((${#untagged[@]} > 0)); then
    echo "No tag here of: ${untagged[*]}. Its checksums alone were compared. Where it is released: git fetch --tags (in CI, a clone with tags)." >&2
  fi
  ((problems == 0)) || exit 1
  echo "Histories are as they were recorded ($releases released, ${#untagged[@]} of them without a tag here)."
}

release() { # version
  [[ ${1:-} =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "name a release like v0.1.0" >&2; exit 1; }
  [[ ! -e $folder/$1 ]] || { echo "$folder/$1 is there already" >&2; exit 1; }
  check_release unreleased
  ((problems == 0)) || exit 1
  git mv "$folder/unreleased" "$folder/$1"
  line_of "$1" >>"$released"
  git add -- "$released"
}

case ${1:-} in
  check) check ;;
  seal) seal unreleased ;;
  release) release "${2:-}" ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
