/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/plugin.h"

/* Embedded by CMakeLists.txt unless FCLC_LLVM is 0. */
extern const unsigned char fclc_file_plugin[] __attribute__((weak));
extern const size_t fclc_file_plugin_size __attribute__((weak));

int fclc_plugin_open(struct fclc_program *program, struct fcl_err *err)
{
	program->plugin = fclc_format(program->arena, "%s/plugin.so", program->tmp);
	return fclc_write_file(program->plugin, fclc_file_plugin, fclc_file_plugin_size, err);
}

/* Into clang's front end. Not -fplugin=, with which clang would also load the passes, and not read their options. */
static void load(const struct fclc_program *program, struct fclc_argv *argv)
{
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-load");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s", program->plugin);
}

void fclc_plugin_option(const struct fclc_program *program, struct fclc_argv *argv,
			const char *option)
{
	load(program, argv);
	fclc_argv_add(argv, "-mllvm");
	fclc_argv_add(argv, "%s", option);
}

void fclc_plugin_pragmas(const struct fclc_program *program, struct fclc_argv *argv,
			 const char *what)
{
	load(program, argv);
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-plugin-arg-fpgaclc");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s", what);
}
