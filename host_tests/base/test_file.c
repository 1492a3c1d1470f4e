/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/base/unit_test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { LARGE = 5000000 };

static char folder[] = "/tmp/fcl-file-XXXXXX";
static struct fcl_err err;
static char *bytes;
static size_t size;

static const char *in_folder(const char *name)
{
	static char path[400];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

/* Bytes of every value, to detect text modes and NUL termination. */
static char *pattern(size_t length)
{
	char *made = malloc(length + 1);

	assert_non_null(made);
	for (size_t i = 0; i < length; i++)
		made[i] = (char)(i * 7 + (i >> 8));
	return made;
}

static void check_contents(const char *path, const char *expected, size_t length)
{
	assert_int_equal(fcl_file_read(path, SIZE_MAX, &bytes, &size, &err), 0);
	assert_int_equal(size, length);
	assert_memory_equal(bytes, expected, length);
	assert_int_equal(bytes[size], 0);
	free(bytes);
}

static void sizes(void **state)
{
	static const size_t lengths[] = {0, 1, 255, 256, 4096, 1 << 20, (1 << 20) + 1, LARGE};
	char *expected = pattern(LARGE);

	(void)state;
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		assert_int_equal(fcl_file_write(in_folder("sizes"), expected, lengths[i], &err), 0);
		check_contents(in_folder("sizes"), expected, lengths[i]);
	}
	free(expected);
}

static void what_cannot_be_read(void **state)
{
	(void)state;
	assert_int_equal(fcl_file_read(in_folder("none"), SIZE_MAX, &bytes, &size, &err), -ENOENT);
	assert_non_null(strstr(err.text, "none"));
	assert_non_null(strstr(err.text, "No such file"));
	assert_int_equal(fcl_file_read(folder, SIZE_MAX, &bytes, &size, &err), -EISDIR);
	assert_non_null(strstr(err.text, "directory"));
}

/*
 * A file of exactly the limit can be read; one byte more is refused, even if its size is not known
 * in advance.
 */
static void limits(void **state)
{
	(void)state;
	assert_int_equal(fcl_file_write(in_folder("ten"), "0123456789", 10, &err), 0);
	assert_int_equal(fcl_file_read(in_folder("ten"), 10, &bytes, &size, &err), 0);
	assert_int_equal(size, 10);
	free(bytes);
	assert_int_equal(fcl_file_read(in_folder("ten"), 9, &bytes, &size, &err), -EFBIG);
	assert_non_null(strstr(err.text, "9 bytes"));
	assert_int_equal(fcl_file_read("/dev/zero", 3000000, &bytes, &size, &err), -EFBIG);
	assert_int_equal(fcl_file_read("/dev/null", 0, &bytes, &size, &err), 0);
	assert_int_equal(size, 0);
	assert_int_equal(bytes[0], 0);
	free(bytes);
}

/* Files in /proc report size 0. */
static void no_size_known(void **state)
{
	(void)state;
	assert_int_equal(fcl_file_read("/proc/self/status", SIZE_MAX, &bytes, &size, &err), 0);
	assert_int_equal(size, strlen(bytes));
	assert_non_null(strstr(bytes, "VmSize"));
	free(bytes);
}

/* Stay within RLIMIT_FSIZE; a write beyond it would end this program. */
static void size_limit(void **state)
{
	struct rlimit old, small;
	int fd;

	(void)state;
	assert_true(fcl_file_size_allowed(UINT64_MAX));
	assert_int_equal(fcl_file_write(in_folder("ten"), "0123456789", 10, &err), 0);
	fd = open(in_folder("ten"), O_WRONLY | O_APPEND);
	assert_true(fd >= 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 12;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_true(fcl_file_size_allowed(12));
	assert_false(fcl_file_size_allowed(13));
	assert_true(fcl_file_append_allowed(fd, 2));
	assert_false(fcl_file_append_allowed(fd, 3));
	assert_int_equal(write(fd, "ab", 2), 2);
	close(fd);
	fd = open("/dev/null", O_WRONLY);
	assert_true(fcl_file_append_allowed(fd, 1000));
	close(fd);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
}

struct writer {
	int fd;
	const char *expected;
};

static void *write_slowly(void *data)
{
	struct writer *writer = data;

	for (size_t at = 0; at < LARGE;) {
		ssize_t written = write(writer->fd, writer->expected + at,
					LARGE - at < 777 ? LARGE - at : 777);

		if (written <= 0)
			break;
		at += (size_t)written;
	}
	close(writer->fd);
	return NULL;
}

/* Like /dev/stdin: many short reads, and end of file when the writer closes it. */
static void a_pipe(void **state)
{
	char *expected = pattern(LARGE), path[40];
	struct writer writer;
	pthread_t thread;
	int fds[2];

	(void)state;
	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	writer = (struct writer){fds[1], expected};
	assert_int_equal(pthread_create(&thread, NULL, write_slowly, &writer), 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[0]);
	check_contents(path, expected, LARGE);
	pthread_join(thread, NULL);
	close(fds[0]);
	free(expected);
}

static uint32_t files_in_folder(void)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	uint32_t count = 0;

	assert_non_null(dir);
	while ((entry = readdir(dir)))
		count += entry->d_name[0] != '.';
	closedir(dir);
	return count;
}

/* A process that has the old file open keeps it: the new file only takes over the name. */
static void replaced_whole(void **state)
{
	char old[4] = {0};
	uint32_t files;
	int fd;

	(void)state;
	assert_int_equal(fcl_file_write(in_folder("whole"), "old", 3, &err), 0);
	files = files_in_folder();
	fd = open(in_folder("whole"), O_RDONLY | O_CLOEXEC);
	assert_int_equal(fcl_file_write(in_folder("whole"), "newer", 5, &err), 0);
	assert_int_equal(read(fd, old, sizeof(old)), 3);
	assert_string_equal(old, "old");
	close(fd);
	check_contents(in_folder("whole"), "newer", 5);
	assert_int_equal(files_in_folder(), files);
}

static void links_stay(void **state)
{
	struct stat info;
	char target[400];

	(void)state;
	assert_int_equal(fcl_file_write(in_folder("target"), "1", 1, &err), 0);
	strcpy(target, in_folder("target"));
	assert_int_equal(symlink(target, in_folder("link")), 0);
	assert_int_equal(fcl_file_write(in_folder("link"), "23", 2, &err), 0);
	assert_int_equal(lstat(in_folder("link"), &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	check_contents(target, "23", 2);
}

static void devices_stay(void **state)
{
	struct stat info;

	(void)state;
	assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
	/* Opened for reading and writing, so that neither side blocks. */
	int fd = open(in_folder("fifo"), O_RDWR | O_CLOEXEC);
	char got[8] = {0};

	assert_int_equal(fcl_file_write(in_folder("fifo"), "abc", 3, &err), 0);
	assert_int_equal(read(fd, got, sizeof(got)), 3);
	assert_string_equal(got, "abc");
	close(fd);
	assert_int_equal(stat(in_folder("fifo"), &info), 0);
	assert_true(S_ISFIFO(info.st_mode));
}

static void what_cannot_be_written(void **state)
{
	uint32_t files = files_in_folder();

	(void)state;
	assert_int_equal(fcl_file_write(in_folder("none/file"), "x", 1, &err), -ENOENT);
	assert_non_null(strstr(err.text, "none/file"));
	assert_int_equal(fcl_file_write(folder, "x", 1, &err), -EISDIR);
	assert_int_equal(fcl_file_write("/dev/full", "x", 1, &err), -ENOSPC);
	assert_int_equal(files_in_folder(), files);
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	(void)state;
	while (dir && (entry = readdir(dir)))
		unlink(in_folder(entry->d_name));
	if (dir)
		closedir(dir);
	return rmdir(folder);
}

/* A file that is rewritten keeps its access mode. */
static void modes_stay(void **state)
{
	static const mode_t modes[] = {0600, 0640, 0666, 0444};
	struct stat facts;
	mode_t mask = umask(022);

	(void)state;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		assert_int_equal(fcl_file_write(in_folder("mode"), "a", 1, &err), 0);
		if (!i) {
			assert_int_equal(stat(in_folder("mode"), &facts), 0);
			assert_int_equal(facts.st_mode & 07777, 0644);
		}
		assert_int_equal(chmod(in_folder("mode"), modes[i]), 0);
		assert_int_equal(fcl_file_write(in_folder("mode"), "b", 1, &err), 0);
		assert_int_equal(stat(in_folder("mode"), &facts), 0);
		assert_int_equal(facts.st_mode & 07777, modes[i]);
		check_contents(in_folder("mode"), "b", 1);
	}
	umask(mask);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes),
		cmocka_unit_test(what_cannot_be_read),
		cmocka_unit_test(limits),
		cmocka_unit_test(size_limit),
		cmocka_unit_test(no_size_known),
		cmocka_unit_test(a_pipe),
		cmocka_unit_test(replaced_whole),
		cmocka_unit_test(links_stay),
		cmocka_unit_test(modes_stay),
		cmocka_unit_test(devices_stay),
		cmocka_unit_test(what_cannot_be_written),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
