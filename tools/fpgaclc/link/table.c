/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/table.h"

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/language.h"
#include "tools/fpgaclc/link/link.h"

static const char *port_kind(const struct fclc_port *port)
{
	if (!port->stream)
		return "FCL_MODEL_PORT_MEMORY";
	return port->mode == FCL_PORT_WRITE_ONLY ? "FCL_MODEL_PORT_STREAM_OUT"
						 : "FCL_MODEL_PORT_STREAM_IN";
}

static void table_ports(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	if (!kernel->model_ports)
		return;
	fclc_text_add(out, "static const struct fcl_model_port fclc_ports_%u[] = {\n", index);
	for (uint32_t i = 0; i < kernel->model_ports; i++) {
		const struct fclc_port *port = &kernel->ports[i];

		fclc_text_add(out,
			      "\t{sizeof(struct fcl_model_port), %s, \"%s\", %uu, %uu, %uu},\n",
			      port_kind(port), port->name, port->data_width,
			      port->stream ? (unsigned)kernel->args[port->arg].size : 0, port->arg);
	}
	fclc_text_add(out, "};\n\n");
}

/* Models that are no functions decide for themselves whether executions overlap. */
static bool has_parts(const struct fclc_kernel *kernel)
{
	return kernel->control == FCL_CONTROL_CHAIN && kernel->model_ports &&
	       !kernel->language->model;
}

/* Memory ports do not belong to a part. */
static void table_parts(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	if (!has_parts(kernel))
		return;
	fclc_text_add(out, "static const uint32_t fclc_parts_%u[] = {", index);
	for (uint32_t i = 0; i < kernel->model_ports; i++) {
		const struct fclc_port *port = &kernel->ports[i];

		if (port->stream && kernel->args[port->arg].part)
			fclc_text_add(out, "%uu, ", kernel->args[port->arg].part);
		else
			fclc_text_add(out, "FCL_MODEL_ANY_PART, ");
	}
	fclc_text_add(out, "};\n\n");
}

/* The functions that a kernel's code calls before or after memory accesses. */
struct image_calls {
	bool checked, counted;
	bool timed; /* kernels that fit any target count their cycles */
};

/* The model of a kernel that is a function. */
static void table_function(struct fclc_text *out, const struct fclc_kernel *kernel,
			   const struct image_calls *calls)
{
	const char *flags = kernel->language->model_flags;

	if (kernel->language->has_state)
		fclc_text_add(out, "\t.state_size = sizeof(void *),\n");
	if (!flags)
		flags = kernel->private_data ? "FCL_MODEL_PRIVATE_DATA" : "0";
	fclc_text_add(out, "\t.kind = FCL_MODEL_RUN,\n\t.flags = %s%s%s,\n\t.run = fclc_run_%s,\n",
		      flags, calls->checked ? " | FCL_MODEL_CHECKED" : "",
		      calls->counted ? " | FCL_MODEL_COUNTED" : "", kernel->name);
	if (calls->timed || !kernel->any_target)
		fclc_text_add(out, "\t.timing = &fclc_timing_%s,\n", kernel->name);
}

static void table_model(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index,
			const struct image_calls *calls)
{
	static const char *const controls[] = {
		[FCL_CONTROL_HS] = "FCL_MODEL_CTRL_HS",
		[FCL_CONTROL_CHAIN] = "FCL_MODEL_CTRL_CHAIN",
		[FCL_CONTROL_NONE] = "FCL_MODEL_CTRL_NONE",
	};
	const struct fclc_language *language = kernel->language;

	table_ports(out, kernel, index);
	table_parts(out, kernel, index);
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].late_direction)
			fclc_text_add(out, "const _Bool fclc_out_%s_%u = %u;\n", kernel->name, i,
				      kernel->args[i].direction == FCL_DIR_OUT);
	if (language->declare)
		language->declare(out, kernel, index);
	if (kernel->any_target)
		fclc_text_add(out, "const _Bool fclc_counts_%s = %d;\n", kernel->name,
			      calls->timed);
	if (!language->model)
		fclc_text_add(out,
			      "int fclc_run_%s(struct fcl_cu *cu);\n"
			      "extern __attribute__((weak, visibility(\"hidden\"))) const struct "
			      "fcl_model_timing fclc_timing_%s;\n\n",
			      kernel->name, kernel->name);
	fclc_text_add(out,
		      "static const struct fcl_model fclc_model_%u = {\n"
		      "\t.size = sizeof(struct fcl_model),\n"
		      "\t.kernel = \"%s\",\n"
		      "\t.control = %s,\n"
		      "\t.regs_size = %uu,\n"
		      "\t.stack_size = %lluu,\n",
		      index, kernel->name, controls[kernel->control], kernel->regs_size,
		      (unsigned long long)kernel->stack_size);
	if (kernel->model_ports)
		fclc_text_add(out, "\t.nports = %uu,\n\t.ports = fclc_ports_%u,\n",
			      kernel->model_ports, index);
	if (language->model)
		language->model(out, kernel, index);
	else
		table_function(out, kernel, calls);
	if (has_parts(kernel))
		fclc_text_add(out, "\t.parts = fclc_parts_%u,\n", index);
	fclc_text_add(out, "};\n\n");
}

int fclc_table_write(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_text out = {.arena = program->arena};
	const char *path = fclc_format(program->arena, "%s/" FCLC_TABLE, program->tmp);
	struct image_calls calls;
	int error = fclc_link_is_checked(program, &calls.checked, err);

	if (error)
		return error;
	calls.timed = program->options.cycles_given ? program->options.cycles
						    : program->options.target == FCL_TARGET_HW_EMU;
	fclc_text_add(
		&out,
		"#include \"fpgacl_model.h\"\n#include \"fpgacl/external.h\"\n"
		"#include \"fpgacl/packets.h\"\n#include \"fpgacl/ethernet.h\"\n#include \"fpgacl/serial.h\"\n"
		"#include \"fpgacl/items.h\"\n"
		"#include \"rtl/rtl.h\"\n\n"
		"void fclc_rt_attach(const struct fcl_model_host *host);\n"
		"void fclc_rt_construct(struct fcl_cu *cu);\n\n");
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_source *source = program->kernels[i].source;

		/* Reads the whole unit, so only once for kernels of one source. */
		if (!i || source != program->kernels[i - 1].source)
			error = fclc_link_is_counted(program, source, &calls.counted, err);
		if (error)
			return error;
		table_model(&out, &program->kernels[i], i, &calls);
	}
	fclc_text_add(&out, "static const struct fcl_model *const fclc_models[] = {\n");
	for (uint32_t i = 0; i < program->nkernels; i++)
		fclc_text_add(&out, "\t&fclc_model_%u,\n", i);
	fclc_text_add(&out,
		      "};\n\n"
		      "extern __attribute__((visibility(\"default\"))) const struct fcl_bitstream "
		      "fcl_bitstream;\n"
		      "const struct fcl_bitstream fcl_bitstream = {\n"
		      "\t.size = sizeof(struct fcl_bitstream),\n"
		      "\t.version = FCL_MODEL_VERSION,\n"
		      "\t.isa = \"%s\",\n"
		      "\t.nmodels = %uu,\n"
		      "\t.models = fclc_models,\n"
		      "\t.attach = fclc_rt_attach,\n"
		      "\t.construct = fclc_rt_construct,\n};\n",
		      program->options.march, program->nkernels);
	return fclc_write_file(path, out.text, out.length, err);
}
