/* SPDX-License-Identifier: Apache-2.0 */
/* The backend xrt over boards that fake_xrt.cpp makes up: facts, results, faults. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host_tests/hal/suite.h"
#include "host_tests/xrt/fake.h"

struct suite suite; /* image.c and work.c use it: the board that is open */

enum { COUNT = 100, MANY = 64 };

/* These boards load anything. */
void need_images(void)
{
}

static int open_board(const char *name, unsigned instance, struct fcl_err *err)
{
	int error = suite.hal->open(name, instance, &suite.device, err);

	if (!error)
		suite.info = suite.hal->info(suite.device);
	return error;
}

static void close_board(void)
{
	suite.hal->close(suite.device);
	suite.device = NULL;
}

static int setup(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	fake("boards=3");
	suite.hal = fcl_hal_find("xrt");
	return suite.hal ? open_board("0000:10:00.1", 0, &err) : -1;
}

static int teardown(void **state)
{
	(void)state;
	fake("boards=3");
	close_board();
	return 0;
}

/* --- boards and their facts --------------------------------------------------------------------
 */

static void append(void *user, const char *board)
{
	strcat(user, board);
	strcat(user, " ");
}

static void boards_are_listed(void **state)
{
	char list[256] = "";

	(void)state;
	assert_int_equal(suite.hal->list(append, list, NULL), 0);
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

/* What is not present is left out; the rest comes with its unit. */
static void sensors(void **state)
{
	static const struct fcl_hal_sensor expected[] = {
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
	/* It answers with an exception: nothing is known to be wrong. */
	fake("boards=3 throw=error");
	assert_int_equal(suite.hal->health(suite.device, &err), 0);
	fake("boards=3");
}

/* It is not for a program to do, but for its user, who is told how. */
static void reset(void **state)
{
	struct fcl_err err = {0};

	(void)state;
	assert_false(suite.info->caps & FCL_HAL_CAP_RESET);
	assert_int_equal(suite.hal->reset(suite.device, &err), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "xbutil reset --device 0000:10:00.1"));
}

/* --- images ------------------------------------------------------------------------------------
 */

static int try_program(struct fcl_err *err)
{
	struct fcl_image *image = make_image(1, MODELS);
	struct fcl_hal_program *program = NULL;
	int error = suite.hal->program(suite.device, 0, image, &program, err);

	suite.hal->unprogram(suite.device, program);
	fcl_image_unref(image);
	return error;
}

static void images(void **state)
{
	struct fcl_image *image = make_image(1, MODELS), wrong = *image;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->check(suite.device, image, &err), 0);
	/* A shell's name is not that of the platforms built for it. */
	wrong.vbnv = "xilinx:u250:gen3x16_xdma_4_1:202210.1";
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), 0);
	wrong.vbnv = "xilinx_u50_gen3x16_xdma_5_202210_1";
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	wrong = *image;
	wrong.target = FCL_TARGET_SW_EMU;
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	assert_non_null(strstr(err.text, "sw_emu"));
	/* The word has to be there as a whole. */
	wrong = *image;
	wrong.vbnv = "xilinx_u2500_gen3x16_xdma_1";
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	wrong = *image;
	wrong.nsections = 0;
	assert_int_equal(suite.hal->check(suite.device, &wrong, &err), -EINVAL);
	assert_non_null(strstr(err.text, "EMBEDDED_METADATA"));
	fcl_image_unref(image);
}

/* Whatever goes wrong while an image is loaded, the next one loads. */
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
 * Another process has the board with an image: that one is attached to, without anything being
 * loaded; another one is refused by what the board has. make_image(1) has a uuid of ones.
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

/* --- results -----------------------------------------------------------------------------------
 */

struct vadd {
	struct fcl_hal_program *program;
	struct fcl_hal_buffer *a, *b, *out;
	uint32_t n;
};

static void vadd_begin(struct vadd *vadd)
{
	uint32_t left[COUNT], right[COUNT];

	vadd->program = load_program();
	vadd->a = alloc_buffer(sizeof(left));
	vadd->b = alloc_buffer(sizeof(right) + 64);
	vadd->out = alloc_buffer(sizeof(left));
	vadd->n = COUNT;
	for (uint32_t i = 0; i < COUNT; i++) {
		left[i] = 3 * i;
		right[i] = 1000 + i;
	}
	put(vadd->a, 0, left, sizeof(left));
	put(vadd->b, 64, right, sizeof(right));
}

static void vadd_end(struct vadd *vadd)
{
	free_buffer(vadd->a);
	free_buffer(vadd->b);
	free_buffer(vadd->out);
	suite.hal->unprogram(suite.device, vadd->program);
}

static void vadd_work(struct vadd *vadd, struct work *work)
{
	work_launch(work, vadd->program, K_ADD, 2);
	work_buffer(work, 0, vadd->a, 0);
	work_buffer(work, 1, vadd->b, 64);
	work_buffer(work, 2, vadd->out, 0);
	work_bytes(work, 3, &vadd->n, sizeof(vadd->n));
}

/* Both ways through a memory with two sides, and by address and offset. */
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

/* Many at once, on two units, without a thread more than for none. */
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

/* One execution a work-group, as far as the kernel does not ask which. */
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
	/* Many that end at once are not all started by submit(). */
	fake("boards=3");
	vadd_work(&vadd, &work);
	work.request.u.launch.range = (struct fcl_hal_range){1, {0}, {1001, 1, 1}, {1, 1, 1}};
	assert_int_equal(work_run(&work), 0);
	assert_int_equal(work.done, 1);
	vadd_end(&vadd);
}

/* Before there is an image, buffers are the host's; where one was left behind, they are the
 * board's. */
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
	/* The board gives nothing: the host does. */
	fake("boards=3 throw=bo");
	buffer = alloc_buffer(sizeof(text));
	assert_true(suite.hal->buffer_address(suite.device, buffer) == FCL_HAL_NO_ADDRESS);
	free_buffer(buffer);
	fake("boards=3");
	assert_int_equal(try_program(&err), 0);
	close_board();
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

/* --- registers ---------------------------------------------------------------------------------
 */

static void expect_register(struct fcl_hal_program *program, uint32_t cu, uint32_t offset,
			    uint32_t expected)
{
	struct fcl_err err = {0};
	uint32_t found = 0;

	if (suite.hal->reg_read(suite.device, program, cu, offset, &found, &err))
		fail_msg("register %#x of unit %u: %s", offset, cu, err.text);
	assert_int_equal(found, expected);
}

/* A unit is shared until its registers are asked for; it can be launched before and after. */
static void registers(void **state)
{
	uint32_t cu = first_cu(K_ADD), value = 0;
	struct fcl_err err = {0};
	struct vadd vadd;
	struct work work, behind;

	(void)state;
	vadd_begin(&vadd);
	vadd_work(&vadd, &work);
	work.request.u.launch.ncus = 1;
	fake("boards=3 hold");
	assert_int_equal(work_submit(&work), 0);
	assert_int_equal(suite.hal->reg_read(suite.device, vadd.program, cu, 0, &value, &err),
			 -EBUSY);
	fake("boards=3");
	assert_int_equal(work_wait(&work), 0);
	/* Another process has the unit as well: it stays shared, and can be launched. */
	fake("boards=3 errno=exclusive:16");
	assert_int_equal(suite.hal->reg_read(suite.device, vadd.program, cu, 0, &value, &err),
			 -EBUSY);
	fake("boards=3");
	vadd_work(&vadd, &behind);
	behind.request.u.launch.ncus = 1;
	assert_int_equal(work_run(&behind), 0);
	expect_register(vadd.program, cu, 0, 4);
	assert_int_equal(suite.hal->reg_write(suite.device, vadd.program, cu, 0x10, 77, &err), 0);
	expect_register(vadd.program, cu, 0x10, 77);
	/* Now it is ours, the registers are open while it works. */
	fake("boards=3 hold");
	vadd_work(&vadd, &work);
	work.request.u.launch.ncus = 1;
	assert_int_equal(work_submit(&work), 0);
	expect_register(vadd.program, cu, 0x10, 77);
	fake("boards=3");
	assert_int_equal(work_wait(&work), 0);
	vadd_end(&vadd);
	assert_int_equal(try_program(&err), 0);
}

/* A unit that runs freely is never launched, but may have registers. */
static void registers_of_a_free_unit(void **state)
{
	struct fcl_image *image = make_image(1, MODELS);
	struct fcl_hal_program *program = NULL;
	uint32_t cu = first_cu(K_DOUBLER), value = 0;
	struct fcl_err err = {0};

	(void)state;
	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, &err), 0);
	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 0, &value, &err), -EINVAL);
	assert_non_null(strstr(err.text, "no registers"));
	suite.hal->unprogram(suite.device, program);
	image->cus[cu].base = 0x1900000;
	assert_int_equal(suite.hal->program(suite.device, 0, image, &program, &err), 0);
	fake("boards=3 throw=ip");
	assert_int_equal(suite.hal->reg_read(suite.device, program, cu, 0, &value, &err), -EIO);
	fake("boards=3");
	assert_int_equal(suite.hal->reg_write(suite.device, program, cu, 0x20, 5, &err), 0);
	expect_register(program, cu, 0x20, 5);
	suite.hal->unprogram(suite.device, program);
	fcl_image_unref(image);
	assert_int_equal(try_program(&err), 0);
}

/* --- memory that others have too ---------------------------------------------------------------
 */

/* Index of an image's memory of the host; fake_xrt.cpp gives it to nobody who asks for the board's.
 */
static uint32_t host_mem(void)
{
	uint32_t i = 0;

	while (i < suite.info->nbanks && strncmp(suite.info->banks[i].tag, "HOST", 4) != 0)
		i++;
	assert_true(i < suite.info->nbanks);
	return i;
}

static void the_hosts_memory(void **state)
{
	struct fcl_hal_buffer *buffer = NULL;
	struct fcl_err err = {0};
	char text[] = "in the host";
	struct vadd vadd;

	(void)state;
	vadd_begin(&vadd);
	if (suite.hal->buffer_alloc(suite.device, vadd.program, host_mem(), 4096, &buffer, &err))
		fail_msg("%s", err.text);
	assert_true(suite.hal->buffer_address(suite.device, buffer) != FCL_HAL_NO_ADDRESS);
	put(buffer, 0, text, sizeof(text));
	memset(text, 0, sizeof(text));
	get(buffer, 0, text, sizeof(text));
	assert_string_equal(text, "in the host");
	free_buffer(buffer);
	vadd_end(&vadd);
}

static void failing_exports(void **state)
{
	struct fcl_hal_buffer *other = NULL;
	struct fcl_err err = {0};
	struct vadd vadd;
	int fd = -1, good = -1;

	(void)state;
	vadd_begin(&vadd);
	fake("boards=3 errno=export:95");
	assert_int_equal(suite.hal->buffer_export(suite.device, vadd.a, &fd, &err), -EOPNOTSUPP);
	assert_int_equal(fd, -1);
	fake("boards=3");
	assert_int_equal(suite.hal->buffer_export(suite.device, vadd.a, &good, &err), 0);
	static const char *const words[] = {"throw=import", "throw=size", "throw=address",
					    "throw=map"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		fake(words[i]);
		assert_true(suite.hal->buffer_import(suite.device, good, 64, &other, &err) < 0);
		assert_null(other);
	}
	fake("boards=3");
	close(good);
	/* Nothing of those that failed stayed behind. */
	vadd_end(&vadd);
	assert_int_equal(try_program(&err), 0);
}

/* --- two boards --------------------------------------------------------------------------------
 */

enum { LONG = (9 << 20) + 100 };

struct pair {
	struct fcl_hal_device *devices[2];
	struct fcl_hal_program *programs[2];
	struct fcl_hal_buffer *buffers[2];
};

static void use(struct fcl_hal_device *device)
{
	suite.device = device;
	suite.info = suite.hal->info(device);
}

/* Both are u50, whose memory copies by itself. */
static void pair_begin(struct pair *pair)
{
	static const char *const names[] = {"0000:11:00.1", "0000:13:00.1"};
	struct fcl_err err = {0};
	char list[256] = "";

	close_board();
	/* There is one more than before. */
	assert_int_equal(suite.hal->list(append, list, &err), 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(open_board(names[i], 0, &err), 0);
		pair->devices[i] = suite.device;
		pair->programs[i] = load_program();
		pair->buffers[i] = alloc_buffer(LONG + 100);
	}
}

static void pair_end(struct pair *pair)
{
	struct fcl_err err = {0};
	char list[256] = "";

	for (int i = 0; i < 2; i++) {
		use(pair->devices[i]);
		free_buffer(pair->buffers[i]);
		suite.hal->unprogram(suite.device, pair->programs[i]);
		/* XRT loads nothing while anything of the image before is open. */
		assert_int_equal(try_program(&err), 0);
		close_board();
	}
	fake("boards=3");
	assert_int_equal(suite.hal->list(append, list, &err), 0);
	assert_int_equal(open_board("0000:10:00.1", 0, &err), 0);
}

static void work_send(struct pair *pair, struct work *work, uint64_t bytes)
{
	use(pair->devices[0]);
	work_transfer(work, FCL_HAL_COPY, NULL, 0, NULL, bytes);
	work->request.u.copy.source = pair->buffers[0];
	work->request.u.copy.target = pair->buffers[1];
	work->request.u.copy.source_offset = 10;
	work->request.u.copy.target_offset = 20;
	work->request.u.copy.box = (struct fcl_hal_box){{bytes, 1, 1}, bytes, bytes, bytes, bytes};
}

static int send(struct pair *pair, uint64_t bytes)
{
	struct work work;

	work_send(pair, &work, bytes);
	return work_run(&work);
}

/* From board to board, past the host: nothing is synchronised with it. */
static void boards_send(void **state)
{
	unsigned char *sent = malloc(LONG + 100), *got = calloc(1, LONG + 100);
	struct pair pair;

	(void)state;
	assert_true(sent && got);
	for (size_t i = 0; i < LONG + 100; i++)
		sent[i] = (unsigned char)(i * 7 + (i >> 12));
	fake("boards=4 p2p");
	pair_begin(&pair);
	assert_int_equal(suite.hal->peer(pair.devices[0], pair.devices[1]), 0);
	use(pair.devices[1]);
	put(pair.buffers[1], 0, got, LONG + 100);
	use(pair.devices[0]);
	put(pair.buffers[0], 0, sent, LONG + 100);
	fake("boards=4 p2p throw=sync");
	assert_int_equal(send(&pair, LONG), 0);
	fake("boards=4 p2p");
	use(pair.devices[1]);
	get(pair.buffers[1], 0, got, LONG + 100);
	for (size_t i = 0; i < 20; i++)
		assert_int_equal(got[i], 0);
	assert_memory_equal(got + 20, sent + 10, LONG);
	for (size_t i = LONG + 20; i < LONG + 100; i++)
		assert_int_equal(got[i], 0);
	free(sent);
	free(got);
	pair_end(&pair);
}

static void boards_fail_to_send(void **state)
{
	static const char *const words[] = {"errno=bo:12", "throw=export", "throw=import",
					    "throw=p2p", "errno=copy:5"};
	struct pair pair;

	(void)state;
	fake("boards=4 p2p");
	pair_begin(&pair);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		fake(words[i]);
		assert_true(send(&pair, 1000) < 0);
	}
	fake("boards=4 p2p");
	assert_int_equal(send(&pair, 1000), 0);
	pair_end(&pair);
}

/* Cards come with P2P switched off. */
static void boards_that_do_not_send(void **state)
{
	struct fcl_hal_request *request;
	struct pair pair;
	struct work work;

	(void)state;
	fake("boards=4");
	pair_begin(&pair);
	assert_int_equal(suite.hal->peer(pair.devices[0], pair.devices[1]), -EOPNOTSUPP);
	work_send(&pair, &work, 64);
	request = &work.request;
	assert_int_equal(suite.hal->submit(pair.devices[0], &request, 1), -EINVAL);
	pair_end(&pair);
}

/* --- what fails --------------------------------------------------------------------------------
 */

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
	/* Nothing of those that failed stayed behind: the board would refuse the next image. */
	vadd_end(&vadd);
	assert_int_equal(try_program(&err), 0);
}

/* The helper dies, or what it finds is gone: an error, and a process that lives. */
static void failing_boards(void **state)
{
	static const struct {
		const char *words, *text;
	} cases[] = {
		{"die=count", "died of signal"},
		{"throw=count", "exception"},
		{"errno=count:5", "said on purpose"},
	};
	char list[64] = "";

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fcl_err err = {0};

		fake(cases[i].words);
		assert_true(suite.hal->list(append, list, &err) < 0);
		if (!strstr(err.text, cases[i].text))
			fail_msg("%s: %s", cases[i].words, err.text);
		assert_string_equal(list, "");
	}
	/* Boards that XRT has but does not open are left out without a word. */
	fake("boards=3 errno=open:13");
	assert_int_equal(suite.hal->list(append, list, NULL), 0);
	assert_string_equal(list, "");
	fake("boards=3");
	assert_int_equal(suite.hal->list(append, list, NULL), 0);
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
	/* No report tells anything: the board works without. */
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
		cmocka_unit_test(health),
		cmocka_unit_test(reset),
		cmocka_unit_test(images),
		cmocka_unit_test(failing_loads),
		cmocka_unit_test(a_board_in_use),
		cmocka_unit_test(results),
		cmocka_unit_test(many_runs),
		cmocka_unit_test(groups),
		cmocka_unit_test(an_image_left_behind),
		cmocka_unit_test(registers),
		cmocka_unit_test(registers_of_a_free_unit),
		cmocka_unit_test(the_hosts_memory),
		cmocka_unit_test(failing_exports),
		cmocka_unit_test(boards_send),
		cmocka_unit_test(boards_fail_to_send),
		cmocka_unit_test(boards_that_do_not_send),
		cmocka_unit_test(failing_launches),
		cmocka_unit_test(failing_transfers),
		cmocka_unit_test(failing_boards),
		cmocka_unit_test(failing_open),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
