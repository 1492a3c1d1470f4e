# SPDX-License-Identifier: Apache-2.0
# Shared by these scripts, and sourced from bash. Changes to a new folder, which is removed at exit.
# `failures` counts the problems; the files out and err contain the output of the last command.
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

# says FILE PATTERN: a line of the file matches the pattern.
says() {
	grep -Eq -- "$2" "$1" || problem "$command: no line of $1 matches '$2'"
}
