/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/apps/boards/board_file.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>

#include "host_tests/apps/app.h"
#include "host_tests/read_file.h"

static char folder[64];

void board_folder_create(void)
{
	strcpy(folder, "/tmp/fpgacl-boards-XXXXXX");
	assert_non_null(mkdtemp(folder));
	assert_int_equal(setenv("FPGACL_BOARD_PATH", folder, 1), 0);
}

static int remove_one(const char *path, const struct stat *stat, int kind, struct FTW *ftw)
{
	(void)stat;
	(void)kind;
	(void)ftw;
	return remove(path);
}

void board_folder_destroy(void)
{
	unsetenv("FPGACL_BOARD_PATH");
	assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

const char *board_folder_path(const char *file)
{
	static char path[sizeof(folder) + 64];

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	return path;
}

static char *read_original(const char *board)
{
	char path[4096];
	size_t size;
	char *text;

	snprintf(path, sizeof(path), APP_BOARDS "/%s/board.xml", board);
	text = read_file(path, &size);
	assert_non_null(text);
	return text;
}

/*
 * A copy of the text with every `from` replaced; frees the old one. There must be something to
 * replace.
 */
static char *replace(char *text, const struct board_edit *edit)
{
	char *edited = NULL, *rest = text, *at;
	size_t size;
	FILE *out = open_memstream(&edited, &size);

	assert_non_null(out);
	assert_non_null(strstr(text, edit->from));
	while ((at = strstr(rest, edit->from))) {
		fprintf(out, "%.*s%s", (int)(at - rest), rest, edit->to);
		rest = at + strlen(edit->from);
	}
	fputs(rest, out);
	fclose(out);
	free(text);
	return edited;
}

void board_write(const char *original, const char *name, const struct board_edit *edits)
{
	char *text = read_original(original);
	char file[64];
	FILE *out;

	for (; edits->from; edits++)
		text = replace(text, edits);
	if (mkdir(board_folder_path(name), 0700))
		assert_int_equal(errno, EEXIST);
	snprintf(file, sizeof(file), "%s/board.xml", name);
	out = fopen(board_folder_path(file), "wb");
	assert_non_null(out);
	assert_int_equal(fputs(text, out) < 0, 0);
	assert_int_equal(fclose(out), 0);
	free(text);
}
