/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_SERVE_H
#define FCL_TOOL_SERVE_H

/*
 * `fpgacl serve`: replaces this process with the inference worker, a separate program (tools/serve)
 * because of its library dependencies. argv[0] is the first argument after `serve`, argv[argc] must
 * be NULL. Returns only on failure.
 */
int fcl_tool_serve(int argc, char **argv);

#endif
