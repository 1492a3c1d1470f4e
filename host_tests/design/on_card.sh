#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# on_card.sh <fpgacl> <fpgaclc> <host> <designs> <design>: imports an example design, or `two`, one whose kernel has two
# AXI-Lite interfaces, and runs a host on a card in software that shows itself as that design.
# shellcheck disable=SC1091,SC2154
set -eu
here=$(dirname "$0")
. "$here/../pcie/card.sh"
. "$here/import.sh"
fpgacl=$1 fpgaclc=$2 host=$3 designs=$4 design=$5

export FPGACL_BOARD_PATH="$folder/boards"
from=$designs
if [ "$design" = two ]; then
	from=$folder/designs
	mkdir "$from"
	cp -r "$designs/kcu116" "$from/two"
	chmod -R u+w "$from/two"
	into_two_interfaces "$from/two"
fi
import "$fpgacl" "$from" "$design" "$FPGACL_BOARD_PATH" >"$folder/said"
image=$FPGACL_BOARD_PATH/$design/$design.xclbin
units=$(grep -c 'registers at' "$folder/said")
"$fpgaclc" -t sw_emu --platform "$design" -k vadd --connectivity.nk "vadd:$units" "$designs/vadd.cpp" -o "$folder/model.xclbin"

# The identity is not proven exactly where nothing is compared.
proven=yes
if grep -q 'nothing proves that the card holds it' "$folder/said"; then proven=no; fi
case $design in
kcu116 | two) [ $proven = no ] ;;
*) [ $proven = yes ] ;;
esac

start_card "$fpgacl" "$design" --image "$folder/model.xclbin" --design "$image"
export FPGACL_DEVICES="pcie:$design@$socket"
FPGACL_LOG=info "$host" "$image"

# Another design in the card, as its identification says, is found out before anything runs.
case $design in
litefury) sed -i 's/id="0x4c465259"/id="0x4c465258"/' "$FPGACL_BOARD_PATH/$design/board.xml" ;;
vcu118) sed -i 's/uuid="0x10000"/uuid="0x10010"/' "$FPGACL_BOARD_PATH/$design/board.xml" ;;
*) exit 0 ;;
esac
if "$fpgacl" program "$image" >"$folder/out" 2>&1; then
	echo "a card with another identification was accepted"
	exit 1
fi
grep -q -e 'the card holds another design' -e "but the card's design has ffffffff" "$folder/out" || {
	cat "$folder/out"
	exit 1
}
