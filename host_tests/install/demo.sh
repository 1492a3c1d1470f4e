#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# demo.sh NINJA SOURCE BUILD: building the target `demo` builds every program that the README's text and
# settings64.sh put into a user's hands.
set -eu
ninja=$1 source=$2 build=$3
commands=$(mktemp)
trap 'rm -f "$commands"' EXIT
"$ninja" -C "$build" -t commands demo >"$commands"

# The programs: those that README names by their path, and those of the tree for Vitis projects.
named=$(grep -o 'build/release/bin/[a-z_]*' "$source/README.md" | sed "s|^build/release|$build|" | sort -u)
[ -n "$named" ] || { echo "README names no program" >&2; exit 1; }
failed=0
for program in $named "$build"/vitis/bin/*; do
	program=$(readlink -f "$program")
	case $program in
	"$build"/*) ;;
	*) continue ;; # a script
	esac
	grep -qE -- "-o ${program#"$build"/}( |$)" "$commands" || {
		echo "the target demo does not build ${program#"$build"/}" >&2
		failed=1
	}
done
exit $failed
