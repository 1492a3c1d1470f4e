/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_OWN_FILE_H
#define FCL_TEST_OWN_FILE_H

#include <stdlib.h>
#include <unistd.h>

/* A file for the tests of one program: its group's setup and teardown make it and remove it. */
static char path[] = "capture_own.XXXXXX";

static int make_file(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

#endif
