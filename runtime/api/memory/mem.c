/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/log.h"
#include "runtime/api/common/info.h"
#include "runtime/api/common/limits.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/memory/bank.h"
#include "runtime/api/memory/external.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/core/objects/holdings.h"
#include "runtime/core/objects/map.h"
#include "runtime/core/objects/mem_create.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/objects/svm.h"
#include "runtime/core/residency/claim.h"

static const cl_mem_flags access_bits = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
static const cl_mem_flags host_bits = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY |
				      CL_MEM_HOST_NO_ACCESS;
static const cl_mem_flags storage_bits = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR |
					 CL_MEM_COPY_HOST_PTR;
/*
 * From Intel's FPGA SDK: a memory channel, CL_CHANNEL_…_INTELFPGA, and
 * CL_MEM_HETEROGENEOUS_INTELFPGA. Its kernels reach all channels, so these flags are only
 * performance hints; the bank that is used is one that the kernel reaches.
 */
static const cl_mem_flags channel_bits = (cl_mem_flags)0xF << 16;

static bool at_most_one(cl_mem_flags bits)
{
	return !(bits & (bits - 1));
}

/* Checks the exclusions in the specification's table of memory flags. */
static bool mem_are_flags_valid(cl_mem_flags flags, cl_mem_flags allowed)
{
	if (flags & ~allowed)
		return false;
	if (!at_most_one(flags & access_bits) || !at_most_one(flags & host_bits))
		return false;
	return !(flags & CL_MEM_USE_HOST_PTR) ||
	       !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
}

static bool mem_is_size_valid(const struct fcl_context *context, uint64_t size)
{
	for (uint32_t i = 0; size && i < context->ndevices; i++)
		if (size <= fcl_api_max_alloc(context->devices[i]))
			return true;
	return false;
}

/*
 * Counts the elements of a valid list, including the terminating 0; a list of devices in it has its
 * own terminator.
 */
static uint32_t count_properties(const cl_mem_properties *properties)
{
	const cl_mem_properties *at = properties;

	while (*at) {
		if (*at == CL_DEVICE_HANDLE_LIST_KHR)
			while (*++at != CL_DEVICE_HANDLE_LIST_END_KHR)
				;
		else
			at++;
		at++;
	}
	return (uint32_t)(at - properties) + 1;
}

/*
 * For an SVM pointer, checks the bounds of its allocation. With CL_MEM_USE_HOST_PTR, the buffer is
 * an alias of the allocation's memory.
 */
static cl_int create_from_svm(struct fcl_mem *svm, uint64_t offset, cl_mem_flags flags, size_t size,
			      const struct fcl_api_placement *place, struct fcl_mem **ret_mem)
{
	if (size > svm->size - offset)
		return CL_INVALID_BUFFER_SIZE;
	return fcl_status_from_errno(
		flags & CL_MEM_USE_HOST_PTR
			? fcl_svm_create_alias(svm, flags, offset, size, ret_mem)
			: fcl_mem_create(svm->context, flags, size, place->host_ptr, place->bank,
					 ret_mem));
}

/*
 * Host and board share the memory: hosts map such a buffer once and keep the pointer. On boards
 * without shared memory there are two copies, as for any other buffer.
 */
static int create_host_only(struct fcl_context *context, cl_mem_flags flags, size_t size,
			    const struct fcl_api_placement *place, struct fcl_mem **ret_mem)
{
	struct fcl_mem *svm;
	uint64_t offset;
	void *pointer;
	int error = fcl_svm_alloc(context, 0, size, &pointer);

	if (error)
		return error;
	if (flags & CL_MEM_COPY_HOST_PTR)
		memcpy(pointer, place->host_ptr, size);
	svm = fcl_svm_find(context, pointer, &offset);
	error = fcl_svm_create_alias(svm, flags, 0, size, ret_mem);
	if (!error)
		(*ret_mem)->host_ptr = NULL; /* the host passed none */
	fcl_object_unref(svm);
	fcl_svm_free(context, pointer); /* the alias keeps it alive */
	return error;
}

static cl_int create_root(struct fcl_context *context, cl_mem_flags flags, size_t size,
			  const struct fcl_api_placement *place, struct fcl_mem **ret_mem)
{
	uint64_t offset = 0;
	struct fcl_mem *svm = place->host_ptr ? fcl_svm_find(context, place->host_ptr, &offset)
					      : NULL;
	cl_int error;

	if (place->host_only && context->svm_sides && !(flags & CL_MEM_USE_HOST_PTR)) {
		int status = create_host_only(context, flags, size, place, ret_mem);

		/* Devices without common memory have a copy each. */
		if (status != -EOPNOTSUPP) {
			fcl_object_unref(svm);
			return fcl_status_from_errno(status);
		}
	}
	if (!svm) {
		int status = fcl_mem_create(context, flags, size, place->host_ptr, place->bank,
					    ret_mem);

		if (!status)
			(*ret_mem)->p2p = place->p2p;
		return fcl_status_from_errno(status);
	}
	error = create_from_svm(svm, offset, flags, size, place, ret_mem);
	fcl_object_unref(svm);
	return error;
}

static cl_int mem_check_buffer(const struct fcl_context *context, cl_mem_flags flags, size_t size,
			       const struct fcl_api_placement *place)
{
	const void *host_ptr = place->host_ptr;
	bool wants_pointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);

	if (!mem_are_flags_valid(flags, access_bits | host_bits | storage_bits | channel_bits))
		return fcl_api_explain(context, CL_INVALID_VALUE,
				       "memory flags %#" PRIx64
				       " are not valid for buffers, or mutually exclusive",
				       (uint64_t)flags);
	if (!mem_is_size_valid(context, size))
		return fcl_api_explain(
			context, CL_INVALID_BUFFER_SIZE, "a buffer of %zu bytes is %s", size,
			size ? "larger than any bank of the context's devices" : "none");
	if (size > place->room)
		return fcl_api_explain(
			context, CL_MEM_OBJECT_ALLOCATION_FAILURE,
			"a buffer of %zu bytes does not fit into memory %u, in which it is created and which has %" PRIu64
			" bytes",
			size, place->bank, place->room);
	if (!host_ptr == wants_pointer)
		return fcl_api_explain(
			context, CL_INVALID_HOST_PTR,
			"host_ptr %s, and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR %s",
			host_ptr ? "is given" : "is NULL", wants_pointer ? "is set" : "is not");
	return CL_SUCCESS;
}

/*
 * In a context of one device, it is known where the memory of a buffer that names its bank will be.
 */
static cl_int book(const struct fcl_context *context, struct fcl_mem *mem)
{
	struct fcl_device *device = context->devices[0];
	uint32_t bank;

	if (context->ndevices != 1 || mem->root != mem || mem->one ||
	    mem->wanted_bank == FCL_HAL_BANK_DEFAULT)
		return CL_SUCCESS;
	bank = fcl_residency_first_bank(device, mem);
	if (bank >= device->info->nbanks || fcl_holdings_book(device, bank, mem))
		return CL_SUCCESS;
	return fcl_api_explain(
		context, CL_MEM_OBJECT_ALLOCATION_FAILURE,
		"a buffer of %" PRIu64
		" bytes does not fit into bank %s of %s, in which it is created: of its %" PRIu64
		" bytes, other buffers that were created in it take %" PRIu64,
		mem->size, device->info->banks[bank].tag, device->info->name,
		device->info->banks[bank].size, atomic_load(&device->booked[bank]));
}

static cl_mem mem_create_buffer(const struct fcl_context *context,
				const cl_mem_properties *properties, cl_mem_flags flags,
				size_t size, const struct fcl_api_placement *place,
				const struct fcl_api_external *external, cl_int *errcode_ret)
{
	struct fcl_mem *mem = NULL;
	cl_int error;

	error = mem_check_buffer(context, flags, size, place);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	error = create_root((struct fcl_context *)context, flags, size, place, &mem);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	error = book(context, mem);
	if (error) {
		fcl_object_unref(mem);
		return fcl_api_fail(errcode_ret, error);
	}
	/* An empty list is kept, too, as CL_MEM_PROPERTIES returns it. */
	mem->nproperties = properties ? count_properties(properties) : 0;
	mem->properties = fcl_api_keep_list(properties, mem->nproperties, sizeof(*properties),
					    &error);
	if (!error)
		error = fcl_api_external_import(mem, external);
	if (error)
		fcl_object_unref(mem);
	return fcl_api_created(errcode_ret, error, mem);
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
						const cl_mem_properties *properties,
						cl_mem_flags flags, size_t size, void *host_ptr,
						cl_int *errcode_ret)
{
	const struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_api_external external;
	struct fcl_api_placement place;
	cl_int error;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	error = fcl_api_external_read(the_context, properties, flags, host_ptr, &external);
	if (!error)
		error = fcl_api_placement_read(the_context, &flags, host_ptr, &place);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	return mem_create_buffer(the_context, properties, flags, size, &place, &external,
				 errcode_ret);
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
				  void *host_ptr, cl_int *errcode_ret)
{
	return clCreateBufferWithProperties(context, NULL, flags, size, host_ptr, errcode_ret);
}

static bool may_sub_buffer_narrow(cl_mem_flags parent, cl_mem_flags flags)
{
	if ((parent & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)))
		return false;
	if ((parent & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
		return false;
	if ((parent & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
		return false;
	if ((parent & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
		return false;
	return !(parent & CL_MEM_HOST_NO_ACCESS) ||
	       !(flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY));
}

/*
 * Access flags that are not given are inherited from the parent, as are the flags for the location
 * of the memory.
 */
static cl_mem_flags inherit_flags(cl_mem_flags parent, cl_mem_flags flags)
{
	if (!(flags & access_bits))
		flags |= parent & access_bits;
	if (!(flags & host_bits))
		flags |= parent & host_bits;
	return flags | (parent & storage_bits);
}

/* XRT does not check the origin of a sub-buffer, and hosts written for it rely on that. */
static bool mem_may_start(const struct fcl_context *context, size_t origin)
{
	static atomic_flag logged = ATOMIC_FLAG_INIT;

	if (origin % FCL_API_ORIGIN_ALIGN == 0)
		return true;
	if (!context->mixes)
		return false;
	if (!atomic_flag_test_and_set(&logged))
		fcl_log(FCL_LOG_WARN, "api",
			"a sub-buffer starts at byte %zu, which OpenCL does not allow: it works under XCL_EMULATION_MODE and with XRT; elsewhere it must be a multiple of %u bytes",
			origin, FCL_API_ORIGIN_ALIGN);
	return true;
}

static cl_int check_region(const struct fcl_mem *buffer, const cl_buffer_region *region)
{
	if (!region)
		return fcl_api_explain(buffer->context, CL_INVALID_VALUE,
				       "the sub-buffer's region is NULL");
	if (!region->size)
		return fcl_api_explain(buffer->context, CL_INVALID_BUFFER_SIZE,
				       "expected a sub-buffer of at least 1 byte, found 0 bytes");
	if (!fcl_api_in_bounds(region->origin, region->size, buffer->size))
		return fcl_api_out_of_bounds(buffer, region->origin, region->size);
	/* All devices report the same alignment, so commands need not check it again. */
	if (!mem_may_start(buffer->context, region->origin))
		return fcl_api_explain(
			buffer->context, CL_MISALIGNED_SUB_BUFFER_OFFSET,
			"expected a sub-buffer that starts at a multiple of %u bytes, found %zu",
			FCL_API_ORIGIN_ALIGN, region->origin);
	return CL_SUCCESS;
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
				     cl_buffer_create_type buffer_create_type,
				     const void *buffer_create_info, cl_int *errcode_ret)
{
	const cl_buffer_region *region = buffer_create_info;
	struct fcl_mem *parent = fcl_api_mem(buffer), *mem = NULL;
	cl_int error;

	if (!parent || parent->parent)
		return fcl_api_fail(errcode_ret, CL_INVALID_MEM_OBJECT);
	if (!mem_are_flags_valid(flags, access_bits | host_bits) ||
	    !may_sub_buffer_narrow(parent->flags, flags) ||
	    buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION)
		return fcl_api_fail(
			errcode_ret,
			fcl_api_explain(
				parent->context, CL_INVALID_VALUE,
				"flags %#" PRIx64
				" of a sub-buffer are mutually exclusive or conflict with those of its buffer, %#" PRIx64
				", or it is not created from a region",
				(uint64_t)flags, (uint64_t)parent->flags));
	error = check_region(parent, region);
	if (!error)
		error = fcl_status_from_errno(
			fcl_mem_create_view(parent, inherit_flags(parent->flags, flags),
					    region->origin, region->size, &mem));
	return fcl_api_created(errcode_ret, error, mem);
}

FCL_API_COUNTED(clRetainMemObject, clReleaseMemObject, cl_mem, fcl_api_memobj,
		CL_INVALID_MEM_OBJECT)

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
				      size_t param_value_size, void *param_value,
				      size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	struct fcl_mem *mem = fcl_api_memobj(memobj);

	if (!mem)
		return CL_INVALID_MEM_OBJECT;
	switch (param_name) {
	case CL_MEM_TYPE:
		return fcl_api_info_uint(&info,
					 mem->pipe ? CL_MEM_OBJECT_PIPE : CL_MEM_OBJECT_BUFFER);
	case CL_MEM_FLAGS:
		return fcl_api_info_ulong(&info, mem->flags);
	case CL_MEM_SIZE:
		return fcl_api_info_size(&info, mem->size);
	case CL_MEM_HOST_PTR:
		return fcl_api_info_handle(&info, mem->host_ptr);
	case CL_MEM_MAP_COUNT:
		return fcl_api_info_uint(&info, fcl_mem_map_count(mem));
	case CL_MEM_REFERENCE_COUNT:
		return fcl_api_info_uint(&info, fcl_object_api_refs(mem));
	case CL_MEM_CONTEXT:
		return fcl_api_info_handle(&info, mem->context);
	case CL_MEM_ASSOCIATED_MEMOBJECT:
		return fcl_api_info_handle(&info, mem->parent);
	case CL_MEM_OFFSET:
		return fcl_api_info_size(&info, mem->origin);
	case CL_MEM_USES_SVM_POINTER:
		return fcl_api_info_uint(&info, mem->root->one && mem->flags & CL_MEM_USE_HOST_PTR);
	case CL_MEM_PROPERTIES:
		return fcl_api_info_bytes(&info, mem->properties,
					  mem->nproperties * sizeof(cl_mem_properties));
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
						    void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
						    void *user_data)
{
	struct fcl_mem *mem = fcl_api_memobj(memobj);

	if (!mem)
		return CL_INVALID_MEM_OBJECT;
	if (!pfn_notify)
		return CL_INVALID_VALUE;
	return fcl_status_from_errno(fcl_mem_add_destructor(mem, pfn_notify, user_data));
}
