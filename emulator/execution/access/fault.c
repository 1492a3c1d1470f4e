/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/access/fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "base/log.h"
#include "emulator/execution/access/blocks.h"
#include "emulator/execution/running/running.h"
#include "emulator/primitives/fiber.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

/*
 * A kernel that faults ends its execution, not the host. The kernel's faults are those in its own
 * code and in any function below it: of the C library, of the vDSO, a service of the board.
 *
 * The frames of such functions are left as when a thread is cancelled there, because that is how
 * the C library releases the locks of its streams. The allocator and the dynamic linker have no
 * such way: their locks would stay held for ever, so a fault below them is reported and passed on.
 * A kernel that corrupts the host's memory is not contained: that requires a board process.
 */
enum {
	MOST_FRAMES = 256,
	ROOM = 8 * 1024, /* for the unwinder, on the stack of the signal handler */
};

/* --- where a thread was interrupted ------------------------------------------------------------ */

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

static uintptr_t stack_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.sp;
#else
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

/* Whether the address is on a stack of the execution, or in the guard page below it. */
static bool on_stack(const struct fcl_emu_cu *cu, uintptr_t at)
{
	uintptr_t lowest = (uintptr_t)cu->fiber->stack - FCL_EMU_FIBER_GUARD;

	return at - lowest < cu->fiber->stack_size + FCL_EMU_FIBER_GUARD ||
	       fcl_emu_block_is_on_stack(cu, (const void *)at);
}

bool fcl_emu_fault_is_sent(const siginfo_t *info)
{
	return info->si_code <= 0;
}

/* --- the reason -------------------------------------------------------------------------------- */

/* The guard page is below the stack; a frame larger than a page may reach beyond it. */
static bool below_stack(const struct fcl_emu_fiber *fiber, const void *address)
{
	uintptr_t lowest = (uintptr_t)fiber->stack, at = (uintptr_t)address;

	return at < lowest && lowest - at <= FCL_EMU_FIBER_GUARD;
}

static const char *fault_describe(int number)
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

/* Writes " in strtok() of libc.so.6", as far as it is known; empty for the kernel's own code. */
static void name_function(uintptr_t function, char *text, size_t room)
{
	static const char *const prefixes[] = {"_IO_", "__isoc99_", "__isoc23_"};
	static const char here;
	Dl_info info, own;
	const char *file, *name;

	*text = '\0';
	if (!function || !dladdr((const void *)function, &info) || !info.dli_fname)
		return;
	name = info.dli_sname;
	for (size_t i = 0; name && i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
			name += strlen(prefixes[i]);
	file = strrchr(info.dli_fname, '/');
	file = file ? file + 1 : info.dli_fname;
	if (dladdr(&here, &own) && own.dli_fbase == info.dli_fbase)
		snprintf(text, room, " in a service of the board");
	else if (name && (uintptr_t)info.dli_saddr == function)
		snprintf(text, room, " in %.80s() of %.80s", name, file);
	else
		snprintf(text, room, " in %.80s", file);
}

static void fault_explain(struct fcl_emu_cu *cu)
{
	const struct fcl_emu_fault *fault = &cu->fault;
	char place[200];

	name_function(fault->called, place, sizeof(place));
	if (fault->wild)
		snprintf(cu->error, sizeof(cu->error),
			 "the kernel called a function at address %p, where there is no code",
			 fault->address);
	else if (fault->number == SIGABRT)
		snprintf(cu->error, sizeof(cu->error),
			 "a function that the kernel called aborted%s", place);
	else if (fault->number == SIGSEGV && below_stack(cu->fiber, fault->address))
		snprintf(cu->error, sizeof(cu->error), "the kernel's stack of %zu bytes overflowed",
			 cu->fiber->stack_size);
	else if (fault->number == SIGSEGV && fcl_emu_block_is_below_stack(cu, fault->address))
		snprintf(
			cu->error, sizeof(cu->error),
			"the stack of a process of the kernel's dataflow, of %llu bytes, overflowed",
			(unsigned long long)cu->pub.stack_size);
	else
		snprintf(cu->error, sizeof(cu->error),
			 "the kernel's code raised signal %d (%s) at address %p%s", fault->number,
			 fault_describe(fault->number), fault->address, place);
}

/* --- calls that may fault ---------------------------------------------------------------------- */

/* While such a call runs: where to continue if it faults. */
static _Thread_local FCL_EMU_STATIC_TLS sigjmp_buf *fault_return;

/* In a handler: a fault ends the call. */
static void fault_try(void (*call)(void *), void *argument)
{
	sigjmp_buf faulted;
	sigset_t faults;

	sigemptyset(&faults);
	sigaddset(&faults, SIGSEGV);
	sigaddset(&faults, SIGBUS);
	pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
	if (!sigsetjmp(faulted, 0)) {
		fault_return = &faulted;
		call(argument);
	}
	fault_return = NULL;
}

/* --- leaving the execution --------------------------------------------------------------------- */

/* Its frames are abandoned, whichever stack this is called on. */
static _Noreturn void leave_execution(void)
{
	struct fcl_emu_cu *cu = fcl_emu_current_cu();

	if (cu->fault.number)
		fault_explain(cu);
	cu->fault = (struct fcl_emu_fault){0};
	cu->status = -EFAULT;
	fcl_emu_fiber_abandon(cu->fiber);
}

/* Lets the handler return to leave_execution(), on the execution's stack, starting at its top. */
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

#ifndef FCL_EMU_FIBER_TSAN
extern void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *),
				  void *argument) __attribute__((weak));
extern void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute)
	__attribute__((weak));

static void do_nothing(void *unused)
{
	(void)unused;
}

static void pop_registered(void *buffer)
{
	_pthread_cleanup_pop(buffer, 1);
}

/*
 * Some of the C library's functions register their cleanup in a list of the thread. That of sscanf()
 * unlocks a file that has no lock.
 */
static void run_registered(const struct fcl_emu_cu *cu)
{
	struct _pthread_cleanup_buffer first, *next;

	if (!_pthread_cleanup_push || !_pthread_cleanup_pop)
		return;
	_pthread_cleanup_push(&first, do_nothing, NULL);
	_pthread_cleanup_pop(&first, 0);
	for (struct _pthread_cleanup_buffer *at = first.__prev; at && on_stack(cu, (uintptr_t)at);
	     at = next) {
		next = at->__prev;
		fault_try(pop_registered, at);
	}
}

/* Called for each frame before its cleanup runs; the kernel's own frames have none that matter. */
static _Unwind_Reason_Code stop_at_kernel(int version, _Unwind_Action actions,
					  _Unwind_Exception_Class class,
					  struct _Unwind_Exception *exception,
					  struct _Unwind_Context *frame, void *cu)
{
	int exact = 0;
	uintptr_t at = _Unwind_GetIPInfo(frame, &exact);

	(void)version;
	(void)class;
	(void)exception;
	if (actions & _UA_END_OF_STACK || in_payload(cu, exact ? at : at - 1))
		leave_execution();
	return _URC_NO_REASON;
}

/* Cleanups run on the execution's stack, with the signal mask of the interrupted code. */
static _Noreturn void leave_through_frames(struct fcl_emu_cu *cu, const ucontext_t *context)
{
	static _Thread_local FCL_EMU_STATIC_TLS struct _Unwind_Exception exception;

	cu->fault.leaving = true;
	run_registered(cu);
	pthread_sigmask(SIG_SETMASK, &context->uc_sigmask, NULL);
	memset(&exception, 0, sizeof(exception));
	_Unwind_ForcedUnwind(&exception, stop_at_kernel, cu);
	leave_execution();
}
#endif

/* --- whose fault it is ------------------------------------------------------------------------- */

/* Functions that may fault with a lock held that nothing releases. */
static const char *const lockers[] = {"malloc",   "calloc",        "realloc",        "free",
				      "memalign", "aligned_alloc", "posix_memalign", "valloc",
				      "pvalloc",  "malloc_trim",   "dlopen",         "dlmopen",
				      "dlclose",  "dlsym",         "dlvsym"};
enum { LOCKERS = sizeof(lockers) / sizeof(lockers[0]) };
/* As the C library has them, and as a host's or a sanitizer's library replaces them. */
static uintptr_t locker_starts[2 * LOCKERS];

void fcl_emu_fault_prepare(void)
{
	void *libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);

	for (int i = 0; i < LOCKERS; i++) {
		locker_starts[i] = libc ? (uintptr_t)dlsym(libc, lockers[i]) : 0;
		locker_starts[LOCKERS + i] = (uintptr_t)dlsym(RTLD_DEFAULT, lockers[i]);
	}
	if (libc)
		dlclose(libc);
}

static bool is_locker(uintptr_t function)
{
	for (int i = 0; function && i < 2 * LOCKERS; i++)
		if (locker_starts[i] == function)
			return true;
	return false;
}

/* What the frames from the fault up to the kernel's code say. */
struct walk {
	const struct fcl_emu_cu *cu;
	unsigned frames, interrupted;
	uintptr_t called; /* by the kernel */
	bool of_kernel;   /* the kernel's code has been reached */
	bool of_handler; /* a handler of the host's, which has interrupted the kernel, has faulted */
	bool keeps_lock;
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *frame, void *data)
{
	struct walk *walk = data;
	int exact = 0; /* the frame was interrupted by a signal, and did not call a function */
	uintptr_t at = _Unwind_GetIPInfo(frame, &exact);

	walk->interrupted += exact != 0;
	walk->of_handler = walk->interrupted > 1;
	if (walk->of_handler || ++walk->frames > MOST_FRAMES)
		return _URC_NORMAL_STOP;
	if (!walk->interrupted) /* frames of our own handler */
		return _URC_NO_REASON;
	walk->of_kernel = in_payload(walk->cu, exact ? at : at - 1);
	if (walk->of_kernel)
		return _URC_NORMAL_STOP;
	walk->called = _Unwind_GetRegionStart(frame);
	walk->keeps_lock |= is_locker(walk->called);
	return _URC_NO_REASON;
}

static void walk_frames(void *walk)
{
	_Unwind_Backtrace(visit, walk);
}

/* Hosts may have an alternate stack of their own, which may be small. */
static bool has_room(const struct fcl_emu_cu *cu, const ucontext_t *context)
{
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	uintptr_t alternate = (uintptr_t)context->uc_stack.ss_sp;

	if (!(context->uc_stack.ss_flags & SS_DISABLE) &&
	    here - alternate < context->uc_stack.ss_size)
		return here - alternate >= ROOM;
	return here - (uintptr_t)cu->fiber->stack >= ROOM;
}

/* The host is about to end, so that it says why even if the log is off. */
static bool report_lost(const struct fcl_emu_cu *cu, int number, uintptr_t function)
{
	char place[200], text[500];

	name_function(function, place, sizeof(place));
	snprintf(
		text, sizeof(text),
		"the kernel's code raised signal %d%s, which holds a lock that the host needs: this fault cannot be contained",
		number, place);
	if (fcl_log_enabled(FCL_LOG_ERROR))
		fcl_log(FCL_LOG_ERROR, cu->name, "%s", text);
	else
		dprintf(STDERR_FILENO, "fpgacl: %s: %s\n", cu->name, text);
	return false;
}

/* For a fault on a stack of the execution, but not in its kernel's code. */
static bool contain_below(struct fcl_emu_cu *cu, int number, const siginfo_t *info,
			  ucontext_t *context)
{
	struct walk walk = {.cu = cu};

	if (has_room(cu, context)) /* the frames may be broken */
		fault_try(walk_frames, &walk);
	if (walk.of_handler || (fcl_emu_fault_is_sent(info) && !walk.of_kernel))
		return false;
	if (walk.keeps_lock)
		return report_lost(cu, number, walk.called);
	cu->fault.called = walk.called;
#ifndef FCL_EMU_FIBER_TSAN
	if (walk.of_kernel)
		leave_through_frames(cu, context);
#endif
	redirect(context, cu);
	return true;
}

/* Whether abort() has raised the signal: for a kernel, that is a fault like others. */
static bool is_abort(int number, const siginfo_t *info)
{
	return number == SIGABRT && info->si_code == SI_TKILL && info->si_pid == getpid();
}

bool fcl_emu_fault_contain(int number, const siginfo_t *info, void *data)
{
	struct fcl_emu_cu *cu = fcl_emu_current;
	ucontext_t *context = data;
	uintptr_t at = program_counter(context);

	if (fault_return)
		siglongjmp(*fault_return, 1);
	if (!cu || !cu->fiber || (fcl_emu_fault_is_sent(info) && !is_abort(number, info)))
		return false;
	if (!in_payload(cu, at) && !on_stack(cu, stack_pointer(context)))
		return false;
	if (cu->fault.leaving) { /* a cleanup has faulted */
		redirect(context, cu);
		return true;
	}
	/* A null or wild function pointer: the fault is the fetch of its first instruction. */
	cu->fault = (struct fcl_emu_fault){
		.number = number,
		.address = fcl_emu_fault_is_sent(info) ? NULL : info->si_addr,
		.wild = number == SIGSEGV && (uintptr_t)info->si_addr == at,
	};
	if (in_payload(cu, at) || cu->fault.wild) {
		redirect(context, cu);
		return true;
	}
	if (contain_below(cu, number, info, context))
		return true;
	cu->fault = (struct fcl_emu_fault){0};
	return false;
}

void fcl_emu_fault_end_overdue(void *data)
{
	struct fcl_emu_cu *cu = fcl_emu_current;
	ucontext_t *context = data;

	if (!cu || !cu->fiber || !atomic_load(&cu->overdue) ||
	    !in_payload(cu, program_counter(context)))
		return;
	snprintf(cu->error, sizeof(cu->error),
		 "the kernel ran longer than FPGACL_TIMEOUT_S allows");
	redirect(context, cu);
}
