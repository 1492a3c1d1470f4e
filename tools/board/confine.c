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
 * What kernels are kept from, whatever they do: other processes, other programs, the network, and
 * writing files. Whatever else a kernel does to its executor ends the executor only. The filter is
 * a list of what is refused, with EPERM, since an executor opens boards of any backend.
 */

#define NR(call) ((uint32_t)SYS_##call)
#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "confinement supports only x86-64 and arm64"
#endif
/* Headers before Linux 6.6, 6.13 and 6.17 do not have them. */
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
	/* What runs in the system's own threads bypasses this filter. */
	NR(io_uring_setup),
	NR(io_uring_enter),
	NR(io_uring_register),
	/* Files by other ways, and what others may do with those that are there. */
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
	/* Memory, queues and semaphores of other processes of this user. */
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
	/* How other processes are scheduled. */
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
	/* Older forms of calls above, which newer architectures do not have. */
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

/* On this process only. */
static void own_process(struct filter *filter, uint32_t call)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, call);
	load(filter, offsetof(struct seccomp_data, args[0]));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)getpid());
	answer(filter, SECCOMP_RET_ALLOW);
	answer(filter, refuse);
	answer(filter, refuse); /* never reached: keeps the jump above simple */
	load(filter, offsetof(struct seccomp_data, nr));
}

/* On this process, which 0 means, too. */
static void own_limits(struct filter *filter)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, NR(prlimit64));
	load(filter, offsetof(struct seccomp_data, args[0]));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0);
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)getpid());
	answer(filter, SECCOMP_RET_ALLOW);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
}

/* Not a call whose argument is that. */
static void not_with(struct filter *filter, uint32_t call, unsigned argument, uint32_t value)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
	load(filter, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
}

/*
 * Signals to other processes from a descriptor, input for their terminal, and processes that
 * outlive the board's.
 */
static void no_arms(struct filter *filter)
{
	not_with(filter, NR(fcntl), 1, F_SETOWN);
	not_with(filter, NR(fcntl), 1, F_SETOWN_EX);
	not_with(filter, NR(fcntl), 1, F_SETSIG);
	not_with(filter, NR(ioctl), 1, FIOSETOWN);
	not_with(filter, NR(ioctl), 1, SIOCSPGRP);
	not_with(filter, NR(ioctl), 1, TIOCSTI);
	not_with(filter, NR(ioctl), 1, TIOCLINUX);
	not_with(filter, NR(prctl), 0, PR_SET_PDEATHSIG);
}

/* Threads, but no processes. */
static void threads_only(struct filter *filter)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, NR(clone));
	load(filter, offsetof(struct seccomp_data, args[0]));
	add(filter, BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
	answer(filter, SECCOMP_RET_ALLOW);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
	/* The C library then uses clone(), whose flags a filter can read. */
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, NR(clone3));
	answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
}

/* What open() must not be asked for: new files, also those without a name. */
static const uint32_t new_file = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);

static void not_opened_with(struct filter *filter, uint32_t call, unsigned argument, uint32_t flags)
{
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, call);
	load(filter, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
	add(filter, BPF_JMP | BPF_JSET | BPF_K, 0, 1, flags);
	answer(filter, refuse);
	answer(filter, SECCOMP_RET_ALLOW);
	load(filter, offsetof(struct seccomp_data, nr));
}

/* `opens`: the flags that no file may be opened with. */
static void make_filter(struct filter *filter, uint32_t opens)
{
	filter->size = 0;
	load(filter, offsetof(struct seccomp_data, arch));
	add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
	answer(filter, refuse);
	load(filter, offsetof(struct seccomp_data, nr));
	/* The numbers of the same calls for x32, a second kind of programs on x86-64. */
	add(filter, BPF_JMP | BPF_JGE | BPF_K, 0, 1, 0x40000000u);
	answer(filter, refuse);
	for (unsigned i = 0; i < REFUSED; i++) {
		add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, refused[i]);
		answer(filter, refuse);
	}
	/* The watchdog's signals, and whether the text that a kernel prints is in readable memory. */
	own_process(filter, NR(kill));
	own_process(filter, NR(tgkill));
	own_process(filter, NR(process_vm_readv));
	own_limits(filter);
	no_arms(filter);
	threads_only(filter);
#ifdef __x86_64__
	not_opened_with(filter, NR(open), 1, opens);
#endif
	not_opened_with(filter, NR(openat), 2, opens);
	/* Its flags are in memory, which a filter cannot read. */
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
	/* Threads that opening the board has started, too. */
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)
		       ? -errno
		       : 0;
}

/*
 * What executors read after they have opened the board: libraries, what the C library asks the system, and how
 * much memory there is. The client's images and buffers are memory files, which Landlock does not concern.
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

/* Few files can be read, none written; memory files can. Kernels before 5.13 do not have this. */
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
 * Nothing that executors need comes close to these limits: memory that is never paged out,
 * descriptors, queues.
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

/* Of a board process that root has started: files of root's stay readable, all else of root's goes. */
static int drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};

	return syscall(SYS_capset, &header, none) ? -errno : 0;
}

/*
 * Whatever a kernel gets past the filter, it has no rights of this user's in a namespace of its own, nor the system's
 * queues and networks. Many systems, and most containers, do not allow it.
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
	/* Drivers of hardware open devices and start processes as they like; no kernel runs here. */
	if (!(info->caps & FCL_HAL_CAP_EMULATED))
		return 0;
	leave_namespaces();
	error = set_landlock();
	if (error) {
		fcl_log(FCL_LOG_INFO, "board", "no Landlock on this machine: %s", strerror(-error));
		opens |= O_ACCMODE; /* instead, no file is opened but for reading */
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
