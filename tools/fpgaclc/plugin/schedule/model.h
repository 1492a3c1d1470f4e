/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_MODEL_H
#define FCLC_PLUGIN_SCHEDULE_MODEL_H

#include <string>
#include <vector>

#include "tools/fpgaclc/plugin/schedule/figure.h"

/* What a schedule says: the artefact that docs/schedule.md describes. */

namespace fclc
{

struct place {
	std::string file;
	unsigned line = 0;
};

struct scheduled_operation {
	std::string op, type;
	unsigned bits = 0;
	int loop = -1;                  /* of scheduled_function::loops; -1: outside of loops */
	unsigned state = 0, stages = 1; /* the first state, from the region's start; how many */
	double start_ns = 0, delay_ns = 0;
	int memory = -1, stream = -1, call = -1;
	std::string port;               /* of m_axi */
	std::vector<unsigned> operands; /* other operations of the same region */
	place at;
	sureness sure = sureness::exact;
};

/* Why a loop has no lower II, or is no pipeline. */
struct limit {
	std::string kind, text; /* empty: nothing limits it */
	place at;
};

struct scheduled_loop {
	int parent = -1;
	std::string name;
	place at;
	bool outlined = false, pipelined = false, rewinds = false;
	std::string asked; /* "pragma", "auto", "off" */
	std::string style; /* of a pipeline: "stp", "flp", "frp" */
	unsigned flattened = 1;
	figure trip_count, iteration_latency, latency;
	unsigned ii = 0, ii_asked = 1;
	sureness ii_sure = sureness::exact;
	limit why;
};

struct scheduled_memory {
	std::string name, kind, partition;
	int argument = -1;
	uint64_t words = 0; /* 0: not known */
	unsigned bits = 0, banks = 1, ports = 2, dim = 0;
	long factor = 0;
	place at;
};

struct scheduled_burst {
	int argument = -1, loop = -1;
	bool write = false, burst = false;
	figure length;
	unsigned bits = 0;
	std::string why; /* it is no burst */
	place at;
};

struct scheduled_port {
	std::string name, mode;
	unsigned bits = 0, latency = 0;
	std::vector<int> arguments;
	std::vector<scheduled_burst> accesses;
};

struct scheduled_stream {
	std::string name, writer, reader;
	unsigned bits = 0;
	long depth = 0; /* 0: outside of the kernel */
	int argument = -1;
	place at;
};

struct scheduled_call {
	std::string callee;
	int loop = -1;
	unsigned state = 0;
	figure latency;
	place at;
};

struct scheduled_function {
	std::string name, shown; /* in IR; in the source */
	place at;
	bool top = false;
	std::string kind = "sequential"; /* or "pipeline", "dataflow" */
	figure latency, interval;
	unsigned ii = 0; /* of a pipeline */
	double clock_ns = 0;
	double dsp = 0, lut = 0, ff = 0;
	std::vector<scheduled_loop> loops;
	std::vector<scheduled_operation> operations;
	std::vector<scheduled_memory> memories;
	std::vector<scheduled_port> ports;
	std::vector<scheduled_stream> streams;
	std::vector<scheduled_call> calls;
	std::vector<std::string> processes;
};

struct unmodelled {
	std::string what;
	place at;
};

struct schedule {
	std::string top, source, part;
	clock_target clock;
	std::vector<scheduled_function> functions; /* callees first */
	std::vector<unmodelled> missing;
};

} // namespace fclc

#endif
