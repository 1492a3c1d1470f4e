/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/board/wire/ring.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { MAX_CREDIT = 8, RETRY = 32 };

void fcl_bd_sleep(_Atomic uint32_t *word, uint32_t expected, uint64_t ns)
{
	struct timespec most = {.tv_sec = (time_t)(ns / 1000000000u),
				.tv_nsec = (long)(ns % 1000000000u)};

	syscall(SYS_futex, word, FUTEX_WAIT, expected, &most, NULL, 0);
}

void fcl_bd_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Yields the core's resources to its sibling hyperthread briefly. */
static void pause_polling(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("isb" ::: "memory"); /* "yield" is a no-op on most cores */
#endif
}

static bool poll_ring(const struct fcl_bd_end *end, uint64_t ns)
{
	uint64_t start = fcl_now_ns();

	do {
		for (int i = 0; i < 32; i++) {
			if (!fcl_bd_empty(end))
				return true;
			pause_polling();
		}
	} while (fcl_now_ns() - start < ns);
	return false;
}

bool fcl_bd_ring_watch(const struct fcl_bd_end *end, uint64_t ns,
		       struct fcl_bd_spin_stats *spin_stats)
{
	bool found;

	if (!spin_stats->credit && ++spin_stats->skipped % RETRY)
		return !fcl_bd_empty(end);
	found = poll_ring(end, ns);
	if (found)
		spin_stats->credit += spin_stats->credit < MAX_CREDIT;
	else
		spin_stats->credit /= 2;
	return found;
}

void fcl_bd_ring_wait(const struct fcl_bd_end *end, _Atomic uint32_t *sleeps, uint64_t ns)
{
	atomic_store(sleeps, 1);
	/*
	 * Pairs with fcl_bd_push() and fcl_bd_ring_wake(): at least one side sees the other's
	 * store.
	 */
	if (fcl_bd_empty(end))
		fcl_bd_sleep(sleeps, 1, ns);
	atomic_store(sleeps, 0);
}
