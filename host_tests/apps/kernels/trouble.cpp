/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that fail in various ways, and one that does not. */
#include <cassert>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unistd.h>

#include <hls_stream.h>

extern "C" {

void work(int *out, int value)
{
	*out = value;
}

/* Yields while polling, and transfers data now and then, forever. */
static void beat(hls::stream<int> &never, hls::stream<int> &pulse)
{
	int found;

	for (;;) {
		for (int i = 0; i < 1000; i++)
			if (never.read_nb(found))
				return;
		pulse.write(1);
	}
}

static void listen(hls::stream<int> &pulse, hls::stream<int> &never)
{
	while (pulse.read())
		;
	never.write(1);
}

void churn(int *out, int value)
{
#pragma HLS DATAFLOW
	hls::stream<int> never, pulse;

	*out = value;
	listen(pulse, never);
	beat(never, pulse);
}

void spin(int *out, int value)
{
	volatile int *flag = out;

	while (*flag != value)
		;
}

/* Its producer is `feed`, which is not running. */
void starve(hls::stream<int> &in, int *out)
{
#pragma HLS INTERFACE axis port = in
	*out = in.read();
}

void feed(int value, hls::stream<int> &out)
{
#pragma HLS INTERFACE axis port = out
	out.write(value);
}

/* Each one waits for the other before it writes. */
void ping(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	out.write(in.read() + 1);
}

void pong(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	out.write(in.read() + 1);
}

/* In the bank, but far from any buffer. */
void run_away(int *out, int value)
{
	std::memset(reinterpret_cast<char *>(out) + (1ll << 30), value, 1ull << 40);
}

void segfault(int *out, int value)
{
	int *volatile nowhere = out - (1l << 44);

	*nowhere = value;
}

/* Calls through an invalid function pointer: the null pointer for 1. */
void call_nothing(int *out, int value)
{
	void (*volatile nothing)() = reinterpret_cast<void (*)()>((value - 1l) << 20);

	nothing();
	*out = value;
}

void divide(int *out, int value)
{
	volatile int zero = 0;

	*out = value / zero;
}

void trap(int *out, int value)
{
	*out = value;
	__builtin_trap();
}

/* The bad pointer is dereferenced inside memcpy(). */
void burst(int *out, int value)
{
	memcpy(out, out - (1l << 44), static_cast<size_t>(value) * sizeof(int));
}

/* The bad pointer is dereferenced inside strlen(). */
void measure(int *out, int value)
{
	const char *volatile nowhere = reinterpret_cast<const char *>(out - (1l << 44));

	*out = static_cast<int>(strlen(nowhere)) + value;
}

/* What the C library calls when a function with bounds checks finds an overflow. */
[[noreturn]] void __chk_fail();

/* Bad pointers are dereferenced in the C library, sometimes while it holds the lock of a stream. */
void dump(int *out, int value)
{
	const char *volatile nowhere = reinterpret_cast<const char *>(out - (1l << 44));
	static FILE *const file = tmpfile();

	switch (value) {
	case 1:
		fwrite(out, sizeof(*out), 1, static_cast<FILE *>(nullptr));
		break;
	case 2:
		fwrite(nowhere, 1, 64, file);
		break;
	case 3:
		fprintf(file, "%s", nowhere);
		break;
	case 4:
		*out = static_cast<int>(strtol(nowhere, nullptr, 10));
		break;
	case 5:
		qsort(out, 4, sizeof(*out), nullptr);
		break;
	case 6:
		*out = static_cast<int>(frexp(value, (int *)nowhere));
		break;
	case 8:
		sscanf("12", "%d", (int *)nowhere);
		break;
	case 9: /* as little as a wrong pointer: the allocator notices, with its lock held or not */
		free(reinterpret_cast<char *>(out) + 8);
		break;
	default:
		__chk_fail();
	}
}

/* A thread would continue after the execution has ended. */
static int start_thread()
{
	std::thread([] {}).join();
	return 0;
}

/* Would end the host or duplicate it. */
void harm(int *out, int value)
{
	char *const none[] = {nullptr};

	*out = value == 1   ? raise(SIGTERM)
	       : value == 2 ? kill(getpid(), SIGKILL)
	       : value == 3 ? fork()
	       : value == 4 ? execv("/bin/false", none)
	       : value == 5 ? atexit(abort)
	       : value == 6 ? execl("/bin/false", "false", nullptr)
			    : start_thread();
}

/* The bad pointer is dereferenced inside printf(). */
void babble(int *out, int value)
{
	printf("%d: %s\n", value, (const char *)(out - (1l << 44)));
}

void give_up(int *out, int value)
{
	*out = value;
	abort();
}

void claim(int *out, int value)
{
	assert(value < 0 && "value below zero");
	*out = value;
}

void leave(int *out, int value)
{
	*out = value;
	exit(3);
}

static int descend(int depth)
{
	volatile int frame[1024];

	frame[depth % 1024] = depth;
	return descend(depth + 1) + frame[(depth + 1) % 1024];
}

void overflow(int *out, int value)
{
	*out = descend(value);
}

/* Writes one element too many. */
void overrun(int *out, int value)
{
	for (int i = 0; i <= value; i++)
		out[i] = i;
}
}
