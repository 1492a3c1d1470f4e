/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boards are data: hosts see a board.xml as edited by a user, without a rebuild. A process opens
 * its boards only once, so each board is examined in a new process.
 */
#include "host_tests/apps/app.h"
#include "host_tests/apps/boards/board_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <CL/cl_ext_xilinx.h>

#define GIB (1ull << 30)

enum { WRITES = 8, WRITE_BYTES = 4 << 20 };

/* What a host finds. Filled in by the child, checked by the parent. */
struct findings {
	cl_uint devices;
	char name[256];
	cl_uint vendor;
	cl_ulong global, largest;
	cl_ulong address;  /* of the first buffer in the default bank */
	cl_int big[3];     /* results of creating a 6 GiB buffer in bank 0, a second one, and then a
			    * 10 GiB buffer */
	cl_int round_trip; /* whether data came back unchanged */
	cl_uint writes_at_once; /* how many of WRITES writes ran concurrently, at most */
};

typedef cl_int CL_API_CALL address_call(cl_mem mem, cl_device_id device, size_t sz, void *address);

/* A context with one device, and the objects created there. */
struct host {
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	address_call *address;
};

/* The address of a new buffer in bank 0; querying it makes the board allocate the memory. */
static cl_int place(struct host *host, size_t size, cl_mem *ret_buffer, cl_ulong *ret_address)
{
	cl_mem_ext_ptr_t bank = {.flags = XCL_MEM_DDR_BANK0};
	cl_int error;

	*ret_buffer = clCreateBuffer(host->context, CL_MEM_READ_WRITE | CL_MEM_EXT_PTR_XILINX, size,
				     &bank, &error);
	if (error)
		return error;
	return host->address(*ret_buffer, host->device, sizeof(*ret_address), ret_address);
}

static void look_at_memory(struct host *host, struct findings *findings)
{
	static const size_t sizes[] = {6 * GIB, 6 * GIB, 10 * GIB};
	cl_mem buffers[3] = {NULL}, small;
	cl_ulong address;
	unsigned char sent[5000], got[5000] = {0};

	findings->big[2] = place(host, 4096, &small, &findings->address);
	for (size_t i = 0; i < sizeof(sent); i++)
		sent[i] = (unsigned char)(i * 7 + 1);
	clReleaseMemObject(small);
	small = clCreateBuffer(host->context, 0, sizeof(sent), NULL, NULL);
	findings->round_trip = clEnqueueWriteBuffer(host->queue, small, CL_TRUE, 0, sizeof(sent),
						    sent, 0, NULL, NULL);
	findings->round_trip |= clEnqueueReadBuffer(host->queue, small, CL_TRUE, 0, sizeof(got),
						    got, 0, NULL, NULL);
	findings->round_trip |= memcmp(sent, got, sizeof(got));
	clReleaseMemObject(small);
	for (int i = 0; i < 3; i++) {
		findings->big[i] = place(host, sizes[i], &buffers[i], &address);
		if (i == 1)
			for (int j = 0; j < 2; j++)
				clReleaseMemObject(buffers[j]);
	}
	clReleaseMemObject(buffers[2]);
}

/* How many of the writes were running when write `i` began. */
static cl_uint count_running(const cl_ulong (*times)[2], int i)
{
	cl_uint count = 0;

	for (int j = 0; j < WRITES; j++)
		count += times[j][0] <= times[i][0] && times[i][0] < times[j][1];
	return count;
}

/* Independent writes use as many DMA channels as there are. */
static void check_channels(struct host *host, struct findings *findings)
{
	static unsigned char bytes[WRITE_BYTES];
	cl_ulong times[WRITES][2];
	cl_event events[WRITES];
	cl_mem buffers[WRITES];

	for (int i = 0; i < WRITES; i++) {
		buffers[i] = clCreateBuffer(host->context, 0, WRITE_BYTES, NULL, NULL);
		clEnqueueWriteBuffer(host->queue, buffers[i], CL_FALSE, 0, WRITE_BYTES, bytes, 0,
				     NULL, &events[i]);
	}
	clFinish(host->queue);
	for (int i = 0; i < WRITES; i++) {
		clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_START, sizeof(cl_ulong),
					&times[i][0], NULL);
		clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof(cl_ulong),
					&times[i][1], NULL);
		clReleaseEvent(events[i]);
		clReleaseMemObject(buffers[i]);
	}
	for (int i = 0; i < WRITES; i++) {
		cl_uint running = count_running(times, i);

		if (running > findings->writes_at_once)
			findings->writes_at_once = running;
	}
}

static void look_around(struct findings *findings)
{
	struct host host = {0};

	if (clGetPlatformIDs(1, &host.platform, NULL) != CL_SUCCESS ||
	    clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_ALL, 1, &host.device,
			   &findings->devices) != CL_SUCCESS)
		return;
	clGetDeviceInfo(host.device, CL_DEVICE_NAME, sizeof(findings->name), findings->name, NULL);
	clGetDeviceInfo(host.device, CL_DEVICE_VENDOR_ID, sizeof(cl_uint), &findings->vendor, NULL);
	clGetDeviceInfo(host.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong), &findings->global,
			NULL);
	clGetDeviceInfo(host.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong),
			&findings->largest, NULL);
	host.address = (address_call *)clGetExtensionFunctionAddressForPlatform(
		host.platform, "xclGetMemObjDeviceAddress");
	host.context = clCreateContext(NULL, 1, &host.device, NULL, NULL, NULL);
	host.queue = clCreateCommandQueue(
		host.context, host.device,
		CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, NULL);
	look_at_memory(&host, findings);
	check_channels(&host, findings);
	clReleaseCommandQueue(host.queue);
	clReleaseContext(host.context);
}

/* What a new process finds. The driver's log goes to the file "log" in the directory. */
static struct findings see(void)
{
	struct findings findings = {0};
	int ends[2], status;
	pid_t child;

	setenv("FPGACL_LOG", "warn", 1);
	setenv("FPGACL_LOG_FILE", board_folder_path("log"), 1);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		look_around(&findings);
		_exit(write(ends[1], &findings, sizeof(findings)) != sizeof(findings));
	}
	assert_true(child > 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		fail_msg("the host ended with wait status 0x%x", status);
	assert_int_equal(read(ends[0], &findings, sizeof(findings)), sizeof(findings));
	close(ends[0]);
	close(ends[1]);
	return findings;
}

static struct findings see_edited(const char *from, const char *to)
{
	const struct board_edit edits[] = {{from, to}, {0}};

	board_write("u250", "u250", edits);
	return see();
}

static int setup(void **state)
{
	(void)state;
	board_folder_create();
	setenv("FPGACL_DEVICES", "emu:u250", 1);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	board_folder_destroy();
	return 0;
}

/* The original board, for comparison. */
static void not_edited(void **state)
{
	struct findings findings = see();

	(void)state;
	assert_int_equal(findings.devices, 1);
	assert_string_equal(findings.name, "xilinx_u250_gen3x16_xdma_4_1_202210_1");
	assert_int_equal(findings.vendor, 0x10ee);
	assert_int_equal(findings.global, 64 * GIB + 4 * 0x20000);
	assert_int_equal(findings.largest, 16 * GIB);
	assert_in_range(findings.address, 0x4000000000, 0x4000000000 + 16 * GIB - 1);
	for (int i = 0; i < 3; i++)
		OK(findings.big[i]);
	OK(findings.round_trip);
	assert_in_range(findings.writes_at_once, 1, 2);
}

static void banks_halved(void **state)
{
	struct findings findings = see_edited("size=\"0x400000000\"", "size=\"0x200000000\"");

	(void)state;
	assert_int_equal(findings.devices, 1);
	assert_int_equal(findings.global, 32 * GIB + 4 * 0x20000);
	assert_int_equal(findings.largest, 8 * GIB);
	OK(findings.big[0]);
	assert_int_not_equal(findings.big[1], CL_SUCCESS);
	assert_int_equal(findings.big[2], CL_INVALID_BUFFER_SIZE);
	OK(findings.round_trip);
}

/* One bank of four is smaller: a buffer may still be that big, but not in that bank. */
static void one_bank_halved(void **state)
{
	struct findings findings = see_edited("base=\"0x4000000000\" size=\"0x400000000\"",
					      "base=\"0x4000000000\" size=\"0x200000000\"");

	(void)state;
	assert_int_equal(findings.global, 56 * GIB + 4 * 0x20000);
	assert_int_equal(findings.largest, 16 * GIB);
	OK(findings.big[0]);
	assert_int_not_equal(findings.big[1], CL_SUCCESS);
	assert_int_not_equal(findings.big[2], CL_SUCCESS);
	OK(findings.round_trip);
}

static void base_moved(void **state)
{
	struct findings findings = see_edited("base=\"0x4000000000\"", "base=\"0x800000000000\"");

	(void)state;
	assert_in_range(findings.address, 0x800000000000, 0x800000000000 + 16 * GIB - 1);
	assert_int_equal(findings.largest, 16 * GIB);
	OK(findings.big[1]);
	OK(findings.round_trip);
}

static void channel_removed(void **state)
{
	struct findings findings = see_edited("h2d=\"2\"", "h2d=\"1\"");

	(void)state;
	OK(findings.round_trip);
	assert_int_equal(findings.writes_at_once, 1);
}

/* A card that fpgacl does not know. */
static void other_card(void **state)
{
	static const struct board_edit edits[] = {
		{"<board name=\"u250\"", "<board name=\"mine\""},
		{"xilinx_u250_gen3x16_xdma_4_1_202210_1", "acme_mine_1"},
		{"vendor=\"0x10ee\"", "vendor=\"0x1d0f\""},
		{0},
	};
	struct findings findings;

	(void)state;
	board_write("u250", "mine", edits);
	setenv("FPGACL_DEVICES", "emu:mine", 1);
	findings = see();
	assert_int_equal(findings.devices, 1);
	assert_string_equal(findings.name, "acme_mine_1");
	assert_int_equal(findings.vendor, 0x1d0f);
	OK(findings.round_trip);
}

/* The log has a line with all these words. */
static void expect_logged(const char *file, const char *word)
{
	FILE *log = fopen(board_folder_path("log"), "r");
	char line[4096];
	bool found = false;

	assert_non_null(log);
	while (!found && fgets(line, sizeof(line), log))
		found = strstr(line, file) && strstr(line, word);
	fclose(log);
	if (!found)
		fail_msg("the log says nothing of '%s' and '%s'", file, word);
	remove(board_folder_path("log"));
}

/* An error is reported with its file; the board is not offered, and the host continues. */
static void malformed(void **state)
{
	static const struct {
		const char *from, *to, *word;
	} cases[] = {
		{"</board>", "", "well-formed"},
		{"h2d=\"2\"", "h2d=\"0\"", "h2d"},
		{"type=\"ddr4\"", "type=\"ddr9\"", "bank"},
		{"size=\"0x400000000\"", "size=\"-1\"", "size"},
		{"size=\"0x400000000\"", "size=\"0xfffffffffffff000\"", "2^64"},
		{"base=\"0x5000000000\"", "base=\"0x4000000000\"", "DDR[0]"},
		{"default=\"DDR[0]\"", "default=\"DDR[7]\"", "DDR[7]"},
		{"name=\"u250\"", "name=\"u251\"", "u251"},
		{"<memory", "<memery", "memery"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(see_edited(cases[i].from, cases[i].to).devices, 0);
		expect_logged("u250/board.xml", cases[i].word);
	}
}

/* An invalid board does not affect the others. */
static void malformed_beside_good(void **state)
{
	struct findings findings;

	(void)state;
	setenv("FPGACL_DEVICES", "emu:u250,emu:u200", 1);
	findings = see_edited("<board", "<bored");
	assert_int_equal(findings.devices, 1);
	assert_non_null(strstr(findings.name, "u200"));
	OK(findings.round_trip);
	expect_logged("u250/board.xml", "bored");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(not_edited, setup, teardown),
		cmocka_unit_test_setup_teardown(banks_halved, setup, teardown),
		cmocka_unit_test_setup_teardown(one_bank_halved, setup, teardown),
		cmocka_unit_test_setup_teardown(base_moved, setup, teardown),
		cmocka_unit_test_setup_teardown(channel_removed, setup, teardown),
		cmocka_unit_test_setup_teardown(other_card, setup, teardown),
		cmocka_unit_test_setup_teardown(malformed, setup, teardown),
		cmocka_unit_test_setup_teardown(malformed_beside_good, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
