/* SPDX-License-Identifier: Apache-2.0 */
/* `fpgacl serve`: an inference worker on the boards of any OpenCL driver. README.md explains the parts. */
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stdout.h"
#include "tools/serve/body.h"
#include "tools/serve/check.h"
#include "tools/serve/clients.h"
#include "tools/serve/note.h"
#include "tools/serve/options.h"
#include "tools/serve/queue.h"
#include "tools/serve/server.h"

enum { WATCH_NS = 20 * 1000 * 1000, SWEEPS = 10, MOST_MODELS = 1024, END_MS = 5000 };

static struct fcl_serve_boards boards; /* drivers may report to them until the process ends */

static void watch_models(const struct fcl_serve_options *options)
{
	static struct fcl_serve_model *models[MOST_MODELS];
	unsigned count = fcl_serve_models_get(models, MOST_MODELS);

	for (unsigned i = 0; i < count; i++) {
		fcl_serve_queue_watch(models[i], (uint64_t)options->run_s * 1000000000u);
		fcl_serve_model_unref(models[i]);
	}
}

/* Until a signal asks for an end, or no board is left. Returns whether it was a signal. */
static bool watch(const struct fcl_serve_options *options, struct fcl_serve_registry *registry,
		  const sigset_t *signals)
{
	const struct timespec turn = {.tv_nsec = WATCH_NS};
	const uint64_t limit_ns = (uint64_t)(options->idle_s + options->receive_s) * 1000000000u;
	bool had_some = false, some;

	for (unsigned i = 0;; i++) {
		if (sigtimedwait(signals, NULL, &turn) > 0)
			return true;
		watch_models(options);
		if (i % SWEEPS)
			continue;
		fcl_serve_clients_sweep(limit_ns);
		fcl_serve_registry_is_ready(registry, &some);
		if (had_some && !some && !fcl_serve_boards_left(&boards))
			return false;
		had_some |= some;
	}
}

/* A launch that hangs keeps its model, and its driver: then the process ends without their consent. */
static void end_models(void)
{
	for (unsigned i = 0; fcl_serve_models_alive() && i < END_MS; i++)
		fcl_pause_us(1000);
	if (!fcl_serve_models_alive())
		return;
	fcl_serve_note("a launch hangs: ending without it");
	_exit(1);
}

static int serve(const struct fcl_serve_options *options, struct fcl_serve_socket *socket,
		 const sigset_t *signals)
{
	static struct fcl_serve_registry registry;
	static struct fcl_serve_server server;
	struct fcl_err err = {0};
	bool asked;

	fcl_serve_registry_init(&registry, options->repository, &boards);
	fcl_serve_bodies_limit(options->max_bodies);
	server.options = options;
	server.registry = &registry;
	server.socket = socket;
	fcl_serve_registry_load_all(&registry);
	if (fcl_serve_server_start(&server, &err)) {
		fcl_serve_note("%s", err.text);
		return 1;
	}
	fcl_serve_note("serving at %s", socket->name);
	asked = watch(options, &registry, signals);
	fcl_serve_note(asked ? "finishing what has been accepted" : "all boards are lost");
	fcl_serve_server_drain(&server, options->drain_s);
	fcl_serve_registry_stop(&registry);
	fcl_serve_server_stop(&server);
	end_models();
	return asked ? 0 : 1;
}

static int start(const struct fcl_serve_options *options)
{
	struct fcl_serve_socket socket;
	struct fcl_err err = {0};
	sigset_t signals;
	int status;

	/* Before any thread starts: only watch() takes these. */
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
	status = serve(options, &socket, &signals);
	fcl_serve_socket_leave(&socket);
	return status;
}

int main(int argc, char **argv)
{
	struct fcl_serve_options options;
	enum fcl_serve_parsed parsed = fcl_serve_options_parse(&options, argc, argv);

	if (parsed == FCL_SERVE_WRONG)
		return 2;
	if (parsed == FCL_SERVE_DONE)
		return fcl_stdout_finish("fpgacl serve", 0);
	if (options.check)
		return fcl_stdout_finish("fpgacl serve",
					 fcl_serve_check(options.repository) ? 0 : 1);
	return start(&options);
}
