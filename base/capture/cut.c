/* SPDX-License-Identifier: Apache-2.0 */
#include "base/capture/cut.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic(void *) watched;
static atomic_size_t watched_size;
static atomic_bool happened;
static struct sigaction before;

static bool cut_replace(const siginfo_t *info)
{
	char *at = atomic_load(&watched);
	size_t size = atomic_load(&watched_size);

	if (info->si_code <= 0 || !at || (uintptr_t)info->si_addr < (uintptr_t)at ||
	    (uintptr_t)info->si_addr - (uintptr_t)at >= size ||
	    mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
		 0) == MAP_FAILED)
		return false;
	atomic_store(&happened, true);
	return true;
}

/* After this without another handler, the access faults again; a signal that was sent is sent again. */
static void on_bus(int number, siginfo_t *info, void *context)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	if (cut_replace(info))
		return;
	if (before.sa_flags & SA_SIGINFO) {
		before.sa_sigaction(number, info, context);
	} else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
		before.sa_handler(number);
	} else if (before.sa_handler == SIG_DFL || info->si_code > 0) {
		sigaction(number, &action, NULL);
		if (info->si_code <= 0)
			syscall(SYS_tgkill, getpid(), gettid(), number);
	}
}

static void cut_take_signal(void)
{
	struct sigaction action = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO | SA_ONSTACK};

	sigemptyset(&action.sa_mask);
	if (!sigaction(SIGBUS, NULL, &before))
		sigaction(SIGBUS, &action, NULL);
}

void fcl_cut_watch(void *at, size_t size)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	atomic_store(&watched, NULL);
	atomic_store(&watched_size, size);
	atomic_store(&watched, at);
	if (at)
		pthread_once(&once, cut_take_signal);
}

bool fcl_cut_happened(void)
{
	return atomic_load_explicit(&happened, memory_order_relaxed);
}
