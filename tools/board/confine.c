/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/log.h"

/*
 * Kernels must not affect other processes, start programs, use the network, or write files.
 * Anything else that they do can only end their executor. The filter lists the system calls to
 * refuse, with EPERM, rather than those to allow, because executors open boards of any backend.
 */

#define NR(call) ((uint32_t)SYS_##call)
#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "confinement supports only x86-64 and arm64"
#endif
/* Missing in headers before Linux 6.6, 6.13 and 6.17. */
#define FCHMODAT2 452u
#define SETXATTRAT 463u
#define REMOVEXATTRAT 466u
#define FILE_SETATTR 469u

static const uint32_t refused[] = {
	NR(execve),
	NR(execveat),
	NR(ptrace),
	NR(process_vm_writev),
	NR(socket),
	NR(connect),
	NR(bind),
	NR(listen),
	NR(accept),
	NR(accept4),
	NR(unlinkat),
	NR(renameat),
	NR(renameat2),
	NR(linkat),
	NR(symlinkat),
	NR(mkdirat),
	NR(truncate),
	NR(fchmodat),
	NR(fchownat),
	NR(mount),
	NR(umount2),
	NR(pivot_root),
	NR(chroot),
	NR(setns),
	NR(unshare),
	NR(bpf),
	NR(keyctl),
	NR(add_key),
	NR(request_key),
	NR(init_module),
	NR(finit_module),
	NR(delete_module),
	NR(kexec_load),
	NR(reboot),
	NR(setuid),
	NR(setgid),
	/* io_uring runs in kernel threads, which bypass this filter. */
	NR(io_uring_setup),
	NR(io_uring_enter),
	NR(io_uring_register),
	/* Other ways to create files, and changing access rights of existing ones. */
	NR(mknodat),
	NR(open_by_handle_at),
	NR(fchmod),
	FCHMODAT2,
	NR(fchown),
	NR(utimensat),
	NR(setxattr),
	NR(lsetxattr),
	NR(fsetxattr),
	NR(removexattr),
	NR(lremovexattr),
	NR(fremovexattr),
	SETXATTRAT,
	REMOVEXATTRAT,
	FILE_SETATTR,
	NR(open_tree),
	NR(move_mount),
	NR(fsopen),
	NR(fsmount),
	/* System V IPC with other processes of this user. */
	NR(shmget),
	NR(shmat),
	NR(shmctl),
	NR(semget),
	NR(semop),
	NR(semtimedop),
	NR(semctl),
	NR(msgget),
	NR(msgsnd),
	NR(msgrcv),
	NR(msgctl),
	NR(mq_open),
	NR(mq_unlink),
	/* Scheduling of other processes. */
	NR(setpriority),
	NR(ioprio_set),
	NR(sched_setscheduler),
	NR(sched_setparam),
	NR(sched_setattr),
	NR(sched_setaffinity),
	NR(migrate_pages),
	NR(move_pages),
	NR(process_madvise),
	NR(perf_event_open),
	NR(userfaultfd),
	NR(setsid),
	NR(setpgid),
	NR(pidfd_open),
	NR(pidfd_send_signal),
	NR(rt_sigqueueinfo),
	NR(rt_tgsigqueueinfo),
	NR(tkill),
#ifdef __x86_64__
	/* Older variants of the calls above, which newer architectures do not have. */
	NR(fork),
	NR(vfork),
	NR(creat),
	NR(unlink),
	NR(rename),
	NR(link),
	NR(symlink),
	NR(mkdir),
	NR(rmdir),
	NR(chmod),
	NR(chown),
	NR(lchown),
	NR(mknod),
	NR(utime),
	NR(utimes),
	NR(futimesat),
#endif
};

enum { REFUSED = sizeof(refused) / sizeof(refused[0]), FILTER = 2 * REFUSED + 128 };

struct filter {
	struct sock_filter code[FILTER];
	unsigned short size;
};

static void add(struct filter *filter, uint16_t code, uint8_t yes, uint8_t no, uint32_t value)
{
	filter->code[filter->size++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct filter *filter, size_t offset)
{
	add(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

static void answer(struct filter *filter, uint32_t action)
{
	add(filter, BPF_RET | BPF_K, 0, 0, action);
}

static const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

/* Only allows the call on this process. */
static void allow_on_self(struct filter *filter, uint32_t call)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, call);
	load(filter, offsetof(struct seccomp_data, args[0]));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)getpid());
	answer(filter, SECCOMP_RET_ALLOW);
	answer(filter, refuse);
	answer(filter, refuse); /* unreachable; keeps the jump above simple */
	load(filter, offsetof(struct seccomp_data, nr));
}

/* Only allows prlimit64 on this process, also when given as 0. */
static void allow_own_limits(struct filter *filter)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, NR(prlimit64));
	load(filter, offsetof(struct seccomp_data, args[0]));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)getpid());
	answer(filter, SECCOMP_RET_ALLOW);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
}

/* Refuses the call if an argument has this value. */
static void refuse_argument(struct filter *filter, uint32_t call, unsigned argument, uint32_t value)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
	load(filter, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
}

/*
 * Refuses to redirect signals of a descriptor to other processes, to insert terminal input, and to
 * outlive the board process.
 */
static void refuse_outside_effects(struct filter *filter)
{
	refuse_argument(filter, NR(fcntl), 1, F_SETOWN);
	refuse_argument(filter, NR(fcntl), 1, F_SETOWN_EX);
	refuse_argument(filter, NR(fcntl), 1, F_SETSIG);
	refuse_argument(filter, NR(ioctl), 1, FIOSETOWN);
	refuse_argument(filter, NR(ioctl), 1, SIOCSPGRP);
	refuse_argument(filter, NR(ioctl), 1, TIOCSTI);
	refuse_argument(filter, NR(ioctl), 1, TIOCLINUX);
	refuse_argument(filter, NR(prctl), 0, PR_SET_PDEATHSIG);
}

/* Allows clone() for threads, but not for processes. */
static void threads_only(struct filter *filter)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, NR(clone));
	load(filter, offsetof(struct seccomp_data, args[0]));
	add(filter, BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
	answer(filter, SECCOMP_RET_ALLOW);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
	/* ENOSYS makes the C library fall back to clone(), whose flags a filter can read. */
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, NR(clone3));
	answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
}

/* Flags of open() that create or truncate files, including unnamed ones. */
static const uint32_t new_file = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);

static void refuse_open_flags(struct filter *filter, uint32_t call, unsigned argument,
			      uint32_t flags)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
	load(filter, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
	add(filter, BPF_JMP | BPF_JSET | BPF_K, 0, 1, flags);
	answer(filter, refuse);
	answer(filter, SECCOMP_RET_ALLOW);
	load(filter, offsetof(struct seccomp_data, nr));
}

/* `opens`: flags with which no file may be opened. */
static void make_filter(struct filter *filter, uint32_t opens)
{
	filter->size = 0;
	load(filter, offsetof(struct seccomp_data, arch));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
	/* The x32 ABI on x86-64 has other numbers for the same calls. */
	add(filter, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000u);
	answer(filter, refuse);
	for (unsigned i = 0; i < REFUSED; i++) {
		add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, refused[i]);
		answer(filter, refuse);
	}
	/*
	 * The watchdog uses signals; process_vm_readv() checks whether a string that a kernel
	 * prints is readable.
	 */
	allow_on_self(filter, NR(kill));
	allow_on_self(filter, NR(tgkill));
	allow_on_self(filter, NR(process_vm_readv));
	allow_own_limits(filter);
	refuse_outside_effects(filter);
	threads_only(filter);
#ifdef __x86_64__
	refuse_open_flags(filter, NR(open), 1, opens);
#endif
	refuse_open_flags(filter, NR(openat), 2, opens);
	/* Its flags are in memory, where a filter cannot read them. */
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, NR(openat2));
	answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
	answer(filter, SECCOMP_RET_ALLOW);
}

static int set_filter(uint32_t opens)
{
	struct filter filter;
	struct sock_fprog program;

	make_filter(&filter, opens);
	program = (struct sock_fprog){.len = filter.size, .filter = filter.code};
	/* TSYNC also applies to threads started while the board was opened. */
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)
		       ? -errno
		       : 0;
}

/*
 * Files that executors read after opening the board: libraries, the C library's configuration, and
 * memory sizes. The client's images and buffers are memfds, which Landlock does not restrict.
 */
static const char *const readable[] = {
	"/usr",           "/lib",         "/lib64",         "/etc/ld.so.cache",
	"/etc/localtime", "/proc/self",   "/proc/meminfo",  "/proc/stat",
	"/proc/cpuinfo",  "/proc/sys/vm", "/sys/fs/cgroup", "/sys/devices/system",
	"/dev/null",      "/dev/zero",    "/dev/urandom"};

/* Files that do not exist need no rule. */
static int allow_reading(int rules, const char *path)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE};
	struct stat facts;
	int fd = open(path, O_PATH | O_CLOEXEC), error;

	if (fd < 0)
		return 0;
	rule.parent_fd = fd;
	if (!fstat(fd, &facts) && S_ISDIR(facts.st_mode))
		rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
	error = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) ? -errno
											    : 0;
	close(fd);
	return error;
}

/* Makes few files readable and none writable, except memfds. Not available before Linux 5.13. */
static int set_landlock(void)
{
	struct landlock_ruleset_attr rules = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_EXECUTE |
				     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
				     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_READ_FILE |
				     LANDLOCK_ACCESS_FS_READ_DIR};
	int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0);
	int error = 0;

	if (fd < 0)
		return -errno;
	for (size_t i = 0; i < sizeof(readable) / sizeof(readable[0]) && !error; i++)
		error = allow_reading(fd, readable[i]);
	if (!error && syscall(SYS_landlock_restrict_self, fd, 0))
		error = -errno;
	close(fd);
	return error;
}

/*
 * Forbids what no executor needs: core dumps, locked memory, message queues, raised priorities and
 * file locks. Limits pending signals.
 */
static int set_limits(void)
{
	static const struct {
		int resource;
		rlim_t most;
	} limits[] = {{RLIMIT_CORE, 0},        {RLIMIT_MEMLOCK, 0}, {RLIMIT_MSGQUEUE, 0},
		      {RLIMIT_NICE, 0},        {RLIMIT_RTPRIO, 0},  {RLIMIT_LOCKS, 0},
		      {RLIMIT_SIGPENDING, 128}};

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct rlimit limit;

		if (getrlimit((__rlimit_resource_t)limits[i].resource, &limit))
			return -errno;
		if (limit.rlim_max > limits[i].most)
			limit.rlim_max = limits[i].most;
		if (limit.rlim_cur > limit.rlim_max)
			limit.rlim_cur = limit.rlim_max;
		if (setrlimit((__rlimit_resource_t)limits[i].resource, &limit))
			return -errno;
	}
	return 0;
}

/*
 * If root started the board process: files of root stay readable, all other privileges are dropped.
 */
static int drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};

	return syscall(SYS_capset, &header, none) ? -errno : 0;
}

/*
 * Second line of defence: in its own namespaces, a kernel that gets past the filter has none of
 * this user's rights, nor access to System V IPC and networks. Many systems, and most containers,
 * do not permit this.
 */
static void leave_namespaces(void)
{
	if (unshare(CLONE_NEWUSER | CLONE_NEWIPC | CLONE_NEWNET))
		fcl_log(FCL_LOG_INFO, "board", "no user namespace on this machine: %s",
			strerror(errno));
}

int fcl_bd_confine(const struct fcl_hal_info *info, struct fcl_err *err)
{
	uint32_t opens = new_file;
	int error = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
			    ? -errno
			    : 0;

	if (error)
		return fcl_err_set(err, error, "the executor cannot be confined: %s",
				   strerror(-error));
	/*
	 * Drivers for hardware open devices and start processes at any time; and no kernel runs in
	 * this process.
	 */
	if (!(info->caps & FCL_HAL_CAP_EMULATED))
		return 0;
	leave_namespaces();
	error = set_landlock();
	if (error) {
		fcl_log(FCL_LOG_INFO, "board", "no Landlock on this machine: %s", strerror(-error));
		opens |= O_ACCMODE; /* instead, files can only be opened for reading */
	}
	error = drop_capabilities();
	if (!error)
		error = set_limits();
	if (!error)
		error = set_filter(opens);
	return error ? fcl_err_set(err, error, "the executor cannot be confined: %s",
				   strerror(-error))
		     : 0;
}
