#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The demo with files: edges.sh EDGES IMAGE [png]; with "png", PNG files instead of PGM and PPM.
set -eu
edges=$1 image=$2 png=${3:-}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "edges: $*" >&2; exit 1; }
bytes() { tail -c "$1" "$2" | od -An -v -tu1 | tr -s ' \n' ' '; }

if [ -n "$png" ]; then
  "$edges" --sample sample.ppm
  "$edges" --sample sample.png
  "$edges" --frames 1 "$image" sample.ppm first.pgm >log
  "$edges" --frames 1 "$image" sample.png second.pgm >log
  cmp first.pgm second.pgm || fail "PNG differs from PPM"
  "$edges" --frames 1 "$image" sample.png out.png >log
  head -c 4 out.png | grep -q PNG || fail "no PNG file"
  exit 0
fi

# 8 x 3 pixels, dark on the left, with a comment in the header. Smoothing spreads the step from 10
# to 26 over two columns: 10 14 22 26. Columns 2 to 5 of the gradient are 4 times 4, 12, 12, 4.
{ printf 'P5 # a step\n8 3\n255\n'; for _ in 1 2 3; do printf '\012\012\012\012\032\032\032\032'; done; } >step.pgm
"$edges" --frames 3 "$image" step.pgm out.pgm >log || fail "$(cat log)"
grep -q '^frames  *3 in .* frames/s' log || fail "no frames/s in: $(cat log)"
[ "$(head -c 11 out.pgm | tr '\n' ' ')" = "P5 8 3 255 " ] || fail "another header"
expected=" 0 0 16 48 48 16 0 0"
[ "$(bytes 24 out.pgm)" = "$expected$expected$expected " ] || fail "expected three times$expected, found$(bytes 24 out.pgm)"

# A sample above the header's maximum, which is invalid, counts as the maximum.
for sample in 144 372; do
  { printf 'P5 8 3 100\n'; for _ in 1 2 3; do printf "\\0\\0\\0\\0\\$sample\\$sample\\$sample\\$sample"; done; } >most.pgm
  "$edges" --frames 1 "$image" most.pgm "most$sample.pgm" >log || fail "$(cat log)"
done
cmp most144.pgm most372.pgm || fail "a sample above the maximum is another one"

"$edges" --sample sample.ppm
"$edges" --frames 5 "$image" sample.ppm first.pgm >log
"$edges" --frames 2 "$image" sample.ppm second.pgm >log
cmp first.pgm second.pgm || fail "frames differ"
[ "$(bytes 300000 first.pgm | tr ' ' '\n' | sort -u | wc -l)" -gt 50 ] || fail "the sample has no edges"

# Refused with a message, without a crash.
refused() {
  status=0
  "$edges" --frames 1 "$image" "$1" none.pgm >log 2>&1 || status=$?
  [ $status = 1 ] && grep -q "$2" log || fail "$1: status $status, $(cat log)"
}
head -c 1000 sample.ppm >short.ppm
printf 'P6 99999 4 255\n' >wide.ppm
printf 'P6 4 4 65535\n' >deep.ppm
printf 'GIF89a' >other.gif
printf '\211PNG\r\n\032\n' >broken.png
printf 'P' >tiny.ppm
refused missing.ppm "No such file"
refused short.ppm "ends before its last pixel"
refused wide.ppm "16384"
refused deep.ppm "up to 255"
refused other.gif "not a PNG, PGM"
refused broken.png "broken.png"
refused tiny.ppm "too short"
