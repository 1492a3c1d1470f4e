/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/bank.h"

#include <inttypes.h>
#include <strings.h>
#include <xrt/xclbin.h>

#include "runtime/api/platform/builtin.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/core/kernels/reach.h"

/*
 * The vendor's extension, with the values of CL/cl_ext_xilinx.h. That header cannot be included: it
 * defines the flag as a negative int, and declares functions of its own.
 */
#define EXT_PTR ((cl_mem_flags)1 << 31)
#define EXT_TOPOLOGY (1u << 31)  /* the other bits are an index into MEM_TOPOLOGY */
#define EXT_P2P (1u << 30)       /* other devices and the host access it over PCIe */
#define EXT_HOST_ONLY (1u << 29) /* in host memory that the board accesses */
#define EXT_INDEX 0x00FFFFFFu    /* the upper 8 bits are flags */
#define EXT_DDR_BANKS 0xFu       /* without EXT_TOPOLOGY: one bit per DDR bank */

struct ext_ptr {
	unsigned int flags; /* or, if there is a kernel, the argument's index */
	void *host_ptr;
	cl_kernel kernel;
};

/* CL_MEM_EXT_PTR_XILINX is an int with the sign bit set, so in C all upper bits are set, too. */
static bool take_flag(cl_mem_flags *flags)
{
	if (!(*flags & EXT_PTR))
		return false;
	if (*flags >> 32 == UINT32_MAX)
		*flags = (uint32_t)*flags;
	*flags &= ~EXT_PTR;
	return true;
}

/* The memory topology also lists streams. */
static bool bank_is_memory(const struct fcl_image_mem *mem)
{
	return mem->size && mem->type != MEM_STREAMING && mem->type != MEM_STREAMING_CONNECTION;
}

static uint64_t size_of_mem(const struct fcl_image *image, uint32_t bank)
{
	return bank < image->nmems && bank_is_memory(&image->mems[bank]) ? image->mems[bank].size
									 : 0;
}

/* The size of the entry of the image on the board or, if there is no image, of the board's bank; 0: there is none. */
static uint64_t size_of_bank(struct fcl_device *device, uint32_t bank)
{
	struct fcl_image *image = fcl_api_builtin_image(device);
	uint64_t size = image                         ? size_of_mem(image, bank)
			: bank < device->info->nbanks ? device->info->banks[bank].size
						      : 0;

	fcl_image_unref(image);
	return size;
}

static cl_int runtime_find_bank(const struct fcl_context *context, uint32_t bank,
				struct fcl_api_placement *placement)
{
	uint64_t room = 0;

	for (uint32_t i = 0; i < context->ndevices; i++) {
		uint64_t size = size_of_bank(context->devices[i], bank);

		room = size > room ? size : room;
	}
	placement->bank = bank;
	placement->room = room;
	if (room)
		return CL_SUCCESS;
	return fcl_api_explain(
		context, CL_INVALID_VALUE,
		"cl_mem_ext_ptr_t: neither the image on the board nor the board has memory %u",
		bank);
}

/* The first bank that a CU of the kernel reaches through the argument. */
static cl_int bank_of_argument(const struct fcl_context *context, const struct ext_ptr *ext,
			       struct fcl_api_placement *placement)
{
	const struct fcl_kernel *kernel = fcl_api_kernel(ext->kernel);
	uint32_t arg = ext->flags & EXT_INDEX;

	if (!kernel)
		return fcl_api_explain(
			context, CL_INVALID_KERNEL,
			"cl_mem_ext_ptr_t: the handle is not a kernel, or the kernel was released");
	if (!fcl_context_accepts(kernel->program->context, context))
		return fcl_api_explain(
			context, CL_INVALID_CONTEXT,
			"cl_mem_ext_ptr_t: kernel %s belongs to another context than the buffer",
			kernel->name);
	if (arg >= kernel->facts->nhost_args)
		return fcl_api_explain(
			context, CL_INVALID_ARG_INDEX,
			"cl_mem_ext_ptr_t: kernel %s has %u arguments, found index %u",
			kernel->name, kernel->facts->nhost_args, arg);
	for (uint32_t i = 0; i < kernel->program->nbuilds; i++) {
		const struct fcl_kernel_instance *instance = &kernel->instances[i];

		if (!instance->image)
			continue;
		placement->bank = fcl_reach_first(instance, instance->cus[0], arg);
		if (placement->bank != FCL_HAL_BANK_DEFAULT)
			placement->room = size_of_mem(instance->image, placement->bank);
		return CL_SUCCESS;
	}
	return CL_INVALID_KERNEL;
}

/* The bank for host memory, of the image on the board or, if there is none, of the board. */
static uint32_t host_bank(struct fcl_device *device)
{
	struct fcl_image *image = fcl_api_builtin_image(device);
	uint32_t count = image ? image->nmems : device->info->nbanks, bank = 0;

	while (bank < count &&
	       (image ? image->mems[bank].type : device->info->banks[bank].type) != MEM_HOST)
		bank++;
	fcl_image_unref(image);
	return bank < count ? bank : FCL_HAL_BANK_DEFAULT;
}

static cl_int bank_of_flags(const struct fcl_context *context, unsigned int flags,
			    struct fcl_api_placement *placement)
{
	unsigned int index = flags & EXT_INDEX;

	if (flags & EXT_HOST_ONLY && !index && !(flags & EXT_TOPOLOGY)) {
		placement->bank = host_bank(context->devices[0]);
		return CL_SUCCESS;
	}
	if (!(flags & EXT_TOPOLOGY)) {
		if (!index)
			return CL_SUCCESS;
		if (index & ~EXT_DDR_BANKS || index & (index - 1))
			return fcl_api_explain(
				context, CL_INVALID_VALUE,
				"cl_mem_ext_ptr_t: flags %#x are neither a single DDR bank (bits 0 to 3) nor an index with XCL_MEM_TOPOLOGY",
				flags);
		index = (unsigned int)ffs((int)index) - 1;
	}
	return runtime_find_bank(context, index, placement);
}

cl_int fcl_api_placement_read(const struct fcl_context *context, cl_mem_flags *flags,
			      void *host_ptr, struct fcl_api_placement *ret_placement)
{
	const struct ext_ptr *ext = host_ptr;

	*ret_placement = (struct fcl_api_placement){host_ptr, FCL_HAL_BANK_DEFAULT, UINT64_MAX,
						    false, false};
	if (!take_flag(flags))
		return CL_SUCCESS;
	if (!ext)
		return fcl_api_explain(
			context, CL_INVALID_HOST_PTR,
			"CL_MEM_EXT_PTR_XILINX is set, but host_ptr is NULL; expected a cl_mem_ext_ptr_t");
	ret_placement->host_ptr = ext->host_ptr;
	ret_placement->host_only = ext->flags & EXT_HOST_ONLY;
	ret_placement->p2p = ext->flags & EXT_P2P;
	return ext->kernel ? bank_of_argument(context, ext, ret_placement)
			   : bank_of_flags(context, ext->flags, ret_placement);
}

cl_int fcl_api_check_room(const struct fcl_queue *queue, const struct fcl_mem *mem)
{
	uint64_t size = mem->root->size;

	if (queue->context->ndevices < 2 || mem->root->one ||
	    size <= fcl_api_max_alloc(queue->device))
		return CL_SUCCESS;
	return fcl_api_explain(queue->context, CL_MEM_OBJECT_ALLOCATION_FAILURE,
			       "a buffer of %" PRIu64
			       " bytes is larger than any bank of the queue's device, %s",
			       size, queue->device->info->name);
}
