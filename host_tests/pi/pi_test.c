/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pi/pi_test.h"

#include <dlfcn.h>

#include "host_tests/api/api_image.h"

struct pi pi;
struct pi_row pi_rows[PI_ROWS] = {
#define PI_FUNCTION(name, since, until, behind, parameters) {#name, since, until, behind},
#include "runtime/clients/pi/functions.inc"
#undef PI_FUNCTION
};

static struct pi_table table;
static int failed_rows;

bool pi_has(const struct pi_row *row, unsigned version)
{
	return row->since <= version && (!row->until || version < row->until);
}

size_t pi_read_table(const struct pi_host *host, unsigned version, struct pi_table *ret_table)
{
	void **to = (void **)ret_table;
	size_t count = 0;

	memset(ret_table, 0, sizeof(*ret_table));
	for (size_t i = 0; i < PI_ROWS; i++)
		if (pi_has(&pi_rows[i], version))
			to[i] = host->entries[count++];
	return count;
}

void pi_open(void)
{
	for (size_t i = 0; i < PI_ROWS; i++)
		pi_rows[i].name[strcspn(pi_rows[i].name, "_")] = 0;
	pi.library = dlopen(FCL_PI_PLUGIN, RTLD_NOW | RTLD_LOCAL);
	if (!pi.library)
		fail_msg("%s", dlerror());
	pi.init = (pi_result(*)(struct pi_host *))dlsym(pi.library, "piPluginInit");
	assert_non_null(pi.init);
}

void pi_close(void)
{
	assert_int_equal(dlclose(pi.library), 0);
	pi.library = NULL;
}

void pi_prepare(struct pi_host *host, const char *version)
{
	memset(host, 0xa5, sizeof(*host));
	memset(host->pi_version, 0, sizeof(host->pi_version));
	memcpy(host->pi_version, version, strlen(version));
}

static pi_program make_program(pi_device device, const char *board)
{
	pi_program program = NULL;
	size_t size;
	unsigned char *bytes = api_image(board, 1, &size);
	const unsigned char *binary = bytes;

	assert_non_null(bytes);
	EXPECT(PI_SUCCESS, pi.table->piProgramCreateWithBinary(pi.context, 1, &device, &size,
							       &binary, 0, NULL, NULL, &program));
	EXPECT(PI_SUCCESS, pi.table->piProgramBuild(program, 1, &device, "", NULL, NULL));
	free(bytes);
	return program;
}

static void make_objects(void)
{
	const struct pi_table *t = pi.table;

	EXPECT(PI_SUCCESS, t->piPlatformsGet(1, &pi.platform, NULL));
	EXPECT(PI_SUCCESS, t->piDevicesGet(pi.platform, CL_DEVICE_TYPE_ALL, 2, pi.devices, NULL));
	EXPECT(PI_SUCCESS, t->piContextCreate(NULL, 2, pi.devices, NULL, NULL, &pi.context));
	EXPECT(PI_SUCCESS, t->piContextCreate(NULL, 1, pi.devices, NULL, NULL, &pi.other));
	EXPECT(PI_SUCCESS, t->piQueueCreate(pi.context, pi.devices[0],
					    PI_QUEUE_FLAG_PROFILING_ENABLE, &pi.queue));
	EXPECT(PI_SUCCESS,
	       t->piQueueCreate(pi.context, pi.devices[0],
				PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE, &pi.loose));
	EXPECT(PI_SUCCESS, t->piMemBufferCreate(pi.context, CL_MEM_READ_WRITE, PI_BYTES, NULL,
						&pi.buffer, NULL));
	EXPECT(PI_SUCCESS, t->piMemBufferCreate(pi.other, CL_MEM_READ_WRITE, PI_BYTES, NULL,
						&pi.foreign, NULL));
	pi.program = make_program(pi.devices[0], "u250");
	EXPECT(PI_SUCCESS, t->piKernelCreate(pi.program, "vadd", &pi.vadd));
	EXPECT(PI_SUCCESS, t->piKernelCreate(pi.program, "poke", &pi.poke));
}

static int setup(const char *text, unsigned version)
{
	pi_open();
	pi_prepare(&pi.host, text);
	if (pi.init(&pi.host))
		return -1;
	pi_read_table(&pi.host, version, &table);
	pi.table = &table;
	make_objects();
	return failed_rows ? -1 : 0;
}

int pi_setup(void **state)
{
	(void)state;
	return setup("12.23", PI_12_23);
}

int pi_setup_14_42(void **state)
{
	(void)state;
	return setup("14.42", PI_14_42);
}

int pi_setup_15_48(void **state)
{
	(void)state;
	return setup("15.48", PI_15_48);
}

int pi_teardown(void **state)
{
	const struct pi_table *t = pi.table;

	(void)state;
	failed_rows = 0;
	EXPECT(PI_SUCCESS, t->piQueueFinish(pi.queue));
	EXPECT(PI_SUCCESS, t->piQueueFinish(pi.loose));
	EXPECT(PI_SUCCESS, t->piKernelRelease(pi.vadd));
	EXPECT(PI_SUCCESS, t->piKernelRelease(pi.poke));
	EXPECT(PI_SUCCESS, t->piProgramRelease(pi.program));
	EXPECT(PI_SUCCESS, t->piMemRelease(pi.buffer));
	EXPECT(PI_SUCCESS, t->piMemRelease(pi.foreign));
	EXPECT(PI_SUCCESS, t->piQueueRelease(pi.queue));
	EXPECT(PI_SUCCESS, t->piQueueRelease(pi.loose));
	EXPECT(PI_SUCCESS, t->piContextRelease(pi.context));
	EXPECT(PI_SUCCESS, t->piContextRelease(pi.other));
	EXPECT(PI_SUCCESS, t->piTearDown(NULL));
	pi_close();
	return failed_rows ? -1 : 0;
}

void pi_expect(int expected, int found, const char *call, const char *file, int line)
{
	if (expected == found)
		return;
	print_error("%s:%d: expected %d, found %d: %s\n", file, line, expected, found, call);
	failed_rows++;
}

void pi_end(void)
{
	int failed = failed_rows;

	failed_rows = 0;
	assert_int_equal(failed, 0);
}

void pi_wrap(struct pi_device_binary_struct *binary, const char *target, const void *bytes,
	     size_t size)
{
	*binary = (struct pi_device_binary_struct){
		.version = PI_DEVICE_BINARY_VERSION,
		.kind = PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
		.format = PI_DEVICE_BINARY_TYPE_NATIVE,
		.target = target,
		.compile_options = "",
		.link_options = "",
		.binary_start = bytes,
		.binary_end = (const unsigned char *)bytes + size,
	};
}

void pi_nothing_is_refused(void **state)
{
	typedef pi_result entry(long, long, long, long, long, long, long, long, long, long, long,
				long, long, long, long);
	entry *const *entries = (entry *const *)pi.table;

	(void)state;
	for (size_t i = 0; i < PI_ROWS; i++) {
		pi_result result;

		if (!entries[i])
			continue;
		result = entries[i](0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		pi_expect(!strcmp(pi_rows[i].name, "piTearDown"), result == PI_SUCCESS,
			  pi_rows[i].name, __FILE__, __LINE__);
	}
	EXPECT(PI_SUCCESS, pi.init(&pi.host));
	pi_end();
}
