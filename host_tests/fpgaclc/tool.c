/* SPDX-License-Identifier: Apache-2.0 */
#include "tool.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

extern char **environ;

char tool_output[16384];

static char tool_folder[PATH_MAX], tool_home[PATH_MAX];

int tool_setup(void **state)
{
	(void)state;
	strcpy(tool_folder, "/tmp/fpgaclc-test-XXXXXX");
	if (!getcwd(tool_home, sizeof(tool_home)) || !mkdtemp(tool_folder))
		return -1;
	return chdir(tool_folder);
}

static int tool_remove(const char *path, const struct stat *stat, int type, struct FTW *ftw)
{
	(void)stat;
	(void)type;
	(void)ftw;
	return remove(path);
}

int tool_teardown(void **state)
{
	(void)state;
	if (chdir(tool_home))
		return -1;
	return nftw(tool_folder, tool_remove, 8, FTW_DEPTH | FTW_PHYS);
}

void tool_write(const char *name, const char *text)
{
	FILE *file = fopen(name, "we");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

void *tool_read(const char *name, size_t *ret_size)
{
	FILE *file = fopen(name, "re");
	struct stat stat;
	char *bytes;

	assert_non_null(file);
	assert_int_equal(fstat(fileno(file), &stat), 0);
	bytes = malloc((size_t)stat.st_size + 1);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, (size_t)stat.st_size, file), stat.st_size);
	bytes[stat.st_size] = 0;
	fclose(file);
	*ret_size = (size_t)stat.st_size;
	return bytes;
}

/* On a busy machine, any step may take long enough for progress lines. */
static void tool_drop_progress(char *text)
{
	char *line;

	while ((line = strstr(text, "INFO: [fpgaclc] "))) {
		char *end = strchr(line, '\n');

		end = end ? end + 1 : line + strlen(line);
		memmove(line, end, strlen(end) + 1);
	}
}

static void tool_take_output(void)
{
	size_t size;
	char *text = tool_read("output.txt", &size);

	tool_drop_progress(text);
	snprintf(tool_output, sizeof(tool_output), "%s", text);
	free(text);
	unlink("output.txt");
}

int tool_run(const char *program, const char *arguments)
{
	char *copy = strdup(arguments), *rest = copy, *argv[128];
	posix_spawn_file_actions_t actions;
	int count = 0, status;
	pid_t pid;

	assert_non_null(copy);
	argv[count++] = (char *)(program ? program : FPGACLC);
	while (count < 127 && (argv[count] = strsep(&rest, " ")))
		count++;
	argv[count] = NULL;
	assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
	posix_spawn_file_actions_addopen(&actions, 1, "output.txt", O_WRONLY | O_CREAT | O_TRUNC,
					 0600);
	posix_spawn_file_actions_adddup2(&actions, 1, 2);
	assert_int_equal(posix_spawn(&pid, argv[0], &actions, NULL, argv, environ), 0);
	posix_spawn_file_actions_destroy(&actions);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	tool_take_output();
	free(copy);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

void tool_compile(const char *arguments)
{
	char *text = NULL;

	assert_true(asprintf(&text, "%s --allow-unconnected", arguments) > 0);
	if (tool_run(NULL, text))
		fail_msg("fpgaclc %s\n%s", text, tool_output);
	free(text);
}

void tool_refuse(const char *arguments, const char *message)
{
	if (!tool_run(NULL, arguments))
		fail_msg("fpgaclc %s was not refused", arguments);
	if (!strstr(tool_output, message))
		fail_msg("fpgaclc %s\nexpected: %s\nfound: %s", arguments, message, tool_output);
}

struct fcl_image *tool_image(const char *name)
{
	struct fcl_image *image = NULL;
	struct fcl_err err = {0};
	size_t size;
	void *bytes = tool_read(name, &size);

	if (fcl_image_read(bytes, size, &image, &err))
		fail_msg("%s: %s", name, err.text);
	free(bytes);
	return image;
}

unsigned tool_count_files(const char *folder, const char *prefix)
{
	DIR *directory = opendir(folder);
	struct dirent *entry;
	unsigned count = 0;

	assert_non_null(directory);
	while ((entry = readdir(directory)))
		count += entry->d_name[0] != '.' && !strncmp(entry->d_name, prefix, strlen(prefix));
	closedir(directory);
	return count;
}

const char *tool_kernel(const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", KERNELS, name);
	return path;
}
