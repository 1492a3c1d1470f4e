/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/support.h"

#include <string.h>

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/driver.h"

/*
 * CMakeLists.txt generates the list, FCLC_EMBEDDED_FILES(X), with X(symbol, path in the temporary
 * directory). Kernels can include the files under include/.
 */
#include "embedded_files.h"

#define FCLC_DECLARE(symbol, path)                                                                 \
	extern const unsigned char(symbol)[];                                                      \
	extern const size_t symbol##_size;
FCLC_EMBEDDED_FILES(FCLC_DECLARE)
#undef FCLC_DECLARE

static const struct file {
	const char *name;
	const unsigned char *bytes;
	const size_t *size;
} files[] = {
#define FCLC_ENTRY(symbol, path) {path, symbol, &symbol##_size},
	FCLC_EMBEDDED_FILES(FCLC_ENTRY)
#undef FCLC_ENTRY
};

#define FCLC_NFILES (sizeof(files) / sizeof(files[0]))

void fclc_support_open(struct fclc_program *program)
{
	struct fclc_key key;

	fclc_key_begin(&key, program, "support");
	for (size_t i = 0; i < FCLC_NFILES; i++) {
		fclc_key_text(&key, files[i].name);
		fclc_key_bytes(&key, (const char *)files[i].bytes, *files[i].size);
	}
	program->support = fclc_key_end(&key);
}

int fclc_support_write(struct fclc_program *program, struct fcl_err *err)
{
	int error = 0;

	if (program->support_written)
		return 0;
	for (size_t i = 0; !error && i < FCLC_NFILES; i++) {
		const char *path = fclc_format(program->arena, "%s/%s", program->tmp,
					       files[i].name);

		error = fclc_make_folder_of(program, path, err);
		if (!error)
			error = fclc_write_file(path, files[i].bytes, *files[i].size, err);
	}
	program->support_written = !error;
	return error;
}

bool fclc_support_has(const struct fclc_program *program, const char *path)
{
	size_t length = strlen(program->tmp);

	if (strncmp(path, program->tmp, length) != 0 || path[length] != '/')
		return false;
	for (size_t i = 0; i < FCLC_NFILES; i++)
		if (!strcmp(path + length + 1, files[i].name))
			return true;
	return false;
}
