/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_JOINT_H
#define FCL_EMU_EXECUTION_JOINT_H

#include "emulator/state/program.h"

/*
 * A time line. The CUs that streams join have one in common, from the load of their image on; each
 * execution of any other CU has its own.
 */
struct fcl_emu_joint {
	struct fcl_time *time;
	uint32_t clock;
	bool shared;       /* by several CUs; `lock` guards what follows */
	char why[256];     /* why no cycles are counted on it; empty: they are */
	uint32_t *streams; /* by the image's FIFOs: channels; FCL_TIME_NONE: not used yet */
	uint32_t *banks;   /* by the board's banks: the same */
	uint64_t since_ns; /* when the first execution on it began; 0: none yet */
	bool begun;        /* it does not wait for CUs that were never started */
	pthread_mutex_t lock;
};

/* After the FIFOs of an image have been created. -ENOMEM. */
int fcl_emu_joints_create(struct fcl_emu_program *program, struct fcl_err *err);
void fcl_emu_joints_destroy(struct fcl_emu_program *program);
/* For an execution of a CU that no stream joins with another; NULL: out of memory. */
struct fcl_emu_joint *fcl_emu_joint_open(const struct fcl_emu_cu *cu);
void fcl_emu_joint_close(struct fcl_emu_joint *joint);
/* What the CUs of a joint have in common: the channel of a FIFO, a bank. A negative errno. */
int fcl_emu_joint_stream(struct fcl_emu_joint *joint, const struct fcl_emu_cu *cu, uint32_t port,
			 uint32_t *ret_number, struct fcl_err *err);
int fcl_emu_joint_bank(struct fcl_emu_joint *joint, const struct fcl_emu_cu *cu, uint32_t port,
		       uint32_t *ret_number, struct fcl_err *err);

/* Why an execution of this CU is not counted; false: it is. */
bool fcl_emu_joint_refuses(struct fcl_emu_joint *joint, char why[256]);
/* From now on, nothing is counted on it. */
void fcl_emu_joint_refuse(struct fcl_emu_joint *joint, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
