/* SPDX-License-Identifier: Apache-2.0 */
/* A Kubernetes device plugin for FPGA boards. README.md explains its parts. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stdout.h"
#include "tools/kubernetes/ask.h"
#include "tools/kubernetes/find.h"
#include "tools/kubernetes/note.h"
#include "tools/kubernetes/resources.h"

enum { SIGNAL, CHANGE, FIXED }; /* indices in the array for poll() */

static struct fcl_kube_options options;
static struct fcl_kube_boards
	boards; /* owned by the main thread; others see the inventory's copy */
static struct fcl_kube_questions questions = {.options = &options};
static struct fcl_kube_inventory inventory;
static struct fcl_kube_resources resources;

static int watch_signals(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

/*
 * inotify reports sockets that appear and disappear; changes that it cannot see (a killed process,
 * sysfs) are noticed at the next scan. So are directories that are missing or have been replaced:
 * each scan adds the watches again, which has no effect for existing ones.
 */
static void watch_folders(int changes)
{
	inotify_add_watch(changes, options.boards, IN_CREATE | IN_DELETE | IN_MOVE);
	inotify_add_watch(changes, options.plugins, IN_CREATE | IN_DELETE | IN_MOVE);
}

static bool main_drain(int fd)
{
	char events[4096];
	bool some = false;

	while (read(fd, events, sizeof(events)) > 0)
		some = true;
	return some;
}

static int milliseconds_until(uint64_t when)
{
	uint64_t now = fcl_now_ns();

	return when <= now ? 0 : (int)((when - now) / 1000000u) + 1;
}

/* Waits for something to do. Returns false if a signal asks the plugin to stop. */
static bool wait_for_work(int signals, int changes, uint64_t look_at, bool *ret_changed)
{
	struct pollfd fds[FIXED + FCL_KUBE_ASK_FDS] = {
		[SIGNAL] = {.fd = signals, .events = POLLIN},
		[CHANGE] = {.fd = changes, .events = POLLIN},
	};
	unsigned count = FIXED + fcl_kube_ask_fds(&questions, fds + FIXED);
	uint64_t next = fcl_kube_ask_next(&questions, &boards);

	poll(fds, count, milliseconds_until(next < look_at ? next : look_at));
	*ret_changed = main_drain(changes);
	return !(fds[SIGNAL].revents & POLLIN);
}

static void main_run(int signals, int changes)
{
	const uint64_t interval = options.interval_s * (uint64_t)1000000000u;
	uint64_t look_at = 0;
	bool changed;

	while (wait_for_work(signals, changes, look_at, &changed)) {
		bool look = changed || fcl_now_ns() >= look_at;

		if (look) {
			watch_folders(changes);
			fcl_kube_find(&options, &boards);
			look_at = fcl_now_ns() + interval;
		}
		fcl_kube_ask(&questions, &boards);
		fcl_kube_ask_read(&questions, &boards);
		if (fcl_kube_inventory_publish(&inventory, &boards) || look)
			fcl_kube_resources_update(&resources);
	}
	fcl_kube_note("ending");
}

static int main_start(void)
{
	struct fcl_err err = {0};
	int signals = watch_signals(), changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);

	if (signals < 0 || changes < 0) {
		fcl_kube_note("%s: %s", signals < 0 ? "signalfd" : "inotify", strerror(errno));
		return 1;
	}
	fcl_kube_inventory_init(&inventory);
	if (fcl_kube_resources_init(&resources, &options, &inventory, &err)) {
		fcl_kube_note("%s", err.text);
		return 1;
	}
	main_run(signals, changes);
	fcl_kube_ask_end(&questions);
	fcl_kube_inventory_end(&inventory);
	fcl_kube_resources_free(&resources);
	fcl_kube_inventory_free(&inventory);
	free(boards.boards);
	return 0;
}

int main(int argc, char **argv)
{
	enum fcl_kube_parsed parsed = fcl_kube_options_parse(&options, argc, argv);

	if (parsed == FCL_KUBE_WRONG)
		return 2;
	if (parsed == FCL_KUBE_HELP)
		return fcl_stdout_finish("fpgacl-device-plugin", 0);
	return main_start();
}
