#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# demo.sh NINJA SOURCE BUILD: the target `demo` builds everything that the README, the guides and
# the tree for Vitis projects tell a user to run, unless the page says how to build it.
set -eu
ninja=$1 source=$2 build=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$ninja" -C "$build" -t commands demo >"$folder/commands"
"$ninja" -C "$build" -t targets all | sed -n "s|^$build/||; /: phony\$/d; s|: [^ ]*\$||p" >"$folder/built"
failed=0

# need PATH PAGE: if the build produces PATH, or a file in that folder, then so must the target
# `demo`.
need() {
	grep -q -e "^$1\$" -e "^$1/" "$folder/built" || return 0
	grep -qF -- "$1" "$folder/commands" && return
	echo "$2 needs $1, which the target demo does not build" >&2
	failed=1
}

count=0
cd "$source"
for page in README.md docs/*.md bitstreams/*/README.md; do
	grep -q 'cmake --build --preset release' "$page" && continue
	for path in $(grep -o 'build/release/[A-Za-z0-9_./-]*[A-Za-z0-9_]' "$page" | sed 's|^build/release/||' | sort -u); do
		need "$path" "$page"
		count=$((count + 1))
	done
	if grep -q 'fpgacl serve' "$page"; then
		need bin/fpgacl-serve "$page"
	fi
done
[ "$count" -gt 10 ] || { echo "the pages name few files: $count" >&2; exit 1; }
for path in $(grep '^vitis/' "$folder/built"); do
	need "$path" settings64.sh
done
exit $failed
