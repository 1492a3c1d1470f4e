#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# arm64.sh CMAKE CTEST SOURCE FOLDER: tests the code that is specific to each processor on arm64:
# fibers, faults in payloads, and loading of payloads. Cross-compiles a small part of the suite and
# runs it under QEMU.
set -u
cmake=$1 ctest=$2 source=$3 folder=$4
skip() {
	echo "skipped: $1"
	exit 77
}
command -v aarch64-linux-gnu-g++ >/dev/null || skip "there is no cross compiler (crossbuild-essential-arm64)"
command -v qemu-aarch64-static qemu-aarch64 >/dev/null || skip "there is no qemu-aarch64-static (qemu-user-static)"
for module in libelf libxml-2.0 nettle uuid OpenCL cmocka; do
	PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig pkg-config --exists $module 2>/dev/null ||
		skip "$module for arm64 is not installed"
done
mkdir -p "$folder"
tests='emulator_fiber emulator_keep emulator_reach image_elf'
cd "$source" || exit 1
{
	"$cmake" --preset arm64 -B "$folder" -DBUILD_TESTING=ON &&
		"$cmake" --build "$folder" --target $tests hal_conformance
} >"$folder/log" 2>&1 || { tail -n 30 "$folder/log"; exit 1; }
"$ctest" --test-dir "$folder" --output-on-failure -R "^(${tests// /|}|hal_conformance_emu_u250)\$"
