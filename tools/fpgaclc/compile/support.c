/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/compile/support.h"

#include <string.h>

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/source.h"
#include "tools/fpgaclc/compile/embedded.h"
#include "tools/fpgaclc/compile/flags.h"

static const struct {
	const char *name;
	const unsigned char *bytes;
	const size_t *size;
} support_files[] = {
#define FCLC_ENTRY(symbol, path) {path, symbol, &symbol##_size},
	FCLC_EMBEDDED_FILES(FCLC_ENTRY)
#undef FCLC_ENTRY
};

/*
 * Whether every run reads the file. Others are only written when needed, as creating files takes
 * time.
 */
static bool is_common(const char *path)
{
	static const char *const names[] = {"payload.map", "constructors.ld", "rtl/rtl.h",
					    "include/fpgacl_model.h"};
	/* Excludes the parts of ap_int.h and ap_fixed.h. */
	bool common = !strncmp(path, "include/fpgacl/", strlen("include/fpgacl/")) &&
		      !strstr(path, "/ap_");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		common |= !strcmp(path, names[i]);
	return common;
}

static int write_support(struct fclc_program *program, bool common, struct fcl_err *err)
{
	int error = 0;

	for (size_t i = 0; !error && i < sizeof(support_files) / sizeof(support_files[0]); i++)
		if (is_common(support_files[i].name) == common)
			error = fclc_write_file(fclc_format(program->arena, "%s/%s", program->tmp,
							    support_files[i].name),
						support_files[i].bytes, *support_files[i].size,
						err);
	return error;
}

static int make_folders(struct fclc_program *program, const char *const *names, size_t nnames,
			struct fcl_err *err)
{
	int error = 0;

	for (size_t i = 0; !error && i < nnames; i++)
		error = fclc_make_folder(
			fclc_format(program->arena, "%s/%s", program->tmp, names[i]), err);
	return error;
}

int fclc_support_write(struct fclc_program *program, struct fcl_err *err)
{
	static const char *const common[] = {"include", "include/fpgacl", "rtl"};
	struct fclc_key key;
	int error;

	fclc_key_begin(&key, program, "support");
	for (size_t i = 0; i < sizeof(support_files) / sizeof(support_files[0]); i++) {
		fclc_key_text(&key, support_files[i].name);
		fclc_key_bytes(&key, (const char *)support_files[i].bytes, *support_files[i].size);
	}
	program->support = fclc_key_end(&key);
	error = make_folders(program, common, sizeof(common) / sizeof(common[0]), err);
	return error ? error : write_support(program, true, err);
}

int fclc_support_write_rest(struct fclc_program *program, struct fcl_err *err)
{
	static const char *const folders[] = {"include/etc", "include/utils", "include/hls",
					      "include/hls/utils"};
	int error;

	if (program->support_complete)
		return 0;
	error = make_folders(program, folders, sizeof(folders) / sizeof(folders[0]), err);
	if (!error)
		error = write_support(program, false, err);
	program->support_complete = !error;
	return error;
}

struct fclc_step *fclc_compile_support(struct fclc_program *program, const char *path, bool cxx,
				       const char *object)
{
	struct fclc_step *step = fclc_step_new(program, fclc_base_name(path));
	struct fclc_argv *argv = &step->chain->argv;

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, cxx ? "--driver-mode=g++" : "--driver-mode=gcc");
	fclc_argv_add(argv, cxx ? "-std=gnu++14" : "-std=gnu11");
	fclc_flags_code(program, argv);
	/*
	 * malloc() and memset() must not be merged into calloc(), whose implementation calls
	 * malloc().
	 */
	fclc_argv_add(argv, "-fno-builtin");
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", object);
	fclc_step_output(step, object);
	return step;
}

struct fclc_step *fclc_compile_model(struct fclc_program *program, const char *path,
				     const char *folder, const char *root, const char *object,
				     unsigned number)
{
	struct fclc_step *step = fclc_step_new(program, "Verilator's model");
	struct fclc_argv *argv = &step->chain->argv;

	fclc_argv_add(argv, "%s", program->clang);
	fclc_argv_add(argv, "--driver-mode=g++");
	fclc_argv_add(argv, "-std=gnu++14");
	fclc_flags_code(program, argv);
	fclc_argv_add(argv, "-w");
	fclc_argv_add(argv, "-O2");
	fclc_argv_add(argv, "-I%s/include", program->tmp);
	fclc_argv_add(argv, "-I%s/rtl", program->tmp);
	fclc_argv_add(argv, "-I%s", folder);
	fclc_argv_add(argv, "-I%s/include", root);
	fclc_argv_add(argv, "-I%s/include/vltstd", root);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=fpgaclc/", program->tmp);
	fclc_argv_add(argv, "-ffile-prefix-map=%s/=verilator/", root);
	fclc_flags_deps(program, argv, step, "model", number);
	fclc_argv_add(argv, "-c");
	fclc_argv_add(argv, "%s", path);
	fclc_argv_add(argv, "-o");
	fclc_argv_add(argv, "%s", object);
	fclc_step_output(step, object);
	return step;
}
