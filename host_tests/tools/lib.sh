# SPDX-License-Identifier: Apache-2.0
# What the scripts here share. Sourced from bash: changes to a folder of its own, which is removed at
# exit. `failures` counts the problems; what the last command printed is in the files out and err.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

problem() {
	echo "$1" >&2
	sed 's/^/    /' out err >&2
	failures=$((failures + 1))
}

# call STATUS COMMAND...
call() {
	expected=$1
	shift
	command="$(basename "$1") ${*:2}"
	"$@" >out 2>err
	status=$?
	[ "$status" = "$expected" ] || problem "$command: status $status, expected $expected"
}

# says FILE PATTERN: one of its lines matches.
says() {
	grep -Eq -- "$2" "$1" || problem "$command: no line of $1 matches '$2'"
}
