/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HAL_SUITE_H
#define HAL_SUITE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hal/include/fcl_hal.h"

/*
 * The conformance suite: what every backend must do, and what it must do if it declares a
 * capability. One device stays open during the whole run.
 */
struct suite {
	const char *name;  /* "emu:u250" */
	const char *board; /* what open() expects */
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *device;
	const struct fcl_hal_info *info;
	bool stores;   /* memory keeps written data (not on the null backend) */
	bool loads;    /* accepts the suite's own images, which are not bitstreams */
	bool computes; /* kernels run the image's models (XRT's noop device runs nothing) */
	unsigned run, skipped;
	/* Numbers of accepted requests and of calls of done(); equal once the device is closed. */
	_Atomic unsigned taken, ended;
};

extern struct suite suite;

/* Ends the test as skipped. */
void skip_test(void);
/* Skips the test unless the device declares these capabilities. */
void need(uint32_t caps);
/* Skips the test if the device accepts no images. Called by make_image(). */
void need_images(void);
/* Skips the test if the device's memory keeps no data. */
void need_memory(void);
/* Skips the test if the device's kernels compute no results. */
void need_results(void);

/* --- image.c: an image of the models in models/ --- */
struct kernel_shape {
	const char *name;
	uint32_t ncus;
	enum fcl_image_control control;
	const char *args; /* one letter for each argument, see image.c */
};

enum {
	K_ADD,
	K_REGISTERS,
	K_WHERE,
	K_RENDEZVOUS,
	K_FAILING,
	K_GROUPS,
	K_WHOLE,
	K_PRODUCER,
	K_CONSUMER,
	K_TALLY,
	K_STEP_ADD,
	K_COUNTER,
	K_FOLLOW,
	K_DOUBLER, /* last, because images list kernels without registers last */
	K_COUNT
};
extern const struct kernel_shape kernel_shapes[K_COUNT];

/* The first CU of a kernel; its other CUs follow. */
uint32_t first_cu(unsigned kernel);

/*
 * Creates the image for the open board; `seed` determines its UUID. The caller releases the
 * reference.
 */
struct fcl_image *make_image(uint8_t seed, const char *payload);

/* Loads make_image(1) in slot 0. */
struct fcl_hal_program *load_program(void);
/* The same with an image whose memories are the board's banks in reverse order. */
struct fcl_hal_program *load_program_with_banks_reversed(void);

/* --- work.c: requests, and waiting for them --- */
struct work {
	struct fcl_hal_request request;
	struct fcl_hal_arg args[8];
	_Atomic uint32_t done; /* number of calls of done() */
	_Atomic int status;
	char text[256];
};

void work_transfer(struct work *work, enum fcl_hal_op op, struct fcl_hal_buffer *buffer,
		   uint64_t offset, void *host, size_t bytes);
void work_launch(struct work *work, struct fcl_hal_program *program, unsigned kernel,
		 uint32_t ncus);
void work_bytes(struct work *work, uint32_t index, const void *data, size_t size);
void work_buffer(struct work *work, uint32_t index, struct fcl_hal_buffer *buffer, uint64_t offset);
int work_submit(struct work *work);
int submit_batch(struct fcl_hal_request *const *requests, uint32_t count);
/* Waits until done() has been called. Returns the status. */
int work_wait(struct work *work);
/* Submits the request, which must succeed, and waits. */
int work_run(struct work *work);

struct fcl_hal_buffer *alloc_buffer(uint64_t bytes);
void free_buffer(struct fcl_hal_buffer *buffer);
void put(struct fcl_hal_buffer *buffer, uint64_t offset, const void *data, size_t bytes);
void get(struct fcl_hal_buffer *buffer, uint64_t offset, void *data, size_t bytes);

/* The groups of tests. */
extern const struct CMUnitTest memory_tests[], transfer_tests[], launch_tests[], board_tests[],
	stream_tests[], svm_tests[];
extern const size_t nmemory_tests, ntransfer_tests, nlaunch_tests, nboard_tests, nstream_tests,
	nsvm_tests;

#endif
