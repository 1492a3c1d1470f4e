/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CHANGE_H
#define FCL_CORE_CHANGE_H

#include "runtime/core/launches/args.h"

/*
 * Hosts tend to change one or two arguments from launch to launch: a counter, or alternating
 * buffers. Such a launch gets a change of the kernel's block, its base: the values that differ, with
 * their own references. Everything else it borrows from the base, whose standing claim covers the
 * buffers there as well (standing.h). Only the commands that it was created for use it, so it needs
 * no bindings (binding.h). When the host releases an object that is set, no kernel has to give up a
 * change; when the object is in a base, the kernel gives up the base, which is freed once no command
 * uses a change of it.
 */
struct fcl_change {
	_Alignas(64) _Atomic uint32_t refs;
	struct fcl_change *next; /* among spare ones */
	struct fcl_args *base;   /* with a reference */
	uint64_t own;            /* bits of the arguments that differ from the base */
	/*
	 * Room for the values in the HAL's form, for the only launch that uses the change. Its
	 * contents may be left from another one: they are those of the array `number`, or of none
	 * if that is 0, except for the arguments `differs`.
	 */
	struct fcl_hal_arg *hal;
	uint64_t number, differs;
	unsigned char *bytes;          /* the scalars among them */
	struct fcl_arg_value values[]; /* by argument; only those in `own` are valid */
};

/* Whether the next launch should use a change of the kernel's block. The kernel's lock is held. */
bool fcl_change_suits(struct fcl_kernel *kernel);

/*
 * Returns the change between the kernel's block and its settings, with its only reference; NULL:
 * they are the same. -ESTALE: the host has released the object of argument *ret_failed; a change may
 * be returned as well, which the caller must release without the kernel's lock. -ENOMEM. The
 * kernel's lock is held.
 */
int fcl_change_create(struct fcl_kernel *kernel, struct fcl_change **ret_change,
		      uint32_t *ret_failed);

/* A launch's values: one reference, to the change or, if there is none, to the block. */
void fcl_values_ref(const struct fcl_values *values);
void fcl_values_unref(const struct fcl_values *values);

/* Bits of the arguments that differ from the block. */
static inline uint64_t fcl_values_own(const struct fcl_values *values)
{
	return values->change ? values->change->own : 0;
}

static inline const struct fcl_arg_value *fcl_values_at(const struct fcl_values *values,
							uint32_t arg)
{
	return fcl_arg_in(fcl_values_own(values), arg) ? &values->change->values[arg]
						       : &values->args->values[arg];
}

/* An argument's buffer, or NULL. */
static inline struct fcl_mem *fcl_values_buffer(const struct fcl_values *values, uint32_t arg)
{
	return fcl_arg_buffer(fcl_values_at(values, arg));
}

#endif
