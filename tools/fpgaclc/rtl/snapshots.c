/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/rtl/snapshots.h"

#include <string.h>

#include "tools/fpgaclc/common/diag.h"
#include "tools/fpgaclc/common/driver.h"

struct pattern {
	const char *cxx, *hdl;
};

/* Calls of Verilator's runtime whose results depend on something outside of the model. */
static const struct pattern calls[] = {
	{"VL_FOPEN", "opens files ($fopen), whose positions"},
	{"VL_RANDOM_", "calls $random or $urandom, whose state"},
	{"VL_URANDOM", "calls $urandom_range, whose state"},
	{"__Vdpiimwrap", "calls C functions (DPI), whose state"},
};

/* Members that own memory elsewhere. */
static const struct pattern members[] = {
	{"VlQueue<", "has queues or dynamic arrays, whose elements"},
	{"VlAssocArray<", "has associative arrays, whose elements"},
	{"VlClassRef<", "has objects of classes, whose members"},
	{"std::string ", "has strings, whose characters"},
};

/* $random(seed) only depends on the seed, a variable of the model. */
static bool has(const char *text, const struct pattern *pattern)
{
	static const char seeded[] = "VL_RANDOM_SEEDED";

	for (; (text = strstr(text, pattern->cxx)); text++)
		if (strncmp(text, seeded, strlen(seeded)) != 0)
			return true;
	return false;
}

static const struct pattern *find(const char *text, const struct pattern *patterns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (has(text, &patterns[i]))
			return &patterns[i];
	return NULL;
}

int fclc_rtl_check_snapshots(const struct fclc_program *program, const struct fclc_rtl *rtl,
			     const char *model, struct fcl_err *err)
{
	const char *path = fclc_format(program->arena, "%s/model/Vfclc_%s___024root.h", rtl->folder,
				       rtl->kernel);
	const struct pattern *found = find(model, calls, sizeof(calls) / sizeof(calls[0]));
	char *header;
	size_t size;

	if (!rtl->has_root || !rtl->has_context || !strstr(model, "__Vm_activity"))
		return fclc_error(err, FCLC_NOWHERE,
				  "--snapshots: expected Verilator 5 or later on the path");
	if (!found) {
		int error = fclc_read_file(program, path, &header, &size, err);

		if (error)
			return error;
		found = find(header, members, sizeof(members) / sizeof(members[0]));
	}
	return found ? fclc_error(err, FCLC_NOWHERE,
				  "--snapshots: kernel '%s' %s cannot be saved; link it without",
				  rtl->kernel, found->hdl)
		     : 0;
}
