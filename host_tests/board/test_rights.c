/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What users may do who have not started the board process: test_rights FPGACL. Only root can act
 * as another user; otherwise this only tests what the owner may do.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clients.h"
#include "hal/board/client/backend.h"
#include "hal/board/wire/socket.h"
#include "process.h"
#include "runtime/devices/registry.h"

enum { STRANGER = 65533, GROUP = 65532 };

static void open_folder(void)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/fpgacl", getenv("XDG_RUNTIME_DIR"));
	assert_int_equal(chmod(getenv("XDG_RUNTIME_DIR"), 0711), 0);
	assert_int_equal(chmod(path, 0711), 0);
}

/* Runs the function as another user, in that group; its result is 0 if all is as expected. */
static int as_stranger(gid_t group, int (*function)(void))
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		if (setgroups(0, NULL) || setgid(group) || setuid(STRANGER))
			_exit(100);
		_exit(function());
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int open_one(struct fcl_hal_device **ret_device, struct fcl_err *err)
{
	const char *name = NULL;
	const struct fcl_hal_ops *hal = fcl_backend_of("board:v", &name, err);

	return hal ? hal->open(name, 0, ret_device, err) : -1;
}

/* Two seats of two, half of a bank, and neither stop nor reset. */
static int take_all(void)
{
	struct fcl_hal_device *devices[3];
	struct fcl_hal_buffer *buffer;
	struct fcl_bd_state state;
	struct fcl_err err = {0};
	uint64_t size;
	int error;

	for (int i = 0; i < 2; i++)
		if (open_one(&devices[i], &err))
			return 1;
	if (open_one(&devices[2], &err) != -EBUSY || !strstr(err.text, "--user-seats"))
		return 2;
	size = suite.hal->info(devices[0])->banks[1].size;
	error = suite.hal->buffer_alloc(devices[0], NULL, 1, size / 10 * 4, &buffer, &err);
	if (error)
		return 3;
	/* Both clients are of the same user. */
	error = suite.hal->buffer_alloc(devices[1], NULL, 1, size / 10 * 2, &buffer, &err);
	if (error != -ENOMEM || !strstr(err.text, "--user-memory"))
		return 4;
	if (fcl_bd_stop("v", &err) != -EPERM || !strstr(err.text, "--operators"))
		return 5;
	if (fcl_bd_reset_all("v", &err) != -EPERM)
		return 6;
	if (suite.hal->health(devices[0], &err) || fcl_bd_query("v", &state, &err))
		return 7;
	return state.nusers == 2 ? 0 : 8;
}

static int stop_it(void)
{
	struct fcl_err err = {0};

	return fcl_bd_stop("v", &err) != 0;
}

/* Idle connections of one user do not drive out another's. */
static int crowd(void)
{
	struct fcl_err err = {0};
	int fd;

	for (int i = 0; i < 40; i++)
		if (fcl_bd_connect("v", &fd, &err))
			return 1;
	return 0;
}

static void strangers_have_a_share(void **state)
{
	static const char *const options[] = {
		"--mode", "0666", "--user-seats", "2", "--user-memory", "50", NULL};
	struct fcl_hal_device *device;
	struct fcl_err err = {0};
	pid_t process;

	(void)state;
	if (geteuid())
		skip();
	open_folder();
	process = process_start_with("v", options);
	process_wait_up("v");
	assert_int_equal(as_stranger(GROUP, take_all), 0);
	assert_int_equal(as_stranger(GROUP, crowd), 0);
	/* The owner may do all of this. */
	for (int i = 0; i < 4; i++)
		if (open_one(&device, &err))
			fail_msg("%s", err.text);
	assert_int_equal(fcl_bd_reset_all("v", &err), 0);
	assert_int_equal(fcl_bd_stop("v", &err), 0);
	assert_int_equal(process_end(process), 0);
}

/* Members of one group may use the board, those of another may stop it as well. */
static void groups_have_rights(void **state)
{
	static const char *const options[] = {"--users", "65532", "--operators", "65532", NULL};
	struct stat facts;
	char path[200];
	pid_t process;

	(void)state;
	if (geteuid())
		skip();
	open_folder();
	process = process_start_with("v", options);
	process_wait_up("v");
	snprintf(path, sizeof(path), "%s/fpgacl/v.sock", getenv("XDG_RUNTIME_DIR"));
	assert_int_equal(stat(path, &facts), 0);
	assert_int_equal(facts.st_gid, GROUP);
	assert_int_equal(facts.st_mode & 0777, 0660);
	assert_int_equal(as_stranger(GROUP + 2, stop_it), 1);
	assert_true(process_is_up("v"));
	assert_int_equal(as_stranger(GROUP, stop_it), 0);
	assert_int_equal(process_end(process), 0);
}

/* --- what kernels could do to the user who started the board process ----------------------------- */

/* Sends descriptors that nobody receives, until Linux refuses more. */
static void fill_flight(void)
{
	enum { MANY = 250 };
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(MANY * sizeof(int))];
	} control = {.head = {CMSG_LEN(MANY * sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
	struct iovec part = {"", 1};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &control,
				 .msg_controllen = sizeof(control)};
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair))
		_exit(50);
	memset(CMSG_DATA(&control.head), 0, MANY * sizeof(int)); /* standard input, each time */
	while (sendmsg(pair[0], &message, MSG_DONTWAIT) > 0)
		;
	if (errno != ETOOMANYREFS)
		_exit(51);
}

/* A buffer of a second client keeps its contents, whether the client could map it or not. */
static int use_another(void)
{
	struct fcl_hal_device *device;
	struct fcl_hal_buffer *buffer;
	struct fcl_err err = {0};
	uint32_t word = 0x12345678, back = 0;

	if (open_one(&device, &err) ||
	    suite.hal->buffer_alloc(device, NULL, 0, sizeof(word), &buffer, &err))
		return 10;
	suite.device = device;
	put(buffer, 0, &word, sizeof(word));
	get(buffer, 0, &back, sizeof(back));
	return back == word ? 0 : 11;
}

/*
 * As the board's own user, who is not root, with the limit that executors have: as a kernel there
 * could.
 */
static int take_the_flight(void)
{
	const struct rlimit few = {1024, 8192};
	struct rlimit executors, own = {8192, 8192};
	struct fcl_hal_device *device;
	struct fcl_bd_state state;
	struct fcl_err err = {0};
	pid_t process;
	int result;

	if (access(process_tool, X_OK))
		return 77;
	if (setrlimit(RLIMIT_NOFILE, &few))
		return 1;
	process = process_start("v", NULL);
	process_wait_up("v");
	setrlimit(RLIMIT_NOFILE, &own);
	if (open_one(&device, &err) || fcl_bd_query("v", &state, &err) || state.nusers != 1 ||
	    prlimit(state.users[0].executor, RLIMIT_NOFILE, NULL, &executors))
		return 2;
	setrlimit(RLIMIT_NOFILE, &executors);
	fill_flight();
	setrlimit(RLIMIT_NOFILE, &own);
	result = use_another();
	return fcl_bd_stop("v", &err) || process_end(process) ? 20 : result;
}

static void descriptors_in_flight(void **state)
{
	char path[200];
	int result;

	(void)state;
	if (geteuid())
		skip();
	open_folder();
	snprintf(path, sizeof(path), "%s/fpgacl", getenv("XDG_RUNTIME_DIR"));
	assert_int_equal(chown(path, STRANGER, (gid_t)-1), 0);
	result = as_stranger(GROUP, take_the_flight);
	assert_int_equal(chown(path, 0, (gid_t)-1), 0);
	if (result == 77)
		skip();
	assert_int_equal(result, 0);
}

/* Secrets are often in variables, and a kernel can read those of its executor. */
static void executors_know_no_secrets(void **state)
{
	struct fcl_hal_device *device;
	struct fcl_bd_state found;
	struct fcl_err err = {0};
	char path[64], all[8192];
	ssize_t size;
	bool secret = false, config = false;
	pid_t process;
	int file;

	(void)state;
	setenv("SECRET_OF_A_TEST", "x", 1);
	setenv("FPGACL_SWAP_AGE_MS", "21", 1);
	process = process_start("v", NULL);
	unsetenv("SECRET_OF_A_TEST");
	unsetenv("FPGACL_SWAP_AGE_MS");
	process_wait_up("v");
	assert_int_equal(open_one(&device, &err), 0);
	assert_int_equal(fcl_bd_query("v", &found, &err), 0);
	snprintf(path, sizeof(path), "/proc/%d/environ", (int)found.users[0].executor);
	file = open(path, O_RDONLY);
	size = file < 0 ? -1 : read(file, all, sizeof(all));
	if (size > 0) /* only root may read it */
		for (char *at = all; at < all + size; at += strlen(at) + 1) {
			secret |= !strncmp(at, "SECRET_OF_A_TEST=", 17);
			config |= !strcmp(at, "FPGACL_SWAP_AGE_MS=21");
		}
	close(file);
	assert_int_equal(fcl_bd_stop("v", &err), 0);
	assert_int_equal(process_end(process), 0);
	if (size <= 0)
		skip();
	assert_false(secret);
	assert_true(config);
}

/* Listens as a stranger. */
static int listen_foreign(const char *path)
{
	struct fcl_err err = {0};
	int fd = -1;

	assert_int_equal(seteuid(STRANGER), 0);
	if (fcl_bd_listen(path, 0666, &fd, &err))
		fail_msg("%s", err.text);
	assert_int_equal(seteuid(0), 0);
	return fd;
}

static int connect_to(const char *path, struct fcl_err *err)
{
	int fd, error = fcl_bd_connect(path, &fd, err);

	if (!error)
		close(fd);
	return error;
}

/* A socket in a shared folder has to be of this user, of root, or of who owns the folder. */
static void strangers_do_not_serve(void **state)
{
	struct fcl_err err = {0};
	char folder[200], path[220];
	int listener;

	(void)state;
	snprintf(folder, sizeof(folder), "%s/shared", getenv("XDG_RUNTIME_DIR"));
	snprintf(path, sizeof(path), "%s/v.sock", folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(chmod(folder, 0777), 0);
	assert_int_equal(connect_to(path, &err), -EPERM);
	assert_non_null(strstr(err.text, "other users may write to the folder"));
	assert_int_equal(fcl_bd_listen(path, 0600, &listener, &err), -EPERM);
	if (!geteuid()) {
		assert_int_equal(chmod(getenv("XDG_RUNTIME_DIR"), 0711), 0);
		assert_int_equal(chmod(folder, 01777), 0);
		listener = listen_foreign(path);
		assert_int_equal(connect_to(path, &err), -EPERM);
		assert_non_null(strstr(err.text, "belongs to user 65533"));
		/* Whoever names this folder has chosen its owner. */
		assert_int_equal(chmod(folder, 0755), 0);
		assert_int_equal(chown(folder, STRANGER, (gid_t)-1), 0);
		assert_int_equal(connect_to(path, &err), 0);
		close(listener);
		unlink(path);
		/* But nobody has named this one. */
		snprintf(path, sizeof(path), "%s/fpgacl", getenv("XDG_RUNTIME_DIR"));
		mkdir(path, 0700);
		assert_int_equal(chown(path, STRANGER, (gid_t)-1), 0);
		assert_int_equal(connect_to("v", &err), -EPERM);
		assert_non_null(strstr(err.text, "belongs to user 65533"));
		assert_int_equal(chown(path, 0, (gid_t)-1), 0);
	}
	assert_int_equal(rmdir(folder), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(strangers_have_a_share),
					   cmocka_unit_test(groups_have_rights),
					   cmocka_unit_test(descriptors_in_flight),
					   cmocka_unit_test(executors_know_no_secrets),
					   cmocka_unit_test(strangers_do_not_serve)};

	if (argc < 2)
		return 2;
	process_tool = argv[1];
	return cmocka_run_group_tests(tests, clients_set_up, clients_take_down);
}
