/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "hal/include/fcl_hal.h"
#include "tools/board/executor.h"
#include "tools/board/server.h"

int fcl_bd_sealed_file(const char *name, size_t bytes)
{
	int fd;

	if (!fcl_file_size_allowed(bytes))
		return -1;
	fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd >= 0 && (ftruncate(fd, (off_t)bytes) ||
			fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* In the child: moves the descriptors to their fixed numbers and closes all others. */
static void arrange(const int fds[FCL_BD_EXECUTOR_FDS], const int out[2])
{
	enum { FIRST_FREE = FCL_BD_EXECUTOR_FD + FCL_BD_EXECUTOR_FDS };
	int copies[FCL_BD_EXECUTOR_FDS + 2], null = open("/dev/null", O_RDWR);

	for (int i = 0; i < FCL_BD_EXECUTOR_FDS; i++)
		copies[i] = fcntl(fds[i] < 0 ? null : fds[i], F_DUPFD, FIRST_FREE);
	for (int i = 0; i < 2; i++)
		copies[FCL_BD_EXECUTOR_FDS + i] = fcntl(out[i] < 0 ? null : out[i], F_DUPFD,
							FIRST_FREE);
	dup2(null, STDIN_FILENO);
	dup2(copies[FCL_BD_EXECUTOR_FDS], STDOUT_FILENO);
	dup2(copies[FCL_BD_EXECUTOR_FDS + 1], STDERR_FILENO);
	for (int i = 0; i < FCL_BD_EXECUTOR_FDS; i++)
		dup2(copies[i], FCL_BD_EXECUTOR_FD + i);
	close_range(FCL_BD_EXECUTOR_FD + FCL_BD_EXECUTOR_FDS, ~0u, 0);
}

/*
 * Whether an executor needs this variable. A kernel can read all that its executor has, and others
 * may hold secrets of the user who started the board process.
 */
static bool spawn_is_needed(const char *variable)
{
	/* Those of the C library, of sanitizers, and of launchers of parallel jobs (base/rack). */
	static const char *const others[] = {"LD_",
					     "LC_",
					     "LANG=",
					     "TZ=",
					     "TMPDIR=",
					     "ASAN_OPTIONS=",
					     "LSAN_OPTIONS=",
					     "TSAN_OPTIONS=",
					     "UBSAN_OPTIONS=",
					     "OMPI_COMM_WORLD_RANK=",
					     "PMIX_RANK=",
					     "PMI_RANK=",
					     "SLURM_PROCID="};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!strncmp(variable, others[i], strlen(others[i])))
			return true;
	for (int key = 0; key < FCL_CONFIG_COUNT; key++) {
		size_t length = strlen(fcl_config_table[key].name);

		if (!strncmp(variable, fcl_config_table[key].name, length) &&
		    variable[length] == '=')
			return true;
	}
	return false;
}

static void keep_needed_variables(void)
{
	char **kept = environ;

	for (char **variable = environ; *variable; variable++)
		if (spawn_is_needed(*variable))
			*kept++ = *variable;
	*kept = NULL;
}

/*
 * Linux counts the descriptors that a user's processes have sent and nobody has received, and lets
 * none of them send more than its limit for open files. So a kernel that sends many could stop the
 * board process, unless executors have a lower limit.
 */
static void limit_files(const struct fcl_bd_server *server)
{
	struct rlimit limit = server->files;

	if (limit.rlim_cur > limit.rlim_max / 2)
		limit.rlim_cur = limit.rlim_max / 2;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void run_executor(const struct fcl_bd_server *server, unsigned index, pid_t parent,
			 const int fds[FCL_BD_EXECUTOR_FDS], const int out[2])
{
	char seat[16], of[16];
	sigset_t none;

	/* The first one opens any board; of others, drivers read variables of their own. */
	if (server->facts.caps & FCL_HAL_CAP_EMULATED)
		keep_needed_variables();
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	snprintf(seat, sizeof(seat), "%u", index);
	snprintf(of, sizeof(of), "%d", (int)parent);
	arrange(fds, out);
	limit_files(server); /* the numbers before arrange() may be higher */
	execl("/proc/self/exe", "fpgacl", "board", "executor", server->options->spec, seat, of,
	      (char *)NULL);
	_exit(127);
}

static pid_t spawn_start(const struct fcl_bd_server *server, unsigned index,
			 const int fds[FCL_BD_EXECUTOR_FDS], const int out[2])
{
	pid_t parent = getpid(), pid = fork();

	if (!pid)
		run_executor(server, index, parent, fds, out);
	return pid < 0 ? -errno : pid;
}

static void close_pair(const int pair[2])
{
	close(pair[0]);
	close(pair[1]);
}

/* Discards requests that were meant for the previous executor, which is dead. */
static int empty_rings(int shared)
{
	struct fcl_bd_shared *map = mmap(NULL, sizeof(*map), PROT_READ | PROT_WRITE, MAP_SHARED,
					 shared, 0);

	if (map == MAP_FAILED)
		return -ENOMEM;
	atomic_store(&map->submitted.head, 0);
	atomic_store(&map->submitted.tail, 0);
	atomic_store(&map->ended.head, 0);
	atomic_store(&map->ended.tail, 0);
	atomic_store(&map->executor_sleeps, 0);
	atomic_store(&map->awake, 0);
	munmap(map, sizeof(*map));
	return 0;
}

int fcl_bd_spawn(struct fcl_bd_server *server, unsigned index, int *ret_call)
{
	struct fcl_bd_client *client = &server->clients[index];
	int call[2], control[2];
	pid_t pid;

	if (empty_rings(client->shared))
		return -ENOMEM;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, call))
		return -errno;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control)) {
		close_pair(call);
		return -EMFILE;
	}
	pid = spawn_start(server, index,
			  (const int[]){control[1], call[1], client->shared, server->turns_fd},
			  client->out);
	close(control[1]);
	close(call[1]);
	if (pid < 0) {
		close(control[0]);
		close(call[0]);
		return pid;
	}
	client->executor = pid;
	client->control = control[0];
	fcntl(control[0], F_SETFL, O_NONBLOCK);
	client->words[0] = '\0';
	atomic_store(&server->turns->seats[index].running, 0);
	atomic_store(&server->turns->seats[index].alive, 1);
	*ret_call = call[0];
	return 0;
}

/* Takes the probe's report: the board's properties, or the error. */
static int spawn_take_facts(struct fcl_bd_server *server, int control, struct fcl_err *err)
{
	int error = fcl_bd_wait(control, FCL_BD_PATIENCE_S * 1000);

	if (error)
		return fcl_err_set(err, error, "the board did not open within %d s",
				   FCL_BD_PATIENCE_S);
	error = fcl_bd_receive(control, 0, &server->packet, err);
	if (error)
		return fcl_err_set(err, -EIO, "the executor ended while it opened the board");
	fcl_bd_packet_close(&server->packet);
	if (server->packet.head.error)
		return fcl_err_set(err, -ENODEV, "%s", server->packet.head.text);
	if (server->packet.head.payload != sizeof(server->facts))
		return fcl_err_set(err, -EPROTO, "the executor did not describe the board");
	memcpy(&server->facts, server->packet.payload, sizeof(server->facts));
	return 0;
}

int fcl_bd_probe(struct fcl_bd_server *server, struct fcl_err *err)
{
	int control[2], error;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control))
		return fcl_err_set(err, -errno, "no socket: %s", strerror(errno));
	pid = spawn_start(server, FCL_BD_PROBE, (const int[]){control[1], -1, -1, -1},
			  (const int[]){STDOUT_FILENO, STDERR_FILENO});
	close(control[1]);
	error = pid < 0 ? fcl_err_set(err, pid, "no process for an executor")
			: spawn_take_facts(server, control[0], err);
	close(control[0]);
	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	return error;
}
