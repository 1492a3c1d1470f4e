/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/summary.h"

#include <string.h>

#include "tools/fpgaclc/reports/parts.h"
#include "tools/fpgaclc/reports/table.h"

#define COLUMNS 14

/* The table that is being filled. */
struct summary {
	const struct fclc_design *design;
	struct fclc_table table;
	unsigned depth; /* of modules in others */
	struct fcl_text why;
};

static const char *slack(const struct summary *summary, double used_ns)
{
	const struct fclc_design *design = summary->design;

	return fclc_format(design->arena, "%.2f",
			   design->period_ns - design->uncertainty_ns - used_ns);
}

/* The columns that a module and a loop share. */
static void set_common(const struct summary *summary, struct fclc_figure latency,
		       const char **cells)
{
	const struct fclc_design *design = summary->design;

	cells[3] = fclc_figure_text(design->arena, latency, "?");
	cells[4] = latency.known
			   ? fclc_format(design->arena, "%.3e", latency.max * design->period_ns)
			   : "?";
	for (unsigned i = 9; i < COLUMNS; i++)
		cells[i] = "-";
}

static const char *count(const struct summary *summary, const struct fclc_module *module,
			 const char *kind)
{
	const struct fclc_value *from = module->loop ? module->loop : module->function;
	double number = fclc_tree_number(from, kind, 0);

	return number > 0 ? fclc_format(summary->design->arena, "%.0f", number) : "-";
}

static void add_module(struct summary *summary, const struct fclc_module *module)
{
	struct fclc_arena *arena = summary->design->arena;
	const char *cells[COLUMNS] = {
		fclc_format(arena, "%*s+ %s", (int)summary->depth, "", module->name), "-",
		slack(summary, module->estimated_ns)};

	set_common(summary, module->latency, cells);
	cells[5] = "-";
	cells[6] = fclc_figure_text(arena, module->interval, "?");
	cells[7] = "-";
	cells[8] = fclc_module_kind(module);
	cells[9] = count(summary, module, "bram_18k");
	cells[10] = count(summary, module, "dsp");
	cells[11] = count(summary, module, "ff");
	cells[12] = count(summary, module, "lut");
	cells[13] = count(summary, module, "uram");
	fclc_table_row(&summary->table, cells);
}

/* "II" for a loop that misses what it was asked for. */
static const char *issue(const struct fclc_value *loop)
{
	struct fclc_figure ii = fclc_figure_of(loop, "ii");
	double asked = fclc_tree_number(loop, "ii_asked", 1);

	return fclc_tree_true(loop, "pipelined") && ii.known && ii.max > asked ? "II" : "-";
}

static void note_why(struct summary *summary, const struct fclc_value *loop)
{
	const struct fclc_value *why = fclc_tree_get(loop, "why");
	const char *text = fclc_tree_text(why, "text");
	const char *file = fclc_tree_text(why, "file");

	if (!*text || strcmp(issue(loop), "II") != 0)
		return;
	fcl_text_format(&summary->why, "* %s: II %.0f: %s", fclc_tree_text(loop, "name"),
			fclc_figure_of(loop, "ii").max, text);
	if (*file)
		fcl_text_format(&summary->why, " (%s:%.0f)", file,
				fclc_tree_number(why, "line", 0));
	fcl_text_format(&summary->why, "\n");
}

static void add_loop(struct summary *summary, const struct fclc_value *loop, unsigned depth)
{
	const struct fclc_design *design = summary->design;
	bool pipelined = fclc_tree_true(loop, "pipelined");
	const char *cells[COLUMNS] = {fclc_format(design->arena, "%*so %s",
						  (int)(summary->depth + depth), "",
						  fclc_tree_text(loop, "name")),
				      issue(loop), slack(summary, 0)};

	set_common(summary, fclc_figure_of(loop, "latency"), cells);
	cells[5] = fclc_figure_text(design->arena, fclc_figure_of(loop, "iteration_latency"), "?");
	cells[6] = pipelined ? fclc_figure_most(design->arena, fclc_figure_of(loop, "ii"), "?")
			     : "-";
	cells[7] = fclc_figure_text(design->arena, fclc_figure_of(loop, "trip_count"), "?");
	cells[8] = pipelined ? "yes" : "no";
	fclc_table_row(&summary->table, cells);
	note_why(summary, loop);
}

static void add_all(const struct fclc_module *module, void *data)
{
	struct summary *summary = data;
	const struct fclc_value *loop = NULL;
	unsigned depth = 0;

	/* Modules are listed where they are called; not beyond what anyone reads. */
	if (summary->depth > 60 || summary->table.nrows > 10000)
		return;
	add_module(summary, module);
	while ((loop = fclc_module_loop(summary->design, module, loop, &depth)))
		add_loop(summary, loop, depth);
	summary->depth++;
	fclc_module_instances(summary->design, module, add_all, summary);
	summary->depth--;
}

static void put_heads(struct fclc_table *table)
{
	static const char *const over[COLUMNS] = {
		"Modules", "Issue", "", "Latency", "Latency", "Iteration", "",
		"Trip",    "",      "", "",        "",        "",          ""};
	static const char *const head[COLUMNS] = {
		"& Loops", "Type",      "Slack", "(cycles)", "(ns)", "Latency", "Interval",
		"Count",   "Pipelined", "BRAM",  "DSP",      "FF",   "LUT",     "URAM"};

	fclc_table_row(table, over);
	fclc_table_row(table, head);
}

static void put_general(const struct fclc_design *design, struct fcl_text *text)
{
	static const char line[] =
		"================================================================\n";

	fcl_text_format(text, "\n\n%s== Synthesis Summary Report of '%s'\n%s", line, design->top,
			line);
	fcl_text_format(text, "+ General Information: \n");
	fcl_text_format(text, "    * Estimate:       by fpgacl %s; nothing was synthesised\n",
			design->version);
	fcl_text_format(text, "    * How sure:       latency %s\n",
			fclc_module_sure(fclc_design_top(design)));
	fcl_text_format(text, "    * Product family: %s\n", fclc_part_family(design->part));
	fcl_text_format(text, "    * Target device:  %s\n", design->part);
	fcl_text_format(text, "    * Clock:          %.2f ns, uncertainty %.2f ns\n",
			design->period_ns, design->uncertainty_ns);
}

void fclc_report_summary(const struct fclc_design *design, struct fcl_text *text)
{
	struct summary summary = {
		.design = design,
		.table = {.arena = design->arena, .ncolumns = COLUMNS, .heads = 2, .left = 1}};

	put_heads(&summary.table);
	add_all(fclc_design_top(design), &summary);
	put_general(design, text);
	fcl_text_format(text, "\n+ Performance & Resource Estimates: \n\n"
			      "    PS: '+' for module; 'o' for loop; '*' for dataflow\n");
	fclc_table_print(&summary.table, 4, text);
	if (summary.why.size)
		fcl_text_format(text, "\n+ Why intervals are longer than asked: \n%s",
				summary.why.bytes);
	fcl_text_free(&summary.why);
}
