#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# same.sh <program> <program>: both must succeed and print the same.
set -e
one=$("$1")
other=$("$2")
echo "$one"
[ "$one" = "$other" ] || { echo "$other"; exit 1; }
