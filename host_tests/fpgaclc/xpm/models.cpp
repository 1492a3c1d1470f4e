// SPDX-License-Identifier: Apache-2.0
// The models of the vendor's memories and FIFOs under random traffic, compared with UG974: bit by
// bit for memories, with a list of packets for FIFOs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <vector>

#include "Vtop.h"

struct port {
	unsigned width, byte, latency;
	char mode; // "read_first", "write_first" or "no_change"
	bool async;
	uint64_t reset;
	bool reads, writes;
};

struct memory {
	unsigned size, unit;
	bool common, ultra;
	port ports[2];
	std::vector<uint64_t> init;
};

struct fifo {
	unsigned depth;              // the packets that it holds
	bool common, packets, falls; // falls: it shows what comes next
	unsigned full, empty, features;
};

#include "table.h"

// A port's inputs in one cycle.
struct request {
	bool clock, rst, en, regce;
	uint64_t we, address, data;
};

class memory_state
{
	const memory &m;
	std::vector<bool> bits;
	std::vector<uint64_t> stages[2];

	uint64_t read(const port &p, const std::vector<bool> &from, uint64_t address) const
	{
		uint64_t value = 0;

		for (unsigned i = 0; i < p.width; i++)
			value |= (uint64_t)from[address * p.width + i] << i;
		return value;
	}

	void write(const port &p, std::vector<bool> &to, const request &r) const
	{
		for (unsigned i = 0; p.writes && r.en && i < p.width; i++)
			if (r.we >> i / p.byte & 1)
				to[r.address * p.width + i] = r.data >> i & 1;
	}

	void register_read(int side, const std::vector<bool> &before, const request &r)
	{
		const port &p = m.ports[side];
		std::vector<uint64_t> &stage = stages[side], last = stage;
		std::vector<bool> after = before;
		bool writes = p.writes && (r.we & ((1ull << p.width / p.byte) - 1));

		write(p, after, r);
		if (r.en && !(p.mode == 'n' && writes))
			stage[0] = read(p, p.mode == 'w' ? after : before, r.address);
		for (unsigned i = 1; i < stage.size(); i++)
			if (i + 1 < stage.size() || r.regce)
				stage[i] = last[i - 1];
		if (r.rst)
			stage.back() = p.async ? 0 : p.reset;
	}

      public:
	explicit memory_state(const memory &of) : m(of), bits(of.size)
	{
		for (unsigned i = 0; i < m.init.size() * m.unit; i++)
			bits[i] = m.init[i / m.unit] >> i % m.unit & 1;
		for (int side = 0; side < 2; side++)
			stages[side].resize(m.ports[side].latency ? m.ports[side].latency : 1);
	}

	uint64_t shown(int side, const request &r) const
	{
		return m.ports[side].latency ? stages[side].back()
					     : read(m.ports[side], bits, r.address);
	}

	// Called before the clock edge.
	void settle(const request *r)
	{
		for (int side = 0; side < 2; side++)
			if (m.ports[side].async && r[side].rst)
				stages[side].back() = 0;
	}

	void rise(const request *r)
	{
		std::vector<bool> before = bits, between = bits;
		bool clocks[] = {r[0].clock, m.common ? r[0].clock : r[1].clock};

		if (clocks[0])
			write(m.ports[0], between, r[0]);
		for (int side = 0; side < 2; side++)
			if (clocks[side])
				register_read(side, side && m.ultra ? between : before, r[side]);
		for (int side = 0; side < 2; side++)
			if (clocks[side])
				write(m.ports[side], bits, r[side]);
	}
};

static void check(const char *what, unsigned index, unsigned step, uint64_t found,
		  uint64_t expected)
{
	if (found == expected)
		return;
	fprintf(stderr, "%s %u, step %u: expected %llx, found %llx\n", what, index, step,
		(unsigned long long)expected, (unsigned long long)found);
	exit(1);
}

// Whether a packet may leave: with PACKET_FIFO, once it is complete, or once it fills the FIFO.
static bool offers(const fifo &f, const std::deque<uint64_t> &held, bool begun)
{
	bool whole = begun;

	for (uint64_t packet : held)
		whole |= packet >> 40 & 1;
	return !held.empty() && (!f.packets || whole);
}

static void check_fifo(const fifo &f, unsigned index, unsigned step,
		       const std::deque<uint64_t> &held, bool begun, bool reset, uint32_t flags,
		       uint64_t out)
{
	unsigned level = (unsigned)held.size();

	check("ready of FIFO", index, step, flags & 1, !reset && level < f.depth);
	check("valid of FIFO", index, step, flags >> 1 & 1, !reset && offers(f, held, begun));
	check("prog_full of FIFO", index, step, flags >> 2 & 1,
	      (f.features >> 1 & 1) && level >= f.full);
	check("prog_empty of FIFO", index, step, flags >> 3 & 1,
	      (f.features >> 9 & 1) && level <= f.empty);
	check("almost_full of FIFO", index, step, flags >> 4 & 1,
	      (f.features >> 3 & 1) && level + 1 >= f.depth);
	check("almost_empty of FIFO", index, step, flags >> 5 & 1,
	      (f.features >> 11 & 1) && level <= 1);
	check("wr_data_count of FIFO", index, step, flags >> 8 & 255,
	      f.features >> 2 & 1 ? level : 0);
	check("rd_data_count of FIFO", index, step, flags >> 16 & 255,
	      f.features >> 10 & 1 ? level : 0);
	if (f.falls && !held.empty())
		check("packet of FIFO", index, step, out, held.front());
}

int main()
{
	const unsigned nmemories = sizeof(memories) / sizeof(memories[0]),
		       nfifos = sizeof(fifos) / sizeof(fifos[0]);
	std::mt19937_64 random(1);
	std::vector<memory_state> states(memories, memories + nmemories);
	std::vector<std::deque<uint64_t>> held(nfifos);
	std::vector<bool> begun(nfifos);
	unsigned moved = 0, filled = 0;
	Vtop top;

	for (unsigned step = 0; step < 40000; step++) {
		unsigned which = random() % 4, few = step / 500 % 3;
		request r[2];
		bool reset = step < 4 || random() % 1000 == 0;

		for (request &one : r)
			one = {true,     random() % 16 == 0, random() % 8 != 0, random() % 4 != 0,
			       random(), random() & 255,     random()};
		if (random() % 4 == 0) // both at the same address
			r[1].address = r[0].address;
		// A reset lasts for a cycle of the writing side; the other clock may be too slow to see it.
		r[0].clock = reset || which != 1;
		r[1].clock = step < 4 || which != 2;
		top.rsta = r[0].rst, top.rstb = r[1].rst, top.ena = r[0].en, top.enb = r[1].en;
		top.regcea = r[0].regce, top.regceb = r[1].regce, top.wea = (uint8_t)r[0].we,
		top.web = (uint8_t)r[1].we;
		top.addra = (uint8_t)r[0].address, top.addrb = (uint8_t)r[1].address;
		top.dina = r[0].data, top.dinb = r[1].data;
		top.aresetn = !reset;
		// Phases in which FIFOs fill, drain, or do both.
		top.put = few == 1 ? random() % 8 == 0 : random() % 8 != 0;
		top.get = few == 0 ? random() % 8 == 0 : random() % 8 != 0;
		top.packet = (random() & ((1ull << 40) - 1)) |
			     (uint64_t)(random() % (few ? 4 : 40) == 0) << 40;
		top.eval();
		for (unsigned i = 0; i < nmemories; i++) {
			request here[2] = {r[0], r[1]};

			for (int side = 0; side < 2; side++)
				here[side].address %= memories[i].size /
						      memories[i].ports[side].width;
			states[i].settle(here);
			for (int side = 0; side < 2; side++)
				if (memories[i].ports[side].reads)
					check("read of memory", i, step,
					      side ? top.doutb[i] : top.douta[i],
					      states[i].shown(side, here[side]));
			states[i].rise(here);
		}
		for (unsigned i = 0; i < nfifos; i++) {
			if (reset) {
				held[i].clear();
				begun[i] = false;
			}
			bool gets = top.flags[i] & 2 && top.get &&
				    (fifos[i].common ? r[0].clock : r[1].clock);
			bool takes = top.flags[i] & 1 && top.put && r[0].clock;
			bool full = held[i].size() == fifos[i].depth;

			if (step >= 4)
				check_fifo(fifos[i], i, step, held[i], begun[i], reset,
					   top.flags[i], top.out[i]);
			filled += full;
			if (fifos[i].packets && full && (fifos[i].common ? r[0].clock : r[1].clock))
				begun[i] = begun[i] || !offers(fifos[i], held[i], false);
			if (gets) {
				begun[i] = begun[i] && !(held[i].front() >> 40);
				held[i].pop_front();
				moved++;
			}
			if (takes)
				held[i].push_back(top.packet);
		}
		top.clka = r[0].clock, top.clkb = r[1].clock;
		top.eval();
		top.clka = top.clkb = 0;
	}
	check("FIFOs that worked", 0, 0, moved > 1000 && filled > 1000, 1);
	puts("PASSED");
	return 0;
}
