/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_BOARD_PROCESS_H
#define FCL_TEST_BOARD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Board processes of a test, with sockets in a private directory. */

enum { PROCESS_PATIENCE = 3000 }; /* times 10 ms */

/* Path of fpgacl, set by main(). */
extern const char *process_tool;
/* The board process "t", after process_set_up(). */
extern pid_t process_board;

/*
 * Starts `fpgacl board start emu:u250 --name NAME --foreground [option]` and returns immediately.
 */
pid_t process_start_with(const char *name, const char *const *options);
pid_t process_start(const char *name, const char *option);
bool process_is_up(const char *name);
/* Fails the test if the process does not answer in time. */
void process_wait_up(const char *name);

/* The number of the process's open file descriptors. */
unsigned process_descriptors(pid_t pid);
/* Waits for a child to end and returns its status. */
int process_end(pid_t pid);

/*
 * Creates the directory and starts the board process "t", for a group of tests. Returns 0 on
 * success.
 */
int process_set_up(void);
int process_take_down(void);

#endif
