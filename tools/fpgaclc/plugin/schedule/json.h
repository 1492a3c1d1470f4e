/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_JSON_H
#define FCLC_PLUGIN_SCHEDULE_JSON_H

#include <llvm/Support/raw_ostream.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

void write_schedule(const schedule &schedule, llvm::raw_ostream &stream);

} // namespace fclc

#endif
