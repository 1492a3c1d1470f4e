/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/reports/reports.h"

#include <errno.h>

#include "base/file.h"
#include "base/folder.h"
#include "tools/fpgaclc/reports/rpt.h"
#include "tools/fpgaclc/reports/summary.h"
#include "tools/fpgaclc/reports/xml.h"

/* Writes a file and empties the text. */
static int write_text(struct fclc_arena *arena, const char *folder, const char *name,
		      struct fcl_text *text, struct fcl_err *err)
{
	const char *path = fclc_format(arena, "%s/%s", folder, name);
	int error = text->failed ? fcl_err_set(err, -ENOMEM, "out of memory")
				 : fcl_file_write(path, text->bytes, text->size, err);

	fcl_text_free(text);
	return error;
}

static int write_module(const struct fclc_design *design, const struct fclc_module *module,
			const char *folder, struct fcl_err *err)
{
	struct fclc_arena *arena = design->arena;
	struct fcl_text text = {0};
	int error;

	fclc_report_rpt(design, module, &text);
	error = write_text(arena, folder, fclc_format(arena, "%s_csynth.rpt", module->name), &text,
			   err);
	if (error)
		return error;
	fclc_report_xml(design, module, &text);
	return write_text(arena, folder, fclc_format(arena, "%s_csynth.xml", module->name), &text,
			  err);
}

static int write_all(const struct fclc_design *design, const char *folder, struct fcl_err *err)
{
	struct fcl_text text = {0};
	int error = fcl_folder_make(folder);

	if (error)
		return fcl_err_set(err, error, "cannot make the folder '%s'", folder);
	fclc_report_summary(design, &text);
	error = write_text(design->arena, folder, "csynth.rpt", &text, err);
	if (!error) {
		fclc_report_design_xml(design, &text);
		error = write_text(design->arena, folder, "csynth.xml", &text, err);
	}
	for (uint32_t i = 0; !error && i < design->nmodules; i++)
		error = write_module(design, &design->modules[i], folder, err);
	return error;
}

int fclc_reports_write(const char *schedule, size_t size, const char *version, const char *folder,
		       struct fcl_err *err)
{
	struct fclc_arena *arena = fclc_arena_create();
	struct fclc_value *value = NULL;
	struct fclc_design design;
	int error = fclc_tree_read(arena, schedule, size, &value, err);

	if (!error)
		error = fclc_design_of(arena, value, version, &design, err);
	if (!error)
		error = write_all(&design, folder, err);
	fclc_arena_destroy(arena);
	return error;
}
