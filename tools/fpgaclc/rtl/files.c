/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/files.h"

#include <string.h>

#include "tools/fpgaclc/common/archive.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/rtl/verilog.h"

bool fclc_rtl_is_vhdl(const char *name)
{
	return fclc_has_suffix(name, ".vhd") || fclc_has_suffix(name, ".vhdl");
}

bool fclc_rtl_is_hdl(const char *name)
{
	static const char *const suffixes[] = {".v", ".sv", ".vh", ".svh"};

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (fclc_has_suffix(name, suffixes[i]))
			return true;
	return fclc_rtl_is_vhdl(name);
}

bool fclc_rtl_is_data(const char *name)
{
	static const char *const suffixes[] = {".mem", ".hex", ".dat", ".init", ".txt"};

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (fclc_has_suffix(name, suffixes[i]))
			return true;
	return false;
}

static bool is_header(const char *name)
{
	return fclc_has_suffix(name, ".vh") || fclc_has_suffix(name, ".svh");
}

/*
 * Relative names are kept, so that files can include each other. Other names lose their
 * directories, except that headers keep the last one, which is often part of the included name:
 * `include "axi/typedef.svh".
 */
static const char *inner_name(const char *name)
{
	while (!strncmp(name, "./", 2))
		name += 2;
	if (*name == '/' || fclc_archive_climbs(name)) {
		const char *base = fclc_base_name(name), *folder = base;

		if (is_header(name) && base - name > 1)
			do
				folder--;
			while (folder > name && folder[-1] != '/');
		name = *folder == '.' || *folder == '/' ? base : folder;
	}
	return name;
}

/* Another file may have that name. */
static const char *unique_name(const struct fclc_program *program, const struct fclc_rtl *rtl,
			       const char *name)
{
	for (uint32_t i = 0; i < rtl->nfiles; i++)
		if (!strcmp(rtl->files[i].name, name))
			return fclc_format(program->arena, "%u/%s", rtl->nfiles, name);
	return name;
}

/*
 * Whether the kernel has the file already: file sets for synthesis and simulation name the same ones. Headers and data
 * are asked for by name, so that two with the same bytes are two.
 */
static bool is_there(const struct fclc_rtl *rtl, const struct fclc_rtl_file *file, const char *name)
{
	bool named = is_header(name) || fclc_rtl_is_data(name);

	for (uint32_t i = 0; i < rtl->nfiles; i++) {
		const struct fclc_rtl_file *other = &rtl->files[i];

		if (other->model == file->model && other->size == file->size &&
		    !memcmp(other->bytes, file->bytes, file->size) &&
		    (!named || !strcmp(other->name, name)))
			return true;
	}
	return false;
}

int fclc_rtl_add_file(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      const char *name, bool model, struct fcl_err *err)
{
	struct fclc_rtl_file file = {.model = model};
	char *bytes;
	int error = fclc_read_file(program, path, &bytes, &file.size, err);

	if (error)
		return error;
	file.bytes = bytes;
	name = inner_name(name);
	if (is_there(rtl, &file, name))
		return 0;
	file.name = unique_name(program, rtl, name);
	file.path = fclc_format(program->arena, "%s", path);
	rtl->files = fclc_grow(program->arena, rtl->files, rtl->nfiles, &rtl->files_capacity,
			       sizeof(*rtl->files));
	rtl->files[rtl->nfiles++] = file;
	return 0;
}

int fclc_rtl_unpack(struct fclc_program *program, struct fclc_rtl *rtl, uint32_t index,
		    struct fcl_err *err)
{
	int error = 0;

	rtl->folder = fclc_format(program->arena, "%s/rtl%u", program->tmp, index);
	for (uint32_t i = 0; !error && i < rtl->nfiles; i++) {
		struct fclc_rtl_file *file = &rtl->files[i];
		char *path = fclc_format(program->arena, "%s/%s", rtl->folder, file->name);

		if (fclc_has_suffix(file->name, ".v") || fclc_has_suffix(file->name, ".sv"))
			file->bytes = fclc_rtl_without_self_assignments(program->arena, file->bytes,
									file->size);
		error = fclc_make_folder_of(program, path, err);
		if (!error)
			error = fclc_write_file(path, file->bytes, file->size, err);
	}
	return error;
}
