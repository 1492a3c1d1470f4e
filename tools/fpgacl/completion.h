/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_COMPLETION_H
#define FCL_TOOL_COMPLETION_H

/*
 * `fpgacl completion bash` or `zsh`: the shell's script. `fpgacl completion answer WORD...`, which the scripts run: what
 * the last of the words after `fpgacl` may become, a line for each; a line that begins with a tab says that a file's name
 * fits after the rest of that line. `help` is what `fpgacl --help` prints: it says which commands and options there are.
 */
int fcl_tool_completion(int argc, char **argv, const char *help);

#endif
