/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_XTLM_IPC_H
#define FPGACL_XTLM_IPC_H

/*
 * Traffic generators for streams of an emulated board. The interface is that of the vendor's header
 * of this name (UG1393, "Writing Traffic Generators in C++"); the code is fpgacl's own, and all of it
 * is in this header and those beside it. docs/traffic-generators.md says how to use it, and in
 * fpgacl's source tools/fpgaclc/payload/include/fpgacl/external.h describes the protocol.
 */

#pragma GCC system_header /* its warnings are not the user's */

#include <stdint.h>
#include <string.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "fpgacl_xtlm_transfers.h"

namespace xtlm_ipc
{

enum sim_ipc_mode { BLOCKING, NON_BLOCKING };

namespace detail
{

inline axi_stream_packet make_packet(const char *data, size_t size, bool tlast)
{
	axi_stream_packet packet;

	packet.set_data(data, size);
	packet.set_tlast(tlast);
	return packet;
}

/* Numbers to bytes in the order that the host's memory has, and back. */
template <typename T> std::vector<char> to_bytes(const std::vector<T> &numbers)
{
	const char *from = reinterpret_cast<const char *>(numbers.data());

	return std::vector<char>(from, from + numbers.size() * sizeof(T));
}

template <typename T> std::vector<T> from_bytes(const std::vector<char> &bytes)
{
	std::vector<T> numbers(bytes.size() / sizeof(T));

	if (!numbers.empty())
		memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
	return numbers;
}

/* uInt8ToByteArray() and so on, and byteArrayTouInt8() and so on. */
struct conversions {
#define FPGACL_XTLM_CONVERT(type, to, from)                                                        \
	std::vector<char> to##ToByteArray(const std::vector<type> &numbers) const                  \
	{                                                                                          \
		return to_bytes(numbers);                                                          \
	}                                                                                          \
	std::vector<type> byteArrayTo##from(const std::vector<char> &bytes) const                  \
	{                                                                                          \
		return from_bytes<type>(bytes);                                                    \
	}
	FPGACL_XTLM_CONVERT(uint8_t, uInt8, uInt8)
	FPGACL_XTLM_CONVERT(uint16_t, uInt16, uInt16)
	FPGACL_XTLM_CONVERT(uint32_t, uInt32, uInt32)
	FPGACL_XTLM_CONVERT(uint64_t, uInt64, uInt64)
	FPGACL_XTLM_CONVERT(int8_t, int8, Int8)
	FPGACL_XTLM_CONVERT(int16_t, int16, Int16)
	FPGACL_XTLM_CONVERT(int32_t, int32, Int32)
	FPGACL_XTLM_CONVERT(int64_t, int64, Int64)
	FPGACL_XTLM_CONVERT(float, float, Float)
	FPGACL_XTLM_CONVERT(double, double, Double)
#undef FPGACL_XTLM_CONVERT
	/* The upper halves of floats, rounded to even. */
	std::vector<char> bfloat16ToByteArray(const std::vector<float> &numbers) const
	{
		std::vector<uint16_t> halves;

		for (float number : numbers) {
			uint32_t bits;

			memcpy(&bits, &number, sizeof(bits));
			if (number == number)
				bits += 0x7fff + (bits >> 16 & 1);
			halves.push_back((uint16_t)(bits >> 16));
		}
		return to_bytes(halves);
	}
	std::vector<float> byteArrayToBfloat16(const std::vector<char> &bytes) const
	{
		std::vector<float> numbers;

		for (uint16_t half : from_bytes<uint16_t>(bytes)) {
			uint32_t bits = (uint32_t)half << 16;
			float number;

			memcpy(&number, &bits, sizeof(number));
			numbers.push_back(number);
		}
		return numbers;
	}
};

/* What all senders have. */
class sending_socket
{
      public:
	/* Waits until everything that was sent is in the stream. */
	void barrier_wait()
	{
		port_.barrier();
	}
	void disconnect()
	{
		port_.disconnect();
	}
	/* Disconnects, after everything was sent. Under XCL_EMULATION_MODE the host ends. */
	void end_of_simulation()
	{
		port_.end_after_all();
	}

      protected:
	explicit sending_socket(const std::string &name) : port_(name)
	{
	}
	sender port_;
};

/* What all receivers have. */
class receiving_socket
{
      public:
	void disconnect()
	{
		port_.disconnect();
	}
	void end_of_simulation()
	{
		port_.end();
	}

      protected:
	explicit receiving_socket(const std::string &name) : port_(name)
	{
	}
	/* The bytes of the next packet. */
	void take(std::vector<char> &data)
	{
		axi_stream_packet packet;

		port_.take(&packet);
		data.assign(packet.data().begin(), packet.data().end());
	}
	receiver port_;
};

} // namespace detail

/* Sends to the compute unit of this name. BLOCKING: a call returns when its data is in the stream. */
template <sim_ipc_mode MODE> class axis_initiator_socket_util : public detail::sending_socket
{
      public:
	explicit axis_initiator_socket_util(const std::string &name) : sending_socket(name)
	{
	}
	void transport(const axi_stream_packet &packet)
	{
		if (MODE == BLOCKING)
			port_.transport(packet);
		else
			port_.post(packet);
	}
	void transport(const axis_payload &payload)
	{
		axi_stream_packet packet;

		packet.set_data(payload.data.data(), payload.data.size());
		packet.set_tkeep(payload.tkeep.data(), payload.tkeep.size());
		packet.set_tuser(payload.tuser.data(), payload.tuser.size());
		packet.set_tlast(payload.tlast);
		transport(packet);
	}
	void transport(const char *data, size_t size, bool tlast = true)
	{
		transport(detail::make_packet(data, size, tlast));
	}
	void transport(const std::vector<char> &data, bool tlast = true)
	{
		transport(detail::make_packet(data.data(), data.size(), tlast));
	}
};

/* Receives from the compute unit of this name. sample_transaction() waits for a packet. */
template <sim_ipc_mode MODE> class axis_target_socket_util : public detail::receiving_socket
{
      public:
	explicit axis_target_socket_util(const std::string &name) : receiving_socket(name)
	{
	}
	void sample_transaction(axi_stream_packet &packet)
	{
		port_.take(&packet);
	}
	void sample_transaction(axis_payload &payload)
	{
		axi_stream_packet packet;

		port_.take(&packet);
		payload.data.assign(packet.data().begin(), packet.data().end());
		payload.tkeep.assign(packet.tkeep().begin(), packet.tkeep().end());
		payload.tuser.assign(packet.tuser().begin(), packet.tuser().end());
		payload.tlast = packet.tlast();
	}
	void sample_transaction(std::vector<char> &data)
	{
		take(data);
	}
	/* Packets that can be sampled without waiting. */
	unsigned int get_num_transactions()
	{
		return (unsigned int)port_.available();
	}
};

/* Sends bytes without waiting. */
class axis_master : public detail::conversions, public detail::sending_socket
{
      public:
	explicit axis_master(const std::string &name) : sending_socket(name)
	{
	}
	void send_data(const std::vector<char> &data, bool tlast)
	{
		port_.post(detail::make_packet(data.data(), data.size(), tlast));
	}
};

/* Receives bytes; each call waits for them. */
class axis_slave : public detail::conversions, public detail::receiving_socket
{
      public:
	explicit axis_slave(const std::string &name) : receiving_socket(name)
	{
	}
	/* Those of the next packet. */
	void receive_data(std::vector<char> &data)
	{
		take(data);
	}
	void receive_data_with_size(std::vector<char> &data, size_t data_size)
	{
		std::string bytes;

		port_.take_bytes(data_size, &bytes);
		data.assign(bytes.begin(), bytes.end());
	}
	void receive_data_on_tlast(std::vector<char> &data)
	{
		port_.connect();
		if (!port_.has_last())
			throw std::invalid_argument("'" + port_.name() +
						    "': the stream has no TLAST");
		receive_data(data);
	}
};

} // namespace xtlm_ipc

#endif
