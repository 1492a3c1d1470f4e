/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_COMPLETION_H
#define FCL_TOOL_COMPLETION_H

/*
 * fpgacl completion bash|zsh: prints a script that completes commands and options, made from the text
 * of --help.
 */
int fcl_tool_completion(const char *shell, const char *help);

#endif
