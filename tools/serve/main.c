/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `fpgacl serve`: an inference worker for the boards of any OpenCL driver. README.md explains its
 * parts.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stdout.h"
#include "tools/serve/check.h"
#ifdef FPGACL_HAVE_GRPC
#include "tools/serve/grpc/service.h"
#endif
#include "tools/serve/http/clients.h"
#include "tools/serve/http/listener.h"
#include "tools/serve/ops/note.h"
#include "tools/serve/ops/notify.h"
#include "tools/serve/ops/options.h"
#include "tools/serve/ops/peers.h"
#include "tools/serve/protocol/body.h"
#include "tools/serve/repository/files.h"
#include "tools/serve/scheduling/queue.h"
#include "tools/serve/scheduling/rejoin.h"

enum {
	WATCH_NS = 20 * 1000 * 1000,
	STOPPED_NS = 1000 * 1000 * 1000,
	SWEEPS = 10,
	MOST_MODELS = 1024,
	END_MS = 2000
};

static struct fcl_serve_boards boards; /* never destroyed: drivers may report to them until the
				        * process ends */

/*
 * Estimates how long the process has been stopped since the last call (SIGSTOP, or the machine was
 * suspended).
 */
static uint64_t measure_stop(void)
{
	static uint64_t last;
	uint64_t now = fcl_now_ns(), since = last ? now - last : 0;

	last = now;
	return since > STOPPED_NS ? since : 0;
}

/* Time in which the worker itself was stopped does not count towards hanging launches. */
static void watch_models(const struct fcl_serve_options *options)
{
	static struct fcl_serve_model *models[MOST_MODELS];
	unsigned count = fcl_serve_models_get(models, MOST_MODELS);
	uint64_t stopped_ns = measure_stop();

	for (unsigned i = 0; i < count; i++) {
		fcl_serve_queue_watch(models[i], (uint64_t)options->run_s * 1000000000u,
				      stopped_ns);
		fcl_serve_model_unref(models[i]);
	}
}

/*
 * Returns why the worker cannot continue: no model could be loaded, or no board has run any for too
 * long. A supervisor then starts another worker, which may find other boards. NULL: it can
 * continue, or may recover.
 */
static const char *main_find_end(const struct fcl_serve_options *options,
				 struct fcl_serve_registry *registry)
{
	static uint64_t since; /* when the last model lost its board; 0: some model has one */
	const uint64_t second = 1000000000u;
	struct fcl_serve_readiness readiness = fcl_serve_registry_readiness(registry);
	uint64_t now = fcl_now_ns();

	since = readiness.some || !(readiness.lost || readiness.failed) ? 0 : since ? since : now;
	if (!since)
		return NULL;
	if (!fcl_serve_boards_left(&boards))
		return now >= since + options->lost_s * second ? "all boards are lost" : NULL;
	if (readiness.lost)
		return now > since + options->run_s * second ? "no board accepts launches any more"
							     : NULL;
	return now >= since + options->lost_s * second ? "no model could be loaded" : NULL;
}

/* Notifies systemd's watchdog, twice as often as it requires. */
static void notify_watchdog(void)
{
	static uint64_t last;
	uint64_t every = fcl_serve_notify_watchdog_ns() / 2, now = fcl_now_ns();

	if (!every || now < last + every)
		return;
	last = now;
	fcl_serve_notify("WATCHDOG=1");
}

/*
 * Runs until a signal asks to stop (returns NULL), or until the worker cannot continue (returns the
 * reason).
 */
static const char *main_watch(const struct fcl_serve_options *options,
			      struct fcl_serve_registry *registry, const sigset_t *signals)
{
	const struct timespec turn = {.tv_nsec = WATCH_NS};
	const struct fcl_serve_clients_limits limits = {
		.idle_ns = (uint64_t)options->idle_s * 1000000000u,
		.receive_ns = (uint64_t)options->receive_s * 1000000000u,
		.rate = (uint64_t)options->rate_kib << 10,
	};
	const char *why = NULL;

	for (unsigned i = 0; !why; i++) {
		if (sigtimedwait(signals, NULL, &turn) > 0)
			return NULL;
		watch_models(options);
		notify_watchdog();
		if (i % SWEEPS)
			continue;
		fcl_serve_clients_sweep(&limits);
		why = main_find_end(options, registry);
	}
	return why;
}

/*
 * A hanging launch keeps using its model and the driver, so the process then exits without
 * releasing them.
 */
static void end_models(int status)
{
	for (unsigned i = 0; fcl_serve_models_alive() && i < END_MS; i++)
		fcl_pause_us(1000);
	if (!fcl_serve_models_alive())
		return;
	fcl_serve_note("a launch is hung: exiting without waiting for it");
	_exit(status);
}

/* A peer always may send one request of the largest size, and open a connection. */
static void limit_requests(const struct fcl_serve_options *options)
{
	unsigned connections = options->connections * options->share / 100;
	uint64_t bytes = options->max_bodies / 100 * options->share;

	if (options->share == 100)
		bytes = options->max_bodies;
	fcl_serve_bodies_limit(options->max_bodies);
	fcl_serve_peers_limit(connections ? connections : 1,
			      bytes > options->max_body ? bytes : options->max_body);
}

#ifdef FPGACL_HAVE_GRPC
static struct fcl_serve_grpc *grpc;

static int start_grpc(struct fcl_serve_server *server, const struct fcl_serve_options *options,
		      struct fcl_err *err)
{
	const struct fcl_serve_grpc_options settings = {options->grpc, options->max_body,
							options->max_bodies};
	int port = 0;

	if (!options->grpc)
		return 0;
	grpc = fcl_serve_grpc_start(server, &settings, &port, err);
	if (grpc)
		fcl_serve_note("serving gRPC at %s (port %d)", options->grpc, port);
	return grpc ? 0 : err->code;
}

static void stop_grpc(void)
{
	fcl_serve_grpc_stop(grpc);
}

static void free_grpc(void)
{
	fcl_serve_grpc_free(grpc);
}
#else
static int start_grpc(struct fcl_serve_server *server, const struct fcl_serve_options *options,
		      struct fcl_err *err)
{
	(void)server, (void)options, (void)err;
	return 0;
}

static void stop_grpc(void)
{
}

static void free_grpc(void)
{
}
#endif

static int main_serve(const struct fcl_serve_options *options, struct fcl_serve_socket *socket,
		      const sigset_t *signals)
{
	static struct fcl_serve_registry registry;
	static struct fcl_serve_server server;
	struct fcl_err err = {0};
	const char *why;

	fcl_serve_registry_init(&registry, options->repository, &boards);
	limit_requests(options);
	server.options = options;
	server.registry = &registry;
	server.socket = socket;
	fcl_serve_registry_load_all(&registry);
	if (fcl_serve_server_start(&server, &err)) {
		fcl_serve_note("%s", err.text);
		fcl_serve_socket_leave(socket);
		return 1;
	}
	if (start_grpc(&server, options, &err)) {
		fcl_serve_note("%s", err.text);
		fcl_serve_server_drain(&server, 0);
		fcl_serve_registry_stop(&registry);
		fcl_serve_server_stop(&server);
		fcl_serve_socket_leave(socket);
		return 1;
	}
	fcl_serve_note("serving at %s", socket->name);
	fcl_serve_notify("READY=1");
	if (fcl_serve_rejoin_start(&boards))
		fcl_serve_note(
			"no thread can be started to monitor boards: lost boards will not be used again");
	why = main_watch(options, &registry, signals);
	fcl_serve_note("%s", why ? why : "shutting down: finishing accepted requests");
	fcl_serve_notify("STOPPING=1");
	fcl_serve_server_drain(&server, options->drain_s);
	stop_grpc();
	fcl_serve_rejoin_stop();
	fcl_serve_registry_stop(&registry);
	free_grpc();
	fcl_serve_server_stop(&server);
	fcl_serve_socket_leave(socket);
	end_models(why ? 1 : 0);
	return why ? 1 : 0;
}

static int serve_main_start(const struct fcl_serve_options *options)
{
	struct fcl_serve_socket socket;
	struct fcl_err err = {0};
	sigset_t signals;

	/* Blocked before any thread starts, because only main_watch() receives these. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (fcl_serve_socket_open(options->listen, &socket, &err) ||
	    fcl_serve_boards_find(&boards, &err)) {
		fcl_serve_note("%s", err.text);
		return 1;
	}
	return main_serve(options, &socket, &signals);
}

/* The driver, or the layer for the loader, reads the variable when OpenCL is first used. */
static void keep_calls(unsigned mib)
{
	char ring[32];

	snprintf(ring, sizeof(ring), "ring:%uMiB", mib);
	setenv("FPGACL_CAPTURE", ring, 1);
}

int main(int argc, char **argv)
{
	struct fcl_serve_options options;
	enum fcl_serve_parsed parsed = fcl_serve_options_parse(&options, argc, argv);

	if (parsed == FCL_SERVE_WRONG)
		return 2;
	if (parsed == FCL_SERVE_DONE)
		return fcl_stdout_finish("fpgacl serve", 0);
	if (options.capture_mib)
		keep_calls(options.capture_mib);
	fcl_serve_files_limit(options.max_files);
	if (options.check)
		return fcl_stdout_finish("fpgacl serve",
					 fcl_serve_check(options.repository, options.json) ? 0 : 1);
	return serve_main_start(&options);
}
