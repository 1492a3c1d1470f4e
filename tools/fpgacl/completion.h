/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TOOL_COMPLETION_H
#define FCL_TOOL_COMPLETION_H

/*
 * `fpgacl completion bash` or `zsh` prints the shell's script. The scripts run `fpgacl completion
 * answer WORD...`, which prints candidates for the last of the words after `fpgacl`, one a line; a
 * line that starts with a tab asks the shell to append file names to the rest of that line. `help`
 * is the output of `fpgacl --help`, which lists the commands and options.
 */
int fcl_tool_completion(int argc, char **argv, const char *help);

#endif
