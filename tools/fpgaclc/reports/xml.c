/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/xml.h"

#include <stdarg.h>
#include <string.h>

#include "tools/fpgaclc/reports/parts.h"

/* The release whose reports these look like; the one that vitis_hls says it is. */
#define LIKE "2022.2"

/* A file that is being written. */
struct output {
	const struct fclc_design *design;
	struct fcl_text *text;
	unsigned depth;
};

static void escape(struct fcl_text *text, const char *value)
{
	for (; *value; value++) {
		const char *entity = *value == '<'   ? "&lt;"
				     : *value == '>' ? "&gt;"
				     : *value == '&' ? "&amp;"
				     : *value == '"' ? "&quot;"
						     : NULL;

		if (entity)
			fcl_text_append(text, entity, strlen(entity));
		else
			fcl_text_append(text, value, 1);
	}
}

static void indent(struct output *out)
{
	fcl_text_format(out->text, "%*s", (int)out->depth * 4, "");
}

static void begin(struct output *out, const char *tag)
{
	indent(out);
	fcl_text_format(out->text, "<%s>\n", tag);
	out->depth++;
}

static void end(struct output *out, const char *tag)
{
	out->depth--;
	indent(out);
	fcl_text_format(out->text, "</%s>\n", tag);
}

static void put(struct output *out, const char *tag, const char *value)
{
	indent(out);
	fcl_text_format(out->text, "<%s>", tag);
	escape(out->text, value);
	fcl_text_format(out->text, "</%s>\n", tag);
}

static void put_number(struct output *out, const char *tag, int digits, double value)
{
	put(out, tag, fclc_format(out->design->arena, "%.*f", digits, value));
}

/* A figure as an element of its own kind: <range> if it has two ends. */
static void put_range(struct output *out, const char *tag, struct fclc_figure figure)
{
	struct fclc_arena *arena = out->design->arena;

	if (!figure.known || figure.min == figure.max) {
		put(out, tag, fclc_figure_most(arena, figure, "undef"));
		return;
	}
	begin(out, tag);
	begin(out, "range");
	put(out, "min", fclc_figure_least(arena, figure, "undef"));
	put(out, "max", fclc_figure_most(arena, figure, "undef"));
	end(out, "range");
	end(out, tag);
}

/* --- performance ------------------------------------------------------------------------------ */

static void put_cases(struct output *out, const char *what, const char *least, const char *average,
		      const char *most)
{
	struct fclc_arena *arena = out->design->arena;

	put(out, fclc_format(arena, "Best-case%s", what), least);
	put(out, fclc_format(arena, "Average-case%s", what), average);
	put(out, fclc_format(arena, "Worst-case%s", what), most);
}

/* The average is that of the two ends: nothing says how often which case is. */
static void put_latency(struct output *out, struct fclc_figure figure)
{
	struct fclc_arena *arena = out->design->arena;
	double period = out->design->period_ns;
	double average = (figure.min + figure.max) / 2;

	if (!figure.known) {
		put_cases(out, "Latency", "undef", "undef", "undef");
		put_cases(out, "RealTimeLatency", "undef", "undef", "undef");
		return;
	}
	put_cases(out, "Latency", fclc_figure_least(arena, figure, ""),
		  fclc_format(arena, "%.0f", average), fclc_figure_most(arena, figure, ""));
	put_cases(out, "RealTimeLatency", fclc_figure_time(arena, figure.min, period),
		  fclc_figure_time(arena, average, period),
		  fclc_figure_time(arena, figure.max, period));
}

/* The names of loops are tags, so what cannot stand in one is replaced. */
static const char *tag_of(struct fclc_arena *arena, const char *name)
{
	char *tag = fclc_format(arena, "%s%s",
				strchr("0123456789-.", *name) && *name ? "Loop_" : "",
				*name ? name : "Loop");

	for (char *at = tag; *at; at++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.",
			    *at))
			*at = '_';
	return tag;
}

static void put_loop(struct output *out, const struct fclc_value *loop)
{
	const struct fclc_design *design = out->design;
	struct fclc_figure latency = fclc_figure_of(loop, "latency");
	struct fclc_figure iteration = fclc_figure_of(loop, "iteration_latency");
	bool pipelined = fclc_tree_true(loop, "pipelined");

	put(out, "Name", fclc_tree_text(loop, "name"));
	put_number(out, "Slack", 2, design->period_ns - design->uncertainty_ns);
	put_range(out, "TripCount", fclc_figure_of(loop, "trip_count"));
	put_range(out, "Latency", latency);
	put(out, "AbsoluteTimeLatency",
	    fclc_figure_times(design->arena, latency, design->period_ns, "undef"));
	if (pipelined) {
		put(out, "PipelineII",
		    fclc_figure_most(design->arena, fclc_figure_of(loop, "ii"), "undef"));
		put(out, "PipelineDepth", fclc_figure_most(design->arena, iteration, "undef"));
	} else {
		put_range(out, "IterationLatency", iteration);
	}
	put(out, "PipelineType", pipelined ? "yes" : "no");
	put(out, "InstanceList", "");
}

static void put_loops(struct output *out, const struct fclc_module *module)
{
	const struct fclc_value *loop = NULL;
	const char *open[64]; /* tags, by depth */
	unsigned depth = 0, last = 0;

	begin(out, "SummaryOfLoopLatency");
	while ((loop = fclc_module_loop(out->design, module, loop, &depth)) && depth < 64) {
		for (; last >= depth; last--)
			end(out, open[last]);
		open[depth] = tag_of(out->design->arena, fclc_tree_text(loop, "name"));
		last = depth;
		begin(out, open[depth]);
		put_loop(out, loop);
	}
	for (; last > 0; last--)
		end(out, open[last]);
	end(out, "SummaryOfLoopLatency");
}

static void put_interval(struct output *out, struct fclc_figure interval)
{
	put(out, "Interval-min", fclc_figure_least(out->design->arena, interval, "undef"));
	put(out, "Interval-max", fclc_figure_most(out->design->arena, interval, "undef"));
}

static void put_performance(struct output *out, const struct fclc_module *module, bool loops)
{
	begin(out, "PerformanceEstimates");
	put(out, "PipelineType", fclc_module_kind(module));
	begin(out, "SummaryOfTimingAnalysis");
	put(out, "unit", "ns");
	put_number(out, "EstimatedClockPeriod", 3, module->estimated_ns);
	end(out, "SummaryOfTimingAnalysis");
	begin(out, "SummaryOfOverallLatency");
	put(out, "unit", "clock cycles");
	put_latency(out, module->latency);
	put_interval(out, module->interval);
	end(out, "SummaryOfOverallLatency");
	if (loops)
		put_loops(out, module);
	end(out, "PerformanceEstimates");
}

/* In csynth.xml the modules' estimates are in another order. */
static void put_module_performance(struct output *out, const struct fclc_module *module)
{
	begin(out, "PerformanceEstimates");
	begin(out, "SummaryOfTimingAnalysis");
	put_number(out, "TargetClockPeriod", 2, out->design->period_ns);
	put_number(out, "ClockUncertainty", 2, out->design->uncertainty_ns);
	put_number(out, "EstimatedClockPeriod", 3, module->estimated_ns);
	end(out, "SummaryOfTimingAnalysis");
	begin(out, "SummaryOfOverallLatency");
	put_latency(out, module->latency);
	put(out, "PipelineInitiationInterval",
	    fclc_figure_text(out->design->arena, module->interval, "undef"));
	put(out, "PipelineType", fclc_module_kind(module));
	end(out, "SummaryOfOverallLatency");
	put_loops(out, module);
	end(out, "PerformanceEstimates");
}

/* --- area ------------------------------------------------------------------------------------- */

static void put_area(struct output *out, const struct fclc_module *module)
{
	const struct fclc_value *from = module->loop ? module->loop : module->function;
	const struct fclc_part *part = fclc_part_named(out->design->part);

	begin(out, "AreaEstimates");
	begin(out, "Resources");
	if (fclc_module_has_area(module)) {
		put_number(out, "BRAM_18K", 0, fclc_tree_number(from, "bram_18k", 0));
		put_number(out, "DSP", 0, fclc_tree_number(from, "dsp", 0));
		put_number(out, "FF", 0, fclc_tree_number(from, "ff", 0));
		put_number(out, "LUT", 0, fclc_tree_number(from, "lut", 0));
		put_number(out, "URAM", 0, fclc_tree_number(from, "uram", 0));
	}
	end(out, "Resources");
	begin(out, "AvailableResources");
	if (part) {
		put_number(out, "BRAM_18K", 0, part->bram_18k);
		put_number(out, "DSP", 0, part->dsp);
		put_number(out, "FF", 0, part->ff);
		put_number(out, "LUT", 0, part->lut);
		put_number(out, "URAM", 0, part->uram);
	}
	end(out, "AvailableResources");
	end(out, "AreaEstimates");
}

/* --- the files -------------------------------------------------------------------------------- */

static void put_head(struct output *out, const struct fclc_module *module)
{
	const struct fclc_design *design = out->design;

	fcl_text_format(out->text, "<profile>\n");
	out->depth = 1;
	indent(out);
	fcl_text_format(out->text, "<!-- An estimate by fpgacl %s; latency: %s -->\n",
			design->version, fclc_module_sure(module));
	begin(out, "ReportVersion");
	put(out, "Version", LIKE);
	end(out, "ReportVersion");
	begin(out, "UserAssignments");
	put(out, "unit", "ns");
	put(out, "ProductFamily", fclc_part_family(design->part));
	put(out, "Part", design->part);
	put(out, "TopModelName", module->name);
	put_number(out, "TargetClockPeriod", 2, design->period_ns);
	put_number(out, "ClockUncertainty", 2, design->uncertainty_ns);
	put(out, "FlowTarget", "vitis");
	end(out, "UserAssignments");
}

void fclc_report_xml(const struct fclc_design *design, const struct fclc_module *module,
		     struct fcl_text *text)
{
	struct output out = {.design = design, .text = text};

	put_head(&out, module);
	put_performance(&out, module, true);
	put_area(&out, module);
	fcl_text_format(text, "</profile>\n");
}

static void put_loop_names(struct output *out, const struct fclc_module *module)
{
	const struct fclc_value *loop = NULL;
	unsigned depth = 0;

	begin(out, "Loops");
	while ((loop = fclc_module_loop(out->design, module, loop, &depth))) {
		indent(out);
		fcl_text_format(out->text, "<%s/>\n",
				tag_of(out->design->arena, fclc_tree_text(loop, "name")));
	}
	end(out, "Loops");
}

static void put_instance(const struct fclc_module *instance, void *data)
{
	struct output *out = data;

	begin(out, "Instance");
	put(out, "InstName", fclc_format(out->design->arena, "grp_%s", instance->name));
	put(out, "ModuleName", instance->name);
	end(out, "Instance");
}

static void put_hierarchy(struct output *out)
{
	const struct fclc_module *top = fclc_design_top(out->design);

	begin(out, "RTLDesignHierarchy");
	begin(out, "TopModule");
	put(out, "ModuleName", top->name);
	begin(out, "InstancesList");
	fclc_module_instances(out->design, top, put_instance, out);
	end(out, "InstancesList");
	end(out, "TopModule");
	end(out, "RTLDesignHierarchy");
}

void fclc_report_design_xml(const struct fclc_design *design, struct fcl_text *text)
{
	struct output out = {.design = design, .text = text};
	const struct fclc_module *top = fclc_design_top(design);

	put_head(&out, top);
	put_performance(&out, top, false);
	put_area(&out, top);
	put_hierarchy(&out);
	begin(&out, "ModuleInformation");
	for (uint32_t i = 0; i < design->nmodules; i++) {
		begin(&out, "Module");
		put(&out, "Name", design->modules[i].name);
		put_loop_names(&out, &design->modules[i]);
		put_module_performance(&out, &design->modules[i]);
		put_area(&out, &design->modules[i]);
		end(&out, "Module");
	}
	end(&out, "ModuleInformation");
	fcl_text_format(text, "</profile>\n");
}
