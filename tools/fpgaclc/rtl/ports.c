/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/ports.h"

#include <string.h>
#include <strings.h>

#include "tools/fpgaclc/common/driver.h"
#include "tools/fpgaclc/rtl/bus.h"

/* --- what a name says --- */

static bool contains(const char *text, const char *part)
{
	size_t length = strlen(part);

	for (; *text; text++)
		if (!strncasecmp(text, part, length))
			return true;
	return false;
}

/* Matches ap_rst_n, aresetn, s_axi_srst, but not burst_en or first. */
bool fclc_rtl_names_reset(const char *name)
{
	static const char *const words[] = {"arst", "arstn", "srst", "srstn",
					    "nrst", "rst",   "rstn", "rstb"};
	size_t length;

	for (const char *word = name; *word; word += length + (word[length] == '_')) {
		length = strcspn(word, "_");
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (length == strlen(words[i]) && !strncasecmp(word, words[i], length))
				return true;
	}
	return contains(name, "reset");
}

/*
 * Whether a reset is active low: ap_rst_n, rst_n_2, rst_ni, aresetn, nreset, n_rst, rstb, reset_l;
 * but not sys_next_rst. The name says so in a word after an underscore, or in letters joined to
 * "rst" or "reset".
 */
bool fclc_rtl_names_low(const char *name)
{
	static const char *const after[] = {"n", "ni", "b", "bi", "l", "bar"};
	bool reset = false;
	size_t length;

	for (const char *word = name; *word; word += length + (word[length] == '_')) {
		size_t letters;

		length = strcspn(word, "_");
		letters = strcspn(word, "_0123456789");
		for (size_t i = 0; i < sizeof(after) / sizeof(after[0]); i++)
			if ((i == 0 || (reset && letters == length)) &&
			    letters == strlen(after[i]) && !strncasecmp(word, after[i], letters))
				return true;
		if (!strncasecmp(word, "nrst", 4) || !strncasecmp(word, "nreset", 6) ||
		    !strncasecmp(word, "narst", 5) || !strncasecmp(word, "nareset", 7))
			return true;
		for (size_t i = 0; i + 1 < letters; i++)
			if (!strncasecmp(word + i, "rst", 3) ||
			    !strncasecmp(word + i, "reset", 5)) {
				const char *rest = word + i +
						   (!strncasecmp(word + i, "rst", 3) ? 3 : 5);

				reset = true;
				for (size_t j = 0; j < sizeof(after) / sizeof(after[0]); j++)
					if ((size_t)(word + letters - rest) == strlen(after[j]) &&
					    !strncasecmp(rest, after[j], strlen(after[j])))
						return true;
			}
	}
	return false;
}

bool fclc_rtl_names_clock(const char *name)
{
	return !fclc_rtl_names_reset(name) && (contains(name, "clk") || contains(name, "clock"));
}

/* --- what a description says --- */

static void add(struct fclc_program *program, struct fclc_rtl *rtl, struct fclc_rtl_map map)
{
	rtl->maps = fclc_grow(program->arena, rtl->maps, rtl->nmaps, &rtl->maps_capacity,
			      sizeof(*rtl->maps));
	rtl->maps[rtl->nmaps++] = map;
}

void fclc_rtl_map_signal(struct fclc_program *program, struct fclc_rtl *rtl, const char *bus,
			 const char *signal, const char *port)
{
	const char *name = fclc_format(program->arena, "%s_%s", bus, signal);

	if (*signal && *port && strcasecmp(name, port) != 0)
		add(program, rtl, (struct fclc_rtl_map){.bus = bus, .port = port, .name = name});
}

void fclc_rtl_map_clock(struct fclc_program *program, struct fclc_rtl *rtl, const char *port)
{
	if (*port && !fclc_rtl_names_clock(port))
		add(program, rtl,
		    (struct fclc_rtl_map){
			    .bus = "-",
			    .port = port,
			    .name = fclc_format(program->arena, "clk_%u", rtl->nmaps)});
}

void fclc_rtl_map_reset(struct fclc_program *program, struct fclc_rtl *rtl, const char *port,
			bool low)
{
	if (*port && (!fclc_rtl_names_reset(port) || fclc_rtl_names_low(port) != low))
		add(program, rtl,
		    (struct fclc_rtl_map){.bus = "-",
					  .port = port,
					  .name = fclc_format(program->arena,
							      low ? "rst_n_%u" : "rst_%u",
							      rtl->nmaps)});
}

const char *fclc_rtl_mapped_name(const struct fclc_rtl *rtl, const char *port)
{
	for (uint32_t i = 0; i < rtl->nmaps; i++) {
		const struct fclc_rtl_map *map = &rtl->maps[i];

		/* GHDL's Verilog has names in lower case. */
		if (!strcasecmp(map->port, port) &&
		    (!strcmp(map->bus, "-") || fclc_rtl_bus_of(rtl, map->bus)))
			return map->name;
	}
	return port;
}
