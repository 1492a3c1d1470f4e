#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# readme.sh README BUILD: the kernel, the host and the commands that the README shows do what it says.
set -eu
readme=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# block LANGUAGE: the first fenced block in that language.
block() {
	awk -v fence="\`\`\`$1" '$0 == fence {on = 1; next} on && /^```$/ {exit} on' "$readme"
}

block cpp >"$folder/vadd.cpp"
block c >"$folder/host.c"
block sh >"$folder/commands"
mkdir "$folder/build"
ln -s "$build" "$folder/build/release"
cd "$folder"
found=$(sh -eu commands)
grep -q "^It prints \`$found\`\." "$readme" || {
	echo "the README's host printed '$found'" >&2
	exit 1
}

# Each variable that the tool knows is in the table, and no other.
"$build/bin/fpgacl" env | sed -n 's/^\([A-Z_]*\)=.*/\1/p' | sort >known
sed -n 's/^| `\(\(FPGACL\|XCL\|XILINX\|EMCONFIG\)_[A-Z_]*\)` .*/\1/p' "$readme" | sort >listed
diff known listed >&2
