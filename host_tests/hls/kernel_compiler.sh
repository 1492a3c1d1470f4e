#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kernel_compiler.sh FILE LAUNCHER ARGUMENT...: runs the compiler whose path is in FILE, through
# LAUNCHER if that is not empty.
clang=$(cat "$1") || exit
launcher=$2
shift 2
exec $launcher "$clang" "$@"
