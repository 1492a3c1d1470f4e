/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_CL_EXT_XILINX_H
#define FPGACL_CL_EXT_XILINX_H

/*
 * What hosts written for XRT's OpenCL use beyond Khronos's headers. Names and values are XRT's, so
 * that such hosts compile unchanged. The loader does not export the functions marked (*): hosts get
 * them from clGetExtensionFunctionAddressForPlatform(), or by name if they link with
 * -lxilinxopencl.
 */

#ifndef CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif

#include <CL/cl.h>
#include <CL/cl_ext.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * clCreateBuffer()'s host_ptr if the flags include CL_MEM_EXT_PTR_XILINX. With `param` or `kernel`
 * NULL, `flags` names banks: one of XCL_MEM_DDR_BANK*, or the number of a memory with
 * XCL_MEM_TOPOLOGY. With a kernel, `flags` is the number of the argument whose memory is wanted.
 * The three forms name the same three words.
 */
typedef struct cl_mem_ext_ptr_t {
	union {
		struct {
			unsigned int flags; /* the top bits are XCL_MEM_EXT_* */
			void *obj;          /* host pointer, or NULL */
			void *param;        /* kernel, or NULL */
		};
		struct {
			unsigned int banks;
			void *host_ptr;
			void *unused1;
		};
		struct {
			unsigned int argidx;
			void *host_ptr_;
			cl_kernel kernel;
		};
	};
} cl_mem_ext_ptr_t;

#define CL_MEM_EXT_PTR_XILINX (1 << 31)
#define CL_MEM_REGISTER_MAP (1 << 27)
#define CL_XILINX_UNIMPLEMENTED -20
#define CL_DEVICE_PARTITION_BY_CONNECTIVITY (1 << 31)

#define XCL_MEM_LEGACY 0x0
#define XCL_MEM_DDR_BANK0 (1 << 0)
#define XCL_MEM_DDR_BANK1 (1 << 1)
#define XCL_MEM_DDR_BANK2 (1 << 2)
#define XCL_MEM_DDR_BANK3 (1 << 3)
#define XCL_MEM_TOPOLOGY (1 << 31)
#define XCL_MEM_EXT_P2P_BUFFER (1 << 30)
#define XCL_MEM_EXT_HOST_ONLY (1 << 29)

/* Queries, each with the function that accepts it. */
#define CL_KERNEL_COMPUTE_UNIT_COUNT 0x1300    /* clGetKernelInfo: cl_uint */
#define CL_KERNEL_INSTANCE_BASE_ADDRESS 0x1301 /* clGetKernelInfo: size_t of each unit */
#define CL_KERNEL_ARG_OFFSET 0x1320            /* clGetKernelArgInfo */
#define CL_MEM_BANK 0x1109                     /* clGetMemObjectInfo */
#define CL_PROGRAM_TARGET_TYPE 0x1110          /* clGetProgramBuildInfo */
#define CL_DEVICE_PCIE_BDF 0x1120              /* clGetDeviceInfo: text */
#define CL_DEVICE_HANDLE 0x1121                /* clGetDeviceInfo: void * */
#define CL_DEVICE_NODMA 0x1122                 /* clGetDeviceInfo: cl_bool */
#define CL_DEVICE_KDMA_COUNT 0x1123            /* clGetDeviceInfo: cl_uint */

typedef cl_uint cl_program_target_type;
#define CL_PROGRAM_TARGET_TYPE_NONE 0x0
#define CL_PROGRAM_TARGET_TYPE_HW 0x1
#define CL_PROGRAM_TARGET_TYPE_SW_EMU 0x2
#define CL_PROGRAM_TARGET_TYPE_HW_EMU 0x4

typedef cl_uint xcl_compute_unit_info;
#define XCL_COMPUTE_UNIT_NAME 0x1320         /* text */
#define XCL_COMPUTE_UNIT_INDEX 0x1321        /* cl_uint */
#define XCL_COMPUTE_UNIT_CONNECTIONS 0x1322  /* cl_ulong of each argument */
#define XCL_COMPUTE_UNIT_BASE_ADDRESS 0x1323 /* size_t */

/* The buffer's address on that device. sz is sizeof(uintptr_t). (*) */
extern CL_API_ENTRY cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device,
								 size_t sz, void *address);

/* A descriptor of the buffer's memory. The caller closes it. (*) */
extern CL_API_ENTRY cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd);

/* A buffer in the memory of a descriptor from another device or process. (*) */
extern CL_API_ENTRY cl_int CL_API_CALL xclGetMemObjectFromFd(cl_context context,
							     cl_device_id device,
							     cl_mem_flags flags, int fd,
							     cl_mem *mem);

/* Properties of one compute unit of a kernel. (*) */
extern CL_API_ENTRY cl_int CL_API_CALL xclGetComputeUnitInfo(cl_kernel kernel, cl_uint cu_id,
							     xcl_compute_unit_info param_name,
							     size_t param_value_size,
							     void *param_value,
							     size_t *param_value_size_ret);

/*
 * Streams between host and kernels, which the vendor's boards had until 2020. Hosts of that time
 * name them even if they do not use them. Not supported: each call returns CL_INVALID_OPERATION.
 * Only available through clGetExtensionFunctionAddressForPlatform().
 */
typedef cl_bitfield cl_stream_flags;
#define CL_STREAM_READ_ONLY (1 << 0)
#define CL_STREAM_WRITE_ONLY (1 << 1)

typedef cl_uint cl_stream_attributes;
#define CL_STREAM (1 << 0)
#define CL_PACKET (1 << 1)

typedef cl_uint cl_stream_xfer_req_type;
#define CL_STREAM_EOT (1 << 0)
#define CL_STREAM_CDH (1 << 1)
#define CL_STREAM_NONBLOCKING (1 << 2)
#define CL_STREAM_SILENT (1 << 3)

typedef struct cl_stream_xfer_req {
	cl_stream_xfer_req_type flags;
	char *cdh;
	cl_uint cdh_len;
	void *priv_data;
	cl_uint timeout; /* ms */
	char reserved[64];
} cl_stream_xfer_req;

typedef struct cl_streams_poll_req_completions {
	char resv[64];
	void *priv_data;
	size_t nbytes;
	int err_code;
} cl_streams_poll_req_completions;

typedef struct _cl_stream *cl_stream;
typedef struct _cl_stream_mem *cl_stream_mem;

extern CL_API_ENTRY cl_stream CL_API_CALL clCreateStream(cl_device_id device, cl_stream_flags flags,
							 cl_stream_attributes attributes,
							 cl_mem_ext_ptr_t *ext,
							 cl_int *errcode_ret);
extern CL_API_ENTRY cl_int CL_API_CALL clReleaseStream(cl_stream stream);
extern CL_API_ENTRY cl_int CL_API_CALL clWriteStream(cl_stream stream, void *ptr, size_t size,
						     cl_stream_xfer_req *request,
						     cl_int *errcode_ret);
extern CL_API_ENTRY cl_int CL_API_CALL clReadStream(cl_stream stream, void *ptr, size_t size,
						    cl_stream_xfer_req *request,
						    cl_int *errcode_ret);
extern CL_API_ENTRY cl_stream_mem CL_API_CALL clCreateStreamBuffer(cl_device_id device, size_t size,
								   cl_int *errcode_ret);
extern CL_API_ENTRY cl_int CL_API_CALL clReleaseStreamBuffer(cl_stream_mem mem);
extern CL_API_ENTRY cl_int CL_API_CALL clPollStreams(cl_device_id device,
						     cl_streams_poll_req_completions *completions,
						     cl_int least, cl_int most, cl_int *actual,
						     cl_int timeout, cl_int *errcode_ret);

#ifdef __cplusplus
}
#endif

#endif
