/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_XRT_CALLS_H
#define FCL_XRT_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/err.h"

/*
 * A C interface to XRT's C++ API. calls.cpp, in its own library (libfpgacl_xrt.so), is the only
 * code that uses C++ types. It is loaded when a board is opened, after the helper has shown that
 * XRT works with the chosen root. Every call returns 0 or a negative errno with a sentence in
 * `err`; no exception escapes. Calls on one object must not be concurrent unless stated otherwise.
 */

struct fcl_xrt_device; /* xrt::device */
struct fcl_xrt_bo;     /* xrt::bo */
struct fcl_xrt_kernel; /* xrt::kernel, one compute unit of it */
struct fcl_xrt_ip;     /* xrt::ip */
struct fcl_xrt_run;    /* xrt::run */

/* Items of get_info(); all but the first two are JSON. */
enum fcl_xrt_text {
	FCL_XRT_BDF,
	FCL_XRT_NAME,
	FCL_XRT_HOST,
	FCL_XRT_PLATFORM,
	FCL_XRT_MEMORY,
	FCL_XRT_THERMAL,
	FCL_XRT_ELECTRICAL,
	FCL_XRT_MECHANICAL,
	FCL_XRT_UNITS /* the CUs of the loaded image */
};

enum fcl_xrt_number { FCL_XRT_CLOCK_MHZ, FCL_XRT_OFFLINE, FCL_XRT_M2M };

/* The board's last asynchronous error; the code is 0 if there was none. */
struct fcl_xrt_error {
	uint64_t code;
	uint64_t time; /* ns since 1970 */
	char text[256];
};

enum fcl_xrt_memory {
	FCL_XRT_TWO_SIDES, /* board memory and host memory, kept in sync by bo_sync() */
	FCL_XRT_HOST_ONLY, /* host memory that the board's kernels access */
	FCL_XRT_PEER       /* board memory that other boards and the host access over PCIe */
};

enum fcl_xrt_access { FCL_XRT_SHARED, FCL_XRT_EXCLUSIVE };

enum fcl_xrt_run_state { FCL_XRT_RUNNING, FCL_XRT_COMPLETED, FCL_XRT_FAILED };

struct fcl_xrt_calls {
	size_t size;  /* sizeof(struct fcl_xrt_calls) when the library was compiled */
	bool is_2_13; /* compiled with headers of XRT 2.13, whose objects begin with a table */

	int (*count)(unsigned *ret_count, struct fcl_err *err);
	/*
	 * Checks whether XRT can read the container. XRT crashes on some containers, so only the
	 * helper calls this.
	 */
	int (*parse)(const void *axlf, struct fcl_err *err);

	int (*device_open)(unsigned index, struct fcl_xrt_device **ret_device, struct fcl_err *err);
	void (*device_close)(struct fcl_xrt_device *device); /* NULL is allowed */
	/* Any thread. *ret_text is allocated by malloc(). */
	int (*device_text)(struct fcl_xrt_device *device, enum fcl_xrt_text what, char **ret_text,
			   struct fcl_err *err);
	/* Any thread. */
	int (*device_number)(struct fcl_xrt_device *device, enum fcl_xrt_number what,
			     uint64_t *ret_number, struct fcl_err *err);
	/* Any thread. */
	int (*device_error)(struct fcl_xrt_device *device, struct fcl_xrt_error *ret_error,
			    struct fcl_err *err);
	int (*device_load)(struct fcl_xrt_device *device, const void *axlf, struct fcl_err *err);
	int (*device_uuid)(struct fcl_xrt_device *device, uint8_t ret_uuid[16],
			   struct fcl_err *err);

	/* Any thread; `group` is an index into the loaded image's memories. */
	int (*bo_create)(struct fcl_xrt_device *device, uint64_t bytes, enum fcl_xrt_memory kind,
			 uint32_t group, struct fcl_xrt_bo **ret_bo, struct fcl_err *err);
	/* Any thread. The bo owns the descriptor, and closes it. */
	int (*bo_export)(struct fcl_xrt_bo *bo, int *ret_fd, struct fcl_err *err);
	/* Any thread. The caller keeps the descriptor. */
	int (*bo_import)(struct fcl_xrt_device *device, int fd, struct fcl_xrt_bo **ret_bo,
			 struct fcl_err *err);
	int (*bo_size)(struct fcl_xrt_bo *bo, uint64_t *ret_bytes, struct fcl_err *err);
	void (*bo_destroy)(struct fcl_xrt_bo *bo); /* NULL is allowed */
	int (*bo_map)(struct fcl_xrt_bo *bo, void **ret_pointer, struct fcl_err *err);
	int (*bo_address)(struct fcl_xrt_bo *bo, uint64_t *ret_address, struct fcl_err *err);
	/*
	 * Any thread, concurrently even for one bo. Blocks. XRT does not check the range, so the
	 * caller must.
	 */
	int (*bo_sync)(struct fcl_xrt_bo *bo, bool to_device, uint64_t offset, uint64_t bytes,
		       struct fcl_err *err);
	int (*bo_copy)(struct fcl_xrt_bo *target, struct fcl_xrt_bo *source, uint64_t bytes,
		       uint64_t target_offset, uint64_t source_offset, struct fcl_err *err);

	/* `name` is in XRT's form, "kernel:{cu}". */
	int (*kernel_open)(struct fcl_xrt_device *device, const uint8_t uuid[16], const char *name,
			   enum fcl_xrt_access access, struct fcl_xrt_kernel **ret_kernel,
			   struct fcl_err *err);
	void (*kernel_close)(struct fcl_xrt_kernel *kernel); /* NULL is allowed */
	/* Only for a kernel opened with FCL_XRT_EXCLUSIVE. -EINVAL: no such register. */
	int (*kernel_read)(struct fcl_xrt_kernel *kernel, uint32_t offset, uint32_t *ret_value,
			   struct fcl_err *err);
	int (*kernel_write)(struct fcl_xrt_kernel *kernel, uint32_t offset, uint32_t value,
			    struct fcl_err *err);
	/* Opens a free-running CU for access to its registers only, and for this process only. */
	int (*ip_open)(struct fcl_xrt_device *device, const uint8_t uuid[16], const char *name,
		       struct fcl_xrt_ip **ret_ip, struct fcl_err *err);
	void (*ip_close)(struct fcl_xrt_ip *ip); /* NULL is allowed */
	int (*ip_read)(struct fcl_xrt_ip *ip, uint32_t offset, uint32_t *ret_value,
		       struct fcl_err *err);
	int (*ip_write)(struct fcl_xrt_ip *ip, uint32_t offset, uint32_t value,
			struct fcl_err *err);
	int (*run_create)(struct fcl_xrt_kernel *kernel, struct fcl_xrt_run **ret_run,
			  struct fcl_err *err);
	void (*run_destroy)(struct fcl_xrt_run *run); /* NULL is allowed */
	int (*run_set)(struct fcl_xrt_run *run, uint32_t index, const void *value, size_t bytes,
		       struct fcl_err *err);
	int (*run_start)(struct fcl_xrt_run *run, struct fcl_err *err);
	/* Does not block. Sets `err` only with FCL_XRT_FAILED. */
	enum fcl_xrt_run_state (*run_state)(struct fcl_xrt_run *run, struct fcl_err *err);
};

/* What libfpgacl_xrt.so exports. */
#define FCL_XRT_CALLS_ENTRY "fcl_xrt_calls"
typedef const struct fcl_xrt_calls *fcl_xrt_calls_entry(void);

#ifdef __cplusplus
}
#endif

#endif
