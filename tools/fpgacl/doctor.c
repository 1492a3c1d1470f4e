/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/doctor.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/file.h"
#include "hal/xrt/library/root.h"
#include "runtime/devices/offer.h"
#include "tools/fpgacl/common/put.h"
#include "tools/fpgacl/common/status.h"
#include "tools/fpgacl/info/image_info.h"

static unsigned nwrong;
static struct fcl_text *json; /* NULL: print text */

static void put_json(const char *state, const char *format, va_list args)
{
	struct fcl_text text = {0};

	fcl_text_vformat(&text, format, args);
	fcl_tool_put_open(json, NULL, '{');
	fcl_tool_put_text(json, "state", state);
	fcl_tool_put_text(json, "text", text.failed ? "" : text.bytes);
	fcl_tool_put_close(json, '{');
	fcl_text_free(&text);
}

__attribute__((format(printf, 2, 3))) static void say(const char *state, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (json) {
		put_json(state, format, args);
	} else {
		printf("%-6s ", state);
		vprintf(format, args);
		printf("\n");
	}
	va_end(args);
	nwrong += !strcmp(state, "wrong");
}

/* --- the loader ------------------------------------------------------------------------------- */

/* Only loaders read this variable, not a driver that is installed as libOpenCL. */
static bool is_loader(const char *path)
{
	struct fcl_err err;
	char *bytes = NULL;
	size_t size;
	bool found;

	if (fcl_file_read(path, SIZE_MAX, &bytes, &size, &err))
		return false;
	found = memmem(bytes, size, "OCL_ICD_VENDORS", strlen("OCL_ICD_VENDORS"));
	free(bytes);
	return found;
}

static void check_loader(void)
{
	void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
	void *symbol = library ? dlsym(library, "clGetPlatformIDs") : NULL;
	char real[PATH_MAX];
	Dl_info info;

	if (!library) {
		say("wrong", "there is no OpenCL loader (%s): install ocl-icd-libopencl1",
		    dlerror());
		return;
	}
	if (!symbol || !dladdr(symbol, &info) || !realpath(info.dli_fname, real))
		say("wrong", "libOpenCL.so.1 has no clGetPlatformIDs: it is not an OpenCL library");
	else if (is_loader(real))
		say("good", "the OpenCL loader is %s", real);
	else
		say("wrong",
		    "%s is not an ICD loader but a driver: hosts see no other driver. Install ocl-icd-libopencl1, and look for that file in LD_LIBRARY_PATH and /etc/ld.so.conf.d",
		    real);
	dlclose(library);
}

/* --- the vendors files ------------------------------------------------------------------------ */

static bool doctor_is_ours(const char *library)
{
	const char *slash = strrchr(library, '/');

	return !strncmp(slash ? slash + 1 : library, "libfpgacl.so", strlen("libfpgacl.so"));
}

/* The library named by a vendors file. Returns false if there is none. */
static bool read_vendors_file(const char *path, char *library, size_t size)
{
	FILE *file = fopen(path, "r");
	bool good = file && fgets(library, (int)size, file);

	if (file)
		fclose(file);
	if (good)
		library[strcspn(library, "\r\n")] = '\0';
	return good && *library;
}

/* Returns whether the file names our driver, and the driver can be loaded. */
static bool check_vendors_file(const char *path)
{
	char library[PATH_MAX];
	void *opened;

	if (!read_vendors_file(path, library, sizeof(library))) {
		say("wrong", "%s contains no library name: %s", path,
		    errno ? strerror(errno) : "it is empty");
		return false;
	}
	opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
	if (!opened) {
		say(doctor_is_ours(library) ? "wrong" : "note",
		    "%s names a library that cannot be opened: %s", path, dlerror());
		return false;
	}
	/* Not closed again, because drivers start threads. */
	say("good", "%s names %s", path, library);
	return doctor_is_ours(library) && dlsym(opened, "clIcdGetPlatformIDsKHR");
}

static bool check_vendors_folder(const char *folder)
{
	DIR *directory = opendir(folder);
	struct dirent *entry;
	bool ours = false;

	if (!directory) {
		say("wrong", "the folder of vendors files, %s, cannot be read: %s", folder,
		    strerror(errno));
		return false;
	}
	while ((entry = readdir(directory))) {
		size_t length = strlen(entry->d_name);
		char path[PATH_MAX];

		if (length < 4 || strcmp(entry->d_name + length - 4, ".icd") != 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		errno = 0;
		ours |= check_vendors_file(path);
	}
	closedir(directory);
	return ours;
}

static void check_vendors(void)
{
	const char *named = getenv("OCL_ICD_VENDORS");
	const char *where = named && *named ? named : "/etc/OpenCL/vendors";
	struct stat status;
	bool ours;

	if (!stat(where, &status) && S_ISREG(status.st_mode))
		ours = check_vendors_file(where);
	else
		ours = check_vendors_folder(where);
	if (!ours)
		say("wrong",
		    "no vendors file in %s names libfpgacl.so, so clGetPlatformIDs returns -1001 or finds only other drivers: install the driver, or set OCL_ICD_VENDORS to the folder with fpgacl.icd",
		    where);
}

/* --- devices ---------------------------------------------------------------------------------- */

static void problem(int error, bool named, const char *text)
{
	(void)named;
	say(error == -EPERM ? "note" : "wrong", "a device is not offered: %s", text);
}

/* Checks whether a board accepts the image, as clCreateProgramWithBinary would. */
static void doctor_check_image(const struct fcl_offer *offer, const char *path)
{
	struct fcl_image *image = fcl_tool_read_image(path);

	if (!image) {
		say("wrong", "%s is not an image: clCreateProgramWithBinary returns -42", path);
		return;
	}
	for (uint32_t i = 0; i < offer->count; i++) {
		const struct fcl_offered *device = &offer->devices[i];
		struct fcl_err err = {0};

		if (device->hal->check(device->board, image, &err))
			say("wrong", "device %u, %s, refuses %s: %s", i, device->name, path,
			    err.text);
		else
			say("good", "device %u, %s, accepts %s", i, device->name, path);
	}
	fcl_image_unref(image);
}

static void doctor_check_devices(const char *image)
{
	struct fcl_offer offer;

	fcl_offer_open(&offer, problem);
	for (uint32_t i = 0; i < offer.count; i++) {
		const struct fcl_offered *device = &offer.devices[i];
		struct fcl_err err = {0};

		if (device->hal->health(device->board, &err))
			say("wrong", "device %u, %s: %s", i, device->name, err.text);
		else
			say("good", "device %u is %s", i, device->name);
	}
	if (!offer.count)
		say("wrong",
		    "no device is offered: FPGACL_DEVICES is \"%s\", FPGACL_VISIBLE_DEVICES is \"%s\"",
		    fcl_config_string(FCL_CONFIG_DEVICES),
		    fcl_config_string(FCL_CONFIG_VISIBLE_DEVICES));
	if (image)
		doctor_check_image(&offer, image);
	fcl_offer_close(&offer);
}

/* --- XRT, permissions, names, compiler -------------------------------------------------------- */

#ifdef FCL_HAS_XRT
/*
 * Looks for XRT like the backend, which creates a root of its own for libraries in system
 * directories.
 */
static void check_xrt(void)
{
	const char *named = fcl_config_string(FCL_CONFIG_XILINX_XRT);
	bool is_named = *named && !fcl_xrt_is_own_tree(named);
	char *root = NULL, library[PATH_MAX], real[PATH_MAX];
	struct fcl_err err = {0};

	if (fcl_xrt_root_find(&fcl_xrt_places, &root, &err)) {
		say(is_named ? "wrong" : "note", "%s%s", err.text,
		    is_named ? "" : ": only cards need it");
		return;
	}
	snprintf(library, sizeof(library), "%s/lib", root);
	if (!realpath(library, real))
		snprintf(real, sizeof(real), "%s", library);
	if (is_named && strcmp(root, named) != 0)
		say("note", "XILINX_XRT is %s, where there is no XRT; the one in %s is used", named,
		    real);
	else
		say("good", "XRT is in %s", real);
	free(root);
}
#else
static void check_xrt(void)
{
	say("note", "fpgacl is built without XRT, which cards need (libxrt-dev)");
}
#endif

static void check_nodes(void)
{
	DIR *directory = opendir("/dev/dri");
	struct dirent *entry;

	while (directory && (entry = readdir(directory))) {
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "/dev/dri/%s", entry->d_name);
		if (!strncmp(entry->d_name, "renderD", 7) && access(path, R_OK | W_OK))
			say("note",
			    "no permission to open %s (%s): if it is a board, join its group", path,
			    strerror(errno));
	}
	if (directory)
		closedir(directory);
}

static void doctor_check_name(void)
{
	const char *name = fcl_config_string(FCL_CONFIG_PLATFORM_NAME);

	if (!*name && !*fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE))
		say("note",
		    "the platform is named fpgacl; hosts that look for Xilinx need XCL_EMULATION_MODE=sw_emu");
}

/* fpgaclc is next to this program, or in PATH. */
static void check_compiler(void)
{
	char self[PATH_MAX], command[PATH_MAX + 64], clang[PATH_MAX] = "";
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;
	FILE *pipe;

	self[length > 0 ? length : 0] = '\0';
	slash = strrchr(self, '/');
	if (slash)
		*slash = '\0';
	/* A quote in the directory's name would end the shell's quoted word. */
	if (!slash || strchr(self, '\''))
		snprintf(command, sizeof(command), "fpgaclc --print-clang 2>/dev/null");
	else
		snprintf(command, sizeof(command),
			 "PATH='%s':\"$PATH\" fpgaclc --print-clang 2>/dev/null", self);
	pipe = popen(command, "r");
	if (pipe && fgets(clang, sizeof(clang), pipe))
		clang[strcspn(clang, "\n")] = '\0';
	if (pipe && !pclose(pipe) && *clang)
		say("good", "fpgaclc compiles with %s", clang);
	else
		say("wrong",
		    "fpgaclc finds no compiler, or is missing: install clang (15 to 19), or name one with --clang");
}

static bool is_on_path(const char *program)
{
	const char *at = getenv("PATH");
	char path[PATH_MAX];

	for (size_t length; at && *at; at += length + (at[length] == ':')) {
		length = strcspn(at, ":");
		snprintf(path, sizeof(path), "%.*s/%s", (int)length, at, program);
		if (!access(path, X_OK))
			return true;
	}
	return false;
}

/* Checks prerequisites for kernels in some languages. */
static void check_languages(void)
{
	glob_t found = {0};

	if (glob("/usr/share/pocl/kernel-*.bc", 0, NULL, &found))
		say("note",
		    "PoCL's built-in functions are not in /usr/share/pocl: kernels in OpenCL C need the package libpocl2 (libpocl2t64 in newer releases)");
	globfree(&found);
	if (!is_on_path("verilator"))
		say("note", "verilator is not on PATH: only kernels in Verilog need it");
	if (!is_on_path("ghdl"))
		say("note", "ghdl is not on PATH: only kernels in VHDL need it");
}

static void doctor_check_all(const char *image)
{
	nwrong = 0;
	say("note", "fpgacl " FPGACL_VERSION);
	check_loader();
	check_vendors();
	doctor_check_devices(image);
	check_xrt();
	check_nodes();
	doctor_check_name();
	check_compiler();
	check_languages();
}

int fcl_tool_doctor_json(const char *image)
{
	struct fcl_text out = {0};

	json = &out;
	fcl_tool_put_open(&out, NULL, '{');
	fcl_tool_put_open(&out, "checks", '[');
	doctor_check_all(image);
	fcl_tool_put_close(&out, '[');
	fcl_tool_put_number(&out, "wrong", nwrong);
	fcl_tool_put_close(&out, '{');
	json = NULL;
	return fcl_tool_put_print(&out, nwrong ? TOOL_FAILED : TOOL_OK);
}

int fcl_tool_doctor(const char *image)
{
	doctor_check_all(image);
	if (!nwrong)
		printf("no problems found\n");
	else
		printf("%u problem%s found\n", nwrong, nwrong == 1 ? "" : "s");
	return nwrong ? TOOL_FAILED : TOOL_OK;
}
