/* SPDX-License-Identifier: Apache-2.0 */
/* Folders and sockets that other users could have made. Only root can act as another user. */
#include "host_tests/base/unit_test.h"

#include <errno.h>
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
static int connect_to(uid_t user)
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
	error = fcl_trust_peer(fd, &err);
	close(fd);
	close(listener);
	unlink(address.sun_path);
	return error;
}

static void peers(void **state)
{
	(void)state;
	assert_int_equal(connect_to(geteuid()), 0);
	if (!geteuid()) {
		assert_int_equal(connect_to(STRANGER), -EPERM);
		assert_non_null(strstr(err.text, "user 65533"));
	}
	assert_int_equal(fcl_trust_peer(STDIN_FILENO, &err), -EPERM);
	assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(folders), cmocka_unit_test(peers)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
