/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/hls/wrapper.h"
#include "tools/fpgaclc/common/language.h"

#include <errno.h>
#include <string.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/compile/wrapper.h"
#include "tools/fpgaclc/frontend/interface.h"

/* "1", "0", or the name of a constant that the link step will define. */
static const char *cxx_is_output(struct fclc_arena *arena, const struct fclc_kernel *kernel,
				 uint32_t n)
{
	if (kernel->args[n].direction == FCL_DIR_UNKNOWN)
		return fclc_format(arena, "fclc_out_%s_%u", kernel->name, n);
	return kernel->args[n].direction == FCL_DIR_OUT ? "1" : "0";
}

/* An array's ports are consecutive and share one direction, unless the link step overrides it. */
static void cxx_streams(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t n)
{
	const struct fclc_arg *arg = &kernel->args[n];

	if (arg->element)
		return;
	fclc_text_add(out, "\t\tconst bool fclc_outputs_%u[] = {", arg->parameter);
	for (uint32_t i = 0; i < arg->elements; i++)
		fclc_text_add(out, "%s%s", i ? ", " : "", cxx_is_output(out->arena, kernel, n + i));
	fclc_text_add(out, "};\n\t\tstatic const char *const fclc_names_%u[] = {", arg->parameter);
	for (uint32_t i = 0; i < arg->elements; i++)
		fclc_text_add(out, "%s\"%s\"", i ? ", " : "", kernel->args[n + i].name);
	fclc_text_add(
		out,
		"};\n\t\tfclc::stream_array<fclc::parameter<%u, fclc_type_%s>::type, %u> fclc_%u(fclc_cu, %uu, fclc_outputs_%u, fclc_names_%u);\n",
		arg->parameter, kernel->name, arg->elements, arg->parameter, arg->port,
		arg->parameter, arg->parameter);
}

/* An array of masters, each with a port and a register. */
static void cxx_memories(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t n)
{
	const struct fclc_arg *arg = &kernel->args[n];

	if (arg->element)
		return;
	fclc_text_add(out, "\t\tstatic const unsigned fclc_ports_%u[] = {", arg->parameter);
	for (uint32_t i = 0; i < arg->elements; i++)
		fclc_text_add(out, "%s%u", i ? ", " : "", kernel->args[n + i].port);
	fclc_text_add(out, "};\n\t\tstatic const unsigned fclc_offsets_%u[] = {", arg->parameter);
	for (uint32_t i = 0; i < arg->elements; i++)
		fclc_text_add(out, "%s%u", i ? ", " : "", kernel->args[n + i].offset);
	fclc_text_add(
		out,
		"};\n\t\tfclc::memory_array<fclc::parameter<%u, fclc_type_%s>::type> fclc_%u(fclc_cu, fclc_ports_%u, fclc_offsets_%u);\n",
		arg->parameter, kernel->name, arg->parameter, arg->parameter, arg->parameter);
}

static void cxx_sequence(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t n)
{
	const struct fclc_arg *arg = &kernel->args[n];

	fclc_text_add(
		out,
		"\t\tfclc::sequence<fclc::parameter<%u, fclc_type_%s>::type, %u, %llu> fclc_%u(%uu, %s);\n",
		arg->parameter, kernel->name, arg->elements, (unsigned long long)arg->size,
		arg->parameter, arg->port, cxx_is_output(out->arena, kernel, n));
}

/* Whether this is the first argument of a parameter that has several. */
static bool is_first(const struct fclc_kernel *kernel, uint32_t n)
{
	return !n || kernel->args[n - 1].parameter != kernel->args[n].parameter;
}

/* Creates an object of a class with streams, from its members' arguments. */
static void cxx_member(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t n)
{
	const struct fclc_arg *arg = &kernel->args[n];

	if (is_first(kernel, n))
		fclc_text_add(
			out, "\t\tfclc::record<fclc::parameter<%u, fclc_type_%s>::type> fclc_%u;\n",
			arg->parameter, kernel->name, arg->parameter);
	if (arg->kind == FCLC_ARG_STREAM)
		fclc_text_add(out, "\t\tfclc_%u.stream<%llu>(%llu, fclc_cu, %uu, %s, \"%s\");\n",
			      arg->parameter, (unsigned long long)arg->record_step,
			      (unsigned long long)arg->record_offset, arg->port,
			      cxx_is_output(out->arena, kernel, n), arg->name);
	else
		fclc_text_add(out, "\t\tfclc_rt_value(fclc_cu, %uu, fclc_%u.at(%llu), %llu);\n",
			      arg->offset, arg->parameter, (unsigned long long)arg->record_offset,
			      (unsigned long long)arg->size);
}

/* As for other references, writes the members' final values back to their registers. */
static void cxx_return_members(struct fclc_text *out, const struct fclc_kernel *kernel)
{
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->record && arg->kind == FCLC_ARG_VALUE)
			fclc_text_add(
				out, "\t\tfclc_rt_return(fclc_cu, %uu, fclc_%u.at(%llu), %llu);\n",
				arg->offset, arg->parameter, (unsigned long long)arg->record_offset,
				(unsigned long long)arg->size);
	}
}

static void cxx_argument(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t n)
{
	const struct fclc_arg *arg = &kernel->args[n];

	if (arg->record) {
		cxx_member(out, kernel, n);
		return;
	}
	if (arg->array) {
		if (arg->kind == FCLC_ARG_POINTER)
			cxx_memories(out, kernel, n);
		else
			cxx_streams(out, kernel, n);
		return;
	}
	if (arg->sequence) {
		cxx_sequence(out, kernel, n);
		return;
	}
	fclc_text_add(
		out, "\t\tfclc::%s<fclc::parameter<%u, fclc_type_%s>::type> fclc_%u(fclc_cu, %uu, ",
		arg->holder ? "stream_holder"
		: arg->kind == FCLC_ARG_POINTER && arg->cxx_reference && !arg->tapa ? "referred"
										    : "argument",
		arg->parameter, kernel->name, arg->parameter, arg->port);
	if (arg->kind == FCLC_ARG_STREAM)
		fclc_text_add(out, "%s, \"%s\");\n", cxx_is_output(out->arena, kernel, n),
			      arg->name);
	else
		fclc_text_add(out, "%uu);\n", arg->offset);
}

/* Input arrays are read from their ports before the call, output arrays written after it. */
static void sequences(struct fclc_text *out, const struct fclc_kernel *kernel, bool output)
{
	bool any = false;

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		if (!kernel->args[i].sequence)
			continue;
		if (!any && !output)
			fclc_text_add(out, "\tstruct fclc_rt_sequence *const fclc_sequences[] = {");
		if (!output)
			fclc_text_add(out, "%s&fclc_%u.packets", any ? ", " : "",
				      kernel->args[i].parameter);
		any = true;
	}
	if (any)
		fclc_text_add(out,
			      "%s\tfclc_rt_sequences(fclc_cu, fclc_sequences, "
			      "sizeof(fclc_sequences) / sizeof(fclc_sequences[0]), %d);\n",
			      output ? "" : "};\n", output);
}

/* Declares the constants for directions that only the link step knows, which defines them. */
static void late_directions(struct fclc_text *out, const struct fclc_kernel *kernel, bool cxx)
{
	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].kind == FCLC_ARG_STREAM &&
		    kernel->args[i].direction == FCL_DIR_UNKNOWN)
			fclc_text_add(
				out,
				"\nextern %s__attribute__((visibility(\"hidden\"))) const %s fclc_out_%s_%u;\n",
				cxx ? "\"C\" " : "", cxx ? "bool" : "_Bool", kernel->name, i);
}

/* How the wrapper of a kernel counts cycles. */
struct counting {
	bool any;
	bool late;           /* if the link step says so */
	const char *why_not; /* the reason for which it only says that it does not; NULL: it does */
};

/* The code that counts is made later, or cannot be made. */
static void count_declare(struct fclc_text *out, const struct fclc_kernel *kernel,
			  const struct counting *counting, const char *before)
{
	if (counting->late)
		fclc_text_add(out,
			      "%s__attribute__((visibility(\"hidden\"))) const %s "
			      "fclc_counts_%s;\n",
			      before, kernel->source->language->cxx_library ? "bool" : "_Bool",
			      kernel->name);
	if (counting->any && !counting->why_not)
		fclc_text_add(out,
			      "%sconst struct fcl_model_timing fclc_timing_%s "
			      "__attribute__((weak, visibility(\"hidden\")));\n",
			      before, kernel->name);
}

/* Registers with addresses, and the function that counts in place of the kernel: fclc_counted. */
static void count(struct fclc_text *out, const struct fclc_kernel *kernel,
		  const struct counting *counting)
{
	const char *why = counting->why_not;
	const char *late = counting->late
				   ? fclc_format(out->arena, "!fclc_counts_%s ? 0 : ", kernel->name)
				   : "";
	unsigned buses = 0;

	if (!counting->any)
		return;
	fclc_text_add(out, "\tstatic const struct fclc_bus fclc_buses[] = {");
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->kind != FCLC_ARG_POINTER)
			continue;
		fclc_text_add(out, "{%uu, %uu, %d}, ", arg->port, arg->offset, !arg->is_const);
		buses++;
	}
	fclc_text_add(
		out,
		"{0, 0, 0}};\n\tstruct fclc_clock fclc_now;\n\tvoid (*const fclc_counted)(void) = "
		"%sfclc_clock_begin(&fclc_now, fclc_cu, ",
		late);
	if (why)
		fclc_text_add(out, "0, \"%s\"", why);
	else
		fclc_text_add(out, "&fclc_timing_%s, 0", kernel->name);
	fclc_text_add(out, ", fclc_buses, %u);\n", buses);
}

static void count_end(struct fclc_text *out, const struct fclc_kernel *kernel,
		      const struct counting *counting)
{
	if (counting->late)
		fclc_text_add(out, "\tif (fclc_counts_%s)\n\t", kernel->name);
	if (counting->any)
		fclc_text_add(out, "\tfclc_clock_end(&fclc_now);\n");
}

static void cxx_call(struct fclc_text *out, const struct fclc_kernel *kernel, bool cycles)
{
	const char *separator = "";

	fclc_text_add(out, "\t\t");
	if (kernel->result)
		fclc_text_add(out, "fclc::returned(fclc_cu, %uu, ", FCLC_FIRST_REGISTER);
	if (cycles)
		fclc_text_add(out,
			      "(fclc_counted ? *reinterpret_cast<fclc_type_%s *>(fclc_counted) : "
			      "static_cast<fclc_type_%s &>(::%s))(",
			      kernel->name, kernel->name, kernel->name);
	else
		fclc_text_add(out, "static_cast<fclc_type_%s &>(::%s)(", kernel->name,
			      kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		if (!is_first(kernel, i))
			continue;
		fclc_text_add(out, "%sfclc_%u.get()", separator, kernel->args[i].parameter);
		separator = ", ";
	}
	fclc_text_add(out, kernel->result ? "));\n" : ");\n");
}

/*
 * Whether executions may overlap in different parts of the kernel; it then runs its parts one after
 * the other.
 */
static bool overlaps(const struct fclc_kernel *kernel)
{
	bool parts = false;

	for (uint32_t i = 0; i < kernel->nargs; i++)
		parts |= kernel->args[i].part != 0;
	return parts && kernel->control == FCL_CONTROL_CHAIN;
}

/* Of an overloaded name, the function with the definition's type is meant. */
static void cxx_type(struct fclc_text *out, const struct fclc_kernel *kernel)
{
	if (kernel->type)
		fclc_text_add(out, "\nusing fclc_type_%s = %s;\n", kernel->name, kernel->type);
	else
		fclc_text_add(out, "\nusing fclc_type_%s = decltype(::%s);\n", kernel->name,
			      kernel->name);
}

static void cxx_wrapper(struct fclc_text *out, const struct fclc_kernel *kernel,
			const struct counting *counting)
{
	cxx_type(out, kernel);
	late_directions(out, kernel, true);
	count_declare(out, kernel, counting, "extern \"C\" ");
	fclc_text_add(out,
		      "\nextern \"C\" __attribute__((visibility(\"hidden\"))) int "
		      "fclc_run_%s(struct fcl_cu *fclc_cu)\n{\n"
		      "\tchar fclc_thrown[512];\n\n\tfclc_rt_tasks_begin();\n"
		      "#ifdef __cpp_exceptions\n\ttry\n#endif\n\t{\n\t\t(void)fclc_cu;\n",
		      kernel->name);
	if (overlaps(kernel))
		fclc_text_add(out, "\t\tfclc_flow_off(fclc_cu);\n");
	for (uint32_t i = 0; i < kernel->nargs; i++)
		cxx_argument(out, kernel, i);
	sequences(out, kernel, false);
	count(out, kernel, counting);
	cxx_call(out, kernel, counting->any);
	count_end(out, kernel, counting);
	cxx_return_members(out, kernel);
	sequences(out, kernel, true);
	/*
	 * fclc_rt_fail() does not return, so it must not be called until the exception has been
	 * destroyed.
	 */
	fclc_text_add(out, "\t\tfclc_rt_tasks_finish(%d);\n", kernel->control == FCL_CONTROL_NONE);
	fclc_text_add(out, "\t\treturn 0;\n"
			   "\t}\n"
			   "#ifdef __cpp_exceptions\n"
			   "\tcatch (...) {\n"
			   "\t\tfclc_rt_describe_exception(fclc_thrown, sizeof(fclc_thrown));\n"
			   "\t}\n"
			   "#endif\n"
			   "\tfclc_rt_fail(fclc_thrown);\n}\n");
}

static void c_call(struct fclc_text *out, const struct fclc_kernel *kernel, bool cycles)
{
	if (cycles)
		fclc_text_add(out, "(fclc_counted ? (__typeof__(&%s))fclc_counted : &%s)(",
			      kernel->name, kernel->name);
	else
		fclc_text_add(out, "%s(", kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->sequence)
			fclc_text_add(out, "%sfclc_%u.%s", i ? ", " : "", i,
				      arg->extended ? "bytes" : "value");
		else if (arg->kind == FCLC_ARG_POINTER)
			fclc_text_add(out, "%sfclc_rt_memory(fclc_cu, %uu, %uu)", i ? ", " : "",
				      arg->port, arg->offset);
		else
			fclc_text_add(out, "%sfclc_%u.value", i ? ", " : "", i);
	}
	fclc_text_add(out, ")");
}

/* In C, the object behind a port of mode axis is an array, or a value of a named type. */
static int c_sequence(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t n,
		      struct fcl_err *err)
{
	const struct fclc_arg *arg = &kernel->args[n];

	if (!arg->extended && !arg->spelling)
		return fclc_arg_error(err, arg->place, kernel, arg,
				      "its type has no name: give it a typedef");
	fclc_text_add(
		out,
		"\tstruct { union { unsigned char bytes[%llu] __attribute__((aligned(64))); %s value; }; struct fclc_rt_sequence packets; } fclc_%u = {.packets = {%uu, %s, %u, %llu, 0, fclc_%u.bytes}};\n",
		(unsigned long long)arg->elements * arg->size,
		arg->extended ? "char" : arg->spelling, n, arg->port,
		cxx_is_output(out->arena, kernel, n), arg->elements, (unsigned long long)arg->size,
		n);
	return 0;
}

static int c_wrapper(struct fclc_text *out, const struct fclc_kernel *kernel,
		     const struct counting *counting, struct fcl_err *err)
{
	late_directions(out, kernel, false);
	count_declare(out, kernel, counting, "extern ");
	fclc_text_add(out,
		      "\n__attribute__((visibility(\"hidden\"))) int "
		      "fclc_run_%s(struct fcl_cu *fclc_cu);\n"
		      "int fclc_run_%s(struct fcl_cu *fclc_cu)\n{\n\t(void)fclc_cu;\n",
		      kernel->name, kernel->name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fclc_arg *arg = &kernel->args[i];

		if (arg->sequence && c_sequence(out, kernel, i, err))
			return -EINVAL;
		if (arg->kind != FCLC_ARG_VALUE)
			continue;
		if (!arg->spelling)
			return fclc_arg_error(err, arg->place, kernel, arg,
					      "its type has no name: give it a typedef");
		fclc_text_add(out,
			      "\tunion { unsigned char bytes[sizeof(%s)]; %s value; } fclc_%u;\n"
			      "\tfclc_rt_value(fclc_cu, %uu, fclc_%u.bytes, sizeof(fclc_%u));\n",
			      arg->spelling, arg->spelling, i, arg->offset, i, i);
	}
	sequences(out, kernel, false);
	count(out, kernel, counting);
	fclc_text_add(out, "\t");
	if (kernel->result) {
		/* The first call only provides the type. */
		fclc_text_add(out, "__typeof__(");
		c_call(out, kernel, false);
		fclc_text_add(out, ") fclc_result = ");
	}
	c_call(out, kernel, counting->any);
	if (kernel->result)
		fclc_text_add(
			out, ";\n\tfclc_rt_return(fclc_cu, %uu, &fclc_result, sizeof(fclc_result))",
			FCLC_FIRST_REGISTER);
	fclc_text_add(out, ";\n");
	count_end(out, kernel, counting);
	sequences(out, kernel, true);
	fclc_text_add(out, "\treturn 0;\n}\n");
	return 0;
}

static struct counting counting_of(const struct fclc_program *program,
				   const struct fclc_kernel *kernel)
{
	struct counting counting = {.any = program->options.cycles &&
					   kernel->source->language->pragmas};

	counting.late = counting.any && program->options.hls;

	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (kernel->args[i].sequence)
			counting.why_not = "an array is a stream";
	if (program->options.check_memory)
		counting.why_not = "--check=memory is for code that does not count";
	return counting;
}

bool fclc_wrapper_counts(const struct fclc_program *program, const struct fclc_kernel *kernel)
{
	const struct counting counting = counting_of(program, kernel);

	return counting.any && !counting.why_not;
}

int fclc_hls_wrap_cxx(struct fclc_program *program, const struct fclc_source *source,
		      struct fclc_text *out, struct fcl_err *err)
{
	(void)err;
	if (program->options.cycles)
		fclc_text_add(out, "#include \"fpgacl/clock.h\"\n");
	fclc_wrapper_mark(program, "extern \"C\" { ", "}\n", out);
	for (uint32_t i = 0; i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		const struct counting counting = counting_of(program, kernel);

		if (kernel->source == source)
			cxx_wrapper(out, kernel, &counting);
	}
	return 0;
}

int fclc_hls_wrap_c(struct fclc_program *program, const struct fclc_source *source,
		    struct fclc_text *out, struct fcl_err *err)
{
	int error = 0;

	if (program->options.cycles)
		fclc_text_add(out, "#include \"fpgacl/clock.h\"\n");
	fclc_wrapper_mark(program, "", "", out);
	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		const struct counting counting = counting_of(program, kernel);

		if (kernel->source == source)
			error = c_wrapper(out, kernel, &counting, err);
	}
	return error;
}
