/* SPDX-License-Identifier: Apache-2.0 */
/* The backend xrt on the boards of fake_xrt.cpp: properties, results, faults. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_tests/read_file.h"
#include "host_tests/xrt/board.h"
#include "host_tests/xrt/fake.h"
#include "runtime/devices/registry.h"

enum { MANY = 64 };

static char log_path[] = "/tmp/fpgacl-log-XXXXXX";

/* --- boards and their facts ------------------------------------------------------------------- */

static void boards_are_listed(void **state)
{
	char list[256] = "";

	(void)state;
	assert_int_equal(suite.hal->list(append_board, list, NULL), 0);
	assert_string_equal(list, "0000:10:00.1 0000:11:00.1 0000:12:00.1 ");
}

static void boards_are_found(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	close_board();
	assert_int_equal(open_board("0000:11:00.1", 0, &err), 0);
	assert_string_equal(suite.info->board, "u50");
	close_board();
	/* The second u250 is the third board. */
	assert_int_equal(open_board("u250", 1, &err), 0);
	assert_string_equal(suite.info->bdf, "0000:12:00.1");
	close_board();
	assert_int_equal(open_board("u250", 2, &err), -ENOENT);
	assert_non_null(strstr(err.text, "u250"));
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

static void facts(void **state)
{
	const struct fcl_hal_info *info = suite.info;

	(void)state;
	assert_string_equal(info->name, "xilinx_u250_gen3x16_xdma_shell_4_1");
	assert_string_equal(info->board, "u250");
	assert_string_equal(info->bdf, "0000:10:00.1");
	assert_string_equal(info->serial, "21320733400X");
	assert_string_equal(info->version, "XRT 2.13.466");
	assert_int_equal(info->clock_mhz, 300);
	assert_string_equal(info->banks[0].tag, "DDR[0]");
	assert_false(info->banks[0].kept);
}

/* Absent sensors are left out; the others are listed with their units. */
static void sensors(void **state)
{
	static const struct {
		const char *name, *unit;
		double value;
	} expected[] = {
		{"pcb_top_front", "C", 31},  {"fpga0", "C", 47},       {"power", "W", 29.618},
		{"12v_aux", "V", 12.191},    {"3v3_pex", "V", 3.284},  {"12v_aux", "A", 1.25},
		{"fpga_fan_1", "rpm", 1104}, {"DATA_CLK", "MHz", 300}, {"KERNEL_CLK", "MHz", 500},
	};
	struct fcl_hal_sensor found;
	uint32_t i;

	(void)state;
	for (i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		assert_int_equal(suite.hal->sensor(suite.device, i, &found), 0);
		assert_string_equal(found.name, expected[i].name);
		assert_string_equal(found.unit, expected[i].unit);
		assert_true(found.value == expected[i].value);
	}
	assert_int_equal(suite.hal->sensor(suite.device, i, &found), -ENOENT);
}

/* Errors found by a bank's ECC can be read once an image with that bank has been loaded. */
static void ecc(void **state)
{
	struct fcl_image *image = make_image(1, MODELS);
	struct fcl_hal_program *program;
	struct fcl_hal_sensor found;
	struct fcl_err err = {0};
	unsigned corrected = 0, lost = 0;

	(void)state;
	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, &err), 0);
	for (uint32_t i = 0; !suite.hal->sensor(suite.device, i, &found); i++) {
		corrected += strstr(found.name, " ECC corrected") && found.value == 3;
		lost += strstr(found.name, " ECC lost") && found.value == 0;
	}
	assert_true(corrected && corrected == lost);
	suite.hal->unprogram(suite.device, program);
	fcl_image_unref(image);
}

static void health(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	fake("boards=3 offline");
	assert_int_equal(suite.hal->health(suite.device, &err), -ENODEV);
	fake("boards=3 fault");
	assert_int_equal(suite.hal->health(suite.device, &err), -EIO);
	assert_non_null(strstr(err.text, "Firewall tripped"));
	assert_non_null(strstr(err.text, "xbutil reset --device 0000:10:00.1"));
	/* The call throws, so no fault of the board is known. */
	fake("boards=3 throw=error");
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	fake("boards=3");
}

/* Programs cannot reset a board; the error tells the user how to do it. */
static void reset(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	assert_false(suite.info->caps & FCL_HAL_CAP_RESET);
	assert_int_equal(suite.hal->reset(suite.device, &err), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "xbutil reset --device 0000:10:00.1"));
}

/* --- images ----------------------------------------------------------------------------------- */

static void images(void **state)
{
	struct fcl_image *image = make_image(1, MODELS), wrong = *image;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->check(suite.device, image, &err), 0);
	/* A shell's name differs from the names of the platforms built for it. */
	wrong.vbnv = "xilinx:u250:gen3x16_xdma_4_1:202210.1";
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), 0);
	wrong.vbnv = "xilinx_u50_gen3x16_xdma_5_202210_1";
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	wrong = *image;
	wrong.target = FCL_TARGET_SW_EMU;
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	assert_non_null(strstr(err.text, "sw_emu"));
	/* Only a whole word matches. */
	wrong = *image;
	wrong.vbnv = "xilinx_u2500_gen3x16_xdma_1";
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	wrong = *image;
	wrong.nsections = 0;
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	assert_non_null(strstr(err.text, "EMBEDDED_METADATA"));
	fcl_image_unref(image);
}

/* After any failure while an image is loaded, the next image can be loaded. */
static void failing_loads(void **state)
{
	static const struct {
		const char *words;
		int error;
		const char *text;
	} cases[] = {
		{"boards=3 die=parse", -EINVAL, "signal"},
		{"boards=3 throw=parse", -EINVAL, "exception"},
		{"boards=3 throw=load", -EIO, "exception"},
		{"boards=3 errno=load:16", -EBUSY, "said on purpose"},
		{"boards=3 errno=load:-22", -EINVAL, "holds"},
		{"boards=3 uuid", -EIO, "00112233-4455-6677-8899-aabbccddeeff"},
		{"boards=3 throw=uuid", -EIO, "exception"},
		{"boards=3 throw=kernel", -EIO, "exception"},
		{"boards=3 errno=kernel:1", -EPERM, "said on purpose"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fcl_err err = {0};
		uint8_t uuid[16];

		fake(cases[i].words);
		assert_int_equal(try_program(&err), cases[i].error);
		if (!strstr(err.text, cases[i].text))
			fail_msg("%s: %s", cases[i].words, err.text);
		assert_null(strchr(err.text, '\n'));
		assert_int_equal(suite.hal->verify(suite.device, 0, uuid, NULL), -ENOENT);
		fake("boards=3");
		assert_int_equal(suite.hal->health(suite.device, NULL), 0);
		assert_int_equal(try_program(&err), 0);
	}
}

/*
 * Another process uses the board with an image. The same image is attached to without being loaded;
 * another image is refused, with a message that names the loaded one. make_image(1) has a uuid of
 * ones.
 */
static void a_board_in_use(void **state)
{
	static const char ours[] = "taken=01010101-0101-0101-0101-010101010101";
	static const char other[] = "taken=02020202-0202-0202-0202-020202020202";
	struct fcl_err err = {0};
	char words[128];

	(void)state;
	snprintf(words, sizeof(words), "boards=3 throw=program %s", ours);
	fake(words);
	assert_int_equal(try_program(&err), 0);
	snprintf(words, sizeof(words), "boards=3 %s", other);
	fake(words);
	assert_int_equal(try_program(&err), -EBUSY);
	assert_non_null(strstr(err.text, "another process uses the board"));
	assert_non_null(strstr(err.text, "still holds image 02020202-0202-0202-0202-020202020202"));
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	fake("boards=3");
	assert_int_equal(try_program(&err), 0);
}

/* --- results ---------------------------------------------------------------------------------- */

/* Both directions, with separate host and device copies, by address and offset. */
static void results(void **state)
{
	struct vadd vadd;
	struct work work;
	uint32_t got[COUNT] = {0};

	(void)state;
	vadd_begin(&vadd);
	vadd_work(&vadd, &work);
	work.request.flags = FCL_HAL_TIMED;
	fake("boards=3 run_us=3000");
	assert_int_equal(work_run(&work), 0);
	assert_true(work.request.end_ns - work.request.start_ns >= 3000 * 1000);
	fake("boards=3");
	get(vadd.out, 0, got, sizeof(got));
	for (uint32_t i = 0; i < COUNT; i++)
		assert_int_equal(got[i], 4 * i + 1000);
	vadd_end(&vadd);
}

static unsigned count_threads(void)
{
	DIR *folder = opendir("/proc/self/task");
	unsigned count = 0;

	assert_non_null(folder);
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/* Many concurrent runs on two CUs need no more threads than none. */
static void many_runs(void **state)
{
	static struct work works[MANY];
	struct vadd vadd;
	unsigned before;

	(void)state;
	vadd_begin(&vadd);
	before = count_threads();
	fake("boards=3 hold");
	for (unsigned i = 0; i < MANY; i++) {
		vadd_work(&vadd, &works[i]);
		assert_int_equal(work_submit(&works[i]), 0);
		assert_int_equal(works[i].done, 0);
	}
	assert_int_equal(count_threads(), before);
	fake("boards=3 run_us=500");
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(work_wait(&works[i]), 0);
	for (unsigned i = 0; i < MANY; i++)
		assert_int_equal(works[i].done, 1);
	fake("boards=3");
	vadd_end(&vadd);
}

/* One execution per work-group, as long as the kernel does not query its group ID. */
static void groups(void **state)
{
	struct vadd vadd;
	struct work work;

	(void)state;
	vadd_begin(&vadd);
	vadd_work(&vadd, &work);
	work.request.flags = FCL_HAL_TIMED;
	work.request.u.launch.range = (struct fcl_hal_range){2, {0}, {6, 2, 1}, {2, 1, 1}};
	fake("boards=3 run_us=1000");
	assert_int_equal(work_run(&work), 0);
	assert_true(work.request.end_ns - work.request.start_ns >= 6 * 1000 * 1000);
	/* Traces have a track for the CU that ran it. */
	assert_in_range(work.request.u.launch.ran_on, work.request.u.launch.cus[0] + 1,
			work.request.u.launch.cus[1] + 1);
	/* submit() does not start all runs, even if they end at once. */
	fake("boards=3");
	vadd_work(&vadd, &work);
	work.request.u.launch.range = (struct fcl_hal_range){1, {0}, {1001, 1, 1}, {1, 1, 1}};
	assert_int_equal(work_run(&work), 0);
	assert_int_equal(work.done, 1);
	vadd_end(&vadd);
}

/*
 * Without an image, buffers are in host memory; once one has been loaded, they are in the board's
 * memory.
 */
static void an_image_left_behind(void **state)
{
	struct fcl_err err = {0};
	struct fcl_hal_buffer *buffer;
	char text[] = "on the board";

	(void)state;
	close_board();
	assert_int_equal(open_board("0000:12:00.1", 0, &err), 0);
	buffer = alloc_buffer(sizeof(text));
	assert_true(suite.hal->buffer_address(suite.device, buffer) == FCL_HAL_NO_ADDRESS);
	free_buffer(buffer);
	assert_int_equal(try_program(&err), 0);
	close_board();
	assert_int_equal(open_board("0000:12:00.1", 0, &err), 0);
	buffer = alloc_buffer(sizeof(text));
	assert_false(suite.hal->buffer_address(suite.device, buffer) == FCL_HAL_NO_ADDRESS);
	put(buffer, 0, text, sizeof(text));
	memset(text, 0, sizeof(text));
	get(buffer, 0, text, sizeof(text));
	assert_string_equal(text, "on the board");
	free_buffer(buffer);
	/* If the board's memory is full, the host's memory is used. */
	fake("boards=3 throw=bo");
	buffer = alloc_buffer(sizeof(text));
	assert_true(suite.hal->buffer_address(suite.device, buffer) == FCL_HAL_NO_ADDRESS);
	free_buffer(buffer);
	fake("boards=3");
	assert_int_equal(try_program(&err), 0);
	close_board();
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

/* --- what fails ------------------------------------------------------------------------------- */

static void failing_launches(void **state)
{
	static const struct {
		const char *words;
		int error;
		const char *text;
	} cases[] = {
		{"boards=3 throw=run", -EIO, "preparing a run"},
		{"boards=3 throw=set", -EIO, "setting an argument"},
		{"boards=3 errno=start:22", -EINVAL, "starting a run"},
		{"boards=3 throw=state", -EIO, "state"},
		{"boards=3 state=8", -EIO, "timeout"},
		{"boards=3 run_us=2000 state=5", -EIO, "error"},
		{"boards=3 run_us=2000 state=6", -EIO, "aborted"},
	};
	struct vadd vadd;

	(void)state;
	vadd_begin(&vadd);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct work work;

		fake(cases[i].words);
		vadd_work(&vadd, &work);
		assert_int_equal(work_run(&work), cases[i].error);
		assert_non_null(strstr(work.text, "add:add_"));
		if (!strstr(work.text, cases[i].text))
			fail_msg("%s: %s", cases[i].words, work.text);
		fake("boards=3");
		vadd_work(&vadd, &work);
		assert_int_equal(work_run(&work), 0);
	}
	vadd_end(&vadd);
}

/*
 * Both units hang: each launch in flight ends, and names what its unit's register says. Later
 * launches are refused, also when the same image is attached to again; another image is new.
 */
static void hung_units(void **state)
{
	struct fcl_err err = {0};
	struct work work[3];
	struct vadd vadd;

	(void)state;
	close_board();
	setenv("FPGACL_TIMEOUT_S", "1", 1);
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
	unsetenv("FPGACL_TIMEOUT_S");
	vadd_begin(&vadd);
	fake("boards=3 hold");
	for (int i = 0; i < 3; i++) {
		vadd_work(&vadd, &work[i]);
		work_submit(&work[i]);
	}
	for (int i = 0; i < 3; i++) {
		assert_int_equal(work_wait(&work[i]), -ETIMEDOUT);
		assert_non_null(strstr(work[i].text, "add:add_"));
		assert_non_null(strstr(work[i].text, "control register reads 0x1, ap_start;"));
	}
	fake("boards=3");
	vadd_work(&vadd, &work[0]);
	assert_int_equal(work_run(&work[0]), -EIO);
	assert_non_null(strstr(work[0].text, "hung in an earlier launch"));
	vadd_end(&vadd);
	vadd_begin(&vadd);
	vadd_work(&vadd, &work[0]);
	assert_int_equal(work_run(&work[0]), -EIO);
	vadd_end(&vadd);
	close_board();
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

/* The same limit for launches that a layer holds back. */
static void hung_in_layers(void **state)
{
	static const struct {
		const char *device, *text;
	} cases[] = {
		{"fault(xrt:0000:10:00.1)?launch=hang@1", "launch 1 hung"},
		{"delay(xrt:0000:10:00.1)?launch=3600s", "is delayed by 3600000 ms"},
	};
	const struct fcl_hal_ops *plain = suite.hal;
	struct fcl_err err = {0};

	(void)state;
	close_board();
	setenv("FPGACL_TIMEOUT_S", "1", 1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *rest;
		struct vadd vadd;
		struct work work;

		suite.hal = fcl_backend_of(cases[i].device, &rest, &err);
		assert_non_null(suite.hal);
		assert_int_equal(open_board(rest, 0, &err), 0);
		vadd_begin(&vadd);
		vadd_work(&vadd, &work);
		assert_int_equal(work_run(&work), -ETIMEDOUT);
		if (!strstr(work.text, cases[i].text))
			fail_msg("%s: %s", cases[i].device, work.text);
		vadd_end(&vadd);
		close_board();
	}
	unsetenv("FPGACL_TIMEOUT_S");
	suite.hal = plain;
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

static void failing_transfers(void **state)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	unsigned char host[64] = {0};
	struct vadd vadd;
	struct work work;

	(void)state;
	vadd_begin(&vadd);
	fake("boards=3 errno=sync:110");
	work_transfer(&work, FCL_HAL_WRITE, vadd.a, 0, host, sizeof(host));
	assert_int_equal(work_run(&work), -ETIMEDOUT);
	assert_non_null(strstr(work.text, "writing"));
	work_transfer(&work, FCL_HAL_READ, vadd.a, 0, host, sizeof(host));
	assert_int_equal(work_run(&work), -ETIMEDOUT);
	static const char *const calls[] = {"errno=bo:12", "errno=map:12", "errno=address:12"};
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		fake(calls[i]);
		assert_int_equal(
			suite.hal->buffer_alloc(suite.device, vadd.program, 0, 4096, &buffer, &err),
			-ENOMEM);
		assert_null(buffer);
	}
	fake("boards=3");
	/* No object of the failed ones is left: otherwise the board would refuse the next image. */
	vadd_end(&vadd);
	assert_int_equal(try_program(&err), 0);
}

/*
 * The helper dies, or finds that the board is gone: this gives an error, and this process survives.
 */
static void failing_boards(void **state)
{
	static const struct {
		const char *words, *text;
	} cases[] = {
		{"die=count", "was killed by signal"},
		{"throw=count", "exception"},
		{"errno=count:5", "said on purpose"},
	};
	char list[64] = "";

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fcl_err err = {0};

		fake(cases[i].words);
		assert_true(suite.hal->list(append_board, list, &err) < 0);
		if (!strstr(err.text, cases[i].text))
			fail_msg("%s: %s", cases[i].words, err.text);
		assert_string_equal(list, "");
	}
	/* Boards that XRT lists but cannot open are left out, and the log says so. */
	fake("boards=3 errno=open:13");
	assert_int_equal(lines_with(log_path, "cannot open board"), 0);
	assert_int_equal(suite.hal->list(append_board, list, NULL), 0);
	assert_string_equal(list, "");
	assert_int_equal(lines_with(log_path, "cannot open board"), 3);
	fake("boards=3");
	assert_int_equal(suite.hal->list(append_board, list, NULL), 0);
}

static void failing_open(void **state)
{
	struct fcl_err err = {0};
	struct fcl_hal_device *device = NULL;

	(void)state;
	fake("boards=3 errno=open:13");
	assert_int_equal(suite.hal->open("0000:11:00.1", 0, &device, &err), -EPERM);
	fake("boards=3 throw=open");
	assert_int_equal(suite.hal->open("0000:11:00.1", 0, &device, &err), -EIO);
	assert_null(device);
	/* All reports are empty: the board works without them. */
	fake("boards=3 throw=info");
	assert_int_equal(suite.hal->open("0000:11:00.1", 0, &device, &err), 0);
	assert_string_equal(suite.hal->info(device)->serial, "");
	suite.hal->close(device);
	fake("boards=3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_are_listed),
		cmocka_unit_test(boards_are_found),
		cmocka_unit_test(facts),
		cmocka_unit_test(sensors),
		cmocka_unit_test(ecc),
		cmocka_unit_test(health),
		cmocka_unit_test(reset),
		cmocka_unit_test(images),
		cmocka_unit_test(failing_loads),
		cmocka_unit_test(a_board_in_use),
		cmocka_unit_test(results),
		cmocka_unit_test(many_runs),
		cmocka_unit_test(groups),
		cmocka_unit_test(an_image_left_behind),
		cmocka_unit_test(failing_launches),
		cmocka_unit_test(hung_units),
		cmocka_unit_test(hung_in_layers),
		cmocka_unit_test(failing_transfers),
		cmocka_unit_test(failing_boards),
		cmocka_unit_test(failing_open),
	};

	int failed, file = mkstemp(log_path);

	if (file < 0 || setenv("FPGACL_LOG", "warn", 1) || setenv("FPGACL_LOG_FILE", log_path, 1))
		return 1;
	failed = cmocka_run_group_tests(tests, board_setup, board_teardown);
	close(file);
	unlink(log_path);
	return failed;
}
