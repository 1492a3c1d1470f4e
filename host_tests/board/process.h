/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_PROCESS_H
#define FCL_TEST_BOARD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Board processes of a test, with sockets in a folder of its own. */

enum { PROCESS_PATIENCE = 3000 }; /* times 10 ms */

/* Path of fpgacl, which main() sets. */
extern const char *process_tool;
/* The board process "t", from process_set_up() on. */
extern pid_t process_board;

/* Starts `fpgacl board start emu:u250 --name NAME --foreground [option]` and returns at once. */
pid_t process_start(const char *name, const char *option);
bool process_is_up(const char *name);
/* Fails the test if the process does not answer in time. */
void process_wait_up(const char *name);

/* How many file descriptors the process has open. */
unsigned process_descriptors(pid_t pid);
/* Waits for the end of a child and returns its status. */
int process_end(pid_t pid);

/* For the group of tests: the folder and the board process "t"; 0 if all went well. */
int process_set_up(void);
int process_take_down(void);

#endif
