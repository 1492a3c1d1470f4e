/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgacl/rack/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * Boards and the host's ports are boxes on a circle, switches are boxes inside it; ports are named where
 * their cables leave the box.
 */

enum { BOX_WIDTH = 120, BOX_HEIGHT = 40, SPACING = 190, MARGIN = 110 };

struct place {
	double x, y;
};

struct drawing {
	const struct fcl_rack *rack;
	uint32_t nodes; /* boards and the host's ports */
	double radius, centre;
};

/* The number of a port's box: boards come first, then the host's ports. */
static uint32_t node_of(const struct drawing *drawing, uint32_t port)
{
	const struct fcl_rack *rack = drawing->rack;
	uint32_t node = rack->nboards;

	if (rack->ports[port].board != FCL_RACK_NONE)
		return rack->ports[port].board;
	for (uint32_t i = 0; i < port; i++)
		node += rack->ports[i].board == FCL_RACK_NONE;
	return node;
}

static struct place on_circle(const struct drawing *drawing, uint32_t index, uint32_t count,
			      double radius)
{
	double angle = 2 * 3.14159265358979 * index / count - 1.5707963267949;

	return (struct place){drawing->centre + radius * cos(angle),
			      drawing->centre + radius * sin(angle)};
}

static struct place port_place(const struct drawing *drawing, uint32_t port)
{
	return on_circle(drawing, node_of(drawing, port), drawing->nodes, drawing->radius);
}

static void draw_box(struct place at, const char *name, const char *below, const char *class)
{
	printf("<rect class='%s' x='%.1f' y='%.1f' width='%d' height='%d' rx='4'/>\n", class,
	       at.x - BOX_WIDTH / 2.0, at.y - BOX_HEIGHT / 2.0, BOX_WIDTH, BOX_HEIGHT);
	printf("<text x='%.1f' y='%.1f'>%s</text>\n", at.x, at.y + (below ? -2 : 5), name);
	if (below)
		printf("<text class='small' x='%.1f' y='%.1f'>%s</text>\n", at.x, at.y + 14, below);
}

/* A line with the ports' places written beside its ends. `aside` keeps parallel cables apart. */
static void draw_cable(struct place from, struct place to, const char *first, const char *second,
		       double aside)
{
	double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y) + 1e-9;
	double side_x = -y / length * aside, side_y = x / length * aside, near = 70 / length;

	if (length < 1) {
		printf("<path class='cable' d='M %.1f %.1f c -30 -50 30 -50 0 0'/>\n", from.x,
		       from.y - BOX_HEIGHT / 2.0);
		printf("<text class='small' x='%.1f' y='%.1f'>%s</text>\n", from.x,
		       from.y - BOX_HEIGHT - 22, first);
		return;
	}
	printf("<line class='cable' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>\n", from.x + side_x,
	       from.y + side_y, to.x + side_x, to.y + side_y);
	printf("<text class='small' x='%.1f' y='%.1f'>%s</text>\n", from.x + x * near + side_x,
	       from.y + y * near + side_y - 3, first);
	if (second)
		printf("<text class='small' x='%.1f' y='%.1f'>%s</text>\n",
		       to.x - x * near + side_x, to.y - y * near + side_y - 3, second);
}

/* How many cables before this one join the same boxes. */
static uint32_t cables_before(const struct drawing *drawing, uint32_t link)
{
	const struct fcl_rack_link *links = drawing->rack->links;
	uint32_t a = node_of(drawing, links[link].ports[0]), count = 0;
	uint32_t b = node_of(drawing, links[link].ports[links[link].nports - 1]);

	for (uint32_t i = 0; i < link; i++) {
		uint32_t c, d;

		if (links[i].is_switch)
			continue;
		c = node_of(drawing, links[i].ports[0]);
		d = node_of(drawing, links[i].ports[links[i].nports - 1]);
		count += (a == c && b == d) || (a == d && b == c);
	}
	return count;
}

static void draw_links(const struct drawing *drawing)
{
	const struct fcl_rack *rack = drawing->rack;
	uint32_t switches = 0, drawn = 0;

	for (uint32_t i = 0; i < rack->nlinks; i++)
		switches += rack->links[i].is_switch;
	for (uint32_t i = 0; i < rack->nlinks; i++) {
		const struct fcl_rack_link *link = &rack->links[i];
		uint32_t first = link->ports[0], last = link->ports[link->nports - 1];
		struct place at;

		if (!link->is_switch) {
			draw_cable(port_place(drawing, first), port_place(drawing, last),
				   rack->ports[first].place, rack->ports[last].place,
				   14 * (cables_before(drawing, i) - 0.5));
			continue;
		}
		at = on_circle(drawing, drawn++, switches, switches > 1 ? drawing->radius / 2 : 0);
		for (uint32_t j = 0; j < link->nports; j++)
			draw_cable(port_place(drawing, link->ports[j]), at,
				   rack->ports[link->ports[j]].place, NULL, 0);
		draw_box(at, link->name, "switch", "switch");
	}
}

static void draw_nodes(const struct drawing *drawing)
{
	const struct fcl_rack *rack = drawing->rack;

	for (uint32_t i = 0; i < rack->nboards; i++)
		draw_box(on_circle(drawing, i, drawing->nodes, drawing->radius),
			 rack->boards[i].name, rack->boards[i].platform, "board");
	for (uint32_t i = 0; i < rack->nports; i++)
		if (rack->ports[i].board == FCL_RACK_NONE)
			draw_box(port_place(drawing, i), rack->ports[i].name,
				 rack->ports[i].outside == FCL_RACK_TAP ? "TAP" : "UDP", "host");
}

void fcl_tool_rack_draw(const struct fcl_rack *rack)
{
	struct drawing drawing = {.rack = rack, .nodes = rack->nboards};
	double size;

	for (uint32_t i = 0; i < rack->nports; i++)
		drawing.nodes += rack->ports[i].board == FCL_RACK_NONE;
	drawing.radius = fmax(SPACING / 1.2, SPACING * drawing.nodes / 6.2832);
	drawing.centre = drawing.radius + MARGIN;
	size = 2 * drawing.centre;
	printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f'>\n"
	       "<style>rect{stroke:#555;fill:#eef}rect.switch{fill:#efe}rect.host{fill:#fee}"
	       "text{font:13px sans-serif;text-anchor:middle}text.small{font-size:10px}"
	       ".cable{stroke:#357;fill:none}</style>\n",
	       size, size, size, size);
	draw_links(&drawing);
	draw_nodes(&drawing);
	puts("</svg>");
}
