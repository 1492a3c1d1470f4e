/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_REPORT_H
#define FCL_TOOL_REPORT_H

/*
 * fpgacl report <trace> [-o <page>] [--pid <process>]: prints a summary of a trace as text or, with
 * -o, writes it as a self-contained HTML page.
 * fpgacl report <image>: what the schedules of its kernels say (report_schedule.h).
 */
int fcl_tool_report(int argc, char **argv);

#endif
