#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh <fpgacl> <fpgaclc> <designs>: what a card says of itself, and what `fpgacl card check` finds wrong with one.
# shellcheck disable=SC1091,SC2154
set -eu
here=$(dirname "$0")
. "$here/../pcie/card.sh"
. "$here/import.sh"
fpgacl=$1 fpgaclc=$2 designs=$3
failed=0

export FPGACL_BOARD_PATH="$folder/boards"
import "$fpgacl" "$designs" vcu118 "$FPGACL_BOARD_PATH" >"$folder/said"
board=$FPGACL_BOARD_PATH/vcu118/board.xml image=$FPGACL_BOARD_PATH/vcu118/vcu118.xclbin
"$fpgaclc" -t sw_emu --platform vcu118 -k vadd --connectivity.nk vadd:2 "$designs/vadd.cpp" -o "$folder/model.xclbin"
start_card "$fpgacl" vcu118 --image "$folder/model.xclbin" --design "$image"
cp "$board" "$folder/board.xml"

said() {
	grep -q -- "$1" "$folder/out" || {
		echo "expected: $1"
		cat "$folder/out"
		failed=1
	}
}

"$fpgacl" card probe "$socket" >"$folder/out"
said '^ids        10ee:903f'
said '^link       16 lanes of 8 GT/s'
said '^BAR 0      0x1000000 bytes$'
said '^BAR 1      0x10000 bytes: XDMA$'
said '^H2C 3      memory, version 0x06'
said '^C2H 3      memory, version 0x06'
said '^interrupts 32 MSI-X vectors$'
said '^reset      yes$'
"$fpgacl" card probe "$folder/nothing" >"$folder/out" 2>&1 && failed=1
said 'no card process listens'
: >"$folder/xdma0_user"
"$fpgacl" card probe "$folder/xdma0" >"$folder/out" 2>&1 && failed=1
said "found files of AMD's kernel module"

"$fpgacl" card check "vcu118@$socket" "$image" >"$folder/out" || failed=1
said '^fits     ids: 10ee:903f$'
said '^fits     channels: 4 to the card, 4 to the host$'
said "^fits     uuid: the image's\$"
said '^fits     kernels_vadd_1: registers at 0x20000$'
said '^fits     kernels_vadd_2: interrupt 1$'
said '^fits     DDR\[1\]: 0x80000000 bytes at 0x80000000$'
said '^0 problems$'
# It has left everything as it was: again, and the compute units still work.
"$fpgacl" card check "vcu118@$socket" "$image" >"$folder/out" || failed=1
said '^0 problems$'

# wrong <what sed does to the board.xml> <text>
wrong() {
	sed "$1" "$folder/board.xml" >"$board"
	if "$fpgacl" card check "vcu118@$socket" "$image" >"$folder/out" 2>&1; then
		echo "nothing was found wrong after $1"
		failed=1
	fi
	said "$2"
}

wrong 's/device="0x903f"/device="0x9038"/' '^WRONG    ids: expected 10ee:9038, found 10ee:903f$'
wrong 's/user-size="0x1000000"/user-size="0x2000000"/' 'BAR 0, registers: expected 0x2000000 bytes, found 0x1000000'
wrong 's/dma-bar="1"/dma-bar="3"/' 'BAR 3, XDMA: expected 0x10000 bytes, found 0x0'
wrong 's/h2d="4"/h2d="5"/' 'channels: expected 5 to the card and 4 to the host, found 4 and 4'
wrong 's/uuid="0x10000"/uuid="0x10010"/' "uuid: expected the image's at 0x10010, found another"
wrong 's/uuid="0x10000"/id-at="0x10000" id="0x1"/' 'id: expected 0x00000001 at 0x10000, found 0x[0-9a-f]*: another design'
wrong 's/base="0x80000000" size="0x80000000"/base="0x80000000" size="0x100000000"/' '^WRONG    DDR\[.\] at 0x.*decode error'
wrong 's/user-base="0x0"/user-base="0x10000"/; s/ uuid="0x10000"//' \
	'kernels_vadd_1: expected an idle compute unit at 0x20000, found\|kernels_vadd_1: expected its registers at 0x20000'
wrong 's/<card.*//' 'has no element <card>'
cp "$folder/board.xml" "$board"

# An image whose kernel has a register that the card's does not have.
mkdir "$folder/other"
sed 's/offset="0x34"/offset="0x44"/' "$designs/vcu118/kernel.xml" >"$folder/other/kernel.xml"
"$fpgacl" card import "$designs/vcu118/top.hwh" "$folder/other/kernel.xml" -o "$folder/other" >/dev/null
if "$fpgacl" card check "vcu118@$socket" "$folder/other/vcu118/vcu118.xclbin" >"$folder/out" 2>&1; then
	failed=1
fi
said 'kernels_vadd_1: argument n: expected 0x[0-9a-f]* at 0x20044, as it was written, found 0x00000000'

# A card that does not do what it should: fault <which> <text>
export FPGACL_PCIE_TIMEOUT_MS=1000
fault() {
	kill "$card"
	wait "$card" || :
	rm -f "$folder/listens"
	start_card "$fpgacl" vcu118 --image "$folder/model.xclbin" --design "$image" --fault "$1"
	if "$fpgacl" card check "vcu118@$socket" "$image" >"$folder/out" 2>&1; then
		echo "nothing was found wrong with $1"
		failed=1
	fi
	said "$2"
}

fault irq=wrong '^WRONG    kernels_vadd_1: expected interrupt 0 (usr_irq_req), found 1$'
fault irq=lost '^WRONG    kernels_vadd_2: expected interrupt 1 (usr_irq_req), none came in 500 ms$'
fault bar=gone@40 '^WRONG    kernels_vadd_1: argument sum: expected .* found 0xffffffff$'
fault c2h=error9 '^WRONG    DDR\[1\] at 0x80000000: .*card read: decode error'
fault socket=closed@60 '^WRONG    kernels_vadd_1: argument .* found 0xffffffff$'
exit $failed
