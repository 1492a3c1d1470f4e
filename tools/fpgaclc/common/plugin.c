/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/common/plugin.h"

#include "tools/fpgaclc/common/cache.h"
#include "tools/fpgaclc/common/language.h"

/* Embedded by CMakeLists.txt unless FCLC_LLVM is 0. */
extern const unsigned char fclc_file_plugin[] __attribute__((weak));
extern const size_t fclc_file_plugin_size __attribute__((weak));

void fclc_plugin_open(struct fclc_program *program)
{
	struct fclc_key key;

	program->plugin = fclc_format(program->arena, "%s/plugin.so", program->tmp);
	fclc_key_begin(&key, program, "plugin");
	fclc_key_bytes(&key, (const char *)fclc_file_plugin, fclc_file_plugin_size);
	program->plugin_digest = fclc_key_end(&key);
}

int fclc_plugin_write(struct fclc_program *program, struct fcl_err *err)
{
	int error;

	if (!program->plugin || program->plugin_written)
		return 0;
	error = fclc_write_file(program->plugin, fclc_file_plugin, fclc_file_plugin_size, err);
	program->plugin_written = !error;
	return error;
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

void fclc_plugin_action(const struct fclc_program *program, struct fclc_argv *argv,
			const char *name, const char *argument)
{
	load(program, argv);
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-plugin");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s", name);
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-plugin-arg-%s", name);
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s", argument);
}

void fclc_plugin_argument(struct fclc_argv *argv, const char *key, const char *value)
{
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "-plugin-arg-fpgaclc");
	fclc_argv_add(argv, "-Xclang");
	fclc_argv_add(argv, "%s%s", key, value);
}

/* Whether the function of a directive can only be in one source. */
static bool has_one_source(const struct fclc_program *program)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < program->nsources; i++)
		count += program->sources[i].language->pragmas;
	return count == 1;
}

void fclc_plugin_pragmas(const struct fclc_program *program, struct fclc_argv *argv,
			 const char *what)
{
	load(program, argv);
	fclc_plugin_argument(argv, "", what ? what : "off");
	if (!what)
		return;
	if (has_one_source(program))
		fclc_plugin_argument(argv, "", "alone");
	for (uint32_t i = 0; i < program->options.npragmas; i++) {
		const struct fclc_pragma_directive *given = &program->options.pragmas[i];

		fclc_plugin_argument(argv, "directive=",
				     fclc_format(program->arena, "%s\n%u\n%s\n%s",
						 given->place.file ? given->place.file : "",
						 given->place.line, given->pragma, given->text));
	}
}
