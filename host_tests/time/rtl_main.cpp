// SPDX-License-Identifier: Apache-2.0
// Runs the Verilog of all designs for some time, and lets it report.
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "Vdesigns.h"
#include "verilated.h"

extern "C" {
#include "host_tests/time/designs.h"
}

int main(int argc, char **argv)
{
	const uint64_t end_ps = argc > 1 ? strtoull(argv[1], nullptr, 10) : 100000000;
	auto context = std::make_unique<VerilatedContext>();
	auto top = std::make_unique<Vdesigns>(context.get());
	CData *clocks[CLOCKS] = {&top->clock0, &top->clock1, &top->clock2};
	auto edge = [&](unsigned which) {
		for (unsigned i = 0; i < CLOCKS; i++)
			*clocks[i] = which >> i & 1;
		top->eval();
		for (CData *clock : clocks)
			*clock = 0;
		top->eval();
	};
	top->reset = 1;
	edge((1u << CLOCKS) - 1);
	top->reset = 0;
	top->eval();
	// All clocks have an edge at time 0.
	uint64_t next[CLOCKS] = {};
	for (uint64_t ps = 0; ps < end_ps;) {
		unsigned which = 0;
		for (unsigned i = 0; i < CLOCKS; i++)
			if (next[i] == ps) {
				which |= 1u << i;
				next[i] += clock_periods[i];
			}
		edge(which);
		ps = next[0];
		for (uint64_t time : next)
			ps = time < ps ? time : ps;
	}
	top->report = 1;
	top->eval();
	top->final();
	return 0;
}
