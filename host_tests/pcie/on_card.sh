#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# on_card.sh <fpgacl> <hal_conformance> <folder> <boards> [load]: the conformance suite on a card in software that runs
# the suite's image; <folder>/<boards> has what the driver knows of it.
# shellcheck disable=SC1091,SC2154
set -eu
. "$(dirname "$0")/card.sh"
fpgacl=$1 suite=$2 boards=$3/$4
shift 4
"$suite" emu:small-card image "$folder/suite.xclbin"
start_card "$fpgacl" small-card --image "$folder/suite.xclbin"
FPGACL_BOARD_PATH=$boards FPGACL_PCIE_CARDS="small-card@$socket" "$suite" "pcie:small-card@$socket" "$@"
