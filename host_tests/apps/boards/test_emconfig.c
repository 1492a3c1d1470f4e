/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which devices a host for the vendor's emulation is offered. A process opens the platform's
 * devices only once, so this program starts copies of itself that list theirs.
 */
#include <setjmp.h>
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

#include <CL/cl.h>

#define U200 "xilinx_u200_gen3x16_xdma_2_202110_1"
#define U250 "xilinx_u250_gen3x16_xdma_4_1_202210_1"
#define OLD_U250 "xilinx_u250_gen3x16_xdma_3_1_202020_1"

/* --- the child: "<platform>: <device> <bdf> …", one line -------------------------------------- */

static int list(void)
{
	enum { CL_DEVICE_PCIE_BDF = 0x1120 };
	cl_platform_id platform;
	cl_device_id devices[8];
	cl_uint count = 0;
	char text[256];

	if (clGetPlatformIDs(1, &platform, NULL))
		return 1;
	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(text), text, NULL);
	printf("%s:", text);
	clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 8, devices, &count);
	for (cl_uint i = 0; i < count; i++) {
		clGetDeviceInfo(devices[i], CL_DEVICE_NAME, sizeof(text), text, NULL);
		printf(" %s", text);
		clGetDeviceInfo(devices[i], CL_DEVICE_PCIE_BDF, sizeof(text), text, NULL);
		printf(" %s", text);
	}
	return 0;
}

/* --- the parent ------------------------------------------------------------------------------- */

struct place {
	char root[64]; /* contains the directories below */
	char program[96], config[96], work[96];
};

static void make_folder(char *path, size_t room, const char *root, const char *name)
{
	snprintf(path, room, "%s/%s", root, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

static int make_place(void **state)
{
	static struct place place;
	char command[256];

	strcpy(place.root, "/tmp/fpgacl-emconfig-XXXXXX");
	assert_non_null(mkdtemp(place.root));
	make_folder(place.program, sizeof(place.program), place.root, "program");
	make_folder(place.config, sizeof(place.config), place.root, "config");
	make_folder(place.work, sizeof(place.work), place.root, "work");
	snprintf(command, sizeof(command), "cp /proc/%d/exe %s/list", (int)getpid(), place.program);
	assert_int_equal(system(command), 0);
	unsetenv("FPGACL_DEVICES");
	unsetenv("EMCONFIG_PATH");
	setenv("XCL_EMULATION_MODE", "sw_emu", 1);
	*state = &place;
	return 0;
}

static int remove_place(void **state)
{
	const struct place *place = *state;
	char command[128];

	snprintf(command, sizeof(command), "rm -r %s", place->root);
	return system(command);
}

static void write_config(const char *folder, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/emconfig.json", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_int_equal(fputs(text, file) < 0, 0);
	assert_int_equal(fclose(file), 0);
}

static void write_device(const char *folder, const char *name)
{
	char text[256];

	snprintf(
		text, sizeof(text),
		"{\"Version\": {\"FileVersion\": \"2.0\"}, \"Platform\": {\"Boards\": [{\"Devices\": [{\"DdrSize\": \"0x10\", \"Name\": \"%s\"}]}]}}",
		name);
	write_config(folder, text);
}

static void expect(const struct place *place, const char *expected)
{
	char command[256], found[512] = "";
	FILE *child;
	size_t size;
	int status;

	snprintf(command, sizeof(command), "cd %s && %s/list --list", place->work, place->program);
	child = popen(command, "r");
	assert_non_null(child);
	size = fread(found, 1, sizeof(found) - 1, child);
	status = pclose(child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	found[size] = '\0';
	assert_string_equal(found, expected);
}

static void test_without_file(void **state)
{
	expect(*state, "Xilinx: " U250 " 0000:20:00.1");
}

/* Each place overrides those before it: working directory, program, EMCONFIG_PATH. */
static void test_order_of_places(void **state)
{
	const struct place *place = *state;

	write_device(place->work, "u280");
	expect(place, "Xilinx: xilinx_u280_gen3x16_xdma_1_202211_1 0000:30:00.1");
	write_device(place->program, U200);
	expect(place, "Xilinx: " U200 " 0000:10:00.1");
	write_device(place->config, OLD_U250);
	setenv("EMCONFIG_PATH", place->config, 1);
	expect(place, "Xilinx: " OLD_U250 " 0000:20:00.1");
	setenv("FPGACL_DEVICES", "emu:u250", 1);
	expect(place, "Xilinx: " U250 " 0000:20:00.1");
	unsetenv("FPGACL_DEVICES");
	setenv("XCL_EMULATION_MODE", "hw", 1);
	expect(place, "Xilinx: " U250 " 0000:20:00.1");
	setenv("XCL_EMULATION_MODE", "sw_emu", 1);
}

static void test_several_devices(void **state)
{
	const struct place *place = *state;

	write_config(
		place->config,
		"{\"Platform\":{\"Boards\":[{\"Devices\":[{\"Name\":\"" U250 "\"},{\"Name\":"
		"\"" OLD_U250
		"\"}]},{\"Devices\":[{\"Name\":\"xilinx:u250:gen3x16_xdma_4_1:202210.1\"}]}]}}");
	expect(place,
	       "Xilinx: " U250 " 0000:20:00.1 " OLD_U250 " 0000:21:00.1 " U250 " 0000:22:00.1");
}

/*
 * A host that would look there reports once that this is not a directory, and continues with the
 * other places.
 */
static void says_no_folder(const struct place *place, const char *path)
{
	char command[256], said[512] = "", expected[256];
	FILE *child;

	setenv("EMCONFIG_PATH", path, 1);
	snprintf(command, sizeof(command), "cd %s && %s/list --list 2>&1 >/dev/null", place->work,
		 place->program);
	child = popen(command, "r");
	assert_non_null(child);
	said[fread(said, 1, sizeof(said) - 1, child)] = '\0';
	assert_int_equal(pclose(child), 0);
	snprintf(expected, sizeof(expected), "fpgacl: EMCONFIG_PATH=\"%s\" is not a folder\n",
		 path);
	assert_string_equal(said, expected);
	setenv("EMCONFIG_PATH", place->config, 1);
}

static void test_missing_folder(void **state)
{
	const struct place *place = *state;
	char path[128];

	snprintf(path, sizeof(path), "%s/none", place->root);
	says_no_folder(place, path);
	snprintf(path, sizeof(path), "%s/list", place->program); /* a file */
	says_no_folder(place, path);
}

/* An invalid file offers no devices, and no other board in its place. */
static void test_bad_files(void **state)
{
	static const char *const texts[] = {
		"",
		"{",
		"[]",
		"{}",
		"{\"Platform\": {}}",
		"{\"Platform\": {\"Boards\": []}}",
		"{\"Platform\": {\"Boards\": [{\"Devices\": [{}]}]}}",
		"{\"Platform\": {\"Boards\": [{\"Devices\": [{\"Name\": 5}]}]}}",
		"{\"Platform\": {\"Boards\": [{\"Devices\": [{\"Name\": \"\"}]}]}}",
		"{\"Platform\": {\"Boards\": [{\"Devices\": [{\"Name\": \"no_such_board\"}]}]}}",
		"{\"Platform\": {\"Boards\": {\"Devices\": [{\"Name\": \"u250\"}]}}}",
	};
	const struct place *place = *state;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		write_config(place->config, texts[i]);
		expect(place, "Xilinx:");
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_without_file),    cmocka_unit_test(test_order_of_places),
		cmocka_unit_test(test_several_devices), cmocka_unit_test(test_missing_folder),
		cmocka_unit_test(test_bad_files),
	};

	if (argc > 1 && !strcmp(argv[1], "--list"))
		return list();
	return cmocka_run_group_tests(tests, make_place, remove_place);
}
