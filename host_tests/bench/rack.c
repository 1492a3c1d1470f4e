/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fcl_rack_cost: frames a second between two ports of a rack, in one process and between two, beside a bare
 * Unix socket with the same frames in the same run; medians of five.
 */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rack/end.h"

enum { ROUNDS = 5 };

#define SECONDS(from) ((double)(fcl_now_ns() - (from)) * 1e-9)

struct flow {
	struct fcl_rack_end *from, *to;
	int sockets[2];
	uint32_t size;
	int count;
};

static unsigned char bytes[FCL_RACK_MAX_FRAME];

static void *send_frames(void *data)
{
	const struct flow *flow = data;
	struct pollfd wait = {.events = POLLIN};

	for (int i = 0; i < flow->count; i++)
		while (fcl_rack_send(flow->from, bytes, flow->size, FCL_RACK_LAST, true))
			if (fcl_rack_wait(flow->from, false, true, &wait.fd))
				poll(&wait, 1, -1);
	return NULL;
}

static void receive_frames(const struct flow *flow)
{
	static unsigned char copy[FCL_RACK_MAX_FRAME];
	struct pollfd wait = {.events = POLLIN};

	for (int i = 0; i < flow->count; i++) {
		const struct fcl_rack_frame *frame;

		while (!(frame = fcl_rack_receive(flow->to)))
			if (fcl_rack_wait(flow->to, true, false, &wait.fd))
				poll(&wait, 1, -1);
		memcpy(copy, frame->bytes, frame->size);
		fcl_rack_take(flow->to);
	}
}

static void *send_bare(void *data)
{
	const struct flow *flow = data;

	for (int i = 0; i < flow->count; i++)
		if (send(flow->sockets[0], bytes, flow->size, 0) < 0)
			exit(1);
	return NULL;
}

static void receive_bare(const struct flow *flow)
{
	static unsigned char copy[FCL_RACK_MAX_FRAME];

	for (int i = 0; i < flow->count; i++)
		if (recv(flow->sockets[1], copy, sizeof(copy), 0) < 0)
			exit(1);
}

static double in_threads(struct flow *flow, void *(*from)(void *), void (*to)(const struct flow *))
{
	uint64_t begin = fcl_now_ns();
	pthread_t thread;

	if (pthread_create(&thread, NULL, from, flow))
		exit(1);
	to(flow);
	pthread_join(thread, NULL);
	return flow->count / SECONDS(begin);
}

static double in_processes(struct flow *flow, void *(*from)(void *),
			   void (*to)(const struct flow *))
{
	uint64_t begin = fcl_now_ns();
	pid_t child = fork();
	int status;

	if (!child) {
		from(flow);
		_exit(0);
	}
	to(flow);
	if (child < 0 || waitpid(child, &status, 0) != child || status)
		exit(1);
	return flow->count / SECONDS(begin);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(struct flow *flow, void *(*from)(void *), void (*to)(const struct flow *),
		     double (*run)(struct flow *, void *(*)(void *), void (*)(const struct flow *)))
{
	double rates[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		rates[i] = run(flow, from, to);
	qsort(rates, ROUNDS, sizeof(*rates), compare);
	return rates[ROUNDS / 2];
}

int main(void)
{
	struct flow flow = {.count = 200000};
	struct fcl_rack rack;
	struct fcl_err err;

	if (fcl_rack_read("--fpgalink=a:ch0-b:ch0", &rack, &err) ||
	    fcl_rack_open(&rack, fcl_rack_find_port(&rack, "a:ch0"), &flow.from, &err) ||
	    fcl_rack_open(&rack, fcl_rack_find_port(&rack, "b:ch0"), &flow.to, &err) ||
	    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, flow.sockets)) {
		fprintf(stderr, "fcl_rack_cost: %s\n", err.text);
		return 1;
	}
	for (int i = 0; i < 2; i++) {
		flow.size = i ? 64 : 1408;
		printf("%u bytes, one process: %.2f M frames/s; a socket: %.2f\n", flow.size,
		       median(&flow, send_frames, receive_frames, in_threads) / 1e6,
		       median(&flow, send_bare, receive_bare, in_threads) / 1e6);
		printf("%u bytes, two processes: %.2f M frames/s; a socket: %.2f\n", flow.size,
		       median(&flow, send_frames, receive_frames, in_processes) / 1e6,
		       median(&flow, send_bare, receive_bare, in_processes) / 1e6);
	}
	fcl_rack_close(flow.from);
	fcl_rack_close(flow.to);
	fcl_rack_free(&rack);
	return 0;
}
