/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_REFERENCE_H
#define FCL_VX_REFERENCE_H

#include <CL/cl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <VX/vx.h>
#include <VX/vx_import.h>
#include <VX/vx_khr_opencl_interop.h>

enum { FCL_VX_MAX_DIMS = 6, FCL_VX_MAX_PLANES = 4, FCL_VX_MAX_PARAMETERS = 32 };

/*
 * Describes an object without its data. Used for what a kernel's validator promises of an output,
 * for the items of arrays and delays, and for which objects may replace each other in a verified
 * graph.
 */
struct fcl_vx_meta {
	vx_enum type;
	union {
		struct {
			vx_uint32 width, height; /* in pixels; 0: not known yet */
			vx_df_image format;
		} image;
		struct {
			vx_enum item;
			vx_size capacity;
		} array;
		struct {
			vx_enum type;
		} scalar;
		struct {
			vx_size levels;
			vx_float32 scale;
			vx_uint32 width, height;
			vx_df_image format;
		} pyramid;
		struct {
			vx_enum type;
			vx_size count;
		} lut;
		struct {
			vx_size bins;
			vx_int32 offset;
			vx_uint32 range;
		} distribution;
		struct {
			vx_enum kind;
			vx_df_image input, output;
		} threshold;
		struct {
			vx_enum type;
			vx_size rows, columns;
			vx_coordinates2d_t origin;
			vx_enum pattern;
		} matrix;
		struct {
			vx_size rows, columns;
			vx_uint32 scale;
		} convolution;
		struct {
			vx_uint32 source_width, source_height, width, height;
		} remap;
		struct {
			vx_enum item;
			vx_size count;
		} objects; /* object arrays and delays */
		struct {
			vx_size ndims;
			vx_size dims[FCL_VX_MAX_DIMS];
			vx_enum type;
			vx_int8 fixed_point;
		} tensor;
	};
};

/*
 * An attribute: the location of its value, or functions to get and set it. `size` is the size that
 * callers must pass; 0: `get` and `set` check it.
 */
struct fcl_vx_attribute {
	vx_enum id;
	vx_size size;
	size_t offset; /* offset in the object; 0: use `get` */
	vx_status (*get)(vx_reference ref, void *ptr, vx_size size);
	vx_status (*set)(vx_reference ref, const void *ptr, vx_size size); /* NULL: read-only */
	bool meta; /* part of the object's meta, so that validators may set it */
};

struct fcl_vx_class {
	vx_enum type;
	size_t size;
	void (*destroy)(vx_reference ref); /* NULL: only the memory has to be freed */
	/*
	 * Creates an object like the exemplar, in the context or, if virtual, in the graph. Data
	 * objects other than delays have it.
	 */
	void *(*like)(vx_context context, vx_graph graph, vx_reference exemplar);
	const struct fcl_vx_attribute *attributes;
	size_t nattributes;
	void (*close)(
		vx_reference ref); /* called when the host has released its last reference; may be
				    * NULL */
	/*
	 * Whether the host's last reference must not be released now on this thread; NULL: it
	 * always may.
	 */
	bool (*is_busy)(vx_reference ref);
};

/*
 * The header of every object. References by the host and by other objects are counted separately;
 * an object lives as long as either count is not 0.
 */
struct _vx_reference {
	const struct fcl_vx_class *class;
	vx_context context;
	uint64_t serial;         /* unique for each object; never 0 */
	vx_status status;        /* of an error object */
	bool is_virtual;         /* the host cannot access its data */
	bool quiet;              /* VX_DIRECTIVE_DISABLE_LOGGING */
	_Atomic(vx_graph) scope; /* graph of a virtual object; only compared, never dereferenced */
	vx_reference parent;     /* the delay, pyramid or object array that contains it, or NULL */
	vx_uint32 child;         /* its index in the parent */
	atomic_uint host_refs;   /* VX_REFERENCE_COUNT */
	atomic_uint inner_refs;  /* references by other objects */
	vx_reference next, previous; /* in the context's list, guarded by its lock */
	struct fcl_vx_meta meta;
	char name[VX_MAX_REFERENCE_NAME];
};

#define FCL_VX_META(member)                                                                        \
	.offset = offsetof(struct _vx_reference, meta.member),                                     \
	.size = sizeof(((struct _vx_reference *)0)->meta.member)

#define FCL_VX_FIELD(type, member)                                                                 \
	.offset = offsetof(type, member), .size = sizeof(((type *)0)->member)

#define FCL_VX_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
