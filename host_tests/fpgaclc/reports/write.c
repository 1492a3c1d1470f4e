/* SPDX-License-Identifier: Apache-2.0 */
/* write SCHEDULE FOLDER: the reports of a schedule, for check.py. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "tools/fpgaclc/reports/reports.h"

int main(int argc, char **argv)
{
	struct fcl_err err = {0};
	char *schedule = NULL;
	size_t size = 0;
	int error;

	if (argc != 3)
		return 2;
	error = fcl_file_read(argv[1], SIZE_MAX, &schedule, &size, &err);
	if (!error)
		error = fclc_reports_write(schedule, size, "9.9", argv[2], &err);
	if (error)
		fprintf(stderr, "%s\n", err.text);
	free(schedule);
	return error ? 1 : 0;
}
