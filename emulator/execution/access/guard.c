/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "base/config.h"
#include "base/fork.h"
#include "emulator/execution/access/blocks.h"
#include "emulator/execution/running/running.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

/*
 * A kernel that faults ends its execution, not the host. Only faults with a program counter in
 * payload code are handled, so no lock of the C library can be held; all others are passed to the
 * previous handler. A kernel that corrupts the host's memory is not contained: that requires a
 * board process.
 */
enum { ALT_STACK = 64 * 1024 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction previous[sizeof(signals) / sizeof(signals[0])];

static uintptr_t program_counter(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.pc;
#else
	(void)context;
	return 0;
#endif
}

/*
 * The return address of the interrupted function, if it was interrupted before its first
 * instruction. The stack belongs to an execution, so its top is readable.
 */
static uintptr_t return_address(const struct fcl_emu_fiber *fiber, const ucontext_t *context)
{
#if defined(__x86_64__)
	uintptr_t top = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
	uintptr_t stack = (uintptr_t)fiber->stack;

	if (top < stack || top - stack > fiber->stack_size - sizeof(uintptr_t))
		return 0;
	return *(const uintptr_t *)top;
#elif defined(__aarch64__)
	(void)fiber;
	return (uintptr_t)context->uc_mcontext.regs[30];
#else
	(void)fiber;
	(void)context;
	return 0;
#endif
}

static bool in_payload(const struct fcl_emu_cu *cu, uintptr_t at)
{
	const struct fcl_emu_program *program = cu->program;

	for (uint32_t i = 0; i < program->npayloads; i++)
		if (at >= program->payloads[i].code_start && at < program->payloads[i].code_end)
			return true;
	return false;
}

/*
 * Whether a null or wild function pointer was called: the fault is the fetch of its first
 * instruction.
 */
static bool is_wild_call(const struct fcl_emu_cu *cu, const siginfo_t *info,
			 const ucontext_t *context)
{
	return info->si_signo == SIGSEGV && (uintptr_t)info->si_addr == program_counter(context) &&
	       in_payload(cu, return_address(cu->fiber, context));
}

/* Runs on the execution's own stack, starting at its top: its frames are abandoned. */
static void leave_execution(void)
{
	struct fcl_emu_cu *cu = fcl_emu_current_cu();

	cu->status = -EFAULT;
	fcl_emu_fiber_abandon(cu->fiber);
}

static void redirect(ucontext_t *context, const struct fcl_emu_cu *cu)
{
	uintptr_t top = ((uintptr_t)cu->fiber->stack + cu->fiber->stack_size) & ~(uintptr_t)63;

	fcl_emu_fiber_forget_frames(cu->fiber);
#if defined(__x86_64__)
	/* Aligned as after a call: the stack pointer is 8 below a multiple of 16. */
	context->uc_mcontext.gregs[REG_RSP] = (greg_t)(top - 72);
	context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)leave_execution;
#elif defined(__aarch64__)
	context->uc_mcontext.sp = top - 64;
	context->uc_mcontext.pc = (uintptr_t)leave_execution;
#else
	(void)context;
	(void)top;
#endif
}

/* When the handler returns, the instruction faults again, now with the default action. */
static void pass_to_default(int number)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	sigaction(number, &action, NULL);
}

/*
 * Whether this same fault is already being passed on: the handler that it was passed to saved ours
 * as its predecessor, and calls it. Then the signal frame is the same and the stack is deeper. A
 * new fault, after a handler that jumped out, differs in at least one of the two.
 */
static bool is_passed_back(const siginfo_t *info)
{
	static _Thread_local const siginfo_t *passed;
	static _Thread_local uintptr_t depth;
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);

	if (info == passed && here < depth)
		return true;
	passed = info;
	depth = here;
	return false;
}

static void pass_on(int number, siginfo_t *info, void *context)
{
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		const struct sigaction *old = &previous[i];

		if (signals[i] != number)
			continue;
		if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN ||
		    is_passed_back(info))
			pass_to_default(number);
		else if (old->sa_flags & SA_SIGINFO)
			old->sa_sigaction(number, info, context);
		else
			old->sa_handler(number);
		return;
	}
}

/* The guard page is below the stack; a frame larger than a page may reach beyond it. */
static bool below_stack(const struct fcl_emu_fiber *fiber, const void *address)
{
	uintptr_t lowest = (uintptr_t)fiber->stack, at = (uintptr_t)address;

	return at < lowest && lowest - at <= FCL_EMU_FIBER_GUARD;
}

static const char *describe(int number)
{
	switch (number) {
	case SIGFPE:
		return "arithmetic fault";
	case SIGILL:
		return "illegal instruction";
	default:
		return "bad memory access";
	}
}

static void on_fault(int number, siginfo_t *info, void *data)
{
	struct fcl_emu_cu *cu = fcl_emu_current;
	ucontext_t *context = data;

	if (!cu || !cu->fiber ||
	    (!in_payload(cu, program_counter(context)) && !is_wild_call(cu, info, context))) {
		pass_on(number, info, data);
		return;
	}
	if (is_wild_call(cu, info, context))
		snprintf(cu->error, sizeof(cu->error),
			 "the kernel called a function at address %p, where there is no code",
			 info->si_addr);
	else if (number == SIGSEGV && below_stack(cu->fiber, info->si_addr))
		snprintf(cu->error, sizeof(cu->error), "the kernel's stack of %zu bytes overflowed",
			 cu->fiber->stack_size);
	else if (number == SIGSEGV && fcl_emu_block_is_below_stack(cu, info->si_addr))
		snprintf(
			cu->error, sizeof(cu->error),
			"the stack of a process of the kernel's dataflow, of %llu bytes, overflowed",
			(unsigned long long)cu->pub.stack_size);
	else
		snprintf(cu->error, sizeof(cu->error),
			 "the kernel's code raised signal %d (%s) at address %p", number,
			 describe(number), info->si_addr);
	redirect(context, cu);
}

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
	struct fcl_emu_cu *cu = fcl_emu_current;
	ucontext_t *context = data;

	(void)number;
	(void)info;
	if (!cu || !cu->fiber || !atomic_load(&cu->overdue) ||
	    !in_payload(cu, program_counter(context)))
		return;
	snprintf(cu->error, sizeof(cu->error),
		 "the kernel ran longer than FPGACL_EMU_TIMEOUT_S allows");
	redirect(context, cu);
}

/* Sets `action` for the signal unless it is already set; *ret_old is the previous action. */
static void take_signal(int number, const struct sigaction *action, struct sigaction *ret_old)
{
	struct sigaction now;

	if (sigaction(number, NULL, &now) || now.sa_sigaction == action->sa_sigaction)
		return;
	*ret_old = now;
	sigaction(number, action, NULL);
}

/*
 * Called whenever an image is loaded or checked, as the host, or a test framework in it, may have
 * replaced our handlers since the last call.
 */
void fcl_emu_guard_install(void)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards `previous` */
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct sigaction unused;

	sigemptyset(&action.sa_mask);
	fcl_fork_protect(&lock);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		take_signal(signals[i], &action, &previous[i]);
	if (fcl_config_number(FCL_CONFIG_EMU_TIMEOUT_S)) {
		action.sa_sigaction = on_overdue;
		action.sa_flags |= SA_RESTART;
		take_signal(fcl_emu_guard_signal(), &action, &unused);
	}
	pthread_mutex_unlock(&lock);
}

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
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&ours, signals[i]);
	if (fcl_config_number(FCL_CONFIG_EMU_TIMEOUT_S))
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
