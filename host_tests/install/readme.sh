#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# readme.sh SOURCE BUILD: the kernel, the host and the commands in the README do what it says.
set -eu
source=$1 build=$2
readme=$source/README.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# block LANGUAGE: prints the first fenced block of that language.
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

# The host finds the board although a driver for another type of device is installed, whichever the
# loader lists first.
if [ -e /usr/lib/*/libpocl.so.2 ] && command -v clinfo >/dev/null; then
	cp -r "$build/vendors" vendors
	echo libpocl.so.2 >vendors/another.icd
	[ "$(OCL_ICD_VENDORS=$PWD/vendors clinfo -l | grep -c Platform)" = 2 ] || { echo "PoCL's platform is missing" >&2; exit 1; }
	[ "$(OCL_ICD_VENDORS=$PWD/vendors ./host)" = "$found" ] || { echo "the README's host fails beside PoCL" >&2; exit 1; }
fi

# If there is no driver, the host reports that.
mkdir none
OCL_ICD_VENDORS=$PWD/none ./host 2>said && { echo "the README's host passes without a driver" >&2; exit 1; }
grep -q 'OCL_ICD_VENDORS' said || { echo "without a driver, the README's host printed: $(cat said)" >&2; exit 1; }

# The table of variables is the one that the tool prints.
"$build/bin/fpgacl" env --markdown >known
sed -n '/^| variable |/,/^$/p' "$source/docs/environment.md" | sed '/^$/d' >listed
diff known listed >&2
