/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/unit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <xrt/xclbin.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/common/step.h"
#include "tools/fpgaclc/rtl/bus.h"
#include "tools/fpgaclc/rtl/data.h"
#include "tools/fpgaclc/rtl/parts.h"
#include "tools/fpgaclc/rtl/ports.h"
#include "tools/fpgaclc/rtl/snapshots.h"
#include "tools/fpgaclc/rtl/verilator.h"

static bool has_signal(const struct fclc_rtl *rtl, const char *name)
{
	for (uint32_t i = 0; i < rtl->nsignals; i++)
		if (!strcasecmp(rtl->signals[i].name, name))
			return true;
	return false;
}

/* The common name "rst" of "rsta" and "rstb", the resets of two ports, if both exist. */
static const char *without_port(struct fclc_arena *arena, const struct fclc_rtl *rtl,
				const char *name)
{
	size_t length = strlen(name);
	char *other = fclc_copy(arena, name, length), *last;

	if (length < 2 || !strchr("abAB", name[length - 1]))
		return name;
	last = &other[length - 1];
	*last ^= 'a' ^ 'b';
	if (!has_signal(rtl, other))
		return name;
	*last = 0;
	return other;
}

static bool is_clock(const struct fclc_rtl_signal *signal)
{
	return signal->bits == 1 && !signal->output && fclc_rtl_names_clock(signal->name);
}

static bool in_bus(const struct fclc_rtl *rtl, const char *name)
{
	for (uint32_t i = 0; i < rtl->nbuses; i++) {
		size_t length = strlen(rtl->buses[i].name);

		if (!strncasecmp(name, rtl->buses[i].name, length) && name[length] == '_')
			return true;
	}
	return false;
}

/*
 * Whether `text`, "cu_1.ap_clk" or "cu_2" (which implies ap_clk), names this clock of a CU of this
 * kernel.
 */
static bool names_clock(const struct fclc_program *program, const struct fclc_rtl *rtl,
			const char *text, const char *clock)
{
	char *named = fclc_copy(program->arena, text, strcspn(text, ","));
	uint32_t cu = fclc_names_find(&program->cu_names, strsep(&named, "."));

	return cu != FCLC_NO_NAME && !strcmp(program->cus[cu].kernel->name, rtl->kernel) &&
	       !strcmp(named ? named : "ap_clk", clock);
}

/*
 * The frequency in "150000000:cu_1.ap_clk,cu_2" (freqHz=) if it applies to this clock of this
 * kernel, else 0.
 */
static uint64_t asked_hz(const struct fclc_program *program, const struct fclc_rtl *rtl,
			 const char *clock)
{
	for (uint32_t i = 0; i < program->options.ndirectives; i++) {
		const char *text = program->options.directives[i].text;

		if (program->options.directives[i].kind != FCLC_HZ)
			continue;
		/* Each name follows a ':' or ','. */
		for (const char *at = strpbrk(text, ":,"); at; at = strpbrk(at + 1, ","))
			if (names_clock(program, rtl, at + 1, clock))
				return strtoull(text, NULL, 10);
	}
	return 0;
}

static unsigned period_ps(const struct fclc_program *program, const struct fclc_rtl *rtl,
			  const char *clock, unsigned index)
{
	const struct fcl_board *board = program->board;
	unsigned which = index ? 1 : 0, mhz = program->options.mhz[which];
	uint64_t hz = asked_hz(program, rtl, clock);

	for (uint32_t i = 0; !mhz && i < board->nclocks; i++)
		if (board->clocks[i].type == (which ? CT_KERNEL : CT_DATA))
			mhz = board->clocks[i].mhz;
	if (!hz)
		hz = (uint64_t)(mhz ? mhz : 300) * 1000000;
	return (unsigned)(1000000000000u / hz);
}

/* The first clock drives the buses. */
static unsigned bind_clocks(struct fclc_text *out, const struct fclc_program *program,
			    const struct fclc_rtl *rtl, const char **ret_first)
{
	const char *first = NULL;
	unsigned count = 0;

	for (uint32_t i = 0; i < rtl->nsignals; i++)
		if (is_clock(&rtl->signals[i]) && !in_bus(rtl, rtl->signals[i].name) &&
		    (!first || !strcasecmp(rtl->signals[i].name, "ap_clk")))
			first = rtl->signals[i].name;
	fclc_text_add(out, "static const struct fclc_rtl_clock clocks[] = {\n");
	if (first)
		fclc_text_add(out, "\t{\"%s\", %uu},\n", first,
			      period_ps(program, rtl, first, count++));
	for (uint32_t i = 0; i < rtl->nsignals; i++) {
		const char *name = rtl->signals[i].name;

		if (is_clock(&rtl->signals[i]) && !in_bus(rtl, name) && name != first) {
			fclc_text_add(out, "\t{\"%s\", %uu},\n", name,
				      period_ps(program, rtl, name, count));
			count++;
		}
	}
	fclc_text_add(out, "};\n");
	*ret_first = first;
	return count;
}

static unsigned bind_resets(struct fclc_text *out, const struct fclc_rtl *rtl)
{
	unsigned count = 0;

	fclc_text_add(out, "static const struct fclc_rtl_reset resets[] = {\n");
	for (uint32_t i = 0; i < rtl->nsignals; i++) {
		const struct fclc_rtl_signal *signal = &rtl->signals[i];
		const char *name = without_port(out->arena, rtl, signal->name);
		bool low = fclc_rtl_names_low(name);

		if (signal->bits != 1 || signal->output || !fclc_rtl_names_reset(name) ||
		    in_bus(rtl, signal->name))
			continue;
		fclc_text_add(out, "\t{\"%s\", %d},\n", signal->name, !low);
		count++;
	}
	fclc_text_add(out, "\t{0, 0}};\n");
	return count;
}

static void bind_bus(struct fclc_text *out, const struct fclc_rtl *rtl,
		     const struct fclc_kernel *kernel, const struct fclc_port *port)
{
	const struct fclc_bus *bus = fclc_rtl_bus_of(rtl, port->name);
	struct fclc_packet packet = {0};

	if (!port->stream) {
		fclc_text_add(out, "\t{\"%s\", FCL_MODEL_PORT_MEMORY, 0, {{0, 0, 0}}},\n",
			      bus->name);
		return;
	}
	fclc_rtl_packet(bus, (uint32_t)kernel->args[port->arg].size, &packet);
	fclc_text_add(out, "\t{\"%s\", FCL_MODEL_PORT_STREAM_%s, %uu, {", bus->name,
		      port->mode == FCL_PORT_WRITE_ONLY ? "OUT" : "IN", packet.size);
	for (int i = 0; i < FCLC_PACKET_FIELDS; i++)
		fclc_text_add(out, "{%uu, %uu, %uu}, ", packet.fields[i].offset,
			      packet.fields[i].bytes, packet.fields[i].bits);
	fclc_text_add(out, "}},\n");
}

static unsigned bind_registers(struct fclc_text *out, const struct fclc_rtl *rtl)
{
	unsigned count = 0;

	fclc_text_add(out, "static const struct fclc_rtl_register registers[] = {\n");
	for (uint32_t i = 0; i < rtl->nargs; i++)
		if (rtl->args[i].kind != FCLC_ARG_STREAM) {
			fclc_text_add(out, "\t{%uu, %uu},\n", rtl->args[i].offset,
				      rtl->args[i].size);
			count++;
		}
	fclc_text_add(out, "\t{0, 0}};\n");
	return count;
}

static const char *slave_of(const struct fclc_rtl *rtl)
{
	for (uint32_t i = 0; i < rtl->nbuses; i++)
		if (rtl->buses[i].kind == FCLC_BUS_SLAVE)
			return rtl->buses[i].name;
	return NULL;
}

/* The model queries its context for these when it is constructed. */
static void bind_context(struct fclc_text *out, const struct fclc_program *program,
			 const struct fclc_rtl *rtl)
{
	fclc_text_add(out, "struct settings : VerilatedContext {\n\tsettings()\n\t{\n");
	if (rtl->waves)
		fclc_text_add(out, "\t\ttraceEverOn(true);\n");
	if (rtl->unknown)
		fclc_text_add(out, "\t\trandReset(%d);\n\t\trandSeed(%u);\n",
			      program->options.x_initial, program->options.x_seed);
	fclc_text_add(out, "\t}\n};\n\n");
}

/* The class that writes the model's waveforms; NULL: it has none. */
static const char *unit_wave_class(const struct fclc_rtl *rtl)
{
	if (rtl->waves == FCLC_WAVES_FST)
		return "VerilatedFstC";
	return rtl->waves == FCLC_WAVES_VCD ? "VerilatedVcdC" : NULL;
}

/* What belongs to one instance of the model. */
static void bind_holder(struct fclc_text *out, const struct fclc_rtl *rtl)
{
	const char *wave = unit_wave_class(rtl);

	fclc_text_add(out, "struct holder {\n");
	if (rtl->has_context)
		fclc_text_add(out, "\tsettings context;\n");
	fclc_text_add(out, "\tVfclc_%s top;\n", rtl->kernel);
	if (wave)
		fclc_text_add(out, "\t%s wave;\n\tbool traced = false;\n\tuint64_t next = 0;\n",
			      wave);
	fclc_text_add(out, "\tholder() : top(%s\"\")\n\t{\n\t}\n};\n\n",
		      rtl->has_context ? "&context, " : "");
}

/* Wraps the model in four functions. Since Verilator 4.210, its state is a separate class. */
static void bind_model(struct fclc_text *out, const struct fclc_program *program,
		       const struct fclc_rtl *rtl)
{
	if (rtl->has_context)
		bind_context(out, program, rtl);
	bind_holder(out, rtl);
	fclc_text_add(out, "static void *create(struct fclc_rtl_named *signals)\n{\n"
			   "\tholder *model = new holder;\n"
			   "\tconst struct fclc_rtl_named all[] = {\n");
	for (uint32_t i = 0; i < rtl->nsignals; i++)
		fclc_text_add(out, "\t\t{\"%s\", &model->top.%s, %uu, %d},\n", rtl->signals[i].name,
			      rtl->signals[i].cxx, rtl->signals[i].bits, rtl->signals[i].output);
	fclc_text_add(out,
		      "\t};\n\n\tmemcpy(signals, all, sizeof(all));\n\treturn model;\n}\n\n"
		      "static void destroy(void *model)\n{\n\tdelete (holder *)model;\n}\n\n"
		      "static void eval(void *model)\n{\n\t((holder *)model)->top.eval();\n}\n\n"
		      "static const void *state(void *model)\n{\n"
		      "\treturn %s((holder *)model)->top%s;\n}\n\n",
		      rtl->has_root ? "" : "&", rtl->has_root ? ".rootp" : "");
}

/*
 * The member of Verilator's model for this signal of the bus. NULL if the kernel does not have it.
 */
static const char *member_of(const struct fclc_rtl *rtl, const char *bus, const char *suffix)
{
	size_t length = strlen(bus);

	for (uint32_t i = 0; i < rtl->nsignals; i++) {
		const char *name = rtl->signals[i].name;

		if (!strncasecmp(name, bus, length) && name[length] == '_' &&
		    !strcasecmp(name + length + 1, suffix) && rtl->signals[i].bits <= 8)
			return rtl->signals[i].cxx;
	}
	return NULL;
}

/* An argument of the functions in rtl_cycle.h: a value or, with `address`, where to write one. */
static void bind_handshake(struct fclc_text *out, const struct fclc_rtl *rtl, const char *bus,
			   const char *suffix, const char *absent, bool address)
{
	const char *member = member_of(rtl, bus, suffix);

	if (member)
		fclc_text_add(out, ", %sr->%s", address ? "&" : "", member);
	else
		fclc_text_add(out, ", %s", absent);
}

static void bind_master(struct fclc_text *out, const struct fclc_rtl *rtl, const char *bus,
			unsigned index, bool drive)
{
	static const struct {
		const char *function, *port, *signals[3], *absent[3];
		bool drive;
	} halves[] = {
		{"sample_reads", "ARADDR", {"ARVALID", "RREADY"}, {"0", "1"}, false},
		{"sample_writes",
		 "AWADDR",
		 {"AWVALID", "WVALID", "BREADY"},
		 {"0", "0", "1"},
		 false},
		{"drive_reads",
		 "ARADDR",
		 {"ARREADY", "RVALID", "RLAST"},
		 {"&sink", "&sink", "&sink"},
		 true},
		{"drive_writes",
		 "AWADDR",
		 {"AWREADY", "WREADY", "BVALID"},
		 {"&sink", "&sink", "&sink"},
		 true},
	};

	for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++) {
		if (halves[i].drive != drive)
			continue;
		fclc_text_add(out, "\t\tfclc_axi_%s(&rtl->masters[%u]%s", halves[i].function, index,
			      drive ? ", false" : "");
		for (unsigned j = 0; j < 3 && halves[i].signals[j]; j++)
			bind_handshake(out, rtl, bus, halves[i].signals[j], halves[i].absent[j],
				       drive);
		fclc_text_add(out, ");\n");
	}
}

static void bind_buses(struct fclc_text *out, const struct fclc_rtl *rtl,
		       const struct fclc_kernel *kernel, bool drive)
{
	unsigned masters = 0, streams = 0;

	for (uint32_t i = 0; i < kernel->model_ports; i++) {
		const struct fclc_port *port = &kernel->ports[i];

		if (port->stream)
			fclc_text_add(out, "\t\tfclc_axis_%s(&rtl->streams[%u]);\n",
				      drive ? "drive" : "sample", streams++);
		else
			bind_master(out, rtl, fclc_rtl_bus_of(rtl, port->name)->name, masters++,
				    drive);
	}
}

/*
 * The loop over clock cycles. Verilator's eval() adds bookkeeping for multithreaded models, which
 * ours are not, so the loop calls the inner function. The first cycles, which initialise the model,
 * do not run here. Before Verilator 5, models have neither that function nor a state of that form.
 */
static bool bind_run(struct fclc_text *out, const struct fclc_rtl *rtl,
		     const struct fclc_kernel *kernel, const char *model, const char *clock,
		     unsigned clocks)
{
	const char *eval = fclc_format(out->arena, "Vfclc_%s___024root___eval", rtl->kernel);
	const char *cxx = NULL;

	for (uint32_t i = 0; clock && i < rtl->nsignals; i++)
		if (!strcmp(rtl->signals[i].name, clock))
			cxx = rtl->signals[i].cxx;
	if (!rtl->has_root || !cxx ||
	    !strstr(model, fclc_format(out->arena, "void %s(Vfclc_%s___024root* vlSelf)", eval,
				       rtl->kernel)))
		return false;
	fclc_text_add(out,
		      "static void run(struct fclc_rtl *rtl, unsigned cycles)\n{\n"
		      "\tVfclc_%s___024root *r = ((holder *)rtl->model)->top.rootp;\n"
		      "\tunsigned char sink;\n\n\t(void)sink;\n"
		      "\tfor (unsigned i = 0; i < cycles && fclc_rtl_looks_later(rtl); i++) {\n"
		      "\t\trtl->moved = false;\n"
		      "\t\tif (rtl->checks)\n\t\t\tfclc_check_cycle(rtl);\n",
		      rtl->kernel);
	bind_buses(out, rtl, kernel, false);
	fclc_text_add(out, "\t\tr->%s = 1;\n\t\t%s(r);\n", cxx, eval);
	bind_buses(out, rtl, kernel, true);
	fclc_text_add(out, "%s\t\tr->%s = 0;\n\t\t%s(r);\n%s\t\tfclc_rtl_count(rtl);\n\t}\n}\n\n",
		      clocks > 1 ? "\t\tfclc_rtl_other_clocks(rtl, 0);\n" : "", cxx, eval,
		      clocks > 1 ? "\t\tfclc_rtl_other_clocks(rtl, 1);\n" : "");
	return true;
}

/*
 * Waveforms. Times are in ps, the file's unit is the HDL's precision, and time stamps are unique. With
 * snapshots, $time stays the same whether a waveform is recorded or not.
 * `dumped` is set where the HDL calls $dumpvars (cut_dumpvars()).
 */
static void bind_waves(struct fclc_text *out, const struct fclc_rtl *rtl)
{
	bool fst = rtl->waves == FCLC_WAVES_FST;

	fclc_text_add(
		out,
		"static int wave_open(void *model, const char *path)\n{\n"
		"\tholder *h = (holder *)model;\n\n"
		"\tif (!h->traced)\n\t\th->top.trace(&h->wave, 99);\n\th->traced = true;\n"
		"\th->next = 0;\n\th->wave.open(path);\n\treturn h->wave.isOpen();\n}\n\n"
		"static void wave_dump(void *model, uint64_t time)\n{\n"
		"\tholder *h = (holder *)model;\n"
		"\tint precision = h->context.timeprecision();\n\n"
		"\tfor (; precision > -12; precision--)\n\t\ttime /= 10;\n"
		"\tif (time < h->next)\n\t\ttime = h->next;\n\th->next = time + 1;\n"
		"%s\th->wave.dump(time);\n}\n\n"
		"static void wave_close(void *model)\n{\n\t((holder *)model)->wave.close();\n}\n\n"
		"static int wave_asked(void *)\n{\n\treturn %s;\n}\n\n"
		"static const char *wave_dumpfile(void *model)\n{\n"
		"\tstatic std::string name;\n\n\tname = ((holder *)model)->context.dumpfile();\n"
		"\treturn name.c_str();\n}\n\n"
		"static const struct fclc_rtl_waves waves = {\"%s\", wave_open, wave_dump, "
		"wave_close, wave_asked, wave_dumpfile};\n\n",
		rtl->snapshots ? "" : "\th->context.time(time);\n",
		rtl->dumpvars ? "fclc_dumped" : "1", fst ? "fst" : "vcd");
}

/*
 * $dumpvars in the HDL would open its file in the working directory; the payload opens the file
 * instead.
 */
static void cut_dumpvars(struct fclc_text *out, struct fclc_rtl *rtl, const char *model)
{
	static const char head[] = "::_traceDumpOpen() {";
	const char *at = strstr(model, head);

	rtl->dumpvars = strstr(model, "->_traceDumpOpen();") != NULL;
	if (!rtl->dumpvars || !at) {
		fclc_text_bytes(out, model, strlen(model));
		return;
	}
	fclc_text_add(out, "static bool fclc_dumped;\n");
	fclc_text_bytes(out, model, (size_t)(at - model) + strlen(head));
	fclc_text_add(out, "\n\tfclc_dumped = true;\n\treturn;\n%s", at + strlen(head));
}

/*
 * Verilator's symbol table ends with the state of all modules, from the top one on. What only
 * waveforms use in it is set to a fixed value: everything has changed since it was recorded last.
 */
static void bind_whole(struct fclc_text *out, const struct fclc_rtl *rtl, const char *model)
{
	bool marks = strstr(model, "__Vm_traceActivity");

	fclc_text_add(out,
		      "static void *whole(void *model, size_t *ret_size)\n{\n"
		      "\tVfclc_%s__Syms *syms = ((holder *)model)->top.rootp->vlSymsp;\n\n%s"
		      "\t*ret_size = (size_t)((char *)(syms + 1) - (char *)&syms->TOP);\n"
		      "\treturn &syms->TOP;\n}\n\n",
		      rtl->kernel,
		      marks ? "\tmemset((void *)&syms->TOP.__Vm_traceActivity, 1, "
			      "sizeof(syms->TOP.__Vm_traceActivity));\n"
			    : "");
}

static const char *const controls[] = {
	[FCL_CONTROL_HS] = "FCL_MODEL_CTRL_HS",
	[FCL_CONTROL_CHAIN] = "FCL_MODEL_CTRL_CHAIN",
	[FCL_CONTROL_NONE] = "FCL_MODEL_CTRL_NONE",
};

static void bind_kernel(struct fclc_text *out, const struct fclc_program *program,
			const struct fclc_rtl *rtl, const struct fclc_kernel *kernel)
{
	const char *slave = slave_of(rtl), *model = out->text, *clock;
	unsigned clocks, resets, registers, files;
	bool has_run;

	fclc_text_add(
		out,
		"#include <cstring>\n#include <string>\n%s#include \"rtl_cycle.h\"\n\nnamespace {\n",
		rtl->waves == FCLC_WAVES_FST   ? "#include \"verilated_fst_c.h\"\n"
		: rtl->waves == FCLC_WAVES_VCD ? "#include \"verilated_vcd_c.h\"\n"
					       : "");
	bind_model(out, program, rtl);
	clocks = bind_clocks(out, program, rtl, &clock);
	if (rtl->waves)
		bind_waves(out, rtl);
	if (rtl->snapshots)
		bind_whole(out, rtl, model);
	has_run = bind_run(out, rtl, kernel, model, clock, clocks);
	resets = bind_resets(out, rtl);
	registers = bind_registers(out, rtl);
	files = fclc_rtl_bind_data(out, rtl);
	fclc_text_add(out, "static const struct fclc_rtl_bus buses[] = {\n");
	for (uint32_t i = 0; i < kernel->model_ports; i++)
		bind_bus(out, rtl, kernel, &kernel->ports[i]);
	fclc_text_add(out,
		      "\t{0, 0, 0, {{0, 0, 0}}}};\n"
		      "static const struct fclc_rtl_design design = {%uu, %uu, %uu, %uu, %uu, %s,\n"
		      "\tbuses, registers, clocks, resets, ",
		      rtl->nsignals, kernel->model_ports, registers, clocks, resets,
		      controls[rtl->control]);
	fclc_text_add(out, slave ? "\"%s\"" : "0", slave);
	fclc_text_add(
		out,
		",\n\tcreate, destroy, eval, state, sizeof(Vfclc_%s%s), %s, %s, files, %uu, %s};\n}\n\n"
		"extern \"C\" __attribute__((visibility(\"hidden\"))) int "
		"fclc_rtl_open_%s(struct fcl_cu *cu)\n{\n"
		"\treturn fclc_rtl_open(cu, &design);\n}\n",
		rtl->kernel, rtl->has_root ? "___024root" : "", has_run ? "run" : "0",
		rtl->waves ? "&waves" : "0", files, rtl->snapshots ? "whole" : "0", rtl->kernel);
}

static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Joins all files that Verilator wrote into one source. */
static int add_model(struct fclc_program *program, struct fclc_text *out, const char *folder,
		     struct fcl_err *err)
{
	struct dirent **list;
	char *text;
	size_t size;
	int count = scandir(folder, &list, NULL, compare_names), error = 0;

	if (count < 0)
		return fcl_err_set(err, -errno, "fpgaclc: error: cannot read '%s': %s", folder,
				   strerror(errno));
	for (int i = 0; i < count; i++) {
		if (!error && fclc_has_suffix(list[i]->d_name, ".cpp")) {
			error = fclc_read_file(
				program,
				fclc_format(program->arena, "%s/%s", folder, list[i]->d_name),
				&text, &size, err);
			if (!error)
				fclc_text_add(out, "%s\n", text);
		}
		free(list[i]);
	}
	free(list);
	return error;
}

static int write_unit(struct fclc_program *program, const struct fclc_kernel *kernel,
		      const char *model, const char *path, struct fcl_err *err)
{
	struct fclc_text all = {.arena = program->arena}, out = all;
	int error = add_model(program, &all, model, err);

	if (error)
		return error;
	error = kernel->rtl->snapshots
			? fclc_rtl_check_snapshots(program, kernel->rtl, all.text, err)
			: 0;
	if (error)
		return error;
	cut_dumpvars(&out, kernel->rtl, all.text);
	bind_kernel(&out, program, kernel->rtl, kernel);
	return fclc_write_file(path, out.text, out.length, err);
}

int fclc_rtl_compile(struct fclc_program *program, struct fcl_err *err)
{
	struct fclc_step **steps = fclc_alloc(program->arena, (size_t)program->nkernels + 1,
					      sizeof(struct fclc_step *));
	const char *root = NULL;
	uint32_t count = 0;
	int error = 0;

	for (uint32_t i = 0; !error && i < program->nkernels; i++) {
		const struct fclc_kernel *kernel = &program->kernels[i];
		const char *folder = kernel->rtl ? kernel->rtl->folder : NULL, *model, *path;

		if (!folder)
			continue;
		if (!root)
			error = fclc_rtl_verilator_root(program, &root, err);
		model = fclc_format(program->arena, "%s/model", folder);
		path = fclc_format(program->arena, "%s/bind.cpp", folder);
		if (!error)
			error = write_unit(program, kernel, model, path, err);
		if (error)
			return error;
		kernel->source->unit = fclc_format(program->arena, "%s/bind.o", folder);
		steps[count] = fclc_rtl_model_step(program, path, model, root, kernel->source->unit,
						   count + 1);
		count++;
	}
	return fclc_steps_run(program, steps, count, err);
}

void fclc_rtl_declare(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	(void)index;
	fclc_text_add(out, "int fclc_rtl_open_%s(struct fcl_cu *cu);\n\n", kernel->name);
}

void fclc_rtl_table(struct fclc_text *out, const struct fclc_kernel *kernel, uint32_t index)
{
	(void)index;
	fclc_text_add(out,
		      "\t.kind = FCL_MODEL_STEP,\n"
		      "\t.flags = FCL_MODEL_PRIVATE_DATA,\n"
		      "\t.state_size = sizeof(void *),\n"
		      "\t.init = fclc_rtl_open_%s,\n"
		      "\t.fini = fclc_rtl_close,\n"
		      "\t.step = fclc_rtl_step,\n"
		      "\t.failed = fclc_rtl_failed,\n",
		      kernel->name);
	if (kernel->has_slave)
		fclc_text_add(out, "\t.reg_write = fclc_rtl_reg_write,\n"
				   "\t.reg_read = fclc_rtl_reg_read,\n");
}
