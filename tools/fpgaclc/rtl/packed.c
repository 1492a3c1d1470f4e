/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/packed.h"

#include <string.h>

#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/rtl/description.h"
#include "tools/fpgaclc/rtl/files.h"

struct packed {
	struct fclc_program *program;
	struct fclc_rtl *rtl;
	const char *path, *folder;
	struct fcl_err *err;
	const char *kernel, *component; /* names in the archive */
	const char **names;             /* of all unpacked files */
	uint32_t nnames, capacity;
};

static int packed_error(const struct packed *packed, const char *what, const char *detail)
{
	return fclc_error(packed->err, FCLC_NOWHERE, "%s: %s%s", packed->path, what, detail);
}

static int note_name(struct packed *packed, const char *name)
{
	const char *kept = fclc_copy(packed->program->arena, name, strlen(name));

	if (!strcmp(fclc_base_name(name), "kernel.xml")) {
		if (packed->kernel)
			return packed_error(packed, "expected one kernel, found another one in ",
					    name);
		packed->kernel = kept;
	}
	/* An IP may contain other IP. */
	if (!strcmp(fclc_base_name(name), "component.xml") &&
	    (!packed->component || strlen(name) < strlen(packed->component)))
		packed->component = kept;
	fclc_append(packed->program->arena, &packed->names, &packed->nnames, &packed->capacity,
		    kept);
	return 0;
}

static bool wants(void *data, const char *name)
{
	(void)data, (void)name;
	return true;
}

/* Errors are complete sentences, stored in packed->err. */
static int unpack(void *data, const char *name, const char *contents, size_t size,
		  struct fcl_err *err)
{
	struct packed *packed = data;
	const char *to = fclc_format(packed->program->arena, "%s/%s", packed->folder, name);
	int error = fclc_make_folder_of(packed->program, to, packed->err);

	(void)err;
	if (!error)
		error = fclc_write_file(to, contents, size, packed->err);
	return error ? error : note_name(packed, name);
}

static const char *unpacked(const struct packed *packed, const char *name)
{
	return fclc_format(packed->program->arena, "%s/%s", packed->folder, name);
}

/* Without a component.xml, all HDL files belong to the kernel. */
static int add_sources(struct packed *packed)
{
	int error = 0;

	for (uint32_t i = 0; !error && i < packed->nnames; i++) {
		const char *name = packed->names[i];
		bool model = strstr(name, "cpu_sources/") != NULL;
		bool hdl = fclc_rtl_is_hdl(name) || fclc_rtl_is_data(name);

		if (model || (hdl && !packed->component))
			error = fclc_rtl_add_file(packed->program, packed->rtl,
						  unpacked(packed, name), name, model, packed->err);
	}
	return error;
}

static int describe(struct packed *packed, const char *name)
{
	if (!name)
		return 0;
	return fclc_rtl_describe_packed(
		packed->program, packed->rtl, unpacked(packed, name), packed->folder,
		fclc_format(packed->program->arena, "%s(%s)", packed->path, name), packed->err);
}

static int add_contents(struct packed *packed)
{
	int error;

	if (!packed->kernel && !packed->component)
		return packed_error(packed, "expected a kernel.xml or component.xml, found neither",
				    "");
	error = describe(packed, packed->component);
	if (!error)
		error = describe(packed, packed->kernel);
	if (!error)
		error = add_sources(packed);
	/* Do not show temporary file names, which mean nothing to the user. */
	for (uint32_t i = 0; i < packed->rtl->nfiles; i++)
		packed->rtl->files[i].path = NULL;
	return error;
}

int fclc_rtl_read_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			 const char *bytes, size_t size, uint32_t index, struct fcl_err *err)
{
	struct packed packed = {.program = program,
				.rtl = rtl,
				.path = path,
				.folder = fclc_format(program->arena, "%s/packed%u/%s",
						      program->tmp, index, fclc_base_name(path)),
				.err = err};
	const struct fclc_archive_reader reader = {.data = &packed, .wants = wants, .take = unpack};
	struct fcl_err damage = {0};
	int error = fclc_archive_read(bytes, size, &reader, &damage);

	if (damage.code)
		return packed_error(&packed, damage.text, "");
	return error ? error : add_contents(&packed);
}
