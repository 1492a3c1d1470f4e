#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# interrupts.sh <fpgacl> <designs> <folder of nested.bd>: which interrupt a kernel has that reaches XDMA through hierarchies
# and concatenations. A wrong one would be another kernel's.
set -eu
fpgacl=$1 designs=$2 here=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# expect <sed command> <line>...: with that change, import prints the lines.
expect() {
	sed "$1" "$here/nested.bd" >"$folder/nested.bd"
	"$fpgacl" card import "$folder/nested.bd" "$designs/litefury/component.xml" -o "$folder/out" >"$folder/said" 2>&1 || failed=1
	change=$1
	shift
	for line; do
		grep -qx -- "$line" "$folder/said" || {
			echo "with '$change', expected: $line"
			cat "$folder/said"
			failed=1
		}
	done
}

first='  kernels\/vadd_1 registers at 0x10000, interrupt 0'
second='  kernels\/deep\/vadd_2 registers at 0x20000'
third='  vadd_3   registers at 0x30000'
expect '' "$first" "$second, interrupt 1" "$third, interrupt 2"
# Two outputs of two inputs each; an input is wider than what drives it.
expect 's/"NUM_PORTS"/"IN0_WIDTH": { "value": "3" }, &/' "$first" "$second, interrupt 1" "$third"
expect 's/"NUM_PORTS"/"IN0_WIDTH": { "value": "1" }, &/' "$first" "$second" "$third"
# XDMA has fewer inputs than there are wires.
expect '/xdma_num_usr_irq/s/"4"/"2"/' "$first" "$second, interrupt 1" "$third"
# Another order than that of the addresses.
expect 's/ilconcat_0\/In0/X/; s/ilconcat_0\/In1/ilconcat_0\/In0/; s/"X"/"ilconcat_0\/In1"/' \
	'  kernels\/vadd_1 registers at 0x10000' "$second" "$third"
# A core that is no concatenation, and a wire that ends at a hierarchy of the same name elsewhere.
expect 's/xilinx.com:inline_hdl:ilconcat/me:user:my_concat/' '  kernels\/vadd_1 registers at 0x10000' "$second" "$third"
expect 's/"done"\]/"irqs"]/' "$first" "$second" "$third"
# In a circle.
expect 's/"xdma_0\/usr_irq_req"\]/"xdma_0\/usr_irq_req", "ilconcat_0\/In2"]/' \
	"$first" "$second, interrupt 1" "$third, interrupt 2"
exit $failed
