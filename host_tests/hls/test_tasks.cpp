/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hls::task in a program that is not a kernel: a test bench feeds a design of tasks and reads its
 * results.
 */
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

#include <hls_np_channel.h>
#include <hls_stream.h>
#include <hls_task.h>

enum { MANY = 20000 };

static int failures;

static void check(bool good, const char *what)
{
	if (good)
		return;
	printf("wrong: %s\n", what);
	failures++;
}

static void twice(hls::stream<int> &in, hls::stream<int> &out)
{
	out.write(2 * in.read());
}

/* Never waits. */
static void add_one(hls::stream<int> &in, hls::stream<int> &out)
{
	int value;

	if (in.read_nb(value))
		out.write(value + 1);
}

static void design(hls::stream<int> &in, hls::stream<int> &out)
{
	hls_thread_local hls::stream<int> doubled, more;
	hls_thread_local hls::task first(twice, in, doubled), second(add_one, doubled, more),
		third(twice, more, out);
}

/* Two workers share the values; which one gets which is not defined, but the sum is. */
static void shared(hls::stream<int> &in, hls::stream<int> &out)
{
	hls_thread_local hls::split::load_balance<int, 2> split;
	hls_thread_local hls::merge::load_balance<int, 2> merge;
	hls_thread_local hls::task feed(
		[](hls::stream<int> &from, hls::stream<int> &to) { to.write(from.read()); }, in,
		split.in),
		one(twice, split.out[0], merge.in[0]), two(twice, split.out[1], merge.in[1]),
		drain([](hls::stream<int> &from, hls::stream<int> &to) { to.write(from.read()); },
		      merge.out, out);
}

/* Numbers and pointers are those of the call that started the task, which has returned. */
static void store(hls::stream<int> &in, hls::stream<int> &out, int *memory, int offset)
{
	static int count;

	memory[count] = in.read() + offset;
	out.write(count++);
}

__attribute__((noinline)) static void storing(hls::stream<int> &in, hls::stream<int> &out,
					      int *memory, int offset)
{
	hls_thread_local hls::task task(store, in, out, memory, offset);
}

static void test_arguments()
{
	static hls::stream<int> in, out;
	static int memory[MANY];

	for (int i = 0; i < MANY; i++)
		in.write(i);
	storing(in, out, memory, 5);
	for (int i = 0; i < MANY; i++)
		check(out.read() == i && memory[i] == i + 5, "memory that a task writes");
}

static void test_values()
{
	static hls::stream<int> in, out;

	for (int i = 0; i < MANY; i++)
		in.write(i);
	design(in, out);
	for (int i = 0; i < MANY; i++)
		check(out.read() == 2 * (2 * i + 1), "a value through three tasks");
	check(out.empty(), "nothing is left");
	in.write(7);
	design(in, out);
	while (out.empty())
		continue;
	check(out.read() == 30, "a value that the program polls for");
}

static void test_balance()
{
	static hls::stream<int> in, out;
	long sum = 0;

	shared(in, out);
	for (int i = 0; i < MANY; i++)
		in.write(i);
	for (int i = 0; i < MANY; i++)
		sum += out.read();
	check(sum == (long)MANY * (MANY - 1), "the sum from two workers");
}

/* The function sees the caller's own objects each time. */
static void accumulate(const int (&in)[4], int (&out)[4], int &rounds)
{
	for (int i = 0; i < 4; i++)
		out[i] += in[i];
	rounds++;
}

static void test_restart()
{
	const int in[4] = {1, 2, 3, 4};
	int out[4] = {0}, rounds = 0;

	hls::autorestart run(3, accumulate, in, out, rounds);
	check(rounds == 3 && out[3] == 12, "a design runs as often as requested");
	run(2, accumulate, in, out, rounds);
	check(rounds == 5 && out[0] == 5, "and again");
	run(0, accumulate, in, out, rounds);
	check(rounds == 5, "and not at all");
}

/* A read for which no task has data ends the program, even if tasks poll forever. */
static void test_no_data()
{
	static hls::stream<int> in, out;
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		close(2);
		design(in, out);
		alarm(60);
		out.read();
		_exit(0);
	}
	waitpid(child, &status, 0);
	check(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "a read without data aborts");
}

int main()
{
	test_values();
	test_balance();
	test_arguments();
	test_restart();
	test_no_data();
	printf("tasks: %d failures\n", failures);
	return failures != 0;
}
