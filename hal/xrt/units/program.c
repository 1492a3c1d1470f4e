/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/xrt/units/program.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uuid/uuid.h>
#include <xrt/xclbin.h>

#include "hal/xrt/library/probe.h"
#include "hal/xrt/memory/share.h"
#include "hal/xrt/xrt.h"

/*
 * XRT loads an image only if no CU, run or buffer of the previous one is open. No bank is reported
 * as kept, because which banks survive depends on the shell, the driver and both images, so the
 * runtime has freed all buffers before. If the board already holds the image, XRT attaches to it.
 */

/* --- whether an image fits -------------------------------------------------------------------- */

static bool is_separator(char letter)
{
	return !letter || strchr("_:.-", letter);
}

/* Whether the platform's name contains the board's as a whole word. */
static bool has_word(const char *platform, const char *board)
{
	size_t length = strlen(board);

	for (const char *at = strstr(platform, board); at; at = strstr(at + 1, board))
		if ((at == platform || is_separator(at[-1])) && is_separator(at[length]))
			return true;
	return false;
}

/*
 * Whether a platform is for this type of board. Names allow no stricter check, as shells and their
 * platforms have different names. XRT itself compares their interface uuids.
 */
static bool is_for_board(const char *platform, const struct fcl_board *board)
{
	struct fcl_board *other;
	bool same;

	if (fcl_board_is(board, platform) || has_word(platform, board->name))
		return true;
	if (fcl_board_load(platform, &other, NULL))
		return false;
	same = !strcmp(other->name, board->name);
	fcl_board_free(other);
	return same;
}

static bool has_section(const struct fcl_image *image, uint32_t kind, uint32_t other)
{
	for (uint32_t i = 0; i < image->nsections; i++)
		if (image->sections[i].kind == kind || image->sections[i].kind == other)
			return true;
	return false;
}

/* If one of these is missing, XRT loads the image, but crashes later. */
static int program_check_sections(const struct fcl_image *image, struct fcl_err *err)
{
	static const struct {
		uint32_t kind, other;
		const char *name;
	} needed[] = {
		{EMBEDDED_METADATA, EMBEDDED_METADATA, "EMBEDDED_METADATA"},
		{MEM_TOPOLOGY, ASK_GROUP_TOPOLOGY, "MEM_TOPOLOGY"},
		{CONNECTIVITY, ASK_GROUP_CONNECTIVITY, "CONNECTIVITY"},
		{IP_LAYOUT, IP_LAYOUT, "IP_LAYOUT"},
	};

	if (image->container != FCL_IMAGE_XCLBIN)
		return fcl_err_set(err, -EINVAL,
				   "expected an xclbin file, which XRT needs, found a bare ELF");
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (!has_section(image, needed[i].kind, needed[i].other))
			return fcl_err_set(err, -EINVAL,
					   "the image has no section %s, which XRT needs",
					   needed[i].name);
	return 0;
}

int fcl_xrt_check(struct fcl_hal_device *device, const struct fcl_image *image, struct fcl_err *err)
{
	/* The noop device executes nothing, so it accepts images for any target. */
	if (!device->noop && image->target != FCL_TARGET_HW)
		return fcl_err_set(err, -EINVAL,
				   "the image is built for %s, but this board is hardware",
				   fcl_image_target_name(image->target));
	if (!is_for_board(image->vbnv, device->board))
		return fcl_err_set(err, -EINVAL,
				   "the image is for platform %s, but this board is %s",
				   image->vbnv, device->info.vbnv);
	return program_check_sections(image, err);
}

/* --- closing ---------------------------------------------------------------------------------- */

static void close_cus(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	for (uint32_t i = 0; program->cus && i < program->image->ncus; i++) {
		struct fcl_xrt_cu *cu = &program->cus[i];

		while (cu->nidle)
			device->calls->run_destroy(cu->idle[--cu->nidle]);
		while (cu->nstuck)
			device->calls->run_destroy(cu->stuck[--cu->nstuck]);
		device->calls->kernel_close(cu->kernel);
		device->calls->ip_close(cu->ip);
	}
	free(program->cus);
}

static void program_free(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	if (!program)
		return;
	close_cus(device, program);
	fcl_image_unref(program->image);
	free(program);
}

void fcl_xrt_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program)
{
	if (!program)
		return;
	device->program = NULL;
	program_free(device, program);
}

/* --- loading ---------------------------------------------------------------------------------- */

int fcl_xrt_cu_name(const struct fcl_image *image, uint32_t index, char *name, size_t size,
		    struct fcl_err *err)
{
	const struct fcl_image_cu *cu = &image->cus[index];
	int bytes = snprintf(name, size, "%s:{%s}", image->kernels[cu->kernel].name, cu->name);

	if (bytes < 0 || (size_t)bytes >= size)
		return fcl_err_set(err, -EINVAL, "the name of compute unit %s is too long",
				   cu->name);
	return 0;
}

static int xrt_program_open_cu(struct fcl_hal_device *device, struct fcl_hal_program *program,
			       uint32_t index, struct fcl_err *err)
{
	const struct fcl_image *image = program->image;
	char name[512];
	int error;

	/* A free-running CU cannot be launched, so it has no kernel handle. */
	if (image->cus[index].control == FCL_CONTROL_NONE)
		return 0;
	error = fcl_xrt_cu_name(image, index, name, sizeof(name), err);
	if (error)
		return error;
	return device->calls->kernel_open(device->xrt, image->uuid, name, FCL_XRT_SHARED,
					  &program->cus[index].kernel, err);
}

static int xrt_program_open_cus(struct fcl_hal_device *device, struct fcl_image *image,
				struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *program = calloc(1, sizeof(*program));
	int error = 0;

	if (!program)
		return fcl_err_set(err, -ENOMEM, "no memory for a program");
	program->image = fcl_image_ref(image);
	program->broken = device->broken;
	program->cus = calloc(image->ncus ? image->ncus : 1, sizeof(*program->cus));
	if (!program->cus)
		error = fcl_err_set(err, -ENOMEM, "no memory for %u compute units", image->ncus);
	for (uint32_t i = 0; !error && i < image->ncus; i++)
		error = xrt_program_open_cu(device, program, i, err);
	if (error)
		program_free(device, program);
	else
		*ret_program = program;
	return error;
}

/* Appends to the error which image the board still holds. */
static int program_report_failure(struct fcl_hal_device *device, int error, struct fcl_err *err)
{
	char why[sizeof(err->text)], text[37];
	uint8_t uuid[16];

	if (!err)
		return error;
	snprintf(why, sizeof(why), "%s", err->text);
	if (device->calls->device_uuid(device->xrt, uuid, NULL) || uuid_is_null(uuid))
		return fcl_err_set(err, error, "%.800s; the board holds no image now", why);
	uuid_unparse_lower(uuid, text);
	return fcl_err_set(err, error, "%.800s; the board still holds image %s", why, text);
}

static int program_load(struct fcl_hal_device *device, struct fcl_image *image, struct fcl_err *err)
{
	char wanted[37], found[37];
	uint8_t uuid[16];
	int error = device->calls->device_load(device->xrt, image->bytes, err);

	if (!error)
		error = device->calls->device_uuid(device->xrt, uuid, err);
	if (error)
		return program_report_failure(device, error, err);
	if (!memcmp(uuid, image->uuid, sizeof(uuid)))
		return 0;
	uuid_unparse_lower(image->uuid, wanted);
	uuid_unparse_lower(uuid, found);
	return fcl_err_set(err, -EIO, "image %s was loaded, but the board reports image %s", wanted,
			   found);
}

/*
 * XRT crashes on some files that it should refuse, so each image is first read by the helper
 * process.
 */
static int try_elsewhere(struct fcl_hal_device *device, struct fcl_image *image,
			 struct fcl_err *err)
{
	int error;

	if (image == device->accepted || image == device->loaded)
		return 0;
	error = fcl_xrt_probe_image(device->root, FCL_XRT_PATIENCE_MS, image, err);
	if (error)
		return error;
	fcl_image_unref(device->accepted);
	device->accepted = fcl_image_ref(image);
	return 0;
}

/* Compute units that hung stay broken if the board holds the image already: XRT only attaches. */
static int forget_broken(struct fcl_hal_device *device, const struct fcl_image *image,
			 struct fcl_err *err)
{
	const struct fcl_image *loaded = device->loaded;

	if (loaded && loaded->ncus == image->ncus &&
	    !memcmp(loaded->uuid, image->uuid, sizeof(image->uuid)))
		return 0;
	free(device->broken);
	device->broken = calloc(image->ncus ? image->ncus : 1, sizeof(*device->broken));
	return device->broken
		       ? 0
		       : fcl_err_set(err, -ENOMEM, "no memory for %u compute units", image->ncus);
}

static int program_replace(struct fcl_hal_device *device, struct fcl_image *image,
			   struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	uint64_t live = atomic_load_explicit(&device->nbuffers, memory_order_acquire);
	int error;

	if (live)
		return fcl_err_set(err, -EBUSY,
				   "board %s holds %" PRIu64
				   " buffers, whose contents programming it would lose",
				   device->info.name, live);
	fcl_xrt_inbox_close(device);
	error = forget_broken(device, image, err);
	fcl_image_unref(device->loaded);
	device->loaded = NULL;
	for (uint32_t i = 0; i < device->info.nbanks; i++)
		device->held[i] = -1;
	if (!error)
		error = program_load(device, image, err);
	if (!error)
		error = xrt_program_open_cus(device, image, ret_program, err);
	if (!error)
		device->loaded = fcl_image_ref(image);
	return error;
}

int fcl_xrt_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		    struct fcl_hal_program **ret_program, struct fcl_err *err)
{
	struct fcl_hal_program *program = NULL;
	int error;

	if (slot)
		return fcl_err_set(err, -EINVAL, "slot %u was requested, but the board has 1",
				   slot);
	fcl_xrt_unprogram(device, device->program);
	error = fcl_xrt_check(device, image, err);
	if (!error)
		error = try_elsewhere(device, image, err);
	if (!error)
		error = program_replace(device, image, &program, err);
	if (error)
		return error;
	device->program = program;
	*ret_program = program;
	return 0;
}

int fcl_xrt_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		   struct fcl_err *err)
{
	if (slot || !device->program)
		return fcl_err_set(err, -ENOENT, "slot %u holds no image", slot);
	return device->calls->device_uuid(device->xrt, ret_uuid, err);
}
