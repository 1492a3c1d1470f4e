/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLOSING_H
#define FCL_BD_CLOSING_H

#include <sys/types.h>

/*
 * Closing a descriptor of another process may block: a TCP socket waits for its peer (SO_LINGER), a
 * file of FUSE or NFS for its server. So does closing a socket in which such a descriptor waits. The
 * thread that serves all clients must not wait for any of them; it leaves closing to threads, a
 * limited number of which one user can occupy.
 */

/* Has fcl_bd_packet_close() use these threads, too. */
void fcl_bd_closing_begin(void);

/* Descriptors that are closed from now on come from this user. */
void fcl_bd_closing_for(uid_t user);

/* Closes it some time. Negative: does nothing. */
void fcl_bd_let_go(int fd);

/*
 * The same for a connection whose peer has yet to receive an answer, which closing a socket with
 * unread messages would discard.
 */
void fcl_bd_hang_up(int fd);

/* To be called now and then: interrupts what lasts too long. */
void fcl_bd_closing_nudge(void);

/* How many descriptors of the user are not closed yet. */
unsigned fcl_bd_closing_behind(uid_t user);

#endif
