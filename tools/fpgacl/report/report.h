/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_REPORT_H
#define FCL_TOOL_REPORT_H

/*
 * fpgacl report <trace> [-o <page>] [--pid <process>]: what a trace says, as text; or, with -o, as a
 * page for a browser, which needs no network.
 */
int fcl_tool_report(int argc, char **argv);

#endif
