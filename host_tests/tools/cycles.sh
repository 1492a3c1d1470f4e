#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cycles.sh FPGACLC FPGACL PLUGIN XCLBINUTIL: kernels with --cycles on the emulated board, beside figures by hand.
# PLUGIN is the LLVM version of the compiler's plugin; 0: there is no plugin, and so no schedule.
set -u
fpgaclc=$1 fpgacl=$2 plugin=$3 xclbinutil=$4
[ "$plugin" = 0 ] && { echo "cycles.sh: skipped: no clang with LLVM's headers is installed"; exit 77; }
. "$(dirname "$0")/lib.sh"
unset FPGACL_LOG FPGACL_LOG_FILE FPGACL_TRACE FPGACL_SUMMARY XCL_EMULATION_MODE
export FPGACL_DEVICES=emu:u250

cat >kernels.cpp <<'CODE'
#include <hls_stream.h>

extern "C" void copy(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out[i] = in[i];
	}
}

extern "C" void total(const float *in, float *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
	float sum = 0;

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		sum += in[i];
	}
	*out = sum;
}

extern "C" void product(const int *a, const int *b, int *c)
{
#pragma HLS INTERFACE m_axi port=a bundle=one
#pragma HLS INTERFACE m_axi port=b bundle=two
#pragma HLS INTERFACE m_axi port=c bundle=three
	int x[64][64], y[64][64];
#pragma HLS ARRAY_PARTITION variable=x cyclic factor=8 dim=2
#pragma HLS ARRAY_PARTITION variable=y cyclic factor=8 dim=1

	for (int i = 0; i < 4096; i++) {
#pragma HLS PIPELINE II=1
		x[i / 64][i % 64] = a[i];
		y[i / 64][i % 64] = b[i];
	}
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 64; j++) {
			int sum = 0;

			for (int k = 0; k < 64; k++) {
#pragma HLS UNROLL factor=8
				sum += x[i][k] * y[k][j];
			}
			c[i * 64 + j] = sum;
		}
}

extern "C" void gather(const int *index, const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=index bundle=one
#pragma HLS INTERFACE m_axi port=in bundle=two
#pragma HLS INTERFACE m_axi port=out bundle=three
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out[i] = in[index[i]];
	}
}

/* What is behind the loop is written behind its burst. */
extern "C" void behind(int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
	out[0] = n * n;
	for (int i = 0; i < 100; i++) {
#pragma HLS PIPELINE II=4
		out[10 + i] = i * n;
	}
	out[1] = n;
	out[2] = n + 1;
}

static void load(const int *in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out.write(in[i]);
	}
}
static void slow(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=4
		out.write(in.read() * 3);
	}
}
static void store(hls::stream<int> &in, int *out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out[i] = in.read();
	}
}
extern "C" void stages(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
#pragma HLS DATAFLOW
	hls::stream<int> a, b;
#pragma HLS STREAM variable=b depth=8

	load(in, a, n);
	slow(a, b, n);
	store(b, out, n);
}

static void fill(const int *in, int *array)
{
	for (int i = 0; i < 256; i++) {
#pragma HLS PIPELINE II=1
		array[i] = in[i];
	}
}
static void drain(const int *array, int *out)
{
	for (int i = 0; i < 256; i++) {
#pragma HLS PIPELINE II=2
		out[i] = array[255 - i];
	}
}
extern "C" void turn(const int *in, int *out)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
#pragma HLS DATAFLOW
	int array[256];

	fill(in, array);
	drain(array, out);
}

static void split(hls::stream<int> &in, hls::stream<int> &left, hls::stream<int> &right, int n)
{
	int last = 0;

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		last = in.read();
		left.write(last);
	}
	right.write(last);
}
static void join(hls::stream<int> &left, hls::stream<int> &right, hls::stream<int> &out, int n)
{
	int more = right.read();

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out.write(left.read() + more);
	}
}
/* With more than 16 elements, `left` is full before `right` has one. */
extern "C" void diamond(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
#pragma HLS DATAFLOW
	hls::stream<int> a, left, right, b;
#pragma HLS STREAM variable=left depth=16

	load(in, a, n);
	split(a, left, right, n);
	join(left, right, b, n);
	store(b, out, n);
}

static void poll(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n;) {
#pragma HLS PIPELINE II=1
		int value;

		if (in.read_nb(value)) {
			out.write(value);
			i++;
		}
	}
}
extern "C" void polls(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
#pragma HLS DATAFLOW
	hls::stream<int> a, b;

	load(in, a, n);
	poll(a, b, n);
	store(b, out, n);
}

/* Each question waits for the answer before it. */
static void ask(hls::stream<int> &answers, hls::stream<int> &questions, int *out, int n)
{
	int sum = 0;

	questions.write(0);
	for (int i = 1; i <= n; i++) {
#pragma HLS PIPELINE off
		sum += answers.read();
		if (i < n)
			questions.write(i);
	}
	*out = sum;
}
static void tell(hls::stream<int> &questions, hls::stream<int> &answers, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE off
		answers.write(questions.read() + 3);
	}
}
extern "C" void feedback(int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
#pragma HLS DATAFLOW
	hls::stream<int> questions, answers;

	ask(answers, questions, out, n);
	tell(questions, answers, n);
}

/* A circle of two stages, in which one number goes round: the pipeline's next iteration has nothing to read before
 * this one has written. */
#define ROUND(name, pragma)                                                                          \
	static void name##_step(hls::stream<int> &in, hls::stream<int> &out, int n)                    \
	{                                                                                              \
		for (int i = 0; i < n; i++) {                                                          \
			_Pragma(pragma) int value = in.read();                                         \
			out.write(value * value + 1);                                                  \
		}                                                                                      \
	}                                                                                              \
	static void name##_back(hls::stream<int> &in, hls::stream<int> &out, int *result, int n)       \
	{                                                                                              \
		int value = 3;                                                                         \
		out.write(value);                                                                      \
		for (int i = 1; i <= n; i++) {                                                         \
			_Pragma("HLS PIPELINE off") value = in.read() & 255;                           \
			if (i < n)                                                                     \
				out.write(value);                                                      \
		}                                                                                      \
		*result = value;                                                                       \
	}                                                                                              \
	extern "C" void name(int *out, int n)                                                          \
	{                                                                                              \
		_Pragma("HLS INTERFACE m_axi port=out bundle=one") _Pragma("HLS DATAFLOW")              \
			hls::stream<int> there, back;                                                  \
		name##_step(there, back, n);                                                           \
		name##_back(back, there, out, n);                                                      \
	}
ROUND(stops, "HLS PIPELINE II=1")
ROUND(flushes, "HLS PIPELINE II=1 style=flp")
ROUND(runs_on, "HLS PIPELINE II=1 style=frp")

/* While its second stage waits to write, its first goes on reading, as far as there are registers. */
static void widen(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1 style=flp
		int value = in.read();

		out.write(value * value);
	}
}
extern "C" void squares(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
#pragma HLS DATAFLOW
	hls::stream<int> a, b, c;

	load(in, a, n);
	widen(a, b, n);
	slow(b, c, n);
	store(c, out, n);
}

static void pour(hls::stream<int> &out, hls::stream<int> &lost, int n)
{
	int count = 0;

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		if (!out.write_nb(i))
			count++;
	}
	out.write(-1);
	lost.write(count);
}
static void drip(hls::stream<int> &in, hls::stream<int> &got)
{
	int count = 0;
	bool more = true;

	while (more) {
#pragma HLS PIPELINE II=4
		more = in.read() >= 0;
		count += more;
	}
	got.write(count);
}
static void tally(hls::stream<int> &lost, hls::stream<int> &got, int *out)
{
	out[0] = lost.read();
	out[1] = got.read();
}
extern "C" void leaky(int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
#pragma HLS DATAFLOW
	hls::stream<int> drops, lost, got;

	pour(drops, lost, n);
	drip(drops, got);
	tally(lost, got, out);
}

static void source(hls::stream<int> &out, int n, int first)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=3
		out.write(first + i);
	}
}
/* What it looks at first never runs dry while it waits for memory. */
static void merge(hls::stream<int> &left, hls::stream<int> &right, int *out, int n)
{
	int most = 0;

	for (int i = 0; i < n;) {
#pragma HLS PIPELINE off
		if (!left.empty())
			out[i++] = left.read();
		else if (!right.empty())
			out[i++] = right.read();
		if (left.size() > most)
			most = left.size();
	}
	out[n] = most;
}
extern "C" void merges(int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
#pragma HLS DATAFLOW
	hls::stream<int> left, right;

	source(left, n, 0);
	source(right, n, 1000);
	merge(left, right, out, 2 * n);
}
CODE
kernels="-k copy -k total -k product -k gather -k stages -k turn -k diamond -k polls -k feedback -k leaky -k merges -k stops -k flushes -k runs_on -k squares -k behind"
call 0 "$fpgaclc" -t hw_emu --no-cycles --platform u250 $kernels kernels.cpp -o plain.xclbin
call 0 "$fpgaclc" -t hw_emu --platform u250 $kernels kernels.cpp -o counted.xclbin
for i in $(seq 0 4095); do echo $((i * 2654435761 % 4096)); done >ints.csv
for i in $(seq 0 4095); do echo $((i % 17)).5; done >floats.csv

# run KERNEL OUTPUT ARGUMENTS...: both images compute the same.
run() {
	for image in plain counted; do
		call 0 env FPGACL_LOG=info "$fpgacl" run $image.xclbin --kernel "$1" -o "$2=$image.bin" "${@:3}"
	done
	cmp -s plain.bin counted.bin || problem "$1: --cycles changes its results"
}
# takes LEAST MOST
takes() {
	cycles=$(sed -n 's/.*took \([0-9]*\) cycles.*/\1/p' err)
	[ "${cycles:-0}" -ge "$1" ] && [ "$cycles" -le "$2" ] || problem "$command: took '$cycles' cycles, expected $1 to $2"
}

# What cannot be counted runs all the same, has a bound, and says why.
link() { # OPTIONS...
	call 0 "$fpgaclc" -t hw_emu --platform u250 -k copy kernels.cpp -o one.xclbin "$@"
}
not_counted() { # WHY
	call 0 env FPGACL_LOG=info "$fpgacl" run one.xclbin -o out=one.bin --arg in=4096xint@ints.csv --arg out=4096xint --arg n=4096
	if [ -n "$1" ]; then
		says err "copy:copy_1: cycles are not known: $1\$"
	else
		grep -q 'cycles are not known' err && problem "$command: cycles are not asked for"
	fi
	says err 'copy:copy_1: estimate: at least'
	grep -q took err && problem "$command: counts"
	cmp -s one.bin plain.bin || problem "copy: other results with $*"
}
run copy out --arg in=4096xint@ints.csv --arg out=4096xint --arg n=4096
link --no-cycles
not_counted ''
link --check=memory
not_counted '--check=memory is for code that does not count'
link --part nosuch
says err "note: kernel 'copy' does not count its cycles: no figures are known for the part 'nosuch'"
not_counted 'its schedule could not be made'
call 1 "$fpgaclc" -t hw_emu --platform u250 --cycles --part nosuch -k copy kernels.cpp -o none.xclbin
says err "error: no figures are known for the part 'nosuch'"
call 0 "$fpgaclc" -t sw_emu --platform u250 -k copy kernels.cpp -o one.xclbin
call 0 env FPGACL_LOG=info "$fpgacl" run one.xclbin --arg in=4096xint@ints.csv --arg out=4096xint --arg n=4096
grep -q cycles err && problem "$command: counts for sw_emu"

# A kernel that is never started asks on and on: it, and so what it is joined with, is not counted, and ends.
cat >asks.cpp <<'CODE'
#include <hls_stream.h>

extern "C" void ask(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port=return
#pragma HLS INTERFACE axis port=in
#pragma HLS INTERFACE axis port=out
	for (;;)
		if (!in.empty())
			out.write(in.read() + 1);
}
extern "C" void trip(const int *in, int *out, hls::stream<int> &there, hls::stream<int> &back, int n)
{
#pragma HLS INTERFACE axis port=there
#pragma HLS INTERFACE axis port=back
	for (int i = 0; i < n; i++) {
		there.write(in[i]);
		out[i] = back.read();
	}
}
CODE
call 0 "$fpgaclc" -t hw_emu --platform u250 -k ask -k trip asks.cpp -o asks.xclbin --connectivity.sc trip_1.there:ask_1.in:4 \
	--connectivity.sc ask_1.out:trip_1.back:4
call 0 timeout 100 env FPGACL_LOG=info "$fpgacl" run asks.xclbin --kernel trip --arg in=1000xint --arg out=1000xint --arg n=1000
says err 'trip:trip_1: cycles are not known: ask:ask_1, which streams join with it, does not count its cycles'

# A request and a response take about 70 cycles each, and an element one.
run copy out --arg in=4096xint@ints.csv --arg out=4096xint --arg n=4096
takes 4226 4246
says err 'port M_AXI_ONE: read 4096 elements in 256 bursts'
# A float adder has 7 stages, of which the next iteration waits for 6.
run total out --arg in=4096xfloat@floats.csv --arg out=1xfloat --arg n=4096
takes 24700 24730
# 4096 elements of each are loaded, at once; then one of the product in each cycle: a loop with 8 iterations left is
# unrolled in the pipeline around it.
run product c --arg a=4096xint@ints.csv --arg b=4096xint@ints.csv --arg c=4096xint
takes 8320 8360
# A request for each; 16 are on their way in 90 ns, which are 27 cycles, and 3 to get there and back: 4096 * 30 / 16.
run gather out --arg index=4096xint@ints.csv --arg in=4096xint@ints.csv --arg out=4096xint --arg n=4096
takes 7680 8000
says err 'port M_AXI_TWO: read 4096 elements in 4096 bursts, .*waited for memory in 3[0-9]{3} cycles'
# 100 numbers in 4 cycles each, then two more.
run behind out --arg out=110xint --arg n=7
takes 400 500
# The slowest stage takes 4 cycles for an element, and the one before it waits for the rest.
run stages out --arg in=4096xint@ints.csv --arg out=1000xint --arg n=1000
takes 4130 4160
says err 'stream a: 1000 elements, at most 2 of 2 in it; its writer waited 2[0-9]{3} cycles'
# Half of the elements, half of the time.
run stages out --arg in=4096xint@ints.csv --arg out=1000xint --arg n=500
takes 2130 2160
# One behind the other: 256 elements, then 256 times 2 cycles.
run turn out --arg in=4096xint@ints.csv --arg out=256xint
takes 900 930
run diamond out --arg in=4096xint@ints.csv --arg out=16xint --arg n=16
takes 160 200
# What would hang on a board is named; the kernel's results are those of its source.
call 0 env FPGACL_LOG=info "$fpgacl" run counted.xclbin --kernel diamond --arg in=100xint --arg out=100xint --arg n=100
says err 'cycles are not known: deadlock .* waits to write to .left., which is full'
call 0 env FPGACL_LOG=warn "$fpgacl" run counted.xclbin --kernel diamond --arg in=100xint --arg out=100xint --arg n=100
says err 'diamond_1: on a board it would hang \(estimate\): deadlock .* waits to write to .left., which is full'
# A stage that asks whether there is an element gets each in its cycle.
run polls out --arg in=4096xint@ints.csv --arg out=1000xint --arg n=1000
takes 1135 1155
# What is written later in the source arrives: a few cycles there and back, for each of 1000.
run feedback out --arg out=1xint --arg n=1000
takes 3060 6100
# A pipeline that stops as a whole never writes what it has computed; one that flushes does, in each round.
call 0 env FPGACL_LOG=warn "$fpgacl" run counted.xclbin --kernel stops -o out=stops.bin --arg out=1xint --arg n=100
says err 'stops_1: on a board it would hang \(estimate\): deadlock .*stops_step.* waits to read from'
for kernel in flushes runs_on; do
	run $kernel out --arg out=1xint --arg n=100
	cmp -s counted.bin stops.bin || problem "$kernel: other results than with another style"
	takes 500 1100
	first=$cycles
	run $kernel out --arg out=1xint --arg n=200
	takes $((2 * first - 100)) $((2 * first))
done
run squares out --arg in=4096xint@ints.csv --arg out=1000xint --arg n=1000
takes 4130 4170
# A recording of it has the same time.
call 0 env FPGACL_CYCLES_RECORD=rec "$fpgacl" run counted.xclbin --kernel squares --arg in=4096xint@ints.csv --arg out=1000xint --arg n=1000
call 0 "$fpgacl" fifos rec/squares_1-1.fifos
says out '^b +32 +2 +2 '
# A reader that takes one element in 4 cycles, behind a FIFO of 2: what is lost depends on time alone, in each run.
for i in 1 2 3; do
	call 0 "$fpgacl" run counted.xclbin --kernel leaky -o out=leaky.bin --arg out=2xint --arg n=400
	[ "$(od -A n -i leaky.bin | tr -s ' ')" = " 298 102" ] || problem "leaky: lost and got$(od -A n -i leaky.bin)"
	call 0 "$fpgacl" run counted.xclbin --kernel merges -o out=merges$i.bin --arg out=41xint --arg n=20
	cmp merges1.bin merges$i.bin || problem "merges: run $i has other results"
done
[ "$(od -A n -i -j 76 -N 12 merges1.bin | tr -s ' ')" = " 19 1000 1001" ] || problem "merges: left first, then right: $(od -A n -i merges1.bin)"
# A recorded run says which depths would do, also one that hangs.
call 0 env FPGACL_CYCLES_RECORD=rec "$fpgacl" run counted.xclbin --kernel diamond --arg in=100xint --arg out=100xint --arg n=100
call 0 "$fpgacl" fifos rec/diamond_1-1.fifos
says out 'with the declared depths: deadlock'
says out '^left +32 +16 +16 .* 100 +100$'
call 0 "$fpgacl" fifos counted.xclbin --depth left=100 --run --kernel diamond --arg in=100xint --arg out=100xint --arg n=100
says out '^with these depths: [0-9]+ cycles'
call 1 "$fpgacl" fifos plain.xclbin --run --kernel diamond --arg in=100xint --arg out=100xint --arg n=16
says err 'the run has left no recording'
call 2 "$fpgacl" fifos counted.xclbin --run --kernel none
# Why a loop is not faster, in words, with its place.
call 0 "$fpgacl" report counted.xclbin
says out '^total: estimate by fpgacl for xcu250.* at 300 MHz$'
says out 'loop .* at kernels.cpp:19: .*, II 6 \(asked: 1\)'
says out 'because: .*adds a float.* at kernels.cpp:21'
says out '^  product at kernels.cpp:26: sequential, cycles 83[0-9]{2}'
call 0 "$fpgacl" report --json counted.xclbin
python3 -c 'import json; assert len(json.load(open("out"))["schedules"]) == 16' || problem "report --json: expected 16 schedules"
call 1 "$fpgacl" report plain.xclbin
says err 'plain.xclbin: it has no schedule'
grep -q "$PWD" counted.xclbin && problem "counted.xclbin: there are paths of this machine in it"
# What has been changed is refused.
sed 's/fpgacl-schedule/fpgacl-schemata/' counted.xclbin >other.xclbin
call 1 "$fpgacl" report other.xclbin
# A schedule of another version is refused by its number.
"$xclbinutil" -i counted.xclbin --dump-section BITSTREAM:RAW:payload.elf >/dev/null || problem "xclbinutil cannot dump the payload"
LC_ALL=C sed -i 's/"version":1/"version":7/' payload.elf
"$xclbinutil" -i counted.xclbin --replace-section BITSTREAM:RAW:payload.elf -o later.xclbin >/dev/null || problem "xclbinutil cannot replace the payload"
call 1 "$fpgacl" report later.xclbin
says err 'later.xclbin: expected a schedule of version 1, found 7: compile the kernel again'
# By the device's clock, 4237 cycles at 300 MHz are 14 us; a launch takes longer or shorter by the host's.
call 0 env FPGACL_EMU_CLOCK=device "$fpgacl" run counted.xclbin --kernel copy --arg in=4096xint --arg out=4096xint --arg n=4096
says out 'copy ran for 0.014 ms'

# Kernels that streams join are on one line: each waits at the FIFOs between them.
cat >joined.cpp <<'CODE'
#include <hls_stream.h>

extern "C" void produce(const int *in, hls::stream<int> &out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out.write(in[i]);
	}
}
extern "C" void slowly(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=4
		out.write(in.read() * 3);
	}
}
extern "C" void freely(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port=return
#pragma HLS PIPELINE II=2
	out.write(in.read() + 1);
}
extern "C" void consume(hls::stream<int> &in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out[i] = in.read();
	}
}
extern "C" void dropper(hls::stream<int> &out, int *lost, int n)
{
#pragma HLS INTERFACE m_axi port=lost bundle=one
	int count = 0;

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		if (!out.write_nb(i))
			count++;
	}
	out.write(-1);
	*lost = count;
}
extern "C" void dripper(hls::stream<int> &in, int *got)
{
#pragma HLS INTERFACE m_axi port=got bundle=one
	int count = 0;
	bool more = true;

	while (more) {
#pragma HLS PIPELINE II=4
		more = in.read() >= 0;
		count += more;
	}
	*got = count;
}
static void pass(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(in.read() + 1);
}
static void keep(hls::stream<int> &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = in.read();
}
/* Nobody writes its first stream. */
extern "C" void hangs(int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
#pragma HLS DATAFLOW
	hls::stream<int> none, some;

	pass(none, some, n);
	keep(some, out, n);
}
extern "C" void doubtful(hls::stream<int> &in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
	static int first = n;

	for (int i = 0; i < n; i++)
		out[i] = in.read() + first;
}
CODE
link() {
	call 0 "$fpgaclc" -t hw_emu --platform u250 --cycles joined.cpp "$@"
}
link -k produce -k slowly -k freely -k consume -o joined.xclbin --connectivity.sc produce_1.out:slowly_1.in:16 \
	--connectivity.sc slowly_1.out:freely_1.in:4 --connectivity.sc freely_1.out:consume_1.in:4
# together IMAGE ARGUMENTS...
together() {
	call 0 env FPGACL_LOG=info "$fpgacl" run "$@"
}
# of KERNEL LEAST MOST: what one of them took.
of() {
	sed -i "/$1:$1_1: took/!d" err
	takes "$2" "$3"
}
for i in 1 2; do
	together joined.xclbin --kernel produce --arg in=4096xint@ints.csv --arg n=1000 --kernel slowly --arg n=1000 \
		--kernel consume --arg out=1000xint --arg n=1000
	says err 'stream slowly_1.out: 1000 elements, at most 1 of 4'
	says err 'stream produce_1.out: 1000 elements, at most 16 of 16'
	cp err all
	of consume 4130 4160 # 4 cycles for each, and the way of the first and last
	cp all err
	of produce 3980 4030 # the last 16 of 1000 are in the FIFO when it ends
done
link -k produce -k freely -k consume -o free.xclbin --connectivity.sc produce_1.out:freely_1.in:4 \
	--connectivity.sc freely_1.out:consume_1.in:4
together free.xclbin --kernel produce --arg in=4096xint@ints.csv --arg n=1000 --kernel consume --arg out=1000xint --arg n=1000
of consume 2130 2160
# What a kernel finds in a stream to another one depends on time alone.
link -k dropper -k dripper -o drops.xclbin --connectivity.sc dropper_1.out:dripper_1.in:2
for i in 1 2 3; do
	together drops.xclbin --kernel dropper -o lost=lost.bin --arg lost=1xint --arg n=1000 --kernel dripper -o got=got.bin --arg got=1xint
	[ "$(cat lost.bin got.bin | od -A n -i | tr -s ' ')" = " 748 252" ] || problem "drops: $(cat lost.bin got.bin | od -A n -i)"
done
# One that is not counted says nothing of its time: nor are those that are joined with it.
link -k produce -k doubtful -k hangs -o doubtful.xclbin --connectivity.sc produce_1.out:doubtful_1.in:4
together doubtful.xclbin --kernel produce --arg in=4096xint@ints.csv --arg n=100 --kernel doubtful -o out=doubtful.csv --arg out=100xint --arg n=100
says err 'produce_1: cycles are not known: doubtful:doubtful_1, which streams join with it, does not count'
[ "$(head -1 doubtful.csv)" = 100 ] || problem "doubtful: $(head -1 doubtful.csv), expected 100"
call 1 "$fpgacl" run doubtful.xclbin --kernel hangs --arg out=8xint --arg n=8
says err 'would hang: pass\(.*\) reads `none`, which is empty; keep\(.*\) reads `some`, which is empty'
# Each run of a kernel that runs for each work-group has its own time.
together counted.xclbin --kernel diamond --arg in=4096xint@ints.csv --arg out=16xint --arg n=16 --range 3 --group 1
[ "$(grep -c 'took 181 cycles' err)" = 3 ] || problem "diamond, three times: $(grep took err)"

# What a kernel calls may be in other sources, also in C.
cat >parts.cpp <<'CODE'
#include <hls_stream.h>

extern int table[4];
extern "C" int sum_of(int n);
void weigh(hls::stream<int> &in, hls::stream<int> &out, int n);

static void load(const int *in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out.write(in[i]);
	}
}
static void store(hls::stream<int> &in, int *out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=1
		out[i] = in.read() + table[0];
	}
}
extern "C" void parts(const int *in, int *out, int n)
{
#pragma HLS INTERFACE m_axi port=in bundle=one
#pragma HLS INTERFACE m_axi port=out bundle=two
#pragma HLS DATAFLOW
	hls::stream<int> a, b;

	load(in, a, n);
	weigh(a, b, n);
	store(b, out, n);
}
/* A name of C++; and shifts by more than there are bits, which leave none. */
void sums(int *out, int n)
{
#pragma HLS INTERFACE m_axi port=out bundle=one
	out[0] = sum_of(n);
	out[1] = n << 40;
	out[2] = 5 >> 33;
	out[3] = -n >> n;
	out[4] = n << n;
}
CODE
cat >weigh.cpp <<'CODE'
#include <hls_stream.h>

int table[4] = {3, 5, 7, 9};
static int volatile start = 4;
static int offset = start + 2;

void weigh(hls::stream<int> &in, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=4
		out.write(in.read() * table[i % 4] + offset);
	}
}
CODE
cat >sum.c <<'CODE'
int sum_of(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II=2
		sum += i % 3;
	}
	return sum;
}
CODE
call 0 "$fpgaclc" -t hw_emu --no-cycles --platform u250 -k parts -k sums parts.cpp weigh.cpp sum.c -o plain.xclbin
call 0 "$fpgaclc" -t hw_emu --platform u250 --cycles -k parts -k sums parts.cpp weigh.cpp sum.c -o counted.xclbin
run parts out --arg in=4096xint@ints.csv --arg out=1000xint --arg n=1000
takes 4130 4160
run sums out --arg out=5xint --arg n=1000
takes 2090 2150
[ "$(od -A n -i -w20 counted.bin | tr -s ' ')" = " 999 0 0 -1 0" ] || problem "sums: $(od -A n -i counted.bin)"

[ $failures = 0 ]
