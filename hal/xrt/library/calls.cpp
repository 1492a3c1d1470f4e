/* SPDX-License-Identifier: Apache-2.0 */
/*
 * XRT may throw exceptions of any type. This file does nothing but catch them, and turn each into
 * an errno and a sentence.
 */
#include "hal/xrt/library/calls.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>

#include <experimental/xrt_error.h>
#include <experimental/xrt_ip.h>
#include <experimental/xrt_system.h>
#include <experimental/xrt_xclbin.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

struct fcl_xrt_device {
	xrt::device object;
};

struct fcl_xrt_bo {
	xrt::bo object;
};

struct fcl_xrt_kernel {
	xrt::kernel object;
};

struct fcl_xrt_ip {
	xrt::ip object;
};

struct fcl_xrt_run {
	xrt::run object;
};

namespace
{

/*
 * The noop driver keeps its buffers, including those of runs, in a table without a lock, and its
 * destructors throw if a buffer is missing from the table. Drivers of real boards leave this to the
 * kernel.
 */
std::shared_mutex noop_table;

bool is_noop()
{
	static const char *const mode = getenv("XCL_EMULATION_MODE");
	static const bool noop = mode && !strcmp(mode, "noop");

	return noop;
}

struct changes_table {
	changes_table()
	{
		if (is_noop())
			noop_table.lock();
	}
	~changes_table()
	{
		if (is_noop())
			noop_table.unlock();
	}
};

struct uses_table {
	uses_table()
	{
		if (is_noop())
			noop_table.lock_shared();
	}
	~uses_table()
	{
		if (is_noop())
			noop_table.unlock_shared();
	}
};

/* Reports XRT's text as one line. */
int fail(struct fcl_err *err, int code, const char *what, const char *text)
{
	std::string line;

	try {
		line = text;
		for (char &letter : line)
			if (static_cast<unsigned char>(letter) < ' ')
				letter = ' ';
		return fcl_err_set(err, code, "XRT, %s: %s", what, line.c_str());
	} catch (...) {
		return fcl_err_set(err, code, "XRT, %s", what);
	}
}

/* XRT's error codes are errno values of either sign, or other numbers. */
int errno_of(int code)
{
	int positive = code < 0 ? -code : code;

	return positive > 0 && positive < 134 ? -positive : -EIO;
}

/* `what` names the action, at the start of the error sentence. */
template <typename Call> int guarded(struct fcl_err *err, const char *what, Call call) noexcept
{
	try {
		call();
		return 0;
	} catch (const std::system_error &error) {
		return fail(err, errno_of(error.code().value()), what, error.what());
	} catch (const std::bad_alloc &error) {
		return fail(err, -ENOMEM, what, error.what());
	} catch (const std::out_of_range &error) {
		return fail(err, -EINVAL, what, error.what());
	} catch (const std::exception &error) {
		return fail(err, -EIO, what, error.what());
	} catch (...) {
		return fail(err, -EIO, what, "an exception of unknown type");
	}
}

template <typename Object> void drop(Object *object) noexcept
{
	/* Destructors of XRT's handles may throw, and nothing can be done about it. */
	guarded(nullptr, "", [&] {
		changes_table guard;

		delete object;
	});
}

int count(unsigned *ret_count, struct fcl_err *err)
{
	return guarded(err, "counting boards",
		       [&] { *ret_count = xrt::system::enumerate_devices(); });
}

int parse(const void *axlf, struct fcl_err *err)
{
	return guarded(err, "reading an xclbin", [&] {
		xrt::xclbin object(static_cast<const struct axlf *>(axlf));

		for (const auto &kernel : object.get_kernels())
			kernel.get_args();
		object.get_mems();
	});
}

int device_open(unsigned index, struct fcl_xrt_device **ret_device, struct fcl_err *err)
{
	return guarded(err, "opening a board",
		       [&] { *ret_device = new fcl_xrt_device{xrt::device(index)}; });
}

void device_close(struct fcl_xrt_device *device)
{
	drop(device);
}

std::string text_of(const xrt::device &device, enum fcl_xrt_text what)
{
	namespace info = xrt::info;

	switch (what) {
	case FCL_XRT_BDF:
		return device.get_info<info::device::bdf>();
	case FCL_XRT_NAME:
		return device.get_info<info::device::name>();
	case FCL_XRT_HOST:
		return device.get_info<info::device::host>();
	case FCL_XRT_PLATFORM:
		return device.get_info<info::device::platform>();
	case FCL_XRT_MEMORY:
		return device.get_info<info::device::memory>();
	case FCL_XRT_THERMAL:
		return device.get_info<info::device::thermal>();
	case FCL_XRT_ELECTRICAL:
		return device.get_info<info::device::electrical>();
	case FCL_XRT_MECHANICAL:
		return device.get_info<info::device::mechanical>();
	case FCL_XRT_UNITS:
		return device.get_info<info::device::dynamic_regions>();
	}
	return "";
}

int device_text(struct fcl_xrt_device *device, enum fcl_xrt_text what, char **ret_text,
		struct fcl_err *err)
{
	return guarded(err, "querying a board", [&] {
		char *copy = strdup(text_of(device->object, what).c_str());

		if (!copy)
			throw std::bad_alloc();
		*ret_text = copy;
	});
}

uint64_t number_of(const xrt::device &device, enum fcl_xrt_number what)
{
	namespace info = xrt::info;

	switch (what) {
	case FCL_XRT_CLOCK_MHZ:
		return device.get_info<info::device::max_clock_frequency_mhz>();
	case FCL_XRT_OFFLINE:
		return device.get_info<info::device::offline>();
	case FCL_XRT_M2M:
		return device.get_info<info::device::m2m>();
	}
	return 0;
}

int device_number(struct fcl_xrt_device *device, enum fcl_xrt_number what, uint64_t *ret_number,
		  struct fcl_err *err)
{
	return guarded(err, "querying a board",
		       [&] { *ret_number = number_of(device->object, what); });
}

int device_error(struct fcl_xrt_device *device, struct fcl_xrt_error *ret_error,
		 struct fcl_err *err)
{
	return guarded(err, "querying a board's errors", [&] {
		xrt::error last(device->object, XRT_ERROR_CLASS_SYSTEM);
		struct fcl_xrt_error error = {};

		error.code = last.get_error_code();
		error.time = last.get_timestamp();
		if (error.code)
			strncpy(error.text, last.to_string().c_str(), sizeof(error.text) - 1);
		for (char *letter = error.text; *letter; letter++)
			if (static_cast<unsigned char>(*letter) < ' ')
				*letter = ' ';
		*ret_error = error;
	});
}

int device_load(struct fcl_xrt_device *device, const void *axlf, struct fcl_err *err)
{
	return guarded(err, "programming", [&] {
		changes_table guard;

		device->object.load_xclbin(static_cast<const struct axlf *>(axlf));
	});
}

int device_uuid(struct fcl_xrt_device *device, uint8_t ret_uuid[16], struct fcl_err *err)
{
	return guarded(err, "querying which image is loaded", [&] {
		xrt::uuid uuid = device->object.get_xclbin_uuid();

		memcpy(ret_uuid, uuid.get(), 16);
	});
}

xrt::bo::flags flags_of(enum fcl_xrt_memory kind)
{
	switch (kind) {
	case FCL_XRT_HOST_ONLY:
		return xrt::bo::flags::host_only;
	case FCL_XRT_PEER:
		return xrt::bo::flags::p2p;
	case FCL_XRT_TWO_SIDES:
		break;
	}
	return xrt::bo::flags::normal;
}

int bo_create(struct fcl_xrt_device *device, uint64_t bytes, enum fcl_xrt_memory kind,
	      uint32_t group, struct fcl_xrt_bo **ret_bo, struct fcl_err *err)
{
	return guarded(err, "allocating device memory", [&] {
		changes_table guard;

		*ret_bo = new fcl_xrt_bo{xrt::bo(device->object, bytes, flags_of(kind), group)};
	});
}

int bo_export(struct fcl_xrt_bo *bo, int *ret_fd, struct fcl_err *err)
{
	return guarded(err, "exporting device memory", [&] {
		uses_table guard;

		*ret_fd = bo->object.export_buffer();
	});
}

int bo_import(struct fcl_xrt_device *device, int fd, struct fcl_xrt_bo **ret_bo,
	      struct fcl_err *err)
{
	return guarded(err, "importing device memory", [&] {
		changes_table guard;
		xclBufferExportHandle handle = fd;

		*ret_bo = new fcl_xrt_bo{xrt::bo(device->object, handle)};
	});
}

int bo_size(struct fcl_xrt_bo *bo, uint64_t *ret_bytes, struct fcl_err *err)
{
	return guarded(err, "querying a buffer's size", [&] {
		uses_table guard;

		*ret_bytes = bo->object.size();
	});
}

void bo_destroy(struct fcl_xrt_bo *bo)
{
	drop(bo);
}

int bo_map(struct fcl_xrt_bo *bo, void **ret_pointer, struct fcl_err *err)
{
	return guarded(err, "mapping device memory", [&] {
		uses_table guard;

		*ret_pointer = bo->object.map<void *>();
	});
}

int bo_address(struct fcl_xrt_bo *bo, uint64_t *ret_address, struct fcl_err *err)
{
	return guarded(err, "querying a buffer's address", [&] {
		uses_table guard;

		*ret_address = bo->object.address();
	});
}

int bo_sync(struct fcl_xrt_bo *bo, bool to_device, uint64_t offset, uint64_t bytes,
	    struct fcl_err *err)
{
	return guarded(err, to_device ? "writing" : "reading", [&] {
		uses_table guard;

		bo->object.sync(to_device ? XCL_BO_SYNC_BO_TO_DEVICE : XCL_BO_SYNC_BO_FROM_DEVICE,
				bytes, offset);
	});
}

int bo_copy(struct fcl_xrt_bo *target, struct fcl_xrt_bo *source, uint64_t bytes,
	    uint64_t target_offset, uint64_t source_offset, struct fcl_err *err)
{
	return guarded(err, "copying", [&] {
		uses_table guard;

		target->object.copy(source->object, bytes, source_offset, target_offset);
	});
}

int kernel_open(struct fcl_xrt_device *device, const uint8_t uuid[16], const char *name,
		enum fcl_xrt_access access, struct fcl_xrt_kernel **ret_kernel, struct fcl_err *err)
{
	using mode = xrt::kernel::cu_access_mode;

	return guarded(err, "opening a compute unit", [&] {
		changes_table guard;

		*ret_kernel = new fcl_xrt_kernel{
			xrt::kernel(device->object, xrt::uuid(uuid), name,
				    access == FCL_XRT_EXCLUSIVE ? mode::exclusive : mode::shared)};
	});
}

void kernel_close(struct fcl_xrt_kernel *kernel)
{
	drop(kernel);
}

int kernel_read(struct fcl_xrt_kernel *kernel, uint32_t offset, uint32_t *ret_value,
		struct fcl_err *err)
{
	return guarded(err, "reading a register",
		       [&] { *ret_value = kernel->object.read_register(offset); });
}

int kernel_write(struct fcl_xrt_kernel *kernel, uint32_t offset, uint32_t value,
		 struct fcl_err *err)
{
	return guarded(err, "writing a register",
		       [&] { kernel->object.write_register(offset, value); });
}

int ip_open(struct fcl_xrt_device *device, const uint8_t uuid[16], const char *name,
	    struct fcl_xrt_ip **ret_ip, struct fcl_err *err)
{
	return guarded(err, "opening a compute unit's registers", [&] {
		*ret_ip = new fcl_xrt_ip{xrt::ip(device->object, xrt::uuid(uuid), name)};
	});
}

void ip_close(struct fcl_xrt_ip *ip)
{
	drop(ip);
}

int ip_read(struct fcl_xrt_ip *ip, uint32_t offset, uint32_t *ret_value, struct fcl_err *err)
{
	return guarded(err, "reading a register",
		       [&] { *ret_value = ip->object.read_register(offset); });
}

int ip_write(struct fcl_xrt_ip *ip, uint32_t offset, uint32_t value, struct fcl_err *err)
{
	return guarded(err, "writing a register",
		       [&] { ip->object.write_register(offset, value); });
}

int run_create(struct fcl_xrt_kernel *kernel, struct fcl_xrt_run **ret_run, struct fcl_err *err)
{
	return guarded(err, "preparing a run", [&] {
		changes_table guard;

		*ret_run = new fcl_xrt_run{xrt::run(kernel->object)};
	});
}

void run_destroy(struct fcl_xrt_run *run)
{
	drop(run);
}

int run_set(struct fcl_xrt_run *run, uint32_t index, const void *value, size_t bytes,
	    struct fcl_err *err)
{
	return guarded(err, "setting an argument",
		       [&] { run->object.set_arg(static_cast<int>(index), value, bytes); });
}

int run_start(struct fcl_xrt_run *run, struct fcl_err *err)
{
	return guarded(err, "starting a run", [&] {
		uses_table guard;

		run->object.start();
	});
}

enum fcl_xrt_run_state run_state(struct fcl_xrt_run *run, struct fcl_err *err)
{
	enum fcl_xrt_run_state state = FCL_XRT_FAILED;

	guarded(err, "querying a run's state", [&] {
		ert_cmd_state found = run->object.state();

		if (found == ERT_CMD_STATE_COMPLETED)
			state = FCL_XRT_COMPLETED;
		else if (found < ERT_CMD_STATE_COMPLETED || found == ERT_CMD_STATE_SUBMITTED)
			state = FCL_XRT_RUNNING;
		else
			fcl_err_set(err, -EIO, "the run ended in XRT's state %d%s", found,
				    found == ERT_CMD_STATE_ABORT        ? " (aborted)"
				    : found == ERT_CMD_STATE_TIMEOUT    ? " (timeout)"
				    : found == ERT_CMD_STATE_NORESPONSE ? " (no response)"
									: " (error)");
	});
	return state;
}

const struct fcl_xrt_calls calls = {
	sizeof(struct fcl_xrt_calls),
	std::is_polymorphic<xrt::xclbin>::value,
	count,
	parse,
	device_open,
	device_close,
	device_text,
	device_number,
	device_error,
	device_load,
	device_uuid,
	bo_create,
	bo_export,
	bo_import,
	bo_size,
	bo_destroy,
	bo_map,
	bo_address,
	bo_sync,
	bo_copy,
	kernel_open,
	kernel_close,
	kernel_read,
	kernel_write,
	ip_open,
	ip_close,
	ip_read,
	ip_write,
	run_create,
	run_destroy,
	run_set,
	run_start,
	run_state,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const struct fcl_xrt_calls *fcl_xrt_calls(void);

const struct fcl_xrt_calls *fcl_xrt_calls(void)
{
	return &calls;
}
