/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/packed.h"

#include <string.h>

#ifdef FCLC_HAS_ZIP
#include <zip.h>
#endif

#include "tools/fpgaclc/ground/diag.h"
#include "tools/fpgaclc/ground/driver.h"
#include "tools/fpgaclc/ground/source.h"
#include "tools/fpgaclc/rtl/data.h"
#include "tools/fpgaclc/rtl/description.h"
#include "tools/fpgaclc/rtl/files.h"

bool fclc_rtl_is_packed(const char *bytes, size_t size)
{
	return size > 4 && !memcmp(bytes, "PK\3\4", 4);
}

#ifdef FCLC_HAS_ZIP

/* Far more than sources take; archives can claim any size. */
static const uint64_t most_files = 100000, most_bytes = 1ull << 30;

struct packed {
	struct fclc_program *program;
	struct fclc_rtl *rtl;
	const char *path, *folder;
	struct fcl_err *err;
	const char *kernel, *component; /* names in the archive */
	const char **names;             /* of all that was unpacked */
	uint32_t nnames, capacity;
};

static int packed_error(const struct packed *packed, const char *what, const char *detail)
{
	return fclc_error(packed->err, FCLC_NOWHERE, "%s: %s%s", packed->path, what, detail);
}

static int unpack_file(struct packed *packed, zip_t *zip, uint64_t index, const zip_stat_t *stat)
{
	const char *to = fclc_format(packed->program->arena, "%s/%s", packed->folder, stat->name);
	char *bytes = fclc_alloc(packed->program->arena, stat->size + 1, 1);
	zip_file_t *file = zip_fopen_index(zip, index, 0);
	zip_int64_t size = file ? zip_fread(file, bytes, stat->size) : -1;
	int error;

	if (file)
		zip_fclose(file);
	if (size < 0 || (uint64_t)size != stat->size)
		return packed_error(packed, "cannot unpack ", stat->name);
	error = fclc_make_folder_of(packed->program, to, packed->err);
	return error ? error : fclc_write_file(to, bytes, stat->size, packed->err);
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
	/* IP may contain IP. */
	if (!strcmp(fclc_base_name(name), "component.xml") &&
	    (!packed->component || strlen(name) < strlen(packed->component)))
		packed->component = kept;
	fclc_append(packed->program->arena, &packed->names, &packed->nnames, &packed->capacity,
		    kept);
	return 0;
}

static int unpack_all(struct packed *packed, zip_t *zip)
{
	uint64_t count = (uint64_t)zip_get_num_entries(zip, 0), bytes = 0;
	int error = 0;

	if (count > most_files)
		return packed_error(packed, "expected at most 100,000 files, found more", "");
	for (uint64_t i = 0; !error && i < count; i++) {
		zip_stat_t stat;
		size_t length;

		if (zip_stat_index(zip, i, 0, &stat) ||
		    !(stat.valid & ZIP_STAT_NAME && stat.valid & ZIP_STAT_SIZE))
			return packed_error(packed, "its directory is damaged", "");
		length = strlen(stat.name);
		if (!length || stat.name[length - 1] == '/')
			continue;
		if (*stat.name == '/' || fclc_rtl_climbs(stat.name))
			return packed_error(packed, "a file's name leads out of it: ", stat.name);
		bytes += stat.size;
		if (stat.size > most_bytes || bytes > most_bytes)
			return packed_error(packed, "expected at most 1 GiB of files, found more",
					    "");
		error = unpack_file(packed, zip, i, &stat);
		if (!error)
			error = note_name(packed, stat.name);
	}
	return error;
}

static const char *unpacked(const struct packed *packed, const char *name)
{
	return fclc_format(packed->program->arena, "%s/%s", packed->folder, name);
}

/* Without a component.xml all HDL is the kernel's. */
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
	return name ? fclc_rtl_describe(packed->program, packed->rtl, unpacked(packed, name),
					packed->err)
		    : 0;
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
	/* Nobody knows the temporary names. */
	for (uint32_t i = 0; i < packed->rtl->nfiles; i++)
		packed->rtl->files[i].path = NULL;
	return error;
}

int fclc_rtl_read_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			 uint32_t index, struct fcl_err *err)
{
	struct packed packed = {.program = program,
				.rtl = rtl,
				.path = path,
				.folder = fclc_format(program->arena, "%s/packed%u/%s",
						      program->tmp, index, fclc_base_name(path)),
				.err = err};
	int problem = 0, error;
	zip_t *zip = zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &problem);
	zip_error_t text;

	if (!zip) {
		zip_error_init_with_code(&text, problem);
		error = packed_error(&packed,
				     "this archive is damaged: ", zip_error_strerror(&text));
		zip_error_fini(&text);
		return error;
	}
	error = unpack_all(&packed, zip);
	zip_discard(zip);
	return error ? error : add_contents(&packed);
}

#else

int fclc_rtl_read_packed(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
			 uint32_t index, struct fcl_err *err)
{
	(void)program, (void)rtl, (void)index;
	return fclc_error(
		err, FCLC_NOWHERE,
		"%s: this is a .xo file of the vendor's, which fpgaclc needs libzip for; it was built without",
		path);
}

#endif
