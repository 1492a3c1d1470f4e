/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fcl_link_cost IMAGE: frames and words a second from a kernel of one board to a kernel of another, in one
 * process and between two, beside a bare ring and a bare socket with the same bytes in the same run; medians.
 * IMAGE is link.cpp's. FPGACL_RACK and FPGACL_DEVICES are set here.
 */
#include <CL/cl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_tests/read_file.h"

enum { SENT_BARE = 100000 }; /* over a socket, which is slow */
enum { ROUNDS = 3, WIDTH = 64, RING = 256 * 1024 };

/* What is sent: frames of so many words, or words of a serial link. */
struct load {
	const char *name;
	const char *from, *to;
	cl_int frames, words;
};

static const struct load loads[] = {{"frames of 1408 bytes", "flood", "drain", 300000, 22},
				    {"frames of 64 bytes", "flood", "drain", 1000000, 1},
				    {"words of 64 bytes", "pour", "soak", 5000000, 0}};

enum { LOADS = sizeof(loads) / sizeof(loads[0]) };

struct board {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void check(cl_int error, const char *what)
{
	if (!error)
		return;
	fprintf(stderr, "fcl_link_cost: %s: error %d\n", what, error);
	exit(1);
}

/* --- kernels ----------------------------------------------------------------------------------- */

static void open_board(struct board *board, cl_device_id device, const unsigned char *image,
		       size_t size)
{
	cl_int error;

	board->context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "context");
	board->program = clCreateProgramWithBinary(board->context, 1, &device, &size, &image, NULL,
						   &error);
	check(error, "program");
	board->queue = clCreateCommandQueue(board->context, device, 0, &error);
	check(error, "queue");
}

static cl_uint open_boards(const char *path, struct board boards[2])
{
	cl_device_id devices[2];
	cl_platform_id platform;
	unsigned char *image;
	cl_uint count;
	size_t size;

	image = read_file(path, &size);
	if (!image)
		exit(2);
	check(clGetPlatformIDs(1, &platform, NULL), "platform");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, devices, &count), "devices");
	count = count < 2 ? count : 2;
	for (cl_uint i = 0; i < count; i++)
		open_board(&boards[i], devices[i], image, size);
	free(image);
	return count;
}

static void start(const struct board *board, const struct load *load, bool receives, cl_mem wrong)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(board->program, receives ? load->to : load->from, &error);
	cl_uint at = 1;

	check(error, "kernel");
	if (receives)
		check(clSetKernelArg(kernel, at++, sizeof(cl_mem), &wrong), "argument");
	check(clSetKernelArg(kernel, at++, sizeof(cl_int), &load->frames), "argument");
	if (load->words)
		check(clSetKernelArg(kernel, at, sizeof(cl_int), &load->words), "argument");
	check(clEnqueueTask(board->queue, kernel, 0, NULL, NULL), "launch");
	check(clFlush(board->queue), "flush");
	clReleaseKernel(kernel);
}

static void send_load(const struct board *board, const struct load *load)
{
	start(board, load, false, NULL);
	check(clFinish(board->queue), "finish");
}

static cl_mem begin_receiving(const struct board *board, const struct load *load)
{
	cl_int error;
	cl_mem wrong = clCreateBuffer(board->context, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL,
				      &error);

	check(error, "buffer");
	start(board, load, true, wrong);
	return wrong;
}

static void end_receiving(const struct board *board, cl_mem wrong)
{
	cl_int found = 1;

	check(clEnqueueReadBuffer(board->queue, wrong, CL_TRUE, 0, sizeof(found), &found, 0, NULL,
				  NULL),
	      "read");
	if (found)
		check(-1, "what arrives is wrong");
	clReleaseMemObject(wrong);
}

static double one_process(const struct board boards[2], const struct load *load)
{
	cl_mem wrong = begin_receiving(&boards[1], load);
	double begun = now();

	start(&boards[0], load, false, NULL);
	end_receiving(&boards[1], wrong);
	check(clFinish(boards[0].queue), "finish");
	return load->frames / (now() - begun);
}

/* The sender is another process, told by a byte when to begin. */
static void sender(const char *path, int from)
{
	struct board boards[2];
	char number;

	setenv("PMIX_RANK", "0", 1);
	open_boards(path, boards);
	while (read(from, &number, 1) == 1)
		send_load(&boards[0], &loads[(int)number]);
	exit(0);
}

static double two_processes(const struct board *board, const struct load *load, int to)
{
	cl_mem wrong = begin_receiving(board, load);
	char number = (char)(load - loads);
	double begun;

	usleep(20000);
	begun = now();
	if (write(to, &number, 1) != 1)
		exit(1);
	end_receiving(board, wrong);
	return load->frames / (now() - begun);
}

/* --- bare -------------------------------------------------------------------------------------- */

/* A ring with one writer and one reader, which is about as fast as it goes. */
struct bare {
	unsigned bytes;
	int frames;
	int ends[2];
	_Alignas(64) _Atomic uint64_t head;
	_Alignas(64) _Atomic uint64_t tail;
	unsigned char ring[RING];
};

static void *write_ring(void *data)
{
	struct bare *bare = data;
	unsigned char frame[4096] = {0};
	unsigned places = RING / bare->bytes;

	for (uint64_t i = 0; i < (uint64_t)bare->frames; i++) {
		while (i - atomic_load_explicit(&bare->head, memory_order_acquire) >= places)
			sched_yield();
		memcpy(bare->ring + i % places * bare->bytes, frame, bare->bytes);
		atomic_store_explicit(&bare->tail, i + 1, memory_order_release);
	}
	return NULL;
}

static void read_ring(struct bare *bare)
{
	unsigned char frame[4096];
	unsigned places = RING / bare->bytes;

	for (uint64_t i = 0; i < (uint64_t)bare->frames; i++) {
		while (atomic_load_explicit(&bare->tail, memory_order_acquire) == i)
			sched_yield();
		memcpy(frame, bare->ring + i % places * bare->bytes, bare->bytes);
		__asm__ volatile("" : : "r"(frame) : "memory");
		atomic_store_explicit(&bare->head, i + 1, memory_order_release);
	}
}

static void *write_socket(void *data)
{
	const struct bare *bare = data;
	unsigned char frame[4096] = {0};

	for (int i = 0; i < bare->frames; i++)
		if (send(bare->ends[0], frame, bare->bytes, 0) < 0)
			exit(1);
	return NULL;
}

static void read_socket(struct bare *bare)
{
	unsigned char frame[4096];

	for (int i = 0; i < bare->frames; i++)
		if (recv(bare->ends[1], frame, sizeof(frame), 0) < 0)
			exit(1);
}

static double run_bare(const struct load *load, int frames, void *(*from)(void *),
		       void (*to)(struct bare *))
{
	static struct bare bare;
	double begun = now();
	pthread_t thread;

	memset(&bare, 0, sizeof(bare));
	bare.frames = frames;
	bare.bytes = (unsigned)(load->words ? load->words : 1) * WIDTH;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, bare.ends) ||
	    pthread_create(&thread, NULL, from, &bare))
		exit(1);
	to(&bare);
	pthread_join(thread, NULL);
	close(bare.ends[0]);
	close(bare.ends[1]);
	return frames / (now() - begun);
}

/* --- rows -------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double rates[ROUNDS])
{
	qsort(rates, ROUNDS, sizeof(*rates), compare);
	return rates[ROUNDS / 2] / 1e6;
}

/* Of both kinds of bare ways in the process that has no boards yet, of kernels in the others. */
static void print_bare(double bare[LOADS][2])
{
	double rates[2][ROUNDS];

	for (int i = 0; i < LOADS; i++) {
		for (int j = 0; j < ROUNDS; j++) {
			rates[0][j] = run_bare(&loads[i], loads[i].frames, write_ring, read_ring);
			rates[1][j] = run_bare(&loads[i], SENT_BARE, write_socket, read_socket);
		}
		bare[i][0] = median(rates[0]);
		bare[i][1] = median(rates[1]);
	}
}

/* Runs in a child, as a process opens its boards once. */
static void measure(const char *path, int to, double *ret_rates)
{
	struct board boards[2];
	double rates[ROUNDS];

	if (to >= 0)
		setenv("PMIX_RANK", "1", 1);
	open_boards(path, boards);
	for (int i = 0; i < LOADS; i++) {
		for (int j = 0; j < ROUNDS; j++)
			rates[j] = to < 0 ? one_process(boards, &loads[i])
					  : two_processes(&boards[0], &loads[i], to);
		ret_rates[i] = median(rates);
	}
	exit(0);
}

static pid_t fork_or_exit(void)
{
	pid_t child = fork();

	if (child < 0)
		exit(1);
	return child;
}

static void await(pid_t child)
{
	int status;

	if (waitpid(child, &status, 0) != child || status)
		exit(1);
}

int main(int argc, char **argv)
{
	double *rates = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	double bare[LOADS][2];
	int ends[2];
	pid_t first, second;

	if (argc != 2 || rates == MAP_FAILED || pipe(ends))
		return 2;
	setenv("FPGACL_RACK", "--fpgalink=a:qsfp0-b:qsfp0 --fpgalink=a:qsfp1-b:qsfp1", 1);
	setenv("FPGACL_DEVICES", "emu:u280,emu:u280", 1);
	first = fork_or_exit();
	if (!first)
		measure(argv[1], -1, rates);
	await(first);
	setenv("FPGACL_DEVICES", "emu:u280", 1);
	first = fork_or_exit();
	if (!first) {
		close(ends[1]);
		sender(argv[1], ends[0]);
	}
	second = fork_or_exit();
	if (!second) {
		close(ends[0]);
		measure(argv[1], ends[1], rates + LOADS);
	}
	close(ends[0]);
	close(ends[1]);
	await(second);
	await(first);
	print_bare(bare);
	for (int i = 0; i < LOADS; i++)
		printf("%-22s one process %6.2f M/s, two %6.2f; a bare ring %6.2f, a socket %6.2f\n",
		       loads[i].name, rates[i], rates[LOADS + i], bare[i][0], bare[i][1]);
	return 0;
}
