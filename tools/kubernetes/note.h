/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_KUBE_NOTE_H
#define FCL_KUBE_NOTE_H

/* Prints a line to standard error, which is the log of the pod or of the systemd unit. */
void fcl_kube_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
