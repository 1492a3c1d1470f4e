/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_SCHEDULE_H
#define FCLC_PLUGIN_SCHEDULE_SCHEDULE_H

namespace llvm
{
class Module;
}

namespace fclc
{

/*
 * With -fclc-schedule, writes the schedule of a function, docs/schedule.md, and takes the code away:
 * it is not for a processor. Otherwise returns false.
 */
bool make_schedule(llvm::Module &module);

} // namespace fclc

#endif
