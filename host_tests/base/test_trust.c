/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Folders, files and sockets that other users could have made. Only root can act as another user.
 */
#include "host_tests/base/unit_test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/trust.h"

enum { STRANGER = 65533 };

static char folder[] = "/tmp/fpgacl-trust.XXXXXX";
static struct fcl_err err;

static int check_mode(mode_t mode)
{
	assert_int_equal(chmod(folder, mode), 0);
	return fcl_trust_folder(folder, &err);
}

static void folders(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(check_mode(0700), 0);
	assert_int_equal(check_mode(0775), 0); /* this user's own group */
	assert_int_equal(check_mode(01777), 0);
	assert_int_equal(check_mode(0777), -EPERM);
	assert_non_null(strstr(err.text, "777"));
	assert_int_equal(fcl_trust_folder("/tmp", &err), 0);
	assert_int_equal(fcl_trust_folder("/dev/null", &err), -ENOTDIR);
	assert_int_equal(fcl_trust_folder("/tmp/fpgacl-none", &err), -ENOENT);
	if (geteuid())
		return;
	assert_int_equal(chown(folder, (uid_t)-1, STRANGER), 0);
	assert_int_equal(check_mode(0775), -EPERM);
	assert_int_equal(check_mode(0755), 0);
	assert_int_equal(chown(folder, STRANGER, (gid_t)-1), 0);
	assert_int_equal(check_mode(0700), -EPERM);
	assert_non_null(strstr(err.text, "belongs to user 65533"));
	assert_int_equal(chown(folder, 0, 0), 0);
}

/* The user who listened counts, not the owner of the socket's file. */
static int connect_to(uid_t user, uid_t owner)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int listener = socket(AF_UNIX, SOCK_STREAM, 0), fd = socket(AF_UNIX, SOCK_STREAM, 0);
	int error;

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/s", folder);
	assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(seteuid(user), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(seteuid(getuid()), 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	error = fcl_trust_peer(fd, owner, &err);
	close(fd);
	close(listener);
	unlink(address.sun_path);
	return error;
}

static const char *in_folder(const char *name)
{
	static char paths[2][64];
	static int turn;

	turn = !turn;
	snprintf(paths[turn], sizeof(paths[0]), "%s/%s", folder, name);
	return paths[turn];
}

static void create(const char *path, uid_t owner)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);

	assert_return_code(fd, errno);
	close(fd);
	if (owner != geteuid())
		assert_return_code(chown(path, owner, (gid_t)-1), errno);
}

static void folders_are_made(void **state)
{
	struct stat facts;

	(void)state;
	assert_int_equal(chmod(folder, 0700), 0);
	assert_int_equal(fcl_trust_make_folder(in_folder("own"), &err), 0);
	assert_int_equal(stat(in_folder("own"), &facts), 0);
	assert_int_equal(facts.st_mode & 07777, 0700);
	assert_int_equal(fcl_trust_make_folder(in_folder("own"), &err), 0);
	/* What could be led elsewhere, or changed by others. */
	assert_int_equal(symlink(in_folder("own"), in_folder("link")), 0);
	assert_int_equal(fcl_trust_make_folder(in_folder("link"), &err), -ENOTDIR);
	assert_int_equal(chmod(in_folder("own"), 0777), 0);
	assert_int_equal(fcl_trust_make_folder(in_folder("own"), &err), -EPERM);
	if (!geteuid()) {
		assert_int_equal(chmod(in_folder("own"), 0700), 0);
		assert_int_equal(chown(in_folder("own"), STRANGER, (gid_t)-1), 0);
		assert_int_equal(fcl_trust_make_folder(in_folder("own"), &err), -EPERM);
	}
	unlink(in_folder("link"));
	rmdir(in_folder("own"));
}

/* What an owner may be: that of the folder that a path names. */
static void folders_of_files(void **state)
{
	uid_t owner = STRANGER;

	(void)state;
	assert_int_equal(chmod(folder, 0700), 0);
	assert_int_equal(fcl_trust_folder_of(in_folder("s"), NULL, &err), 0);
	assert_int_equal(fcl_trust_folder_of(in_folder("s"), &owner, &err), 0);
	assert_int_equal(owner, geteuid());
	assert_int_equal(fcl_trust_folder_of("/tmp", NULL, &err), 0);
	assert_int_equal(fcl_trust_folder_of("nothing", NULL, &err), 0);
	assert_int_equal(chmod(folder, 0777), 0);
	assert_int_equal(fcl_trust_folder_of(in_folder("s"), &owner, &err), -EPERM);
	assert_int_equal(chmod(folder, 0700), 0);
	if (geteuid())
		return;
	assert_int_equal(chown(folder, STRANGER, (gid_t)-1), 0);
	assert_int_equal(fcl_trust_folder_of(in_folder("s"), NULL, &err), -EPERM);
	assert_int_equal(fcl_trust_folder_of(in_folder("s"), &owner, &err), 0);
	assert_int_equal(owner, STRANGER);
	assert_int_equal(chown(folder, 0, (gid_t)-1), 0);
}

static int check_open(const char *name, int flags)
{
	int fd = -1, error = fcl_trust_open(in_folder(name), flags, 0600, &fd, &err);

	if (!error)
		close(fd);
	return error;
}

static void files_that_are_obeyed(void **state)
{
	(void)state;
	assert_int_equal(check_open("file", O_RDONLY), -ENOENT);
	assert_int_equal(check_open("file", O_RDWR | O_CREAT), 0);
	assert_int_equal(check_open("file", O_RDWR | O_CREAT), 0);
	assert_int_equal(symlink("file", in_folder("link")), 0);
	assert_int_equal(check_open("link", O_RDONLY), -EPERM);
	assert_non_null(strstr(err.text, "symbolic link"));
	assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
	assert_int_equal(check_open("fifo", O_RDONLY), -EPERM);
	assert_int_equal(check_open("fifo", O_RDWR | O_CREAT), -EPERM);
	assert_non_null(strstr(err.text, "not a regular file"));
	if (!geteuid()) {
		create(in_folder("foreign"), STRANGER);
		assert_int_equal(check_open("foreign", O_RDONLY), -EPERM);
		assert_non_null(strstr(err.text, "belongs to user 65533"));
		unlink(in_folder("foreign"));
	}
	unlink(in_folder("fifo"));
	unlink(in_folder("link"));
	unlink(in_folder("file"));
}

static int check_output(const char *name)
{
	int fd = fcl_trust_output(in_folder(name), O_WRONLY | O_CREAT | O_APPEND, 0600, &err);

	if (fd < 0)
		return fd;
	assert_int_equal(write(fd, "x", 1), 1);
	close(fd);
	return 0;
}

/* In a folder of the user's own, links and pipes are the user's business. */
static void files_that_are_written(void **state)
{
	int pipe_end;

	(void)state;
	assert_int_equal(chmod(folder, 0700), 0);
	assert_int_equal(check_output("file"), 0);
	assert_int_equal(symlink("file", in_folder("link")), 0);
	assert_int_equal(check_output("link"), 0);
	assert_int_equal(chmod(folder, 01777), 0);
	assert_int_equal(check_output("file"), 0);
	assert_int_equal(check_output("other"), 0);
	assert_int_equal(check_output("link"), -EPERM);
	assert_non_null(strstr(err.text, "symbolic link"));
	assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
	pipe_end = open(in_folder("fifo"), O_RDONLY | O_NONBLOCK);
	assert_int_equal(check_output("fifo"), 0); /* one of its own */
	close(pipe_end);
	if (!geteuid()) {
		/* open() would wait for a reader, or follow what a stranger has put there. */
		assert_int_equal(chown(in_folder("fifo"), STRANGER, (gid_t)-1), 0);
		assert_int_equal(check_output("fifo"), -EPERM);
		create(in_folder("foreign"), STRANGER);
		assert_int_equal(check_output("foreign"), -EPERM);
		assert_non_null(strstr(err.text, "belongs to user 65533"));
		unlink(in_folder("foreign"));
	}
	assert_int_equal(check_output("none/file"), -ENOENT);
	for (size_t i = 0; i < 4; i++)
		unlink(in_folder((const char *[]){"fifo", "link", "other", "file"}[i]));
	assert_int_equal(chmod(folder, 0700), 0);
}

/* A socket is removed only if nobody listens there and nothing else is in its place. */
static void sockets_are_cleared(void **state)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int listener = socket(AF_UNIX, SOCK_STREAM, 0);

	(void)state;
	strcpy(address.sun_path, in_folder("s"));
	assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_STREAM, &err), 0);
	assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof(address)), 0);
	assert_int_equal(listen(listener, 0), 0);
	assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_STREAM, &err), -EADDRINUSE);
	/* A full backlog, and another type of socket. */
	assert_int_equal(fcl_trust_probe(address.sun_path, SOCK_STREAM), -EAGAIN);
	assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_STREAM, &err), -EADDRINUSE);
	assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_SEQPACKET, &err),
			 -EADDRINUSE);
	close(listener);
	if (!geteuid()) {
		assert_int_equal(chown(address.sun_path, STRANGER, (gid_t)-1), 0);
		assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_STREAM, &err),
				 -EPERM);
		assert_int_equal(chown(address.sun_path, 0, (gid_t)-1), 0);
	}
	assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_STREAM, &err), 0);
	assert_int_equal(access(address.sun_path, F_OK), -1);
	create(in_folder("s"), geteuid());
	assert_int_equal(fcl_trust_clear_socket(address.sun_path, SOCK_STREAM, &err), -EEXIST);
	unlink(address.sun_path);
}

static void peers(void **state)
{
	(void)state;
	assert_int_equal(connect_to(geteuid(), geteuid()), 0);
	if (!geteuid()) {
		assert_int_equal(connect_to(STRANGER, STRANGER), 0);
		assert_int_equal(connect_to(STRANGER, geteuid()), -EPERM);
		assert_non_null(strstr(err.text, "user 65533"));
	}
	assert_int_equal(fcl_trust_peer(STDIN_FILENO, geteuid(), &err), -EPERM);
	assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(folders),
					   cmocka_unit_test(folders_are_made),
					   cmocka_unit_test(folders_of_files),
					   cmocka_unit_test(files_that_are_obeyed),
					   cmocka_unit_test(files_that_are_written),
					   cmocka_unit_test(sockets_are_cleared),
					   cmocka_unit_test(peers)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
