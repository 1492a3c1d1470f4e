/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/guard.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/fork.h"
#include "base/log.h"
#include "emulator/execution/access/fault.h"
#include "emulator/state/unit.h"

/*
 * Handlers of our own receive the kernels' faults. The host may have handlers, too, and may install
 * them at any time: crash reporters, language runtimes, test frameworks. Faults of its own must get
 * to these, in the order in which it has installed them.
 *
 * So our handler has several entries. Entry 0 replaces what was there first; if a handler of the
 * host's has replaced entry n since, entry n + 1 replaces that one. A fault that no kernel has
 * caused goes to the handler that the entry has replaced. A handler that gives up restores, or
 * calls, the one that it found when it was installed: an earlier entry, which passes the fault on
 * to an earlier handler, and never back to the same one.
 */
enum {
	ALT_STACK = 64 * 1024,
	ENTRIES = 8,
	/*
	 * Executions ask whether a host has replaced our handlers, which takes system calls. That
	 * takes at most this part of the time, after as many checks at once as a host may need that
	 * installs a handler before each launch.
	 */
	CHECK_PART = 32,
	CHECKS_AT_ONCE = 64,
	MEASURED = 3,
};

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

/* What each entry has replaced. Set before the entry is installed. */
static struct sigaction replaced[SIGNALS][ENTRIES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards `top` and installing handlers */
static int top[SIGNALS]; /* the number of entries that have replaced a handler */

/* --- the handler ------------------------------------------------------------------------------- */

/* After this, the instruction faults again; a signal that was sent is sent again. */
static void pass_to_default(int number, const siginfo_t *info)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	sigaction(number, &action, NULL);
	if (fcl_emu_fault_is_sent(info))
		syscall(SYS_tgkill, getpid(), gettid(), number);
}

/* The mask with which the system would have called the host's handler. */
static void set_mask(int number, const struct sigaction *action, const ucontext_t *context)
{
	sigset_t mask;

	sigorset(&mask, &context->uc_sigmask, &action->sa_mask);
	if (!(action->sa_flags & SA_NODEFER))
		sigaddset(&mask, number);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

static void guard_pass_on(struct sigaction *under, int number, siginfo_t *info, void *context)
{
	struct sigaction action = *under;

	if (action.sa_handler == SIG_IGN && fcl_emu_fault_is_sent(info))
		return;
	if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
		pass_to_default(number, info);
		return;
	}
	if (action.sa_flags & SA_RESETHAND)
		under->sa_handler = SIG_DFL;
	set_mask(number, &action, context);
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(number, info, context);
	else
		action.sa_handler(number);
}

static void on_fault(int entry, int number, siginfo_t *info, void *context)
{
	if (fcl_emu_fault_contain(number, info, context))
		return;
	for (int i = 0; i < SIGNALS; i++)
		if (signals[i] == number)
			guard_pass_on(&replaced[i][entry], number, info, context);
}

#define ENTRY(INDEX)                                                                               \
	static void enter_##INDEX(int number, siginfo_t *info, void *context)                      \
	{                                                                                          \
		on_fault(INDEX, number, info, context);                                            \
	}

ENTRY(0)
ENTRY(1)
ENTRY(2)
ENTRY(3)
ENTRY(4)
ENTRY(5)
ENTRY(6)
ENTRY(7)

static void (*const entries[ENTRIES])(int, siginfo_t *, void *) = {
	enter_0, enter_1, enter_2, enter_3, enter_4, enter_5, enter_6, enter_7};

int fcl_emu_guard_signal(void)
{
	return SIGRTMAX - 2;
}

/*
 * Handles the watchdog's signal. Outside payload code it does nothing, as the watchdog sends it
 * again.
 */
static void on_overdue(int number, siginfo_t *info, void *data)
{
	(void)number;
	(void)info;
	fcl_emu_fault_end_overdue(data);
}

/* --- installing it ----------------------------------------------------------------------------- */

/* The entry that is installed now; -1: another handler. */
static int entry_of(const struct sigaction *now)
{
	for (int entry = 0; entry < ENTRIES; entry++)
		if (now->sa_flags & SA_SIGINFO && now->sa_sigaction == entries[entry])
			return entry;
	return -1;
}

/* The entry that replaced this handler before, or a free one; -1: all are in use. */
static int entry_for(int index, const struct sigaction *now)
{
	for (int entry = 0; entry < top[index]; entry++)
		if (replaced[index][entry].sa_sigaction == now->sa_sigaction)
			return entry;
	return top[index] < ENTRIES ? top[index]++ : -1;
}

static void guard_complain(int number)
{
	static bool complained; /* guarded by the lock */

	if (!complained)
		fcl_log(FCL_LOG_WARN, "emulator",
			"the host has installed more than %d handlers for signal %d: a kernel that faults now ends the host",
			ENTRIES, number);
	complained = true;
}

/* The lock is held. */
static void take_signal(int index)
{
	struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK}, now;
	int entry;

	if (sigaction(signals[index], NULL, &now))
		return;
	entry = entry_of(&now);
	if (entry >= 0) { /* handlers that replaced it have restored it */
		top[index] = entry + 1;
		return;
	}
	entry = entry_for(index, &now);
	if (entry < 0) {
		guard_complain(signals[index]);
		return;
	}
	replaced[index][entry] = now;
	action.sa_sigaction = entries[entry];
	sigemptyset(&action.sa_mask);
	sigaction(signals[index], &action, NULL);
}

static void guard_take_signals(void)
{
	for (int i = 0; i < SIGNALS; i++)
		take_signal(i);
}

static void take_watchdog_signal(void)
{
	struct sigaction action = {.sa_sigaction = on_overdue,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};

	sigemptyset(&action.sa_mask);
	if (fcl_config_timeout_ns())
		sigaction(fcl_emu_guard_signal(), &action, NULL);
}

/* How long to wait from one check to the next, so that they take a small part of the time. */
static _Atomic uint64_t interval_ns;

static void measure_check(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < MEASURED; i++) {
		uint64_t start = fcl_now_ns(), took;

		guard_take_signals();
		took = fcl_now_ns() - start;
		least = took < least ? took : least;
	}
	atomic_store_explicit(&interval_ns, least * CHECK_PART, memory_order_relaxed);
}

/* Called whenever an image is loaded or checked. */
void fcl_emu_guard_install(void)
{
	static bool prepared; /* guarded by the lock */

	fcl_fork_protect(&lock);
	pthread_mutex_lock(&lock);
	if (!prepared) {
		fcl_emu_fault_prepare();
		guard_take_signals();
		measure_check();
	}
	prepared = true;
	guard_take_signals();
	take_watchdog_signal();
	pthread_mutex_unlock(&lock);
}

void fcl_emu_guard_check(struct fcl_emu_cu *cu, uint64_t now)
{
	uint64_t interval = atomic_load_explicit(&interval_ns, memory_order_relaxed);
	uint64_t ahead = interval * CHECKS_AT_ONCE, earliest = now > ahead ? now - ahead : 0;

	/* The time at which the next check is due advances by one interval for each, from `ahead`. */
	if (cu->guard_due_ns < earliest)
		cu->guard_due_ns = earliest;
	cu->guard_due_ns += interval;
	pthread_mutex_lock(&lock);
	guard_take_signals();
	pthread_mutex_unlock(&lock);
}

/* --- threads ----------------------------------------------------------------------------------- */

static pthread_key_t stack_key;

/* Called when the thread ends. Disables the alternate stack if it is still in use. */
static void free_stack(void *stack)
{
	stack_t now;

	if (sigaltstack(NULL, &now) == 0 && now.ss_sp == stack) {
		now.ss_flags = SS_DISABLE;
		sigaltstack(&now, NULL);
	}
	munmap(stack, ALT_STACK);
}

static void make_key(void)
{
	pthread_key_create(&stack_key, free_stack);
}

/* A host's thread may block all signals, and a fault whose signal is blocked kills the process. */
static void unblock_signals(void)
{
	sigset_t ours;

	sigemptyset(&ours);
	for (int i = 0; i < SIGNALS; i++)
		sigaddset(&ours, signals[i]);
	if (fcl_config_timeout_ns())
		sigaddset(&ours, fcl_emu_guard_signal());
	pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

void fcl_emu_guard_thread(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static _Thread_local bool done;
	stack_t stack = {.ss_size = ALT_STACK}, old;

	if (done)
		return;
	done = true;
	unblock_signals();
	pthread_once(&once, make_key);
	if (sigaltstack(NULL, &old) || !(old.ss_flags & SS_DISABLE))
		return;
	stack.ss_sp = mmap(NULL, ALT_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			   0);
	if (stack.ss_sp == MAP_FAILED)
		return;
	if (sigaltstack(&stack, NULL))
		munmap(stack.ss_sp, ALT_STACK);
	else
		pthread_setspecific(stack_key, stack.ss_sp);
}
