/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/info/graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/fpgacl/info/image_info.h"

/* In the units of SVG, about pixels. */
enum {
	MARGIN = 20,
	ROW = 18,    /* a port */
	HEAD = 26,   /* a box's name */
	GAP = 24,    /* between boxes of a column */
	SPACE = 130, /* between columns, for the lines and the words on them */
	LETTER = 8,  /* of width 13 * 0.6 */
	NARROWEST = 120,
	INDENT = 10,
};

struct box {
	int x, y, height;
	uint32_t column;
	bool placed;
};

struct drawing {
	struct fcl_text *out;
	const struct fcl_image *image;
	struct box *units, *banks; /* one for each CU, for each of the image's mems */
	int *widths;               /* of the columns; the last one is that of the banks */
	uint32_t ncolumns;
	int width, height;
};

/* --- facts ------------------------------------------------------------------------------------ */

static const struct fcl_image_kernel *kernel_of(const struct drawing *drawing, uint32_t cu)
{
	return &drawing->image->kernels[drawing->image->cus[cu].kernel];
}

/* Arguments that are connected; the values of others come over the registers. */
static bool has_row(const struct fcl_image_arg *arg)
{
	return arg->qualifier == FCL_ARG_GLOBAL || arg->qualifier == FCL_ARG_CONSTANT ||
	       arg->qualifier == FCL_ARG_STREAM;
}

static int row_of(const struct fcl_image_kernel *kernel, uint32_t arg)
{
	int row = 0;

	for (uint32_t i = 0; i < arg && i < kernel->nargs; i++)
		row += has_row(&kernel->args[i]);
	return row;
}

/* Where the line to an argument begins. */
static int line_y(const struct drawing *drawing, uint32_t cu, uint32_t arg)
{
	return drawing->units[cu].y + HEAD + row_of(kernel_of(drawing, cu), arg) * ROW + ROW / 2;
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
	const struct fcl_image_kernel *kernel = kernel_of(drawing, cu);
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

/* Whether a unit that is in no column yet sends packets to this one. */
static bool waits(const struct drawing *drawing, uint32_t cu)
{
	const struct fcl_image *image = drawing->image;

	for (uint32_t i = 0; i < image->nstreams; i++)
		if (image->streams[i].dst_cu == cu && image->streams[i].src_cu != cu &&
		    !drawing->units[image->streams[i].src_cu].placed)
			return true;
	return false;
}

/* A unit is right of all that it gets packets from, but where those go in a circle. */
static void choose_columns(struct drawing *drawing)
{
	const struct fcl_image *image = drawing->image;
	uint32_t left = image->ncus;

	for (uint32_t column = 0; left; column++) {
		uint32_t chosen = 0;

		for (uint32_t i = 0; i < image->ncus; i++)
			if (!drawing->units[i].placed && !waits(drawing, i)) {
				drawing->units[i].column = column + 1;
				chosen++;
			}
		for (uint32_t i = 0; i < image->ncus && !chosen; i++)
			if (!drawing->units[i].placed) {
				drawing->units[i].column = column + 1;
				chosen++;
			}
		for (uint32_t i = 0; i < image->ncus; i++)
			drawing->units[i].placed |= drawing->units[i].column == column + 1;
		left -= chosen;
		drawing->ncolumns = column + 1;
	}
	for (uint32_t i = 0; i < image->ncus; i++)
		drawing->units[i].column--;
}

static int place_column(struct drawing *drawing, uint32_t column, int x)
{
	int y = MARGIN;

	for (uint32_t i = 0; i < drawing->image->ncus; i++) {
		struct box *box = &drawing->units[i];
		int width = width_of(drawing, i);

		if (box->column != column)
			continue;
		box->x = x;
		box->y = y;
		box->height = HEAD + row_of(kernel_of(drawing, i), UINT32_MAX) * ROW + 6;
		y += box->height + GAP;
		if (width > drawing->widths[column])
			drawing->widths[column] = width;
	}
	if (y > drawing->height)
		drawing->height = y;
	return x + drawing->widths[column] + SPACE;
}

/* A stream is connected to a memory of no size, too, which stands for the FIFO. */
static bool is_memory(const struct fcl_image *image, const struct fcl_image_connection *connection)
{
	const struct fcl_image_cu *cu = &image->cus[connection->cu];

	return has_row(&image->kernels[cu->kernel].args[connection->arg]) &&
	       image->kernels[cu->kernel].args[connection->arg].qualifier != FCL_ARG_STREAM;
}

static bool is_used(const struct fcl_image *image, uint32_t mem)
{
	for (uint32_t i = 0; i < image->nconnections; i++)
		if (image->connections[i].mem == mem && is_memory(image, &image->connections[i]))
			return true;
	return false;
}

static int place_banks(struct drawing *drawing, int x)
{
	int y = MARGIN, width = 0;

	for (uint32_t i = 0; i < drawing->image->nmems; i++) {
		int wide = letters(drawing->image->mems[i].tag) * LETTER + 2 * INDENT;

		if (!is_used(drawing->image, i))
			continue;
		drawing->banks[i] = (struct box){x, y, HEAD + ROW, 0, true};
		y += HEAD + ROW + GAP;
		width = wide > width ? wide : width;
	}
	if (y > drawing->height)
		drawing->height = y;
	drawing->widths[drawing->ncolumns] = width > NARROWEST ? width : NARROWEST;
	return width ? x + drawing->widths[drawing->ncolumns] : x - SPACE;
}

static void place(struct drawing *drawing)
{
	int x = MARGIN;

	for (uint32_t i = 0; i < drawing->ncolumns; i++)
		x = place_column(drawing, i, x);
	drawing->width = place_banks(drawing, x) + MARGIN;
	drawing->height += MARGIN - GAP;
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

/* A line from one point to another; one that goes back leaves and arrives as the others do. */
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
			&kernel_of(drawing, connection->cu)->args[connection->arg];

		if (is_memory(image, connection))
			put_line(drawing->out, "memory", arrows(arg->direction),
				 right_of(drawing, connection->cu),
				 line_y(drawing, connection->cu, connection->arg), bank->x,
				 bank->y + bank->height / 2);
	}
}

static void draw_stream(const struct drawing *drawing, const struct fcl_image_stream *stream)
{
	int x1 = right_of(drawing, stream->src_cu), x2 = drawing->units[stream->dst_cu].x;
	int y1 = line_y(drawing, stream->src_cu, stream->src_arg);
	int y2 = line_y(drawing, stream->dst_cu, stream->dst_arg);
	char text[64];

	put_line(drawing->out, "fifo", " marker-end=\"url(#to)\"", x1, y1, x2, y2);
	snprintf(text, sizeof(text), "%u x %u bytes", stream->depth, stream->packet_size);
	put_words(drawing->out, "depth", (x1 + x2) / 2, (y1 + y2) / 2 - 8, text);
}

static void draw_unit(const struct drawing *drawing, uint32_t cu)
{
	const struct fcl_image_kernel *kernel = kernel_of(drawing, cu);
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

static void draw_bank(const struct drawing *drawing, uint32_t mem)
{
	const struct box *box = &drawing->banks[mem];
	uint64_t size = drawing->image->mems[mem].size;
	char text[64];

	put_box(drawing->out, "bank", box, drawing->widths[drawing->ncolumns]);
	put_words(drawing->out, "name", box->x + INDENT, box->y + 18,
		  drawing->image->mems[mem].tag);
	snprintf(text, sizeof(text), "%" PRIu64 " %s",
		 size >> (size >> 30   ? 30
			  : size >> 20 ? 20
				       : 10),
		 size >> 30   ? "GiB"
		 : size >> 20 ? "MiB"
			      : "KiB");
	put_words(drawing->out, "port", box->x + INDENT, box->y + HEAD + 10, text);
}

static void draw(const struct drawing *drawing)
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
	/* Boxes hide the parts of lines that pass behind them. */
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

	if (drawing.units && drawing.banks && drawing.widths) {
		choose_columns(&drawing);
		place(&drawing);
		draw(&drawing);
	} else {
		out->failed = true;
	}
	free(drawing.units);
	free(drawing.banks);
	free(drawing.widths);
	return !out->failed;
}
