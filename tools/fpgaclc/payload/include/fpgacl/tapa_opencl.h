/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_TAPA_OPENCL_H
#define FPGACL_TAPA_OPENCL_H

#pragma GCC system_header /* its warnings are not the user's */

/* One execution of the kernel of an image, through OpenCL, for tapa::invoke(). */

#include <cstdint>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "fpgacl/tapa_link.h"

#if __has_include(<CL/cl.h>)
#define FCLC_TAPA_HAS_OPENCL
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#endif

namespace fclc_tapa
{

inline int64_t now_ns()
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

#ifndef FCLC_TAPA_HAS_OPENCL
class execution
{
      public:
	explicit execution(const std::string &)
	{
		throw std::runtime_error(
			"tapa: the program was compiled without <CL/cl.h>, which an image needs (package opencl-headers)");
	}
	void set_value(const void *, size_t)
	{
	}
	void set_buffer(void *, size_t, bool, bool)
	{
	}
	int64_t run()
	{
		return 0;
	}
};
#else
class execution
{
	struct buffer {
		cl_mem mem;
		void *memory;
		size_t size;
		bool in, out;
	};
	std::string path_;
	cl_context context_ = nullptr;
	cl_command_queue queue_ = nullptr;
	cl_program program_ = nullptr;
	cl_kernel kernel_ = nullptr;
	std::vector<buffer> buffers_;
	cl_uint next_ = 0, args_ = 0;

	/* An entry point of the ICD loader, with the type of its declaration. */
	template <typename F_> static F_ *entry(const char *name, F_ *)
	{
		static void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_GLOBAL);
		void *found = library ? dlsym(library, name) : nullptr;

		if (!found)
			throw std::runtime_error(std::string("tapa: an image needs OpenCL: no ") +
						 (library ? name : "libOpenCL.so.1"));
		return reinterpret_cast<F_ *>(found);
	}
#define FCLC_CL(NAME) entry(#NAME, static_cast<decltype(&NAME)>(nullptr))

	__attribute__((noreturn)) void fail(const std::string &what, cl_int status) const
	{
		throw std::runtime_error("tapa: " + path_ + ": " + what + " (OpenCL's status " +
					 std::to_string(status) + ")");
	}
	void check(cl_int status, const char *what) const
	{
		if (status != CL_SUCCESS)
			fail(what, status);
	}
	static std::string name_of(cl_device_id device)
	{
		char name[256] = "";

		FCLC_CL(clGetDeviceInfo)(device, CL_DEVICE_NAME, sizeof(name), name, nullptr);
		return name;
	}
	bytes image_for(cl_device_id device) const
	{
		bytes image;

		if (is_object(path_))
			return link(path_, name_of(device));
		if (!read_file(path_, image))
			throw std::runtime_error("tapa: cannot read the image '" + path_ + "'");
		return image;
	}
	/* Whether this device takes the image. */
	bool load(cl_device_id device, cl_int *ret_status)
	{
		const bytes image = image_for(device);
		const unsigned char *start = image.data();
		const size_t size = image.size();
		cl_int status = CL_SUCCESS, taken = CL_SUCCESS;

		context_ = FCLC_CL(clCreateContext)(nullptr, 1, &device, nullptr, nullptr, &status);
		if (context_)
			program_ = FCLC_CL(clCreateProgramWithBinary)(context_, 1, &device, &size,
								      &start, &taken, &status);
		if (program_ && FCLC_CL(clBuildProgram)(program_, 1, &device, nullptr, nullptr,
							nullptr) == CL_SUCCESS)
			queue_ = FCLC_CL(clCreateCommandQueue)(context_, device,
							       CL_QUEUE_PROFILING_ENABLE, &status);
		if (queue_)
			return true;
		*ret_status = status;
		release();
		return false;
	}
	bool load_any(cl_int *ret_status)
	{
		cl_uint platforms = 0;

		FCLC_CL(clGetPlatformIDs)(0, nullptr, &platforms);
		std::vector<cl_platform_id> all(platforms);
		FCLC_CL(clGetPlatformIDs)(platforms, all.data(), nullptr);
		for (cl_platform_id platform : all) {
			cl_uint count = 0;

			FCLC_CL(clGetDeviceIDs)
			(platform, CL_DEVICE_TYPE_ACCELERATOR, 0, nullptr, &count);
			std::vector<cl_device_id> devices(count);
			if (count)
				FCLC_CL(clGetDeviceIDs)
			(platform, CL_DEVICE_TYPE_ACCELERATOR, count, devices.data(), nullptr);
			for (cl_device_id device : devices)
				if (load(device, ret_status))
					return true;
		}
		return false;
	}
	void find_kernel()
	{
		cl_uint count = 0;

		check(FCLC_CL(clCreateKernelsInProgram)(program_, 0, nullptr, &count),
		      "the image has no kernels");
		if (count != 1)
			throw std::runtime_error("tapa: " + path_ +
						 ": expected one kernel in the image, found " +
						 std::to_string(count));
		check(FCLC_CL(clCreateKernelsInProgram)(program_, 1, &kernel_, nullptr),
		      "cannot create the kernel");
		check(FCLC_CL(clGetKernelInfo)(kernel_, CL_KERNEL_NUM_ARGS, sizeof(args_), &args_,
					       nullptr),
		      "cannot ask the kernel for its arguments");
	}
	void release()
	{
		for (const buffer &buffer : buffers_)
			FCLC_CL(clReleaseMemObject)(buffer.mem);
		buffers_.clear();
		if (kernel_)
			FCLC_CL(clReleaseKernel)(kernel_);
		if (queue_)
			FCLC_CL(clReleaseCommandQueue)(queue_);
		if (program_)
			FCLC_CL(clReleaseProgram)(program_);
		if (context_)
			FCLC_CL(clReleaseContext)(context_);
		kernel_ = nullptr;
		queue_ = nullptr;
		program_ = nullptr;
		context_ = nullptr;
	}
	void set(size_t size, const void *value)
	{
		const std::string index = std::to_string(next_);
		cl_int status;

		if (next_ >= args_)
			throw std::runtime_error("tapa: " + path_ + ": the kernel has only " +
						 std::to_string(args_) + " arguments");
		status = FCLC_CL(clSetKernelArg)(kernel_, next_++, size, value);
		if (status != CL_SUCCESS)
			fail("argument " + index + " is not the kernel's", status);
	}
	int64_t time_of(cl_event event) const
	{
		cl_ulong start = 0, end = 0;

		FCLC_CL(clGetEventProfilingInfo)
		(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr);
		FCLC_CL(clGetEventProfilingInfo)
		(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr);
		return static_cast<int64_t>(end - start);
	}

	execution(const execution &) = delete;
	execution &operator=(const execution &) = delete;

      public:
	explicit execution(const std::string &path) : path_(path)
	{
		cl_int status = CL_DEVICE_NOT_FOUND;

		if (!load_any(&status))
			fail("no OpenCL device takes the image", status);
		try {
			find_kernel();
		} catch (...) {
			release();
			throw;
		}
	}
	~execution()
	{
		release();
	}
	void set_value(const void *value, size_t size)
	{
		set(size, value);
	}
	void set_buffer(void *memory, size_t size, bool in, bool out)
	{
		cl_int status = CL_SUCCESS;
		const size_t bytes = size ? size : 1;
		cl_mem mem = FCLC_CL(clCreateBuffer)(context_, CL_MEM_READ_WRITE, bytes, nullptr,
						     &status);

		if (!mem)
			fail("cannot create a buffer of " + std::to_string(bytes) + " bytes",
			     status);
		buffers_.push_back(buffer{mem, memory, size, in, out});
		/* Before it has data: the argument decides in which bank it is. */
		set(sizeof(mem), &mem);
		if (in && size)
			check(FCLC_CL(clEnqueueWriteBuffer)(queue_, mem, CL_TRUE, 0, size, memory,
							    0, nullptr, nullptr),
			      "cannot write to a buffer");
	}
	int64_t run()
	{
		const size_t one = 1;
		cl_int status = CL_COMPLETE;
		cl_event event = nullptr;
		int64_t time;

		if (next_ != args_)
			throw std::runtime_error("tapa: " + path_ + ": the kernel has " +
						 std::to_string(args_) + " arguments, found " +
						 std::to_string(next_));
		check(FCLC_CL(clEnqueueNDRangeKernel)(queue_, kernel_, 1, nullptr, &one, &one, 0,
						      nullptr, &event),
		      "cannot start the kernel");
		FCLC_CL(clFinish)(queue_);
		FCLC_CL(clGetEventInfo)
		(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr);
		time = time_of(event);
		FCLC_CL(clReleaseEvent)(event);
		if (status < 0)
			fail("the kernel failed; with FPGACL_LOG=error the driver says why",
			     status);
		for (const buffer &buffer : buffers_)
			if (buffer.out && buffer.size)
				check(FCLC_CL(clEnqueueReadBuffer)(queue_, buffer.mem, CL_TRUE, 0,
								   buffer.size, buffer.memory, 0,
								   nullptr, nullptr),
				      "cannot read from a buffer");
		return time;
	}
#undef FCLC_CL
};
#endif

} // namespace fclc_tapa

#endif
