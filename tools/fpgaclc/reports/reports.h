/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_REPORTS_REPORTS_H
#define FCLC_REPORTS_REPORTS_H

#include <stddef.h>

#include "base/err.h"

/*
 * Writes the reports of a schedule (JSON: docs/schedule.md) into a folder, which it makes: csynth.rpt,
 * csynth.xml, and for each module <module>_csynth.rpt and .xml. `version` is fpgacl's. -EINVAL: it is
 * no schedule of this version.
 */
int fclc_reports_write(const char *schedule, size_t size, const char *version, const char *folder,
		       struct fcl_err *err);

#endif
