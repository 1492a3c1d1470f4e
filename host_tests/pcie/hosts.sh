#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# hosts.sh <fpgacl> <app_vadd> <image>: a host program that knows nothing of cards adds on one, built-in board included.
# shellcheck disable=SC1091,SC2154
set -eu
. "$(dirname "$0")/card.sh"
start_card "$1" u250 --image "$3"
export FPGACL_DEVICES="pcie:u250@$socket"
"$1" list --json | grep -q '"backend": *"pcie"' || {
	"$1" list --json
	exit 1
}
# Its test of a bare ELF loads another image, which is not the card's design.
"$2" >"$folder/out" 2>&1 || :
for name in xclbin host_pointers_migrated host_pointers_unaligned released_early; do
	grep -q "^\[ *OK \] $name\$" "$folder/out" || {
		cat "$folder/out"
		exit 1
	}
done
