#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The models of the vendor's memories and FIFOs, compared with references in C++:
# run.sh MODELS FOLDER SEED COUNT
# Skipped without Verilator.
set -eu
command -v verilator >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
mkdir -p "$2"
cd "$2"
python3 "$here/random_memories.py" "$3" "$4" top.sv table.h
verilator --cc --exe --flatten --x-assign 0 --x-initial 0 -Wno-fatal -Wno-lint -Wno-style -Wno-MULTIDRIVEN -Werror-USERFATAL \
    --top-module top -CFLAGS "-std=c++17 -O1 -I$PWD" top.sv "$here/models.cpp" -v "$1/xpm_fifo.sv" -v "$1/xpm_memory.sv" >verilator.log 2>&1 ||
    { cat verilator.log; exit 1; }
make -s -C obj_dir -f Vtop.mk OPT_FAST=-O1 >make.log 2>&1 || { cat make.log; exit 1; }
obj_dir/Vtop
