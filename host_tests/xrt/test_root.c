/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search for XRT, and the helper that tries to load it. Linked with the backend, in the folder
 * of its files.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "hal/xrt/device.h"
#include "hal/xrt/library/json.h"
#include "hal/xrt/library/probe.h"
#include "hal/xrt/library/root.h"
#include "hal/xrt/xrt.h"

enum { PATIENCE_MS = 20 * 1000 };

/* An empty folder, one with a library in it, and one with a library in its lib/. */
struct places {
	char top[64], empty[96], libraries[96], root[96], broken[96];
	const char *roots[3], *folders[3];
	struct fcl_xrt_places table;
};

static void make_folder(const char *path)
{
	assert_int_equal(mkdir(path, 0755), 0);
}

static void make_library(const char *folder)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/libxrt_coreutil.so.2", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("this is not a library\n", file);
	assert_int_equal(fclose(file), 0);
}

static int setup(void **state)
{
	static struct places places;
	char lib[128];

	strcpy(places.top, "/tmp/fpgacl-test-xrt-XXXXXX");
	assert_non_null(mkdtemp(places.top));
	snprintf(places.empty, sizeof(places.empty), "%s/empty", places.top);
	snprintf(places.libraries, sizeof(places.libraries), "%s/libraries", places.top);
	snprintf(places.root, sizeof(places.root), "%s/root", places.top);
	make_folder(places.empty);
	make_folder(places.libraries);
	make_library(places.libraries);
	make_folder(places.root);
	snprintf(lib, sizeof(lib), "%s/lib", places.root);
	make_folder(lib);
	make_library(lib);
	places.table = (struct fcl_xrt_places){places.roots, places.folders, places.top};
	*state = &places;
	return 0;
}

static int teardown(void **state)
{
	const struct places *places = *state;
	char command[128];

	snprintf(command, sizeof(command), "rm -r %s", places->top);
	return system(command);
}

static char *find(struct places *places, const char *named, const char *root, const char *folder)
{
	struct fcl_err err = {0};
	char *found = NULL;

	assert_int_equal(setenv("XILINX_XRT", named, 1), 0);
	places->roots[0] = places->folders[0] = places->empty;
	places->roots[1] = root;
	places->folders[1] = folder;
	if (fcl_xrt_root_find(&places->table, &found, &err))
		fail_msg("%s", err.text);
	return found;
}

static void the_one_named_comes_first(void **state)
{
	struct places *places = *state;
	char *found = find(places, places->root, places->empty, places->libraries);

	assert_string_equal(found, places->root);
	free(found);
}

static void a_wrong_one_is_passed_over(void **state)
{
	struct places *places = *state;
	char *found = find(places, places->empty, places->root, places->libraries);

	assert_string_equal(found, places->root);
	free(found);
}

static void one_is_made(void **state)
{
	struct places *places = *state;
	char *found = find(places, "", NULL, places->libraries), *again, link[128],
	     target[128] = "";

	snprintf(link, sizeof(link), "%s/lib", found);
	assert_true(readlink(link, target, sizeof(target) - 1) > 0);
	assert_string_equal(target, places->libraries);
	again = find(places, "/nowhere", NULL, places->libraries);
	assert_string_equal(again, found);
	free(again);
	/* Others could have put files into it, so a new one is made. */
	assert_int_equal(chmod(found, 0777), 0);
	again = find(places, "", NULL, places->libraries);
	assert_string_not_equal(again, found);
	free(again);
	assert_int_equal(chmod(found, 0700), 0);
	/* The owner of the link could have done so, too. */
	assert_int_equal(unlink(link), 0);
	assert_int_equal(symlink(places->empty, link), 0);
	again = find(places, "", NULL, places->libraries);
	assert_string_not_equal(again, found);
	free(again);
	free(found);
}

static void nowhere(void **state)
{
	struct places *places = *state;
	struct fcl_err err = {0};
	char *found = NULL;

	places->roots[0] = places->folders[0] = NULL;
	assert_int_equal(setenv("XILINX_XRT", places->empty, 1), 0);
	assert_int_equal(fcl_xrt_root_find(&places->table, &found, &err), -ENOENT);
	assert_non_null(strstr(err.text, places->empty));
	assert_null(found);
}

/* A thread that walks the environment at the same time sees it unchanged. */
static void published(void **state)
{
	char **before = environ;
	size_t count = 0, kept = 0;

	(void)state;
	assert_int_equal(setenv("XILINX_XRT", "/old", 1), 0);
	before = environ;
	while (before[count])
		count++;
	assert_int_equal(fcl_xrt_root_publish("/new", NULL), 0);
	assert_string_equal(getenv("XILINX_XRT"), "/new");
	assert_non_null(getenv("PATH"));
	for (size_t i = 0; before[i]; i++)
		kept += !strcmp(before[i], "XILINX_XRT=/old") ||
			strncmp(before[i], "XILINX_XRT", 10) != 0;
	assert_int_equal(kept, count);
	/* A second call changes nothing. */
	before = environ;
	assert_int_equal(fcl_xrt_root_publish("/new", NULL), 0);
	assert_ptr_equal(environ, before);
	assert_int_equal(setenv("XILINX_XRT", "/later", 1), 0);
	assert_string_equal(getenv("XILINX_XRT"), "/later");
}

static void modes(void **state)
{
	static const char *const others[] = {"sw_emu", "hw_emu", "bogus", "NOOP"};
	struct fcl_err err = {0};
	bool noop = true;

	(void)state;
	assert_int_equal(setenv("XCL_EMULATION_MODE", "", 1), 0);
	assert_int_equal(fcl_xrt_mode(&noop, &err), 0);
	assert_false(noop);
	assert_int_equal(setenv("XCL_EMULATION_MODE", "noop", 1), 0);
	assert_int_equal(fcl_xrt_mode(&noop, &err), 0);
	assert_true(noop);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		assert_int_equal(setenv("XCL_EMULATION_MODE", others[i], 1), 0);
		assert_int_equal(fcl_xrt_mode(&noop, &err), -ENOENT);
		assert_non_null(strstr(err.text, others[i]));
	}
	assert_int_equal(unsetenv("XCL_EMULATION_MODE"), 0);
}

/* --- the helper ------------------------------------------------------------------------------- */

static void assert_no_child(void)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void expect_failure(const char *root, int patience_ms, const char *text)
{
	struct fcl_xrt_boards boards = {0};
	struct fcl_err err = {0};

	assert_true(fcl_xrt_probe_boards(root, patience_ms, &boards, &err) < 0);
	if (!strstr(err.text, text))
		fail_msg("expected '%s', found '%s'", text, err.text);
	assert_null(boards.boards);
	assert_no_child();
}

static void boards_are_read(void **state)
{
	struct fcl_xrt_boards boards = {0};
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(setenv("FAKE_XRT", "boards=2", 1), 0);
	/* The helper's root is the one passed to it, not the one in this process's environment. */
	assert_int_equal(setenv("XILINX_XRT", "/nowhere", 1), 0);
	assert_int_equal(fcl_xrt_probe_boards(FAKE_ROOT, PATIENCE_MS, &boards, &err), 0);
	assert_int_equal(boards.count, 2);
	assert_string_equal(boards.boards[1].bdf, "0000:11:00.1");
	fcl_xrt_boards_free(&boards);
	assert_no_child();
}

static void children_that_nobody_may_have(void **state)
{
	struct fcl_xrt_boards boards = {0};
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(setenv("FAKE_XRT", "boards=1", 1), 0);
	signal(SIGCHLD, SIG_IGN);
	assert_int_equal(fcl_xrt_probe_boards(FAKE_ROOT, PATIENCE_MS, &boards, &err), 0);
	assert_int_equal(boards.count, 1);
	fcl_xrt_boards_free(&boards);
	assert_int_equal(setenv("FAKE_XRT", "die=count", 1), 0);
	assert_true(fcl_xrt_probe_boards(FAKE_ROOT, PATIENCE_MS, &boards, &err) < 0);
	signal(SIGCHLD, SIG_DFL);
}

static void failures(void **state)
{
	const struct places *places = *state;

	assert_int_equal(setenv("FAKE_XRT", "die=count", 1), 0);
	expect_failure(FAKE_ROOT, PATIENCE_MS, "was killed by signal");
	assert_int_equal(setenv("FAKE_XRT", "hang=count", 1), 0);
	expect_failure(FAKE_ROOT, 200, "did not answer");
	assert_int_equal(setenv("FAKE_XRT", "", 1), 0);
	/*
	 * No library; a file that is not a library; a version that lacks a function which we call.
	 */
	expect_failure(places->empty, PATIENCE_MS, "does not load");
	expect_failure(places->root, PATIENCE_MS, "does not load");
	expect_failure(OLD_ROOT, PATIENCE_MS, "undefined symbol");
#ifdef NEWER_ROOT
	expect_failure(NEWER_ROOT, PATIENCE_MS, "whose objects differ");
#endif
}

/* --- forks ------------------------------------------------------------------------------------ */

static void no_board(void *user, const char *board)
{
	(void)user, (void)board;
}

static void *list_all(void *user)
{
	(void)user;
	fcl_xrt_list(no_board, NULL, NULL);
	return NULL;
}

/* A named pipe whose path is in the environment. */
static void make_pipe(const struct places *places, const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", places->top, name);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(setenv(name, path, 1), 0);
}

/*
 * Forks while another thread is asking XRT. The thread does not exist in the child, so it cannot
 * release its lock there. The thread's helper reports that it runs, and stays until the child has
 * ended.
 */
static void forked(void **state)
{
	struct fcl_hal_device *device = NULL;
	char here_path[128], go_path[128];
	pthread_t thread;
	int here, go, status = 0;
	pid_t pid;

	make_pipe(*state, "FAKE_XRT_HERE", here_path);
	make_pipe(*state, "FAKE_XRT_GO", go_path);
	assert_int_equal(setenv("XILINX_XRT", FAKE_ROOT, 1), 0);
	assert_int_equal(setenv("FAKE_XRT", "meet=count", 1), 0);
	go = open(go_path, O_RDWR | O_CLOEXEC);
	assert_true(go >= 0);
	assert_int_equal(pthread_create(&thread, NULL, list_all, NULL), 0);
	here = open(here_path, O_RDONLY); /* returns when the helper opens the other end */
	assert_true(here >= 0);
	assert_int_equal(setenv("FAKE_XRT", "boards=1", 1), 0);
	pid = fork();
	if (!pid) {
		alarm(30);
		_exit(fcl_xrt_open("u250", 0, &device, NULL));
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	close(go); /* no data, only end of file */
	close(here);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	pthread_join(thread, NULL);
	unlink(here_path);
	unlink(go_path);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void add_value(void *user, const char *path, const char *value)
{
	size_t length = strlen(user);

	snprintf((char *)user + length, 512 - length, "%s=%s;", path, value);
}

static void json(void **state)
{
	static const char *const bad[] = {
		"",      "{",     "{\"a\"", "{\"a\":", "{\"a\":1", "[1,",
		"[1 2]", "{a:1}", "\"x",    "\"x\\",   "[1]]",     "{\"a\":1,}"};
	char text[512] = "", deep[4096] = "";

	(void)state;
	assert_true(fcl_xrt_json_walk(
		" {\"a\": [ {\"b\":\"x\\\"y\"}, 2.5 , []], \"c\":{}, \"d\":true}\n", add_value,
		text));
	assert_string_equal(text, "a[0].b=x\"y;a[1]=2.5;d=true;");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		*text = '\0';
		if (fcl_xrt_json_walk(bad[i], add_value, text))
			fail_msg("'%s' was taken", bad[i]);
	}
	memset(deep, '[', sizeof(deep) - 1);
	assert_false(fcl_xrt_json_walk(deep, add_value, text));
	/* A name too long for a path is cut off. */
	snprintf(deep, sizeof(deep), "{\"%0*d\":1}", 4000, 7);
	*text = '\0';
	assert_true(fcl_xrt_json_walk(deep, add_value, text));
	assert_int_equal(strncmp(text, "000", 3), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_one_named_comes_first),
		cmocka_unit_test(a_wrong_one_is_passed_over),
		cmocka_unit_test(one_is_made),
		cmocka_unit_test(nowhere),
		cmocka_unit_test(published),
		cmocka_unit_test(modes),
		cmocka_unit_test(boards_are_read),
		cmocka_unit_test(children_that_nobody_may_have),
		cmocka_unit_test(failures),
		cmocka_unit_test(forked),
		cmocka_unit_test(json),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
