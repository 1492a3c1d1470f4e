/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/board/executor.h"

/*
 * A kernel is native code, and may make any system call with any arguments. What is not listed here
 * is refused, so that a system call that Linux adds later is refused, too.
 *
 * The two sockets of an executor are of type SOCK_SEQPACKET and connected, so Linux ignores
 * addresses in their messages. A kernel cannot put another descriptor in their places, or in those
 * of standard output and error: it can neither close these nor duplicate onto them. It may receive
 * other sockets from its client, but can only read from these: a message that it sent would carry
 * the credentials of the board process's user.
 */

#define NR(call) ((uint32_t)SYS_##call)
#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "confinement supports only x86-64 and arm64"
#endif
#ifndef PR_SET_VMA /* missing in headers before Linux 5.17 */
#define PR_SET_VMA 0x53564d41
#endif

/* Harmless with any arguments. The most frequent ones first. */
static const uint32_t allowed[] = {
	NR(futex),
	NR(sched_yield),
	NR(clock_nanosleep),
	NR(nanosleep),
	NR(clock_gettime),
	/* Memory. */
	NR(mmap),
	NR(munmap),
	NR(mprotect),
	NR(mremap),
	NR(madvise),
	NR(brk),
	/* Descriptors. What write() does, these do only to files. */
	NR(read),
	NR(readv),
	NR(pread64),
	NR(preadv),
	NR(pwrite64),
	NR(pwritev),
	NR(lseek),
	NR(fstat),
	NR(newfstatat),
	NR(readlinkat),
	NR(ftruncate),
	NR(flock),
	NR(fallocate),
	NR(memfd_create),
	NR(ppoll),
	/* Waiting for streams of other processes. */
	NR(epoll_create1),
	NR(epoll_ctl),
	NR(epoll_pwait),
	NR(eventfd2),
	/* Threads, signals and timers of this process. */
	NR(exit),
	NR(exit_group),
	NR(gettid),
	NR(getpid),
	NR(getppid),
	NR(getuid),
	NR(geteuid),
	NR(getgid),
	NR(getegid),
	NR(set_robust_list),
	NR(set_tid_address),
	NR(rseq),
	NR(sched_getaffinity),
	NR(getcpu),
	NR(rt_sigaction),
	NR(rt_sigprocmask),
	NR(rt_sigreturn),
	NR(rt_sigtimedwait),
	NR(restart_syscall),
	NR(sigaltstack),
	NR(timer_create),
	NR(timer_settime),
	NR(timer_gettime),
	NR(timer_getoverrun),
	NR(timer_delete),
	/* Facts. */
	NR(clock_getres),
	NR(gettimeofday),
	NR(getrusage),
	NR(times),
	NR(sysinfo),
	NR(uname),
	NR(getrandom),
#ifdef __x86_64__
	/* Older variants, which newer architectures do not have. */
	NR(poll),
	NR(epoll_wait),
	NR(readlink),
	NR(time),
#endif
};

enum test {
	IS,    /* the argument is that value */
	ABOVE, /* it is greater */
	HAS,   /* it has one of these bits */
	LACKS, /* it has none of these bits */
};

/* Allowed if the low word of an argument passes the test. Linux reads no more of these arguments. */
struct rule {
	uint32_t call;
	enum test test;
	unsigned argument;
	uint32_t value;
};

static const struct rule rules[] = {
	{NR(sendmsg), IS, 0, FCL_BD_EXECUTOR_FD},
	{NR(sendmsg), IS, 0, FCL_BD_EXECUTOR_FD + 1},
	{NR(recvmsg), IS, 0, FCL_BD_EXECUTOR_FD},
	{NR(recvmsg), IS, 0, FCL_BD_EXECUTOR_FD + 1},
	{NR(write), IS, 0, STDOUT_FILENO},
	{NR(write), IS, 0, STDERR_FILENO},
	{NR(writev), IS, 0, STDOUT_FILENO},
	{NR(writev), IS, 0, STDERR_FILENO},
	{NR(close), ABOVE, 0, FCL_BD_EXECUTOR_FD + 1},
	{NR(dup3), ABOVE, 1, FCL_BD_EXECUTOR_FD + 1},
	{NR(fcntl), IS, 1, F_GETFD},
	{NR(fcntl), IS, 1, F_SETFD},
	{NR(fcntl), IS, 1, F_GETFL},
	{NR(fcntl), IS, 1, F_DUPFD_CLOEXEC},
	{NR(fcntl), IS, 1, F_ADD_SEALS},
	{NR(fcntl), IS, 1, F_GET_SEALS},
	{NR(fcntl), IS, 1, F_OFD_GETLK}, /* these encode the sizes of exported buffers */
	{NR(fcntl), IS, 1, F_OFD_SETLK},
	{NR(ioctl), IS, 1, TCGETS}, /* isatty() */
	{NR(prctl), IS, 0, PR_SET_NAME},
	{NR(prctl), IS, 0, PR_SET_VMA}, /* names of the C library's memory */
	{NR(clone), HAS, 0, CLONE_THREAD},
};

/* Each rule takes up to 5 instructions; the rest has room to spare. */
enum {
	ALLOWED = sizeof(allowed) / sizeof(allowed[0]),
	RULES = sizeof(rules) / sizeof(rules[0]),
	FILTER = 2 * ALLOWED + 6 * RULES + 128,
};

struct filter {
	struct sock_filter code[FILTER];
	unsigned short size;
};

static void filter_add(struct filter *filter, uint16_t code, uint8_t yes, uint8_t no,
		       uint32_t value)
{
	filter->code[filter->size++] = (struct sock_filter){code, yes, no, value};
}

static void filter_load(struct filter *filter, size_t offset)
{
	filter_add(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

static void filter_answer(struct filter *filter, uint32_t action)
{
	filter_add(filter, BPF_RET | BPF_K, 0, 0, action);
}

static const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

/* Of a call's argument; both architectures are little-endian. */
static size_t low_word(unsigned argument)
{
	return offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t);
}

static void allow_if(struct filter *filter, const struct rule *rule)
{
	static const uint16_t jumps[] = {
		[IS] = BPF_JEQ, [ABOVE] = BPF_JGT, [HAS] = BPF_JSET, [LACKS] = BPF_JSET};
	bool inverse = rule->test == LACKS;

	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, rule->call);
	filter_load(filter, low_word(rule->argument));
	filter_add(filter, BPF_JMP | jumps[rule->test] | BPF_K, inverse, !inverse, rule->value);
	filter_answer(filter, SECCOMP_RET_ALLOW);
	filter_load(filter, offsetof(struct seccomp_data, nr));
}

/* Only the limits of this process, and only reads them: the new limits are a null pointer. */
static void allow_own_limits(struct filter *filter)
{
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 9, NR(prlimit64));
	filter_load(filter, low_word(2));
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, 0);
	filter_load(filter, low_word(2) + sizeof(uint32_t));
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, 0);
	filter_load(filter, low_word(0));
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)getpid());
	filter_answer(filter, SECCOMP_RET_ALLOW);
	filter_answer(filter, refuse);
}

/* What depends on this process's number or on Landlock. */
static void allow_own(struct filter *filter, bool reads_only)
{
	/* Flags of open() that create or truncate files, including unnamed ones. */
	const uint32_t new_file = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
	const uint32_t flags = reads_only ? new_file | O_ACCMODE : new_file;
	const uint32_t self = (uint32_t)getpid();
	const struct rule own[] = {
		/* abort(), and the watchdog. */
		{NR(kill), IS, 0, self},
		{NR(tgkill), IS, 0, self},
		/* Checks whether a string that a kernel prints is readable. */
		{NR(process_vm_readv), IS, 0, self},
		{NR(openat), LACKS, 2, flags},
#ifdef __x86_64__
		{NR(open), LACKS, 1, flags},
#endif
	};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		allow_if(filter, &own[i]);
	allow_own_limits(filter);
}

/* The C library then makes the call before it, whose flags a filter can read. */
static void deny_existence(struct filter *filter, uint32_t call)
{
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call);
	filter_answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
}

static void make_filter(struct filter *filter, bool reads_only)
{
	filter->size = 0;
	filter_load(filter, offsetof(struct seccomp_data, arch));
	filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
	filter_answer(filter, refuse);
	/* The numbers of the x32 ABI on x86-64 are in no list. */
	filter_load(filter, offsetof(struct seccomp_data, nr));
	for (unsigned i = 0; i < ALLOWED; i++) {
		filter_add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, allowed[i]);
		filter_answer(filter, SECCOMP_RET_ALLOW);
	}
	for (unsigned i = 0; i < RULES; i++)
		allow_if(filter, &rules[i]);
	allow_own(filter, reads_only);
	deny_existence(filter, NR(clone3));
	deny_existence(filter, NR(openat2));
	filter_answer(filter, refuse);
}

int fcl_bd_filter_set(bool reads_only)
{
	struct filter filter;
	struct sock_fprog program;

	make_filter(&filter, reads_only);
	program = (struct sock_fprog){.len = filter.size, .filter = filter.code};
	/* TSYNC also applies to threads started while the board was opened. */
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)
		       ? -errno
		       : 0;
}
