/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/opencl/wrapper.h"

#include "tools/fpgaclc/compile/wrapper.h"

static void wrap_kernel(struct fclc_text *out, const struct fclc_kernel *kernel)
{
	fclc_text_add(out,
		      "\n__attribute__((visibility(\"hidden\"))) void "
		      "fclc_item_%s(__private ulong *fclc_args, __private ulong *fclc_group);\n"
		      "void fclc_item_%s(__private ulong *fclc_args, __private ulong *fclc_group)\n"
		      "{\n\t%s(",
		      kernel->name, kernel->name, kernel->symbol);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->global)
			continue;
		if (arg->kind == FCLC_ARG_STREAM)
			fclc_text_add(out, "%s__builtin_astype(fclc_args[%u], %s)", i ? ", " : "",
				      i, arg->spelling);
		else if (arg->space)
			fclc_text_add(out, "%s(__%s void *)fclc_args[%u]", i ? ", " : "",
				      arg->space == FCL_ARG_LOCAL      ? "local"
				      : arg->space == FCL_ARG_CONSTANT ? "constant"
								       : "global",
				      i);
		else
			fclc_text_add(out, "%s*(__private %s *)fclc_args[%u]", i ? ", " : "",
				      arg->spelling, i);
	}
	fclc_text_add(out, ");\n\t(void)fclc_args, (void)fclc_group;\n}\n");
}

int fclc_opencl_wrap(struct fclc_program *program, const struct fclc_source *source,
		     struct fclc_text *out, struct fcl_err *err)
{
	(void)err;
	fclc_wrapper_mark(program, "__constant ", "", out);
	for (uint32_t i = 0; i < program->nkernels; i++)
		if (program->kernels[i].source == source)
			wrap_kernel(out, &program->kernels[i]);
	return 0;
}

static const char *pipe_kind(const struct fclc_arg *arg)
{
	return arg->direction == FCL_DIR_OUT ? "FCLC_ITEM_PIPE_OUT" : "FCLC_ITEM_PIPE_IN";
}

void fclc_opencl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	fclc_text_add(out,
		      "extern __attribute__((visibility(\"hidden\"))) const struct fclc_code "
		      "fclc_code_%s;\n"
		      "static const struct fclc_item_arg fclc_item_args_%u[] = {\n",
		      kernel->name, index);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		fclc_text_add(out, "\t{%s, %uu, %uu, %lluu, \"%s\"},\n",
			      arg->space == FCL_ARG_LOCAL     ? "FCLC_ITEM_LOCAL"
			      : arg->kind == FCLC_ARG_STREAM  ? pipe_kind(arg)
			      : arg->kind == FCLC_ARG_POINTER ? "FCLC_ITEM_MEMORY"
							      : "FCLC_ITEM_VALUE",
			      arg->global ? arg->number + 1 : arg->offset, arg->port,
			      (unsigned long long)arg->size, arg->name);
	}
	fclc_text_add(out,
		      "\t{FCLC_ITEM_END, 0, 0, 0, 0}};\n"
		      "static const unsigned fclc_item_required_%u[4] = {%uu, %uu, %uu, %du};\n\n"
		      "int fclc_run_%s(struct fcl_cu *cu)\n{\n"
		      "\treturn fclc_items_run(cu, &fclc_code_%s, fclc_item_args_%u, "
		      "fclc_item_required_%u);\n}\n\n",
		      index, kernel->work_group[0], kernel->work_group[1], kernel->work_group[2],
		      !kernel->non_uniform, kernel->name, kernel->name, index, index);
}
