/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/rpt.h"

#include <string.h>

#include "tools/fpgaclc/reports/parts.h"
#include "tools/fpgaclc/reports/table.h"

#define LINE "================================================================\n"

static void put_title(struct fcl_text *text, const char *title)
{
	fcl_text_format(text, "\n\n" LINE "== %s\n" LINE, title);
}

static void put_head(const struct fclc_design *design, const struct fclc_module *module,
		     struct fcl_text *text)
{
	put_title(text, fclc_format(design->arena, "HLS Report for '%s'", module->name));
	fcl_text_format(text, "* Estimate:       by fpgacl %s; nothing was synthesised\n",
			design->version);
	fcl_text_format(text, "* How sure:       latency %s\n", fclc_module_sure(module));
	fcl_text_format(text, "* Product family: %s\n", fclc_part_family(design->part));
	fcl_text_format(text, "* Target device:  %s\n", design->part);
}

/* --- performance ------------------------------------------------------------------------------ */

static void put_timing(const struct fclc_design *design, const struct fclc_module *module,
		       struct fcl_text *text)
{
	struct fclc_arena *arena = design->arena;
	struct fclc_table table = {.arena = arena, .ncolumns = 4, .heads = 1, .left = 1};
	const char *head[] = {" Clock ", " Target ", " Estimated", " Uncertainty"};
	const char *row[] = {"ap_clk", fclc_format(arena, "%.2f ns", design->period_ns),
			     fclc_format(arena, "%.3f ns", module->estimated_ns),
			     fclc_format(arena, "%.2f ns", design->uncertainty_ns)};

	fclc_table_row(&table, head);
	fclc_table_row(&table, row);
	fcl_text_format(text, "+ Timing: \n    * Summary: \n");
	fclc_table_print(&table, 4, text);
}

/* The cells of a latency and an interval: six, from `cells` on. */
static void set_latency(const struct fclc_design *design, const struct fclc_module *module,
			const char **cells)
{
	struct fclc_arena *arena = design->arena;
	struct fclc_figure latency = module->latency;

	cells[0] = fclc_figure_least(arena, latency, "?");
	cells[1] = fclc_figure_most(arena, latency, "?");
	cells[2] = latency.known ? fclc_figure_time(arena, latency.min, design->period_ns) : "?";
	cells[3] = latency.known ? fclc_figure_time(arena, latency.max, design->period_ns) : "?";
	cells[4] = fclc_figure_least(arena, module->interval, "?");
	cells[5] = fclc_figure_most(arena, module->interval, "?");
	cells[6] = fclc_module_kind(module);
}

static void put_latency(const struct fclc_design *design, const struct fclc_module *module,
			struct fcl_text *text)
{
	struct fclc_table table = {.arena = design->arena, .ncolumns = 7, .heads = 2};
	const char *over[] = {
		"Latency (cycles)", NULL, "Latency (absolute)", NULL, "Interval", NULL, "Pipeline"};
	const char *head[] = {"min", "max", "min", "max", "min", "max", "Type"};
	const char *row[7];

	set_latency(design, module, row);
	fclc_table_row(&table, over);
	fclc_table_row(&table, head);
	fclc_table_row(&table, row);
	fcl_text_format(text, "\n+ Latency: \n    * Summary: \n");
	fclc_table_print(&table, 4, text);
}

struct instances {
	const struct fclc_design *design;
	struct fclc_table table;
};

static void add_instance(const struct fclc_module *instance, void *data)
{
	struct instances *instances = data;
	const char *row[9] = {fclc_format(instances->design->arena, "grp_%s", instance->name),
			      instance->name};

	set_latency(instances->design, instance, row + 2);
	fclc_table_row(&instances->table, row);
}

static void put_instances(const struct fclc_design *design, const struct fclc_module *module,
			  struct fcl_text *text)
{
	struct instances instances = {
		design, {.arena = design->arena, .ncolumns = 9, .heads = 2, .left = 2}};
	const char *over[] = {
		"",         "",   "Latency (cycles)", NULL, "Latency (absolute)", NULL,
		"Interval", NULL, "Pipeline"};
	const char *head[] = {"Instance", "Module", "min", "max", "min",
			      "max",      "min",    "max", "Type"};

	fclc_table_row(&instances.table, over);
	fclc_table_row(&instances.table, head);
	fclc_module_instances(design, module, add_instance, &instances);
	fcl_text_format(text, "\n    + Detail: \n        * Instance: \n");
	if (instances.table.nrows > 2)
		fclc_table_print(&instances.table, 8, text);
	else
		fcl_text_format(text, "        N/A\n");
}

/* "- outer", " + inner", "  ++ innermost" */
static const char *loop_name(struct fclc_arena *arena, const struct fclc_value *loop,
			     unsigned depth)
{
	char *marks = fclc_alloc(arena, depth + 2, 1);

	memset(marks, depth > 1 ? '+' : '-', depth > 1 ? depth - 1 : 1);
	return fclc_format(arena, "%*s%s %s", (int)depth - 1, "", marks,
			   fclc_tree_text(loop, "name"));
}

static void add_loop(const struct fclc_design *design, const struct fclc_value *loop,
		     unsigned depth, struct fclc_table *table)
{
	struct fclc_arena *arena = design->arena;
	struct fclc_figure latency = fclc_figure_of(loop, "latency");
	bool pipelined = fclc_tree_true(loop, "pipelined");
	struct fclc_figure asked = fclc_figure_of(loop, "ii_asked");
	const char *row[] = {
		loop_name(arena, loop, depth),
		fclc_figure_least(arena, latency, "?"),
		fclc_figure_most(arena, latency, "?"),
		fclc_figure_text(arena, fclc_figure_of(loop, "iteration_latency"), "?"),
		pipelined ? fclc_figure_most(arena, fclc_figure_of(loop, "ii"), "?") : "-",
		pipelined ? fclc_figure_most(arena, asked, "1") : "-",
		fclc_figure_text(arena, fclc_figure_of(loop, "trip_count"), "?"),
		pipelined ? "yes" : "no",
	};

	fclc_table_row(table, row);
}

static void put_loops(const struct fclc_design *design, const struct fclc_module *module,
		      struct fcl_text *text)
{
	struct fclc_table table = {.arena = design->arena, .ncolumns = 8, .heads = 2, .left = 1};
	const char *over[] = {
		"", "Latency (cycles)", NULL, "Iteration", "Initiation Interval", NULL, "Trip", ""};
	const char *head[] = {"Loop Name", "min",    "max",   "Latency",
			      "achieved",  "target", "Count", "Pipelined"};
	const struct fclc_value *loop = NULL;
	unsigned depth = 0;

	fclc_table_row(&table, over);
	fclc_table_row(&table, head);
	while ((loop = fclc_module_loop(design, module, loop, &depth)))
		add_loop(design, loop, depth, &table);
	fcl_text_format(text, "\n        * Loop: \n");
	if (table.nrows > 2)
		fclc_table_print(&table, 8, text);
	else
		fcl_text_format(text, "        N/A\n");
}

/* --- area ------------------------------------------------------------------------------------- */

static void set_amounts(struct fclc_arena *arena, const double *amounts, const char **cells)
{
	for (unsigned i = 0; i < 5; i++)
		cells[i] = fclc_format(arena, "%.0f", amounts[i]);
}

static void add_share(struct fclc_arena *arena, const double *used, const double *all,
		      struct fclc_table *table)
{
	const char *row[6] = {"Utilization (%)"};

	for (unsigned i = 0; i < 5; i++) {
		double share = all[i] > 0 ? used[i] * 100 / all[i] : 0;

		row[i + 1] = share > 0 && share < 1 ? "~0" : fclc_format(arena, "%d", (int)share);
	}
	fclc_table_row(table, row);
}

static void add_available(const struct fclc_design *design, const double *used,
			  struct fclc_table *table)
{
	const struct fclc_part *part = fclc_part_named(design->part);
	const char *row[6] = {"Available"};
	double all[5];

	if (!part)
		return;
	all[0] = part->bram_18k;
	all[1] = part->dsp;
	all[2] = part->ff;
	all[3] = part->lut;
	all[4] = part->uram;
	set_amounts(design->arena, all, row + 1);
	fclc_table_rule(table);
	fclc_table_row(table, row);
	fclc_table_rule(table);
	add_share(design->arena, used, all, table);
}

static void put_area(const struct fclc_design *design, const struct fclc_module *module,
		     struct fcl_text *text)
{
	static const char *const kinds[] = {"bram_18k", "dsp", "ff", "lut", "uram"};
	const struct fclc_value *from = module->loop ? module->loop : module->function;
	struct fclc_table table = {.arena = design->arena, .ncolumns = 6, .heads = 1, .left = 1};
	const char *head[] = {"       Name       ", "BRAM_18K", "DSP", "FF", "LUT", "URAM"};
	const char *row[6] = {"Total"};
	double used[5];

	fclc_table_row(&table, head);
	for (unsigned i = 0; i < 5; i++) {
		used[i] = fclc_tree_number(from, kinds[i], 0);
		row[i + 1] = "-";
	}
	if (fclc_module_has_area(module))
		set_amounts(design->arena, used, row + 1);
	fclc_table_row(&table, row);
	if (fclc_module_has_area(module))
		add_available(design, used, &table);
	put_title(text, "Utilization Estimates");
	fcl_text_format(text, "* Summary: \n");
	fclc_table_print(&table, 0, text);
}

static void put_unmodelled(const struct fclc_design *design, struct fcl_text *text)
{
	const struct fclc_value *each = fclc_tree_list(design->schedule, "unmodelled");

	if (!each)
		return;
	put_title(text, "Not modelled");
	for (; each; each = each->next)
		fcl_text_format(text, "* %s:%.0f: %s\n", fclc_tree_text(each, "file"),
				fclc_tree_number(each, "line", 0), fclc_tree_text(each, "what"));
}

void fclc_report_rpt(const struct fclc_design *design, const struct fclc_module *module,
		     struct fcl_text *text)
{
	put_head(design, module, text);
	put_title(text, "Performance Estimates");
	put_timing(design, module, text);
	put_latency(design, module, text);
	put_instances(design, module, text);
	put_loops(design, module, text);
	put_area(design, module, text);
	put_unmodelled(design, text);
}
