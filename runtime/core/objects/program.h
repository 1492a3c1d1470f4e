/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_PROGRAM_H
#define FCL_CORE_PROGRAM_H

#include "bitstreams/image/fcl_image.h"
#include "runtime/core/objects/context.h"

/* A program's state on one of its devices. */
struct fcl_build {
	struct fcl_part *part;     /* the context has a reference */
	struct fcl_device *device; /* its board */
	struct fcl_image *image;   /* NULL: no executable for this device */
	/*
	 * Undoes the load of the image. It is set together with the image, as programs do not load
	 * images themselves.
	 */
	void (*unload)(struct fcl_device *device, struct fcl_image *image);
	cl_build_status status;
	char *options; /* as given to the last clBuildProgram; NULL: "" */
	char *log;     /* NULL: "" */
};

struct fcl_program {
	struct fcl_object object;
	struct fcl_context *context;
	struct fcl_build *builds; /* in the order of the devices given */
	uint32_t nbuilds;
	char *source;       /* of a source program, all strings concatenated; else NULL */
	char *kernel_names; /* names of kernels that can be created, separated by ';'; "" if none */
	uint32_t nkernels;
	bool builtin;              /* created by clCreateProgramWithBuiltInKernels */
	_Atomic uint32_t attached; /* live kernel objects; clBuildProgram fails while > 0 */
	pthread_mutex_t lock;      /* guards the builds' status, options, log, and destructors */
	struct fcl_destructor *destructors;
};

/* Creates a program whose builds are empty. -ENOMEM. The caller gets an internal reference. */
int fcl_program_create(struct fcl_context *context, struct fcl_part *const *parts, uint32_t nparts,
		       struct fcl_program **ret_program);

/* Fills in kernel_names once all builds are loaded. -ENOMEM. */
int fcl_program_finish(struct fcl_program *program);

/*
 * Returns the build for a board or sub-device, or NULL. A part without its own build uses that of
 * another part of its board, as an image on a board is available to all of the context's parts of
 * it.
 */
struct fcl_build *fcl_program_build(struct fcl_program *program, const struct fcl_part *part);

/* Returns whether there is an image for any device. */
bool fcl_program_has_executable(const struct fcl_program *program);

/*
 * Returns the index of a kernel in the build's image, or -1 if the build's part does not have it.
 */
int fcl_build_kernel(const struct fcl_build *build, const char *name);

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_program_destroy;

#endif
