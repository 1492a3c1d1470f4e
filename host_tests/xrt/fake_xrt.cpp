/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A libxrt_coreutil.so.2 that simulates boards, for what XRT's noop device cannot show: separate
 * host and device copies, addresses, runs that take time, sensor reports, and calls that fail. It
 * defines the members of XRT's classes that the backend calls, and is as strict as the driver: an
 * image is not loaded while an object of the previous image is open. fake_control.h has the words
 * that control it.
 */
#include <any>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <experimental/xrt_error.h>
#include <experimental/xrt_ip.h>
#include <experimental/xrt_system.h>
#include <experimental/xrt_xclbin.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#include "fake_control.h"

namespace xrt_core
{
class device;
}

namespace
{

using steady = std::chrono::steady_clock;

/* Zeroed memory that is not committed until written, because tests fill whole banks. */
class zeros
{
	unsigned char *first = nullptr;
	size_t count = 0;

      public:
	zeros() = default;
	zeros(const zeros &) = delete;
	zeros &operator=(const zeros &) = delete;
	~zeros()
	{
		free(first);
	}
	void resize(size_t wanted)
	{
		first = static_cast<unsigned char *>(calloc(1, wanted));
		if (!first)
			throw std::bad_alloc();
		count = wanted;
	}
	unsigned char *data()
	{
		return first;
	}
	size_t size() const
	{
		return count;
	}
};

/* Device memory of all boards, by address. No two boards have the same addresses. */
std::mutex lock; /* guards everything below */
std::map<uint64_t, zeros> memory;
std::map<uint64_t, int> holders; /* number of bos that refer to it */

/* Exported memory, by its descriptor's inode. */
struct exported {
	uint64_t address;
	size_t bytes;
	bool p2p;
	xrt_core::device *owner;
};
std::map<ino_t, exported> exports;

/*
 * First fit, starting one page after the bank's start, because no buffer is at address 0. Returns 0
 * if the bank is full.
 */
uint64_t find_room(uint64_t base, uint64_t size, uint64_t wanted)
{
	uint64_t at = base + 4096;

	for (auto one = memory.lower_bound(base); one != memory.end(); ++one) {
		if (one->first - at >= wanted && one->first >= at)
			break;
		at = one->first + (one->second.size() + 4095) / 4096 * 4096;
		if (at >= base + size)
			return 0;
	}
	return wanted <= base + size - at ? at : 0;
}

unsigned char *at_address(uint64_t address)
{
	auto found = memory.upper_bound(address);

	if (found == memory.begin())
		return nullptr;
	--found;
	return address - found->first < found->second.size()
		       ? found->second.data() + (address - found->first)
		       : nullptr;
}

} // namespace

namespace xrt_core
{

/* One board, as this process has opened it. */
class device
{
      public:
	unsigned index = 0;
	xrt::uuid loaded;
	std::vector<mem_data> banks;      /* of the loaded image */
	std::atomic<int> open_objects{0}; /* buffers and units */
	std::map<std::string, int> opens; /* of CUs; -1: exclusively; lock */
};

} // namespace xrt_core

namespace
{

std::shared_ptr<xrt_core::device> board(unsigned index)
{
	static std::map<unsigned, std::shared_ptr<xrt_core::device>> boards;
	std::lock_guard<std::mutex> guard(lock);
	auto &one = boards[index];

	if (!one)
		one = std::make_shared<xrt_core::device>();
	one->index = index;
	return one;
}

std::vector<mem_data> banks_of(const axlf *image)
{
	for (uint32_t i = 0; i < image->m_header.m_numSections; i++) {
		const auto &section = image->m_sections[i];

		if (section.m_sectionKind == MEM_TOPOLOGY) {
			auto *topology = reinterpret_cast<const mem_topology *>(
				reinterpret_cast<const char *>(image) + section.m_sectionOffset);

			return {topology->m_mem_data, topology->m_mem_data + topology->m_count};
		}
	}
	return {};
}

/* Keeps the board's image from being replaced while this object lives. */
struct claim {
	xrt_core::device *device;
	explicit claim(xrt_core::device *device) : device(device)
	{
		device->open_objects++;
	}
	~claim()
	{
		device->open_objects--;
	}
};

/* In XRT's format, but with some rails and sensors left out. */
const char *thermal = R"({"thermals": [
 {"location_id": "pcb_top_front", "description": "PCB", "temp_C": "31", "is_present": "true"},
 {"location_id": "cage_temp_0", "description": "Cage0", "temp_C": "0", "is_present": "false"},
 {"location_id": "fpga0", "description": "FPGA \"die\"", "temp_C": "47", "is_present": "true"}]})";
const char *electrical = R"({"power_rails": [
 {"id": "12v_aux", "description": "12 Volts Auxillary",
  "voltage": {"volts": "12.191", "is_present": "true"},
  "current": {"amps": "1.250", "is_present": "true"}},
 {"id": "3v3_pex", "description": "3.3 Volts PCI Express",
  "voltage": {"volts": "3.284", "is_present": "true"},
  "current": {"error_msg": "none", "amps": "0.000", "is_present": "false"}}],
 "power_consumption_max_watts": "225", "power_consumption_watts": "29.618",
 "power_consumption_warning": "false"})";
const char *mechanical = R"({"fans": [{"location_id": "fpga_fan_1", "description": "Fan",
 "critical_trigger_temp_C": "37", "speed_rpm": "1104", "is_present": "true"}]})";
const char *platform_start =
	R"({"platforms": [{"static_region": {"vbnv": "x", "jtag_idcode": "0x14b57093"},
 "status": {"mig_calibrated": "true", "p2p_status": ")";
const char *platform_end = R"("},
 "controller": {"satellite_controller": {"version": "4.6.20"},
  "card_mgmt_controller": {"serial_number": "21320733400X", "oem_id": "0x10da"}},
 "clocks": [{"id": "DATA_CLK", "description": "Data", "freq_mhz": "300"},
  {"id": "KERNEL_CLK", "description": "Kernel", "freq_mhz": "500"}],
 "macs": [{"address": "00:0A:35:00:00:01"}]}]})";
const char *host = R"({"version": "2.13.466", "branch": "", "hash": ""})";

/* A CU is opened as "kernel:{cu}", and reported as "kernel:cu". */
std::string plain(std::string name)
{
	for (char brace : {'{', '}'})
		if (name.find(brace) != std::string::npos)
			name.erase(name.find(brace), 1);
	return name;
}

/* The banks of the loaded image. Entries without a size are streams, which have no memory. */
std::string memory_of(const xrt_core::device &device)
{
	std::string text = R"({"board": {"memory": {"memories": [)";

	for (const auto &bank : device.banks)
		text += std::string(text.back() == '[' ? "" : ",") +
			R"({"type": "MEM_DDR4", "tag": ")" +
			reinterpret_cast<const char *>(bank.m_tag) + R"(", "enabled": ")" +
			(bank.m_used ? "true" : "false") +
			R"(", "extended_info": {"ecc": {"status": "ok",
 "error": {"correctable": {"count": "3", "first_failure_address": "0x40"}, "uncorrectable": {"count": "0"}}}}})";
	return text + "]}}}";
}

/* The CUs of the loaded image. */
std::string units_of(const xrt_core::device &device)
{
	std::lock_guard<std::mutex> guard(lock);
	std::string text = R"({"dynamic_regions": [{"xclbin_uuid": "x", "compute_units": [)";

	for (const auto &[name, opens] : device.opens)
		text += std::string(text.back() == '[' ? "" : ",") + R"({"id": "0", "name": ")" +
			plain(name) + R"(", "base_address": "0x800000", "status": {"bit_mask": ")" +
			(word("hold") ? R"(0x1", "bits_set": ["START"]}})"
				      : R"(0x4", "bits_set": ["IDLE"]}})");
	return text + "]}]}";
}

std::any info_of(const xrt_core::device &device, xrt::info::device what)
{
	using key = xrt::info::device;

	switch (what) {
	case key::bdf:
		return "0000:" + std::to_string(10 + device.index) + ":00.1";
	case key::name:
		return std::string(device.index % 2 ? "xilinx_u50_gen3x16_xdma_base_5"
						    : "xilinx_u250_gen3x16_xdma_shell_4_1");
	case key::thermal:
		return std::string(thermal);
	case key::electrical:
		return std::string(electrical);
	case key::mechanical:
		return std::string(mechanical);
	case key::platform:
		return std::string(platform_start) + (word("p2p") ? "enabled" : "disabled") +
		       platform_end;
	case key::memory:
		return memory_of(device);
	case key::dynamic_regions:
		return units_of(device);
	case key::host:
		return std::string(host);
	case key::max_clock_frequency_mhz:
		return 300ul;
	case key::offline:
		return word("offline") != nullptr;
	case key::m2m:
		return device.index % 2 == 1;
	default:
		throw std::runtime_error("No such query request");
	}
}

} // namespace

namespace xrt
{

EXPORT unsigned int system::enumerate_devices()
{
	called("count");
	return static_cast<unsigned>(number("boards", 1));
}

EXPORT device::device(unsigned int index)
{
	called("open");
	if (index >= static_cast<unsigned>(number("boards", 1)))
		throw std::runtime_error("Could not open device");
	handle = board(index);
}

EXPORT std::any device::get_info_std(info::device what, const detail::abi &) const
{
	called("info");
	return info_of(*handle, what);
}

EXPORT device::operator xclDeviceHandle() const
{
	return handle.get();
}

EXPORT uuid device::load_xclbin(const axlf *image)
{
	auto taken = word("taken");
	uuid wanted(image->m_header.uuid);

	called("load");
	if (taken && wanted != uuid(*taken))
		throw std::system_error(EBUSY, std::generic_category(),
					"another process uses the board");
	if (!taken && wanted != handle->loaded)
		called("program");
	if (handle->open_objects)
		throw std::system_error(EBUSY, std::generic_category(),
					"something of the image before is open");
	handle->loaded = uuid(image->m_header.uuid);
	handle->banks = banks_of(image);
	return handle->loaded;
}

EXPORT uuid device::get_xclbin_uuid() const
{
	called("uuid");
	auto taken = word("taken");

	if (taken)
		return uuid(*taken);
	return word("uuid") ? uuid("00112233-4455-6677-8899-aabbccddeeff") : handle->loaded;
}

class error_impl
{
};

EXPORT error::error(const device &, xrtErrorClass)
{
	called("error");
}

EXPORT xrtErrorTime error::get_timestamp() const
{
	return word("fault") ? static_cast<xrtErrorTime>(
				       std::chrono::system_clock::now().time_since_epoch().count())
			     : 0;
}

EXPORT xrtErrorCode error::get_error_code() const
{
	return word("fault") ? 0x20005 : 0;
}

EXPORT std::string error::to_string() const
{
	return "Firewall tripped";
}

class xclbin_impl
{
};

EXPORT xclbin::xclbin(const axlf *)
{
	called("parse");
}

EXPORT std::vector<xclbin::kernel> xclbin::get_kernels() const
{
	return {};
}

EXPORT std::vector<xclbin::arg> xclbin::kernel::get_args() const
{
	return {};
}

EXPORT std::vector<xclbin::mem> xclbin::get_mems() const
{
	return {};
}

class bo_impl
{
      public:
	claim claimed;
	zeros host; /* bytes that the device does not see before a sync */
	uint64_t address = 0;
	size_t bytes = 0;
	bo::flags kind = bo::flags::normal;
	bool imported = false, foreign = false; /* of another board */
	bool p2p = false;
	int fd = -1;

	bo_impl(xrt_core::device *device, const mem_data &bank, size_t bytes, bo::flags kind)
	    : claimed(device), bytes(bytes), kind(kind)
	{
		host.resize(bytes);
		std::lock_guard<std::mutex> guard(lock);

		address = find_room(bank.m_base_address, bank.m_size * 1024, bytes);
		if (!address)
			throw std::system_error(ENOMEM, std::generic_category(), "bank is full");
		memory[address].resize(bytes);
		holders[address] = 1;
	}

	bo_impl(xrt_core::device *device, const exported &from)
	    : claimed(device), address(from.address), bytes(from.bytes), imported(true),
	      foreign(from.owner != device)
	{
		p2p = from.p2p;
		host.resize(bytes);
		std::lock_guard<std::mutex> guard(lock);

		holders[address]++;
	}

	~bo_impl()
	{
		std::lock_guard<std::mutex> guard(lock);

		if (!--holders[address]) {
			memory.erase(address);
			holders.erase(address);
		}
		if (fd >= 0)
			close(fd);
	}

	unsigned char *device_side(size_t bytes, size_t offset)
	{
		std::lock_guard<std::mutex> guard(lock);

		/* The driver accepts any range; a test must not use a wrong one. */
		if (offset > host.size() || bytes > host.size() - offset)
			abort();
		return at_address(address) + offset;
	}
};

EXPORT bo::bo(xclDeviceHandle handle_, size_t bytes, bo::flags kind, memory_group group)
{
	auto *device = static_cast<xrt_core::device *>(handle_);

	called("bo");
	if (group >= device->banks.size() || !device->banks[group].m_used)
		throw std::system_error(EINVAL, std::generic_category(), "no such memory");
	/* Host memory can be allocated only with this flag. */
	if ((kind == bo::flags::host_only) !=
	    !strncmp(reinterpret_cast<const char *>(device->banks[group].m_tag), "HOST", 4))
		throw std::system_error(EINVAL, std::generic_category(), "wrong sort of memory");
	handle = std::make_shared<bo_impl>(device, device->banks[group], bytes, kind);
}

EXPORT bo::bo(xclDeviceHandle handle_, xclBufferExportHandle fd)
{
	struct stat facts = {};
	exported from = {};

	called("import");
	if (fstat(fd, &facts))
		throw std::system_error(errno, std::generic_category(), "no such descriptor");
	{
		std::lock_guard<std::mutex> guard(lock);
		auto found = exports.find(facts.st_ino);

		if (found == exports.end())
			throw std::system_error(EINVAL, std::generic_category(), "no buffer");
		from = found->second;
	}
	handle = std::make_shared<bo_impl>(static_cast<xrt_core::device *>(handle_), from);
}

EXPORT xclBufferExportHandle bo::export_buffer()
{
	struct stat facts = {};

	called("export");
	if (handle->fd < 0)
		handle->fd = memfd_create("exported", MFD_CLOEXEC);
	if (fstat(handle->fd, &facts))
		throw std::system_error(errno, std::generic_category(), "no descriptor");
	std::lock_guard<std::mutex> guard(lock);

	exports[facts.st_ino] = {handle->address, handle->bytes, handle->kind == bo::flags::p2p,
				 handle->claimed.device};
	return handle->fd;
}

EXPORT size_t bo::size() const
{
	called("size");
	return handle->bytes;
}

EXPORT uint64_t bo::address() const
{
	called("address");
	return handle->foreign ? UINT64_MAX : handle->address;
}

EXPORT void *bo::map()
{
	called("map");
	return handle->host.data();
}

EXPORT void bo::sync(xclBOSyncDirection direction, size_t bytes, size_t offset)
{
	called("sync");
	unsigned char *device = handle->device_side(bytes, offset);

	if (direction == XCL_BO_SYNC_BO_TO_DEVICE)
		memcpy(device, handle->host.data() + offset, bytes);
	else
		memcpy(handle->host.data() + offset, device, bytes);
}

EXPORT void bo::copy(const bo &source, size_t bytes, size_t source_offset, size_t target_offset)
{
	called("copy");
	/*
	 * One board copies, and must know both buffers. It knows another board's buffer only if
	 * that was imported.
	 */
	if (handle->claimed.device != source.handle->claimed.device ||
	    (handle->foreign && source.handle->foreign))
		abort();
	if (handle->foreign || source.handle->foreign)
		called("p2p");
	/* Without the P2P flag, this would access the host memory behind the buffer. */
	if ((handle->foreign && !handle->p2p) || (source.handle->foreign && !source.handle->p2p))
		abort();
	memcpy(handle->device_side(bytes, target_offset),
	       source.handle->device_side(bytes, source_offset), bytes);
}

class kernel_impl
{
      public:
	claim claimed;
	std::string name;
	std::mutex busy;
	steady::time_point free_at; /* busy until the last run given to the CU ends */
	bool exclusive;
	std::map<uint32_t, uint32_t> registers;

	kernel_impl(xrt_core::device *device, const std::string &name, bool exclusive)
	    : claimed(device), name(name), exclusive(exclusive)
	{
		std::lock_guard<std::mutex> guard(lock);
		int &opens = device->opens[name];

		if (opens < 0 || (exclusive && opens > 0))
			throw std::system_error(EBUSY, std::generic_category(), "unit is taken");
		opens = exclusive ? -1 : opens + 1;
		registers[0] = 4; /* idle */
	}

	~kernel_impl()
	{
		std::lock_guard<std::mutex> guard(lock);
		int &opens = claimed.device->opens[name];

		opens = exclusive ? 0 : opens - 1;
	}

	uint32_t &at(uint32_t offset)
	{
		if (!exclusive)
			throw std::system_error(EPERM, std::generic_category(), "unit is shared");
		if (offset + 4 > 4096)
			throw std::out_of_range("outside of the register space");
		return registers[offset];
	}

	uint64_t wide(uint32_t offset)
	{
		return registers[offset] | static_cast<uint64_t>(registers[offset + 4]) << 32;
	}

	void write(uint32_t offset, uint32_t value);
};

/* Kernels whose name contains "vadd" or "add" compute c[] = a[] + b[] for n numbers of 32 bits. */
void add(uint64_t left_at, uint64_t right_at, uint64_t sum_at, uint64_t n)
{
	std::lock_guard<std::mutex> guard(lock);
	unsigned char *a = at_address(left_at), *b = at_address(right_at);
	unsigned char *c = at_address(sum_at);

	for (uint64_t i = 0; a && c && i < n; i++) {
		uint32_t left, right = 0;

		memcpy(&left, a + 4 * i, 4);
		if (b)
			memcpy(&right, b + 4 * i, 4);
		left += right;
		memcpy(c + 4 * i, &left, 4);
	}
}

/* What the conformance suite does with its kernels' registers: it starts `add`, and counts. */
void kernel_impl::write(uint32_t offset, uint32_t value)
{
	at(offset) = value;
	if (name.find("counter") != std::string::npos && offset == 0x40)
		registers[0x44] += value;
	if (offset == 0 && value & 1) {
		if (name.find("add") != std::string::npos)
			add(wide(0x10), wide(0x1c), wide(0x28), registers[0x34]);
		registers[0] = 6; /* done, idle */
	}
}

EXPORT kernel::kernel(const device &device, const uuid &image, const std::string &name,
		      cu_access_mode mode)
{
	called(mode == cu_access_mode::exclusive ? "exclusive" : "kernel");
	if (image != device.get_handle()->loaded)
		throw std::system_error(EINVAL, std::generic_category(), "no such image is loaded");
	handle = std::make_shared<kernel_impl>(device.get_handle().get(), name,
					       mode == cu_access_mode::exclusive);
}

EXPORT uint32_t kernel::read_register(uint32_t offset) const
{
	called("read_register");
	return handle->at(offset);
}

EXPORT void kernel::write_register(uint32_t offset, uint32_t value)
{
	called("write_register");
	handle->write(offset, value);
}

class ip_impl : public kernel_impl
{
      public:
	using kernel_impl::kernel_impl;
};

EXPORT ip::ip(const device &device, const uuid &, const std::string &name)
    : detail::pimpl<ip_impl>(std::make_shared<ip_impl>(device.get_handle().get(), name, true))
{
	called("ip");
}

EXPORT uint32_t ip::read_register(uint32_t offset) const
{
	return handle->at(offset);
}

EXPORT void ip::write_register(uint32_t offset, uint32_t value)
{
	handle->write(offset, value);
}

class run_impl
{
      public:
	std::shared_ptr<kernel_impl> kernel;
	std::map<int, std::vector<unsigned char>> args;
	std::atomic<steady::rep> ends{0};

	uint64_t value(int index)
	{
		uint64_t result = 0;

		memcpy(&result, args[index].data(), std::min<size_t>(8, args[index].size()));
		return result;
	}

	void compute()
	{
		add(value(0), value(1), value(2), value(3));
	}
};

EXPORT run::run(const kernel &kernel)
{
	called("run");
	handle = std::make_shared<run_impl>();
	handle->kernel = kernel.get_handle();
}

EXPORT void run::set_arg_at_index(int index, const void *value, size_t bytes)
{
	const auto *first = static_cast<const unsigned char *>(value);

	called("set");
	handle->args[index].assign(first, first + bytes);
}

EXPORT void run::start()
{
	called("start");
	std::lock_guard<std::mutex> guard(handle->kernel->busy);
	auto &free_at = handle->kernel->free_at;

	free_at = std::max(free_at, steady::now()) + std::chrono::microseconds(number("run_us", 0));
	if (handle->kernel->name.find("add") != std::string::npos)
		handle->compute();
	handle->ends = free_at.time_since_epoch().count();
}

EXPORT ert_cmd_state run::state() const
{
	called("state");
	if (word("hold") || steady::now().time_since_epoch().count() < handle->ends)
		return ERT_CMD_STATE_RUNNING;
	return static_cast<ert_cmd_state>(number("state", ERT_CMD_STATE_COMPLETED));
}

} // namespace xrt
