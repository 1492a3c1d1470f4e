/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/cli/vendor.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/fpgaclc/common/driver.h"

/* Finds a v++ on PATH that is not this program. */
static const char *find_vendor(struct fclc_program *program)
{
	const char *path = getenv("PATH"), *end;
	struct stat own, other;

	if (stat("/proc/self/exe", &own))
		return NULL;
	for (; path && *path; path = *end ? end + 1 : end) {
		char *candidate;

		end = strchrnul(path, ':');
		candidate = fclc_format(program->arena, "%.*s/v++", (int)(end - path), path);
		if (access(candidate, X_OK) || stat(candidate, &other) || !S_ISREG(other.st_mode))
			continue;
		if (own.st_dev != other.st_dev || own.st_ino != other.st_ino)
			return candidate;
	}
	return NULL;
}

int fclc_vendor_exec(struct fclc_program *program, char **argv, struct fcl_err *err)
{
	const char *vendor = find_vendor(program);

	if (!vendor)
		return fclc_error(
			err, FCLC_NOWHERE,
			"target hw: expected the vendor's v++, which builds bitstreams for real boards, and there is none on PATH; fpgaclc itself builds for sw_emu and hw_emu");
	argv[0] = (char *)vendor;
	execv(vendor, argv);
	return fclc_error(err, FCLC_NOWHERE, "target hw: cannot run '%s': %s", vendor,
			  strerror(errno));
}

static int package_check(struct fclc_program *program, const char *path, const void *bytes,
			 size_t size, struct fcl_err *err)
{
	enum fcl_image_target target = program->options.target;
	struct fcl_image *image;
	int error = fcl_image_read(bytes, size, &image, err);

	if (error)
		return fcl_err_prefix(err, "fpgaclc: error: '%s'", path);
	if (target && image->target != target)
		error = fclc_error(err, FCLC_NOWHERE, "'%s' is for %s, but -t is %s", path,
				   fcl_image_target_name(image->target),
				   fcl_image_target_name(target));
	fcl_image_unref(image);
	return error;
}

int fclc_package(struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	char *bytes;
	size_t size;
	int error;

	if (options->nsources != 1)
		return fclc_error(err, FCLC_NOWHERE, "-p takes one .xclbin file, found %u",
				  options->nsources);
	error = fclc_read_file(program, options->sources[0], &bytes, &size, err);
	if (!error)
		error = package_check(program, options->sources[0], bytes, size, err);
	if (!error && options->out_dir)
		error = fclc_make_folder(options->out_dir, err);
	return error ? error : fclc_write_file(options->output, bytes, size, err);
}
