#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# on_card.sh <fpgacl> <hal_conformance> <folder> <boards> [load]: the conformance suite on a card in software that runs
# the suite's image; <folder>/<boards> has what the driver knows of it.
set -eu
fpgacl=$1 suite=$2 boards=$3/$4
shift 4
folder=$(mktemp -d)
card=
end() {
	[ -z "$card" ] || kill "$card" 2>/dev/null || :
	rm -rf "$folder"
}
trap end EXIT

"$suite" emu:small-card image "$folder/suite.xclbin"
"$fpgacl" card start small-card --image "$folder/suite.xclbin" --socket "$folder/socket" >"$folder/said" &
card=$!
tries=0
until [ -s "$folder/said" ]; do
	kill -0 "$card"
	tries=$((tries + 1))
	[ "$tries" -lt 600 ] || exit 1
	sleep 0.1
done
FPGACL_BOARD_PATH=$boards FPGACL_PCIE_CARDS="small-card@$folder/socket" "$suite" "pcie:small-card@$folder/socket" "$@"
