#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run.sh TOOL IMAGES KERNELS: `fpgacl run`. IMAGES contains vadd.xclbin, vadd4.xclbin and
# stream.xclbin, KERNELS is the image of run_kernels.cl.
. "$(dirname "$0")/lib.sh"
unset FPGACL_DEVICES FPGACL_VISIBLE_DEVICES FPGACL_BOARD_PATH FPGACL_LOG FPGACL_EMU_CHECK
tool=$1
vadd=$2/vadd.xclbin
vadd4=$2/vadd4.xclbin
stream=$2/stream.xclbin
items=$3

run() {
	call "$1" "$tool" run "${@:2}"
	if [ "$1" = 0 ]; then [ -s err ] && problem "$command: wrote to standard error"; else
		grep -q '^fpgacl: ' err || problem "$command: gave no reason"
		[ -s out ] && problem "$command: printed a result"
	fi
}

# is TEXT: the output equals the text, with its lines joined by blanks.
is() {
	[ "$(tr '\n' ' ' <out)" = "$1 " ] || problem "$command: expected '$1'"
}

printf '1\n2\n# a comment\n3 4\n' >a.csv
printf '10,20\n30,-40\n' >b.csv
python3 - <<'PY'
import struct
def npy(name, descr, shape, data, order="False"):
    header = f"{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    open(name, "wb").write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data)
four = struct.pack("<4i", 5, 6, -7, 2**31 - 1)
npy("a.npy", "<i4", "(4,)", four)
npy("square.npy", "<i4", "(2, 2)", four)
npy("fortran.npy", "<i4", "(2, 2)", four, "True")
npy("long.npy", "<i8", "(4,)", struct.pack("<4q", 5, 6, 7, 8))
npy("big.npy", ">i4", "(4,)", four)
npy("short.npy", "<i4", "(5,)", four)
npy("huge.npy", "<i4", "(4294967296, 4294967296)", four)
open("cut.npy", "wb").write(open("a.npy", "rb").read()[:40])
npy("f.npy", "<f4", "(2, 4)", struct.pack("<8f", 1, 2, 3, 4, .5, 1e30, -0.0, 7))
open("raw.bin", "wb").write(four)
open("image.pgm", "wb").write(b"P5\n# made by hand\n3 2\n255\n\0\1\2\3\4\xff")
open("wide.pgm", "wb").write(b"P5 1 1 65535\n\1\2")
PY

# Each format, in and out.
# A board without room for a request is asked again.
run 0 -d 'fault(emu:u250)?submit=EAGAIN@2' "$vadd" --kernel vadd --arg a=@a.csv --arg b=@b.csv --arg c=4xint --arg n=4 -o c=-
is '11 22 33 -36'
run 0 "$vadd" --kernel vadd --arg a=@a.csv --arg b=@b.csv --arg c=4xint --arg n=4 -o c=-
is '11 22 33 -36'
run 0 "$vadd" --arg a=@a.npy -a b=@raw.bin --arg 2=4 --arg n=0x3 -o c=c.bin
says out '^emu:u250: vadd ran for [0-9.]+ ms$'
[ "$(od -An -td4 c.bin | tr -s ' ')" = ' 10 12 -14 0' ] || problem 'c.bin: wrong bytes'
run 0 -d emu:u250 "$vadd" --arg a=@square.npy --arg b=2x2xint@b.csv --arg c=2x2xint --arg n=4 -o c=@c.npy -o a=a_again.npy
cmp square.npy a_again.npy || problem 'an array that was read and written differs'
run 0 "$vadd" --arg a=@c.npy --arg b=4 --arg c=2x2 --arg n=4 -o c=c.csv
[ "$(tr '\n' ' ' <c.csv)" = '15,26 23,2147483607 ' ] || problem 'c.csv: wrong table'
# One of several CUs, and kernels connected by a stream.
run 0 "$vadd4" --kernel vadd:vadd_3 --arg a=@a.csv --arg b=@b.csv --arg c=4 --arg n=2 -o c=-
is '11 22 0 0'
run 0 "$stream" -k triple --arg in=@a.csv --arg n=4 -k increment --arg n=4 --arg out=4xint -o out=-
is '4 7 10 13'

# refused STATUS PATTERN ARGUMENT...: runs vadd.
refused() {
	run "$1" "$vadd" "${@:3}"
	says err "$2"
}
refused 2 "no kernel 'vsub'; it has vadd" --kernel vsub
refused 2 "no compute unit 'vadd_9'; it has vadd_1" --kernel vadd:vadd_9
refused 2 "no argument 'in1'; it has a \(const int\*\), b \(const int\*\), c \(int\*\), n \(int\)" --arg in1=@a.npy
refused 2 "'c' \(int\*\) is not given: --arg c=@FILE or COUNTxTYPE" --arg a=@a.csv --arg b=@b.csv --arg n=4
refused 2 "'n' \(int\) is not given: --arg n=VALUE" --arg a=@a.csv --arg b=@b.csv --arg c=4
refused 2 "'a' is given twice" --arg a=@a.csv --arg a=@b.csv
refused 2 "'1.5' is not a number of type int" --arg n=1.5
refused 2 "'2147483648' is out of range for int" --arg n=2147483648
refused 2 "'-2147483649' is out of range for int" --arg n=-2147483649
refused 2 "'1,2': expected 1 value of type int, found 2" --arg n=1,2
refused 2 'expected NAME=VALUE' --arg n
refused 2 'is a buffer of int, not of float' --arg a=4xfloat
refused 2 'expected COUNTxTYPE with a type' --arg a=4xfoo
refused 2 'expected @FILE .* or COUNTxTYPE' --arg a=int
refused 2 'not a whole number' --arg a=0xint
refused 2 'more than 2\^64 bytes' --arg a=4294967296x4294967296xint
refused 2 'is not a buffer' --arg n=4 -o n=n.txt
refused 2 'unexpected .--frob.; .fpgacl run --help. lists' --frob x
refused 2 'nothing to write for a null pointer' --arg a=@a.csv --arg b=@b.csv --arg c=null --arg n=0 -o c=-
refused 2 'an image has HEIGHTxWIDTHxuchar' --arg a=@a.csv --arg b=@b.csv --arg c=4 --arg n=4 -o c=c.pgm
refused 2 'c.JPG: .jpg files are not supported; .npy, .csv, .pgm and .png are' --arg a=4 --arg b=4 --arg c=4 --arg n=4 -o c=c.JPG
refused 2 'photo.jpeg: .jpeg files are not supported' --arg a=@photo.jpeg
cp a.npy UPPER.NPY
run 0 "$vadd" --arg a=@UPPER.NPY --arg b=4 --arg c=4 --arg n=4 -o c=-
is '5 6 -7 2147483647'
refused 2 'at least 1' --range 0
refused 1 'not enough memory for 18446744073709551612 bytes' --arg a=4611686018427387903xint
run 2 "$items" -k scale --arg in=4611686018427387905xfloat4
says err 'more than 2\^64 numbers'
# The kernel at the other end of the stream does not run: the board reports that.
call 1 env FPGACL_EMU_STALL_S=1 "$tool" run "$stream" -k triple --arg in=@a.csv --arg n=4
says err '^fpgacl: emu:u250: .*triple'
run 2 "$stream" --arg n=4
says err 'name the kernel with --kernel; the image has triple, increment'
run 2 "$stream" -k triple --arg out=4xint
says err 'it is a stream'
run 2
run 2 --kernel vadd
run 1 nothere.xclbin
# Errors in files.
refused 1 "cannot read 'nothere.csv'" --arg a=@nothere.csv
refused 1 "long.npy: it holds numbers of type long, but int is expected: x.astype\('<i4'\)" --arg a=@long.npy
refused 1 'big.npy: expected little-endian numbers' --arg a=@big.npy
refused 1 'fortran.npy: it is in Fortran order' --arg a=@fortran.npy
refused 1 'short.npy: the file is too short: its header says 20 bytes' --arg a=@short.npy
refused 1 'cut.npy: the file is too short' --arg a=@cut.npy
refused 1 'huge.npy: the array has more than' --arg a=@huge.npy
refused 1 'raw.bin is too short: 5xint has 20 bytes, the file 16' --arg a=5xint@raw.bin
refused 1 'raw.bin is too long' --arg a=3xint@raw.bin
head -c 7 raw.bin >odd.bin
refused 1 'odd.bin: the file is too short: .* multiple of the 4 of one int' --arg a=@odd.bin
: >empty.bin
refused 1 'empty.bin: the file is too short' --arg a=@empty.bin
echo '1,x' >x.csv
refused 1 "x.csv: line 1: 'x' is not a number of type int" --arg a=@x.csv
printf '1\n2\n\0003\n4\n' >zero.csv
refused 1 'zero.csv: expected text in ASCII or UTF-8, found a zero byte' --arg a=@zero.csv
# Files and the board: what fails there is reported, and nothing is run by the null backend.
run 1 -d null:u250 "$vadd" --arg a=4 --arg b=4 --arg c=4 --arg n=4 -o c=null.bin
says err 'runs nothing'
[ -e null.bin ] && problem 'the null backend wrote a result'
call 1 "$tool" run "$vadd" --arg a=4 --arg b=4 --arg c=4 --arg n=4 -o c=no/such/folder.bin
says err 'no/such/folder.bin'
call 1 sh -c "'$tool' run '$vadd' --arg a=4 --arg b=4 --arg c=4 --arg n=4 -o c=- >/dev/full"
says err 'cannot write to standard output'
# The kernel accesses memory out of bounds: the board reports that.
call 1 env FPGACL_EMU_CHECK=full "$tool" run "$vadd" --arg a=4 --arg b=4 --arg c=4 --arg n=9999999 -o c=over.bin
[ -e over.bin ] && problem 'a failed kernel wrote a result'

# OpenCL C: ranges, vectors, images, each type of scalar, local memory, null pointers.
run 0 "$items" -k scale --arg in=@f.npy --arg out=2xfloat4 --arg factor=2,3,0.5,1e3 --range 2 -o out=-
is '2 6 1.5 4000 1 3.0000002e+30 -0 7000'
run 2 "$items" -k scale --arg in=@f.npy --arg out=2xfloat4 --arg factor=2,3 --range 2
says err 'expected 4 values, separated by commas, of type float4, found 2'
run 2 "$items" -k scale --arg in=@f.npy --arg out=2xfloat4 --arg factor=1,1,1,1e39 --range 2
says err "'1e39' is out of range for float4"
run 2 "$items" -k scale --arg in=@f.npy --arg out=2xfloat4 --arg factor=1,1,1,1
says err 'runs over a range of work-items: --range'
run 0 "$items" -k invert --arg in=@image.pgm --arg out=2x3xuchar --range 6 -o out=inverted.pgm
[ "$(od -An -c inverted.pgm | tr -d ' \n')" = 'P5\n32\n255\n377376375374373\0' ] ||
	problem 'inverted.pgm: wrong image'
# PNG images in and out: all types of pixels, as numbers in rows.
if ldd "$tool" | grep -q libpng; then
	python3 - <<'PY'
import struct, zlib

def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

def png(path, width, height, bits, colour, rows, extra=b""):
    data = b"".join(b"\0" + row for row in rows)
    open(path, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0)) +
                           extra + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))

png("grey.png", 3, 2, 8, 0, [bytes([0, 1, 2]), bytes([3, 4, 255])])
png("bits.png", 3, 2, 1, 0, [b"\xa0", b"\x40"])
png("rgb.png", 2, 1, 8, 2, [bytes([1, 2, 3, 4, 5, 6])])
png("alpha.png", 2, 1, 8, 6, [bytes([1, 2, 3, 4, 5, 6, 7, 8])])
png("palette.png", 2, 1, 8, 3, [bytes([1, 0])], chunk(b"PLTE", bytes([9, 8, 7, 30, 20, 10])))
png("deep.png", 2, 1, 16, 0, [bytes([1, 2, 255, 0])])
png("large.png", 2000, 1000, 1, 3, [bytes(250)] * 1000, chunk(b"PLTE", bytes([9, 8, 7, 30, 20, 10]))) # packs well
png("claims.png", 1000000, 1000, 16, 6, [bytes(8)])
png("grows.png", 1000000, 1000, 1, 3, [bytes(8)], chunk(b"PLTE", bytes([9, 8, 7, 30, 20, 10])) + chunk(b"spAc", bytes(200000)))
open("half.png", "wb").write(open("rgb.png", "rb").read()[:50])
PY
	run 0 "$items" -k invert --arg in=@grey.png --arg out=2x3xuchar --range 6 -o out=inverted.png -o in=grey.raw
	[ "$(od -An -tu1 grey.raw)" = '   0   1   2   3   4 255' ] || problem 'grey.png: wrong pixels'
	run 0 "$items" -k invert --arg in=@inverted.png --arg out=6xuchar --range 6 -o out=again.raw
	cmp -s again.raw grey.raw || problem 'inverted.png: wrong image'
	for image in 'bits 255 0 255 0 255 0' 'rgb 1 2 3 4 5 6' 'alpha 1 2 3 4 5 6 7 8' 'palette 30 20 10 9 8 7'; do
		name=${image%% *}
		run 0 "$items" -k invert --arg in=@$name.png --arg out=8xuchar --range 1 -o in=$name.raw
		[ "$(od -An -tu1 $name.raw | tr -s ' ')" = " ${image#* }" ] || problem "$name.png: wrong pixels"
		run 0 "$items" -k invert --arg in=@$name.png --arg out=8xuchar --range 1 -o in=copy.png
		run 0 "$items" -k invert --arg in=@copy.png --arg out=8xuchar --range 1 -o in=copy.raw
		cmp -s copy.raw $name.raw || problem "$name.png: the copy differs"
	done
	run 1 "$items" -k invert --arg in=@deep.png --arg out=2xuchar --range 2
	says err 'deep.png: it holds numbers of type ushort, but uchar is expected'
	run 1 "$items" -k invert --arg in=@half.png --arg out=2xuchar --range 2
	says err 'half.png: the image is damaged: '
	# A header that promises more pixels than the file can contain: no memory is allocated for
	# them.
	run 1 "$items" -k invert --arg in=@claims.png --arg out=2xuchar --range 2
	says err 'claims.png: .*8000000000 bytes of pixels, more than a file of [0-9]* bytes can hold'
	# A palette's pixels grow when they are read: 125 MB of them fit in 200 kB, but not 3 GB.
	run 1 "$items" -k invert --arg in=@grows.png --arg out=2xuchar --range 2
	says err 'grows.png: .*its pixels take 3000000000 bytes, over 1 GiB and over 32 times the size of the file'
	run 0 "$items" -k invert --arg in=@large.png --arg out=2xuchar --range 2 -o in=large.raw
	[ "$(wc -c <large.raw)" = 6000000 ] || problem 'large.png: not all pixels were read'
	cp image.pgm short.png
	run 1 "$items" -k invert --arg in=@short.png --arg out=2xuchar --range 2
	says err 'short.png: expected a PNG image, found another file'
	run 2 "$items" -k invert --arg in=@grey.png --arg out=6xuchar --range 6 -o out=flat.png
	says err 'flat.png: an image has HEIGHTxWIDTHxuchar or .* this has 1 dimensions of uchar'
fi
run 1 "$items" -k invert --arg in=@wide.pgm --arg out=2xuchar --range 2
says err 'type ushort, but uchar is expected'
scalars=(--arg c=-128 --arg u=255 --arg s=-32768 --arg w=65535 --arg l=-9223372036854775808
	--arg m=0xffffffffffffffff --arg d=-1.5 --arg absent=null)
run 0 "$items" -k limits --arg out=8xlong "${scalars[@]}" -o out=-
is '-128 255 -32768 65535 -9223372036854775808 9223372036854775807 -1500 1'
for wrong in c=128 c=-129 u=256 u=-1 s=32768 w=65536 l=9223372036854775808 m=18446744073709551616 d=1e999 d=x; do
	run 2 "$items" -k limits --arg out=8xlong --arg $wrong
done
run 0 "$items" -k groups --arg out=8 --arg shared=4xint --range 8 --group 4 -o out=-
is '4000 4000 4000 4000 4004 4004 4004 4004'
run 2 "$items" -k groups --arg out=8 --arg shared=4xint --range 8 --group 3
says err 'a range of 8 is not a multiple'
run 0 --help
says out '^  -o, --output'
# As JSON: times in microseconds, and the outputs.
run 0 "$stream" --json -k triple --arg in=@a.csv --arg n=4 -k increment --arg n=4 --arg out=4xint -o out=out.npy
python3 - <<'PY' || problem "$command: wrong JSON"
import json
run = json.load(open("out"))
first, second = run["kernels"]
assert run["device"] == "emu:u250" and first["run_us"] > 0 and second["run_us"] > 0
assert (first["kernel"], first["compute_unit"], first["outputs"]) == ("triple", "triple_1", [])
assert second["outputs"] == [{"argument": "out", "file": "out.npy", "bytes": 16}]
PY
run 0 --json "$vadd" -d emu:u250 --arg a=4 --arg b=4 --arg c=4 --arg n=4
refused 2 '--json and -o c=- both go to standard output' --json --arg a=4 --arg b=4 --arg c=4 --arg n=4 -o c=-
refused 2 "no kernel 'vsub'" --json --kernel vsub

# Traces contain what a host's commands would: the transfers with their banks, and the execution.
FPGACL_TRACE=run.json run 0 "$vadd" -a a=@a.csv -a b=@b.csv -a c=4xint -a n=4 -o c=-
call 0 "$tool" report run.json
grep -q 'vadd:vadd_1  *1 ' out || problem "the trace has no execution"
grep -q 'host to board  *3 .*DDR\[0\]' out || problem "the trace does not have the three transfers to the board"

[ "$failures" = 0 ]
