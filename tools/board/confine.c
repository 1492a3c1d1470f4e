/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/log.h"
#include "tools/board/filter.h"

/*
 * Kernels must not affect other processes, start programs, use the network, or write files.
 * Anything else that they do can only end their executor. What they may ask of Linux is in
 * filter.c.
 */

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
 * file locks. Limits pending signals and threads: of this process in a namespace of its own,
 * otherwise of all processes of this user, and not if that is root. The board process counts an
 * executor's threads as well.
 */
static int set_limits(bool own_namespace)
{
	const struct {
		int resource;
		rlim_t most;
	} limits[] = {{RLIMIT_CORE, 0},         {RLIMIT_MEMLOCK, 0},
		      {RLIMIT_MSGQUEUE, 0},     {RLIMIT_NICE, 0},
		      {RLIMIT_RTPRIO, 0},       {RLIMIT_LOCKS, 0},
		      {RLIMIT_SIGPENDING, 128}, {RLIMIT_NPROC, own_namespace ? 1024 : 8192}};

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
static bool leave_namespaces(void)
{
	if (!unshare(CLONE_NEWUSER | CLONE_NEWIPC | CLONE_NEWNET))
		return true;
	fcl_log(FCL_LOG_INFO, "board", "no user namespace on this machine: %s", strerror(errno));
	return false;
}

/* If memory runs out, Linux ends an executor rather than another process of about that size. */
static void offer_to_be_ended(void)
{
	int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

	if (file < 0 || write(file, "300", 3) != 3)
		fcl_log(FCL_LOG_INFO, "board", "/proc/self/oom_score_adj cannot be written: %s",
			strerror(errno));
	if (file >= 0)
		close(file);
}

int fcl_bd_confine(const struct fcl_hal_info *info, struct fcl_err *err)
{
	bool reads_only = false, own_namespace;
	int error;

	offer_to_be_ended(); /* while /proc/self still belongs to this user */
	error = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
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
	own_namespace = leave_namespaces();
	error = set_landlock();
	if (error) {
		fcl_log(FCL_LOG_INFO, "board", "no Landlock on this machine: %s", strerror(-error));
		reads_only = true; /* instead, files can only be opened for reading */
	}
	error = drop_capabilities();
	if (!error)
		error = set_limits(own_namespace);
	if (!error)
		error = fcl_bd_filter_set(reads_only);
	return error ? fcl_err_set(err, error, "the executor cannot be confined: %s",
				   strerror(-error))
		     : 0;
}
