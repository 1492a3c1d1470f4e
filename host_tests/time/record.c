/* SPDX-License-Identifier: Apache-2.0 */
/* time_record WORDS FILE: records the first design whose name has these words. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "emulator/time/recorded.h"
#include "host_tests/time/feed.h"

int main(int argc, char **argv)
{
	const struct feed_way way = {.record = true, .batch = 64};
	struct fcl_text file = {0};
	struct fcl_err err = {0};
	struct design design;
	unsigned number = 0;
	if (argc != 3)
		return 2;
	do {
		if (!design_get(number++, &design))
			return 2;
	} while (!strstr(design.name, argv[1]));
	struct fcl_time *time = feed(&design, &way);
	int error = fcl_time_save(time, &file, &err);
	if (!error)
		error = fcl_file_write(argv[2], file.bytes, file.size, &err);
	if (error)
		fprintf(stderr, "%s\n", err.text);
	fcl_text_free(&file);
	fcl_time_destroy(time);
	return error ? 1 : 0;
}
