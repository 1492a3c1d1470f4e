/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_SERVE_REPORT_H
#define FCL_SERVE_REPORT_H

#include "base/text.h"
#include "tools/serve/scheduling/model.h"

/* Appends a model's statistics, as an element of "model_stats" in Triton's statistics extension. */
void fcl_serve_report_append(struct fcl_text *text, struct fcl_serve_model *model);

#endif
