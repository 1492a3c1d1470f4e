#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tapa.sh TREE: kernels and hosts of TAPA, by its command line: the tasks as an image, and in the host itself.
. "$(dirname "$0")/lib.sh"
tree=$1
unset OCL_ICD_VENDORS PLATFORM_REPO_PATHS
. "$tree/settings64.sh"
export FPGACL_DEVICES=emu:u250 FPGACL_LOG=error XCL_EMULATION_MODE=sw_emu

run() {
	call "$@"
}

cat >scale.h <<'END'
#include <tapa.h>
#include <sys/types.h>
using tapa::mmap;
constexpr int kWays = 2, kLanes = 4;
using Lanes = tapa::vec_t<float, kLanes>;
void Scale(tapa::mmaps<const float, kWays> in, tapa::mmaps<Lanes, kWays> out, mmap<int> sums, long n, int by);
END
cat >scale.cpp <<'END'
#include "scale.h"
static void Read(mmap<const float> in, tapa::ostream<float> &to, long n)
{
	for (long i = 0; i < n; i++)
		to << in[i];
	to.close();
}
static void Multiply(tapa::istream<float> &in, tapa::ostream<float> &out, int by)
{
	for (;;) {
		TAPA_WHILE_NOT_EOT(in) out.write(in.read() * by);
		in.open();
		out.close();
	}
}
static void Write(tapa::istream<float> &in, tapa::async_mmap<Lanes> &out, tapa::ostream<int> &sum)
{
	int count = 0, asked = 0, lane = 0, done = 0;
	Lanes lanes;
	TAPA_WHILE_NOT_EOT(in) {
		lanes[lane++ % kLanes] = in.read();
		count++;
		if (lane % kLanes)
			continue;
		out.write_addr.write(asked++);
		out.write_data.write(lanes);
		while (!out.write_resp.empty())
			done += out.write_resp.read(nullptr) + 1;
	}
	in.open();
	while (done < asked)
		done += out.write_resp.read() + 1;
	sum.write(count);
}
static void Sum(tapa::istreams<int, kWays> &in, mmap<int> sums)
{
	for (int way = 0; way < kWays; way++)
		sums[way] += in[way].read();
}
void Scale(tapa::mmaps<const float, kWays> in, tapa::mmaps<Lanes, kWays> out, mmap<int> sums, long n, int by)
{
	tapa::streams<float, kWays> a("a"), b("b");
	tapa::streams<int, kWays> sum("sum");
	tapa::task()
		.invoke<tapa::join, kWays>(Read, in, a, n)
		.invoke<tapa::detach, kWays>(Multiply, a, b, by)
		.invoke<tapa::join, kWays>(Write, b, out, sum)
		.invoke(Sum, sum, sums);
}
END
cat >host.cpp <<'END'
#include <cstdio>
#include <stdexcept>
#include "scale.h"
int main(int argc, char **argv)
try {
	const long n = 1000;
	std::vector<float> in[kWays], out[kWays];
	std::vector<int, tapa::aligned_allocator<int>> sums{100, 200};
	for (int way = 0; way < kWays; way++) {
		out[way].assign(n, -1);
		for (long i = 0; i < n; i++)
			in[way].push_back(1000 * way + i);
	}
	for (int run = 1; run <= 2; run++) {
		int64_t ns = tapa::invoke(Scale, argc > 1 ? argv[1] : "", tapa::read_only_mmaps<float, kWays>(in),
					  tapa::write_only_mmaps<float, kWays>(out).vectorized<kLanes>(),
					  tapa::read_write_mmap<int>(sums), n, run + 2);
		for (int way = 0; way < kWays; way++)
			for (long i = 0; i < n; i++)
				if (out[way][i] != (run + 2) * (1000 * way + i))
					throw std::runtime_error("wrong result");
		if (ns <= 0 || sums[0] != 100 + run * n || sums[1] != 200 + run * n)
			throw std::runtime_error("wrong sum or time");
	}
	std::puts("PASS");
} catch (std::exception &error) {
	std::fprintf(stderr, "%s\n", error.what());
	return 1;
}
END

run 0 tapa compile --top Scale --platform xilinx_u250 --clock-period=3.33 -f scale.cpp -o scale.xo -c "-DA=1 -DB=2" --run-add-pipeline
says out '^tapa: these options have no effect here: --platform --clock-period --run-add-pipeline$'
cat >link.cfg <<'END'
[connectivity]
nk=Scale:1:Scale
sp=Scale.in_0:DDR[0]
sp=Scale.in_1:DDR[1]
sp=Scale.out_1:DDR[1]
END
run 0 v++ -l -t sw_emu --platform u250 --config link.cfg scale.xo -o scale.xclbin
run 0 tapa g++ -- -O1 -Wall -Werror host.cpp scale.cpp -o host
says out '^g\+\+ -std=c\+\+17 -fwrapv -fno-strict-aliasing -isystem.*/include -O1 -Wall -Werror host.cpp scale.cpp -o host'
run 0 ./host
says out '^PASS$'
run 0 ./host scale.xclbin
says out '^PASS$'
# A .xo file is linked first.
run 0 ./host scale.xo
says out '^PASS$'
run 1 ./host nothing.xo
says err "tapa: cannot read 'nothing.xo'"
echo text >text.xo
run 1 ./host text.xo
says err "text.xo"
says err "tapa: cannot link 'text.xo' by v\+\+ -l -t sw_emu --platform xilinx_u250"
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'tapa-*' -newer text.xo)" ] || problem "a folder is left"
run 1 env PATH=/nowhere ./host scale.xo
says err "'scale.xo' has to be linked, and neither fpgaclc nor v\+\+ is on PATH: source settings64.sh, or run v\+\+ -l"
run 1 ./host host.cpp
says err 'tapa: host.cpp: no OpenCL device takes the image \(OpenCL.s status -42\)'
run 1 ./host nothing.xclbin
says err "tapa: cannot read the image 'nothing.xclbin'"

# A stream of the host with tasks of its own, beside an image's place that is empty; and a deadlock of tasks there.
cat >own.cpp <<'END'
#include <cstdio>
#include <tapa.h>
static void Count(tapa::ostream<int> &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(i);
}
static void Stuck(tapa::ostream<int> &a, tapa::ostream<int> &b, int n)
{
	for (int i = 0; i < n; i++)
		a.write(i);
	b.write(n);
}
int main(int argc, char **)
{
	tapa::stream<int> a("a");
	tapa::stream<int, 3> b("b");
	int sum = 0;
	tapa::task().invoke(Count, a, 100).invoke([&](tapa::istream<int> &from) {
		for (int i = 0; i < 100; i++)
			sum += from.read();
	}, a);
	std::printf("%d\n", sum);
	std::fflush(stdout);
	tapa::task().invoke(Count, tapa::executable(argc > 2 ? "image" : ""), a, 0);
	tapa::task()
		.invoke(Stuck, "stuck", a, b, argc > 1 ? 3 : 2)
		.invoke([&](tapa::istream<int> &first, tapa::istream<int> &second) {
			sum = second.read() + first.read() + first.read();
		}, "reader", a, b);
	std::printf("%d\n", sum);
}
END
run 0 tapa g++ -- -Wall -Werror own.cpp -o own
run 0 ./own
says out '^4950$'
says out '^3$'
run 134 ./own more
says err "^deadlock of tasks: reader waits to read stream 'b' \(depth 3, empty\); stuck waits to write stream 'a' \(depth 2, full\)$"
run 134 ./own an image
says err "^tapa: the image 'image' cannot be a task: only tapa::invoke\(\) runs images$"

# Runs in tasks of a run, beside others that end meanwhile; detached tasks that wait for a stream of the host when a run
# ends, and leave no elements behind; and threads, which leave no stacks.
cat >runs.cpp <<'END'
#include <cstdio>
#include <fstream>
#include <thread>
#include <tapa.h>
static void Put(tapa::ostream<int> &to, int value)
{
	[[tapa::pipeline(1)]] for (int i = 0; i < 1; i++) to.write(value);
}
static void Get(tapa::istream<int> &from, tapa::mmap<int> to)
{
	to[0] = from.read();
}
static void Forward(tapa::istream<int> &from, tapa::ostream<int> &to)
{
	for (;;)
		to.write(from.read() + 1);
}
static void Inner(tapa::mmap<int> to)
{
	tapa::stream<int> a("a"), b("b");
	tapa::task().invoke(Put, a, 5).invoke<tapa::detach>(Forward, a, b).invoke(Get, b, to);
}
static int run_inner()
{
	std::vector<int> out(1);
	tapa::invoke(Inner, "", tapa::read_write_mmap<int>(out));
	return out[0];
}
static void Only(tapa::istream<int> &from, tapa::ostream<int> &to)
{
	tapa::task().invoke<tapa::detach>(Forward, from, to);
}
struct Counted {
	static int live;
	int value;
	Counted(int n = 0) : value(n) { live++; }
	Counted(const Counted &o) : value(o.value) { live++; }
	Counted &operator=(const Counted &) = default;
	~Counted() { live--; }
};
int Counted::live;
static void Drain(tapa::istream<Counted> &from)
{
	for (;;)
		from.read();
}
static void Count(tapa::ostream<Counted> &to)
{
	for (int i = 0; i < 9; i++)
		to.write(i);
}
static void Counting()
{
	tapa::stream<Counted> q("q");
	tapa::task().invoke<tapa::detach>(Drain, q).invoke(Count, q);
}
static long address_space()
{
	long pages = 0;
	std::ifstream("/proc/self/statm") >> pages;
	return pages / 256;
}
int main()
{
	tapa::stream<int> a("a"), b("b");
	std::vector<int> out(1);
	int inner = 0;
	tapa::task()
		.invoke([&](tapa::istream<int> &from) { inner = run_inner() + from.read(); }, a)
		.invoke(Put, a, 100);
	std::printf("inner %d\n", inner);
	tapa::invoke(Only, "", a, b);
	a.write(7);
	tapa::invoke(Get, "", a, tapa::read_write_mmap<int>(out));
	std::printf("then %d\n", out[0]);
	tapa::invoke(Counting, "");
	std::printf("live %d\n", Counted::live);
	std::thread(run_inner).join();
	const long before = address_space();
	for (int i = 0; i < 20; i++)
		std::thread(run_inner).join();
	std::printf("%s\n", address_space() - before < 100 ? "freed" : "kept");
}
END
run 0 tapa g++ -- -O2 -g -Wall -Wextra -Wpedantic -Werror runs.cpp -o runs
run 0 ./runs
says out '^inner 106$'
says out '^then 7$'
says out '^live 0$'
says out '^freed$'
run 0 tapa g++ -- -g -fsanitize=address runs.cpp -o runs
run 0 env ASAN_OPTIONS=detect_leaks=1 ./runs

# The older command, and what is refused.
run 0 tapac --work-dir run --top Scale --part-num xcu250 -o old.xo --connectivity link.cfg scale.cpp
says out '^tapac: these options have no effect here: --work-dir --part-num --connectivity$'
[ -s old.xo ] || problem "tapac made no old.xo"
run 1 tapa compile --top Scale -f scale.cpp -o scale.xo --no-such
says err "^tapa: unknown option '--no-such'"
run 1 tapa compile -f scale.cpp -o scale.xo
says err '^tapa: expected --top'
run 1 tapa compile --top Scale -f scale.cpp -o scale.zip --target xilinx-hls
says err '^tapa: --target xilinx-hls: expected xilinx-vitis'
run 1 tapa synth
says err "^tapa: there is no synthesis, so 'synth' has nothing to do"
run 1 tapa compile --top Scales -f scale.cpp -o scale.xo
says err "there is no function 'Scales'"
exit $((failures > 0))
