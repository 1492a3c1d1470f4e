#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The demo with OpenVX graphs, with files: features.sh FEATURES EDGES KERNELS.vx.json IMAGE
set -eu
features=$1 edges=$2 kernels=$3 image=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "features: $*" >&2; exit 1; }

# The graph's edges equal those of the kernels joined by FIFOs.
"$edges" --sample sample.ppm
"$edges" --frames 1 "$image" sample.ppm chain.pgm >log
"$features" edges --frames 5 "$kernels" sample.ppm graph.pgm >log || fail "$(cat log)"
cmp chain.pgm graph.pgm || fail "the graph's edges differ"
grep -q '^frames  *5 in .* frames/s' log || fail "no frames/s in: $(cat log)"

# 40 x 40 pixels with a light square of 20 x 20 in the middle: four corners, each a red cross in an
# otherwise gray picture.
{
  printf 'P5\n40 40\n255\n'
  for y in $(seq 40); do
    for x in $(seq 40); do
      if [ "$x" -gt 10 ] && [ "$x" -le 30 ] && [ "$y" -gt 10 ] && [ "$y" -le 30 ]; then printf '\310'; else printf '\024'; fi
    done
  done
} >square.pgm
"$features" corners --frames 3 "$kernels" square.pgm corners.ppm >log || fail "$(cat log)"
grep -q '^corners  *4, in' log || fail "expected 4 corners, found: $(cat log)"
red=$(tail -c 4800 corners.ppm | od -An -v -tu1 -w3 | grep -c '255 *0 *0')
[ "$red" = 52 ] || fail "expected 4 crosses of 13 red pixels, found $red"

# Refused with a message.
status=0
"$features" corners --frames 1 "$folder/none.vx.json" square.pgm none.ppm >log 2>&1 || status=$?
[ $status = 1 ] && grep -q "none.vx.json" log || fail "no kernels: status $status, $(cat log)"
status=0
"$features" faces "$kernels" square.pgm none.ppm >log 2>&1 || status=$?
[ $status = 2 ] && grep -q '^usage:' log || fail "no such feature: status $status, $(cat log)"
