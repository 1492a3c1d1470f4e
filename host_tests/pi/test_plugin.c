/* SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <dlfcn.h>

#include "host_tests/pi/pi_test.h"

/*
 * Loading the plugin: versions, the table's layout, and that nothing stays behind after dlclose().
 */

#define T (&table)

static struct pi_host host;
static struct pi_table table;

static int open_plugin(void **state)
{
	(void)state;
	pi_open();
	return 0;
}

static int close_plugin(void **state)
{
	(void)state;
	pi_close();
	return 0;
}

static bool is_untouched(const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		if (at[i] != 0xa5)
			return false;
	return true;
}

/* The table of another version has other functions in the same slots. */
static void other_versions_are_refused(void **state)
{
	static const char *const versions[] = {"",      "12",     "12.2",   "12.22",
					       "12.24", "12.231", "12.23.", "11.23",
					       "13.23", "14.23",  "14.41",  "14.43",
					       "15.42", "15.47",  "15.49",  "16.48",
					       "99.0",  "1223",   "12.23 ", "not a version at all"};

	(void)state;
	for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
		pi_prepare(&host, versions[i]);
		EXPECT(CL_INVALID_OPERATION, pi.init(&host));
		EXPECT_TRUE(is_untouched(host.plugin_version, sizeof(host.plugin_version)));
		EXPECT_TRUE(is_untouched(&host.targets,
					 sizeof(host) - offsetof(struct pi_host, targets)));
	}
	EXPECT(CL_INVALID_VALUE, pi.init(NULL));
	pi_end();
}

/* A host's structure may end directly after its table. */
static void expect_served(const char *text, unsigned version, size_t entries)
{
	pi_prepare(&host, text);
	EXPECT(PI_SUCCESS, pi.init(&host));
	EXPECT_TRUE(!strncmp(host.plugin_version, text, strlen(text)) &&
		    host.plugin_version[strlen(text)] == '.');
	EXPECT_TRUE(memchr(host.plugin_version, 0, sizeof(host.plugin_version)));
	EXPECT_TRUE(pi_read_table(&host, version, &table) == entries);
	for (size_t i = 0; i < entries; i++)
		EXPECT_TRUE(!is_untouched(&host.entries[i], sizeof(void *)) && host.entries[i]);
	EXPECT_TRUE(is_untouched(&host.entries[entries],
				 sizeof(host.entries) - entries * sizeof(void *)));
	EXPECT(PI_SUCCESS, T->piTearDown(NULL));
}

static void version_12_23_is_served(void **state)
{
	(void)state;
	expect_served("12.23", PI_12_23, 113);
	pi_end();
}

static void version_14_42_is_served(void **state)
{
	(void)state;
	expect_served("14.42", PI_14_42, 156);
	pi_end();
}

static void version_15_48_is_served(void **state)
{
	(void)state;
	expect_served("15.48", PI_15_48, 162);
	pi_end();
}

/* Two variants of one function are never in the same table. */
static void functions_appear_once(void **state)
{
	static const unsigned versions[] = {PI_12_23, PI_14_42, PI_15_48};

	(void)state;
	for (size_t v = 0; v < 3; v++)
		for (size_t i = 0; i < PI_ROWS; i++)
			for (size_t j = 0; j < i; j++)
				EXPECT_TRUE(strcmp(pi_rows[i].name, pi_rows[j].name) != 0 ||
					    !pi_has(&pi_rows[i], versions[v]) ||
					    !pi_has(&pi_rows[j], versions[v]));
	pi_end();
}

/*
 * The names in the order of the interface's own list, which is kept separately from the plugin's.
 */
static void expect_order(const char *path, unsigned version)
{
	FILE *file = fopen(path, "r");
	char line[128];

	assert_non_null(file);
	for (size_t i = 0; i < PI_ROWS; i++) {
		if (!pi_has(&pi_rows[i], version))
			continue;
		assert_non_null(fgets(line, sizeof(line), file));
		line[strcspn(line, "\n")] = 0;
		assert_string_equal(line, pi_rows[i].name);
	}
	assert_null(fgets(line, sizeof(line), file));
	fclose(file);
}

static void order_is_the_interfaces(void **state)
{
	(void)state;
	expect_order(FCL_PI_SOURCE "/table_12_23.txt", PI_12_23);
	expect_order(FCL_PI_SOURCE "/table_14_42.txt", PI_14_42);
	expect_order(FCL_PI_SOURCE "/table_15_48.txt", PI_15_48);
}

static const char *versions_of(const struct pi_row *row)
{
	if (row->since == PI_12_23)
		return !row->until ? "all" : row->until == PI_14_42 ? "12.23" : "12.23, 14.42";
	if (row->since == PI_14_42)
		return row->until ? "14.42" : "14.42, 15.48";
	return "15.48";
}

/* docs/sycl.md has a line for each function. */
static void docs_have_every_function(void **state)
{
	static char text[1 << 16];
	char line[256];
	FILE *file = fopen(FCL_PI_DOCS, "r");

	(void)state;
	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = 0;
	fclose(file);
	for (size_t i = 0; i < PI_ROWS; i++) {
		const struct pi_row *row = &pi_rows[i];

		snprintf(line, sizeof(line), "\n| `%.60s` | %s | %s%s%s |\n", row->name,
			 versions_of(row), *row->behind ? "`" : "", row->behind,
			 *row->behind ? "`" : "");
		if (!strstr(text, line))
			fail_msg("docs/sycl.md has no line%s", line);
	}
}

static int count_threads(void)
{
	DIR *folder = opendir("/proc/self/task");
	int count = 0;

	assert_non_null(folder);
	for (const struct dirent *entry; (entry = readdir(folder));)
		count += entry->d_name[0] != '.';
	closedir(folder);
	return count;
}

static bool is_loaded(const char *name)
{
	void *library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);

	if (library)
		dlclose(library);
	return library;
}

static void use_once(void)
{
	pi_platform platform = NULL;
	pi_device device = NULL;
	pi_context context = NULL;
	pi_queue queue = NULL;

	pi_prepare(&host, "12.23");
	EXPECT(PI_SUCCESS, pi.init(&host));
	pi_read_table(&host, PI_12_23, &table);
	EXPECT(PI_SUCCESS, T->piPlatformsGet(1, &platform, NULL));
	EXPECT(PI_SUCCESS, T->piDevicesGet(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	EXPECT(PI_SUCCESS, T->piContextCreate(NULL, 1, &device, NULL, NULL, &context));
	EXPECT(PI_SUCCESS, T->piQueueCreate(context, device, 0, &queue));
	EXPECT(PI_SUCCESS, T->piQueueFinish(queue));
	EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
	EXPECT(PI_SUCCESS, T->piContextRelease(context));
	EXPECT(PI_SUCCESS, T->piTearDown(NULL));
}

/* The driver keeps its threads. The plugin adds none, and is really unloaded by dlclose(). */
static void reload_leaves_nothing(void **state)
{
	int threads;

	(void)state;
	use_once();
	threads = count_threads();
	for (int i = 0; i < 20; i++) {
		pi_close();
		EXPECT_TRUE(!is_loaded(FCL_PI_PLUGIN));
		pi_open();
		use_once();
	}
	EXPECT_TRUE(count_threads() <= threads);
	pi_end();
}

/*
 * "No PI calls should be made until the next piPluginInit": a call that is made nevertheless must
 * not crash.
 */
static void calls_after_tear_down(void **state)
{
	pi_platform platform = NULL;

	(void)state;
	use_once();
	EXPECT(CL_INVALID_CONTEXT, T->piContextRelease(NULL));
	EXPECT(PI_SUCCESS, T->piTearDown(NULL));
	EXPECT(PI_SUCCESS, T->piPlatformsGet(1, &platform, NULL));
	pi_end();
}

static void last_error_is_told(void **state)
{
	char *message = NULL;

	(void)state;
	pi_prepare(&host, "12.99");
	EXPECT(CL_INVALID_OPERATION, pi.init(&host));
	pi_prepare(&host, "12.23");
	EXPECT(PI_SUCCESS, pi.init(&host));
	pi_read_table(&host, PI_12_23, &table);
	EXPECT(CL_INVALID_OPERATION, T->piPluginGetLastError(&message));
	EXPECT_TRUE(message && strstr(message, "12.23") && strstr(message, "12.99"));
	EXPECT(CL_INVALID_CONTEXT, T->piContextRetain(NULL));
	EXPECT(CL_INVALID_CONTEXT, T->piPluginGetLastError(&message));
	EXPECT_TRUE(message && strstr(message, "clRetainContext"));
	EXPECT(CL_INVALID_VALUE, T->piPluginGetLastError(NULL));
	EXPECT(PI_SUCCESS, T->piTearDown(NULL));
	pi_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_versions_are_refused),
		cmocka_unit_test(version_12_23_is_served),
		cmocka_unit_test(version_14_42_is_served),
		cmocka_unit_test(version_15_48_is_served),
		cmocka_unit_test(functions_appear_once),
		cmocka_unit_test(order_is_the_interfaces),
		cmocka_unit_test(docs_have_every_function),
		cmocka_unit_test(reload_leaves_nothing),
		cmocka_unit_test(calls_after_tear_down),
		cmocka_unit_test(last_error_is_told),
	};

	return cmocka_run_group_tests(tests, open_plugin, close_plugin);
}
