/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgacl/info/names.h"

/* In SVG user units, about one pixel each. */
enum {
	MARGIN = 20,
	ROW = 18,    /* height of a port */
	HEAD = 26,   /* height of a box's title */
	GAP = 24,    /* between boxes in a column */
	SPACE = 130, /* minimum space between columns, for lines and their labels */
	LETTER = 8,  /* width of a letter, 13 * 0.6 */
	SMALL = 7,   /* width of a letter in a label */
	NARROWEST = 120,
	INDENT = 10,
	WIDEST_SPACE = 400,
};

struct box {
	int x, y, height;
	uint32_t column;
	uint32_t missing; /* number of streams from units that have no column yet */
	bool placed;
};

struct drawing {
	struct fcl_text *out;
	const struct fcl_image *image;
	struct box *units, *banks; /* one for each CU; one for each of the image's memories */
	int *widths;               /* widths of the columns; the last one has the banks */
	uint32_t ncolumns;
	int space; /* space between columns */
	int width, height;
};

/* --- facts ------------------------------------------------------------------------------------ */

static const struct fcl_image_kernel *graph_kernel_of(const struct drawing *drawing, uint32_t cu)
{
	return &drawing->image->kernels[drawing->image->cus[cu].kernel];
}

/* Only connected arguments have a row; the others are values in registers. */
static bool has_row(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_GLOBAL || arg->qualifier == FCL_ARG_CONSTANT ||
	       arg->qualifier == FCL_ARG_STREAM;
}

static int graph_row_of(const struct fcl_image_kernel *kernel, uint32_t arg)
{
	int row = 0;

	for (uint32_t i = 0; i < arg && i < kernel->nargs; i++)
		row += has_row(&kernel->args[i]);
	return row;
}

/* The vertical position at which an argument's line starts. */
static int line_y(const struct drawing *drawing, uint32_t cu, uint32_t arg)
{
	return drawing->units[cu].y + HEAD + graph_row_of(graph_kernel_of(drawing, cu), arg) * ROW +
	       ROW / 2;
}

static int letters(const char *text)
{
	int count = 0;

	for (; *text; text++)
		count += (*text & 0xc0) != 0x80;
	return count;
}

static int width_of(const struct drawing *drawing, uint32_t cu)
{
	const struct fcl_image_kernel *kernel = graph_kernel_of(drawing, cu);
	int most = letters(kernel->name) + 1 + letters(drawing->image->cus[cu].name);

	for (uint32_t i = 0; i < kernel->nargs; i++) {
		const struct fcl_image_arg *arg = &kernel->args[i];
		int count = letters(arg->name) + 2 + letters(arg->port ? arg->port : "");

		if (has_row(arg) && count > most)
			most = count;
	}
	most = most * LETTER + 2 * INDENT;
	return most > NARROWEST ? most : NARROWEST;
}

/* --- layout ----------------------------------------------------------------------------------- */

/*
 * Units sorted by columns. `targets` lists the destinations of streams; those of a unit start at
 * its `first`.
 */
struct order {
	uint32_t *units, nunits;
	uint32_t *first, *targets;
};

static bool has_host(const struct fcl_image_stream *stream)
{
	return stream->src_cu == FCL_IMAGE_HOST || stream->dst_cu == FCL_IMAGE_HOST;
}

/* Whether the stream determines which of two units is left of the other. */
static bool orders_units(const struct fcl_image_stream *stream)
{
	return !has_host(stream) && stream->src_cu != stream->dst_cu;
}

/* Sorts the streams by source unit. */
static void sort_streams(struct drawing *drawing, struct order *order)
{
	const struct fcl_image *image = drawing->image;

	for (uint32_t i = 0; i < image->nstreams; i++)
		if (orders_units(&image->streams[i])) {
			order->first[image->streams[i].src_cu]++;
			drawing->units[image->streams[i].dst_cu].missing++;
		}
	/*
	 * So far, `first` is the end of each unit's targets; the loop below moves it to their
	 * start.
	 */
	for (uint32_t i = 0; i < image->ncus; i++)
		order->first[i + 1] += order->first[i];
	for (uint32_t i = 0; i < image->nstreams; i++)
		if (orders_units(&image->streams[i]))
			order->targets[--order->first[image->streams[i].src_cu]] =
				image->streams[i].dst_cu;
}

static void put_unit(struct drawing *drawing, struct order *order, uint32_t cu, uint32_t column)
{
	drawing->units[cu].column = column;
	drawing->units[cu].placed = true;
	drawing->ncolumns = column + 1;
	order->units[order->nunits++] = cu;
}

/* Places the units that were only waiting for this one. */
static void put_followers(struct drawing *drawing, struct order *order, uint32_t cu)
{
	for (uint32_t i = order->first[cu]; i < order->first[cu + 1]; i++) {
		uint32_t to = order->targets[i];

		if (!--drawing->units[to].missing && !drawing->units[to].placed)
			put_unit(drawing, order, to, drawing->units[cu].column + 1);
	}
}

/* Places each unit to the right of its sources, except in cycles. */
static void order_units(struct drawing *drawing, struct order *order)
{
	const uint32_t ncus = drawing->image->ncus;
	uint32_t done = 0, next = 0;

	for (uint32_t i = 0; i < ncus; i++)
		if (!drawing->units[i].missing)
			put_unit(drawing, order, i, 0);
	while (done < ncus) {
		if (done < order->nunits) {
			put_followers(drawing, order, order->units[done++]);
			continue;
		}
		while (drawing->units[next].placed)
			next++;
		put_unit(drawing, order, next, drawing->ncolumns);
	}
}

/* Returns false if out of memory. */
static bool choose_columns(struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;
	struct order order = {
		.units = calloc(image->ncus + (size_t)1, sizeof(uint32_t)),
		.first = calloc(image->ncus + (size_t)1, sizeof(uint32_t)),
		.targets = calloc(image->nstreams + (size_t)1, sizeof(uint32_t)),
	};
	bool good = order.units && order.first && order.targets;

	if (good) {
		sort_streams(drawing, &order);
		order_units(drawing, &order);
	}
	free(order.units);
	free(order.first);
	free(order.targets);
	return good;
}

/* Writes the label of a stream's line. */
static void put_label(struct fcl_text *out, const struct fcl_image_stream *stream)
{
	if (has_host(stream))
		fcl_text_format(out, "host %s, ", stream->name);
	fcl_text_format(out, "%u x %u bytes", stream->depth, stream->packet_size);
}

/* Streams of the host have no box next to them that could take up the label's width. */
static void choose_space(struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;
	struct fcl_text label = {0};

	drawing->space = SPACE;
	for (uint32_t i = 0; i < image->nstreams; i++) {
		if (!has_host(&image->streams[i]))
			continue;
		label.size = 0;
		put_label(&label, &image->streams[i]);
		if (!label.failed && letters(label.bytes) * SMALL > drawing->space)
			drawing->space = letters(label.bytes) * SMALL;
	}
	if (drawing->space > WIDEST_SPACE)
		drawing->space = WIDEST_SPACE;
	fcl_text_free(&label);
}

/* Places a unit below those in its column, which ends at `ends`. */
static void place_unit(struct drawing *drawing, uint32_t cu, int *ends)
{
	struct box *box = &drawing->units[cu];
	int width = width_of(drawing, cu);

	box->y = ends[box->column] ? ends[box->column] : MARGIN;
	box->height = HEAD + graph_row_of(graph_kernel_of(drawing, cu), UINT32_MAX) * ROW + 6;
	ends[box->column] = box->y + box->height + GAP;
	if (ends[box->column] > drawing->height)
		drawing->height = ends[box->column];
	if (width > drawing->widths[box->column])
		drawing->widths[box->column] = width;
}

/* A stream is also connected to a memory of size 0, which represents the FIFO. */
static bool graph_is_memory(const struct fcl_image *image,
			    const struct fcl_image_connection *connection)
{
	const struct fcl_image_cu *cu = &image->cus[connection->cu];

	return has_row(&image->kernels[cu->kernel].args[connection->arg]) &&
	       image->kernels[cu->kernel].args[connection->arg].qualifier != FCL_ARG_STREAM;
}

static void graph_find_banks(struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;

	for (uint32_t i = 0; i < image->nconnections; i++)
		if (graph_is_memory(image, &image->connections[i]))
			drawing->banks[image->connections[i].mem].placed = true;
}

/* Returns the right edge of the drawing. */
static int place_banks(struct drawing *drawing, int x, bool hosts)
{
	int y = MARGIN, width = 0;

	graph_find_banks(drawing);
	for (uint32_t i = 0; i < drawing->image->nmems; i++) {
		int wide = letters(drawing->image->mems[i].tag) * LETTER + 2 * INDENT;

		if (!drawing->banks[i].placed)
			continue;
		drawing->banks[i] = (struct box){x, y, HEAD + ROW, 0, 0, true};
		y += HEAD + ROW + GAP;
		width = wide > width ? wide : width;
	}
	if (y > drawing->height)
		drawing->height = y;
	drawing->widths[drawing->ncolumns] = width > NARROWEST ? width : NARROWEST;
	if (width)
		return x + drawing->widths[drawing->ncolumns];
	return hosts ? x : x - drawing->space;
}

/* Returns false if out of memory. */
static bool graph_place(struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;
	int *columns = calloc(drawing->ncolumns + (size_t)1, sizeof(int)), x = MARGIN;
	bool hosts = false;

	if (!columns)
		return false;
	for (uint32_t i = 0; i < image->ncus; i++)
		place_unit(drawing, i, columns);
	for (uint32_t i = 0; i < image->nstreams; i++)
		hosts = hosts || has_host(&image->streams[i]);
	x += hosts ? drawing->space : 0;
	for (uint32_t i = 0; i < drawing->ncolumns; i++) {
		columns[i] = x;
		x += drawing->widths[i] + drawing->space;
	}
	for (uint32_t i = 0; i < image->ncus; i++)
		drawing->units[i].x = columns[drawing->units[i].column];
	drawing->width = place_banks(drawing, x, hosts) + MARGIN;
	drawing->height += MARGIN - GAP;
	free(columns);
	return true;
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void put_escaped(struct fcl_text *out, const char *text)
{
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (byte == '<' || byte == '>' || byte == '&' || byte == '"' || byte < ' ')
			fcl_text_format(out, "&#%u;", byte < ' ' ? '?' : byte);
		else
			fcl_text_append(out, text, 1);
	}
}

static void put_words(struct fcl_text *out, const char *kind, int x, int y, const char *text)
{
	fcl_text_format(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", kind, x, y);
	put_escaped(out, text);
	fcl_text_format(out, "</text>\n");
}

static void put_box(struct fcl_text *out, const char *kind, const struct box *box, int width)
{
	fcl_text_format(
		out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n",
		kind, box->x, box->y, width, box->height);
}

/*
 * Draws a line between two points. A backward line also leaves to the right and arrives from the
 * left.
 */
static void put_line(struct fcl_text *out, const char *kind, const char *ends, int x1, int y1,
		     int x2, int y2)
{
	int pull = x2 > x1 ? (x2 - x1) / 2 : SPACE;

	fcl_text_format(out, "<path class=\"%s\" d=\"M%d %d C%d %d %d %d %d %d\"%s/>\n", kind, x1,
			y1, x1 + pull, y1, x2 - pull, y2, x2, y2, ends);
}

static int right_of(const struct drawing *drawing, uint32_t cu)
{
	return drawing->units[cu].x + drawing->widths[drawing->units[cu].column];
}

static const char *arrows(enum fcl_image_direction direction)
{
	switch (direction) {
	case FCL_DIR_IN:
		return " marker-start=\"url(#back)\"";
	case FCL_DIR_OUT:
		return " marker-end=\"url(#to)\"";
	case FCL_DIR_UNKNOWN:
		return "";
	default:
		return " marker-start=\"url(#back)\" marker-end=\"url(#to)\"";
	}
}

static void draw_connections(const struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;

	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *connection = &image->connections[i];
		const struct box *bank = &drawing->banks[connection->mem];
		const struct fcl_image_arg *arg =
			&graph_kernel_of(drawing, connection->cu)->args[connection->arg];

		if (graph_is_memory(image, connection))
			put_line(drawing->out, "memory", arrows(fcl_tool_direction(arg)),
				 right_of(drawing, connection->cu),
				 line_y(drawing, connection->cu, connection->arg), bank->x,
				 bank->y + bank->height / 2);
	}
}

/* The host's end of a stream is at the end of the space next to the unit. */
static void draw_stream(const struct drawing *drawing, const struct fcl_image_stream *stream)
{
	bool from = stream->src_cu == FCL_IMAGE_HOST, to = stream->dst_cu == FCL_IMAGE_HOST;
	int x1 = from ? drawing->units[stream->dst_cu].x - drawing->space
		      : right_of(drawing, stream->src_cu);
	int x2 = to ? x1 + drawing->space : drawing->units[stream->dst_cu].x;
	int y1 = from ? line_y(drawing, stream->dst_cu, stream->dst_arg)
		      : line_y(drawing, stream->src_cu, stream->src_arg);
	int y2 = to ? y1 : line_y(drawing, stream->dst_cu, stream->dst_arg);
	struct fcl_text label = {0};

	put_line(drawing->out, from || to ? "fifo host" : "fifo", " marker-end=\"url(#to)\"", x1,
		 y1, x2, y2);
	put_label(&label, stream);
	put_words(drawing->out, "depth", (x1 + x2) / 2, (y1 + y2) / 2 - (from || to ? 4 : 8),
		  label.failed ? "" : label.bytes);
	fcl_text_free(&label);
}

static void draw_unit(const struct drawing *drawing, uint32_t cu)
{
	const struct fcl_image_kernel *kernel = graph_kernel_of(drawing, cu);
	const struct box *box = &drawing->units[cu];
	struct fcl_text name = {0};

	put_box(drawing->out, "unit", box, drawing->widths[box->column]);
	fcl_text_format(&name, "%s:%s", kernel->name, drawing->image->cus[cu].name);
	put_words(drawing->out, "name", box->x + INDENT, box->y + 18,
		  name.failed ? "" : name.bytes);
	fcl_text_free(&name);
	for (uint32_t i = 0; i < kernel->nargs; i++) {
		int y = line_y(drawing, cu, i) + 4;

		if (!has_row(&kernel->args[i]))
			continue;
		put_words(drawing->out, "port", box->x + INDENT, y, kernel->args[i].name);
		if (kernel->args[i].port && kernel->args[i].qualifier != FCL_ARG_STREAM)
			put_words(drawing->out, "bus", right_of(drawing, cu) - INDENT, y,
				  kernel->args[i].port);
	}
}

/* In the largest unit of which it has at least one, rounded down. */
static void write_size(uint64_t bytes, char *text, size_t size)
{
	static const char *const units[] = {"KiB", "MiB", "GiB"};
	unsigned unit = bytes >> 30 ? 2 : bytes >> 20 ? 1 : 0;

	snprintf(text, size, "%" PRIu64 " %s", bytes >> 10 * (unit + 1), units[unit]);
}

static void draw_bank(const struct drawing *drawing, uint32_t mem)
{
	const struct box *box = &drawing->banks[mem];
	uint64_t size = drawing->image->mems[mem].size;
	char text[64];

	put_box(drawing->out, "bank", box, drawing->widths[drawing->ncolumns]);
	put_words(drawing->out, "name", box->x + INDENT, box->y + 18,
		  drawing->image->mems[mem].tag);
	write_size(size, text, sizeof(text));
	put_words(drawing->out, "port", box->x + INDENT, box->y + HEAD + 10, text);
}

static void graph_draw(const struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;

	fcl_text_format(
		drawing->out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
		"<style>\n"
		"text { font: 13px monospace; fill: #222 } .name { font-weight: bold } .bus { text-anchor: end; fill: #777 }\n"
		".depth { text-anchor: middle; font-size: 11px; fill: #06c; stroke: #fff; stroke-width: 3; paint-order: stroke }\n"
		"rect { stroke: #555 } .unit { fill: #eef3fb } .bank { fill: #f3f0e6 }\n"
		"path { fill: none; stroke-width: 1.5 } .memory { stroke: #a08540 } .fifo { stroke: #06c; stroke-width: 2.5 }\n"
		"</style>\n"
		"<defs>\n"
		"<marker id=\"to\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" style=\"fill: #444\"/></marker>\n"
		"<marker id=\"back\" viewBox=\"0 0 8 8\" refX=\"0\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M8 0 L0 4 L8 8 z\" style=\"fill: #444\"/></marker>\n"
		"</defs>\n<rect width=\"100%%\" height=\"100%%\" style=\"fill: #fff; stroke: none\"/>\n",
		drawing->width, drawing->height, drawing->width, drawing->height);
	/* Drawn before the boxes, which hide the lines behind them. */
	draw_connections(drawing);
	for (uint32_t i = 0; i < image->ncus; i++)
		draw_unit(drawing, i);
	for (uint32_t i = 0; i < image->nmems; i++)
		if (drawing->banks[i].placed)
			draw_bank(drawing, i);
	for (uint32_t i = 0; i < image->nstreams; i++)
		draw_stream(drawing, &image->streams[i]);
	fcl_text_format(drawing->out, "</svg>\n");
}

bool fcl_tool_graph_draw(struct fcl_text *out, const struct fcl_image *image)
{
	struct drawing drawing = {
		.out = out,
		.image = image,
		.units = calloc(image->ncus + (size_t)1, sizeof(struct box)),
		.banks = calloc(image->nmems + (size_t)1, sizeof(struct box)),
		.widths = calloc(image->ncus + (size_t)2, sizeof(int)),
	};

	if (drawing.units && drawing.banks && drawing.widths && choose_columns(&drawing)) {
		choose_space(&drawing);
		if (graph_place(&drawing))
			graph_draw(&drawing);
		else
			out->failed = true;
	} else {
		out->failed = true;
	}
	free(drawing.units);
	free(drawing.banks);
	free(drawing.widths);
	return !out->failed;
}
