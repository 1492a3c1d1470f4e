/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/parts.h"

#include <string.h>

/* From the vendor's product tables. */
static const struct fclc_part parts[] = {
	{"xcu200", "virtexuplus", 4320, 6840, 2364480, 1182240, 960},
	{"xcu250", "virtexuplus", 5376, 12288, 3456000, 1728000, 1280},
	{"xcu280", "virtexuplus", 4032, 9024, 2607360, 1303680, 960},
	{"xcu50", "virtexuplus", 2688, 5952, 1743360, 871680, 640},
	{"xcu55c", "virtexuplus", 4032, 9024, 2607360, 1303680, 960},
	{"xcvu9p", "virtexuplus", 4320, 6840, 2364480, 1182240, 960},
	{"xczu3eg", "zynquplus", 432, 360, 141120, 70560, 0},
	{"xczu7ev", "zynquplus", 624, 1728, 460800, 230400, 96},
	{"xczu9eg", "zynquplus", 1824, 2520, 548160, 274080, 0},
	{"xck26", "zynquplus", 288, 1248, 234240, 117120, 64},
	{"xc7z010", "zynq", 120, 80, 35200, 17600, 0},
	{"xc7z020", "zynq", 280, 220, 106400, 53200, 0},
	{"xc7a100t", "artix7", 270, 240, 126800, 63400, 0},
	{"xc7a200t", "artix7", 730, 740, 269200, 134600, 0},
	{"xc7k160t", "kintex7", 650, 600, 202800, 101400, 0},
};

/* Families by how the names of their parts begin, the longest first. */
static const struct {
	const char *prefix, *family;
} families[] = {
	{"xczu", "zynquplus"},   {"xck2", "zynquplus"},  {"xcvu", "virtexuplus"},
	{"xcku", "kintexuplus"}, {"xcu", "virtexuplus"}, {"xcv", "versal"},
	{"xc7z", "zynq"},        {"xc7a", "artix7"},     {"xc7k", "kintex7"},
	{"xc7v", "virtex7"},
};

const struct fclc_part *fclc_part_named(const char *name)
{
	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (!strncmp(name, parts[i].device, strlen(parts[i].device)))
			return &parts[i];
	return NULL;
}

const char *fclc_part_family(const char *name)
{
	const struct fclc_part *part = fclc_part_named(name);

	if (part)
		return part->family;
	for (unsigned i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (!strncmp(name, families[i].prefix, strlen(families[i].prefix)))
			return families[i].family;
	return "";
}
