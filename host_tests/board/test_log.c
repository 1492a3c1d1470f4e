/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host_tests/image/cmocka_all.h"
#include "tools/board/log.h"

/* Clients can cause lines without end, with text of their own. */
static void lines_are_few_and_plain(void **state)
{
	FILE *file = tmpfile();
	int old = dup(STDERR_FILENO);
	unsigned lines = 0;
	char line[256];

	(void)state;
	assert_non_null(file);
	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	for (int i = 0; i < 20000; i++)
		fcl_bd_log("process %d: \033[2J\nforged", i);
	dup2(old, STDERR_FILENO);
	close(old);
	rewind(file);
	for (; fgets(line, sizeof(line), file); lines++) {
		assert_null(strchr(line, '\033'));
		assert_true(strstr(line, " process ") || strstr(line, "left out"));
	}
	fclose(file);
	assert_in_range(lines, 1000, 3000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_few_and_plain)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
