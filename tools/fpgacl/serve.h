/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_SERVE_H
#define FCL_TOOL_SERVE_H

/*
 * `fpgacl serve`: becomes the inference worker, a program of its own (tools/serve), since it needs
 * libraries that nothing else needs. argv[0] is the first argument after `serve`, and argv[argc] NULL.
 * Returns only if that is not possible.
 */
int fcl_tool_serve(int argc, char **argv);

#endif
