/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes all designs as Verilog: the module `designs`, with the clocks as inputs and, for each
 * process of each design, the cycle in which it last did something and how often it did. Channels
 * and memory are in parts.sv.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "host_tests/time/designs.h"

static unsigned count_processes(const struct design *design)
{
	unsigned count = 0;
	while (count < MAX_PROCESSES && design->processes[count].segments[0].length)
		count++;
	return count;
}

static unsigned count_channels(const struct design *design)
{
	unsigned count = 0;
	while (count < MAX_CHANNELS && design->channels[count].depth)
		count++;
	return count;
}

static unsigned count_ports(const struct design *design)
{
	unsigned count = 0;
	while (count < MAX_PORTS && design->ports[count].bytes)
		count++;
	return count;
}

/* Calls `visit` for each operation of the design. */
static void each_op(const struct design *design, unsigned number,
		    void (*visit)(unsigned number, unsigned process, unsigned segment, unsigned op,
				  const struct design *design))
{
	for (unsigned p = 0; p < count_processes(design); p++)
		for (unsigned s = 0; s < MAX_SEGMENTS; s++)
			for (unsigned o = 0; o < MAX_OPS; o++)
				if (design->processes[p].segments[s].ops[o].kind)
					visit(number, p, s, o, design);
}

static bool is_question(uint32_t kind)
{
	return kind >= FCL_TIME_TRY_WRITE;
}

/* Wires of an operation: whether its cycle has come, whether it can happen, what is answered. */
static void put_op(unsigned number, unsigned p, unsigned s, unsigned o, const struct design *design)
{
	const struct segment *segment = &design->processes[p].segments[s];
	const struct op *op = &segment->ops[o];
	char id[64], process[32], channel[32];
	snprintf(id, sizeof(id), "d%u_p%u_s%u_o%u", number, p, s, o);
	snprintf(process, sizeof(process), "d%u_p%u", number, p);
	snprintf(channel, sizeof(channel), "d%u_c%u", number, op->object);
	printf("  wire [31:0] %s_k = %s_cycle - %u;\n", id, process, op->offset);
	printf("  wire [31:0] %s_i = %s_k / %u;\n", id, id, segment->ii);
	printf("  wire %s_due = !%s_done && %s_segment == %u && %s_cycle >= %u && %s_k %% %u == 0 && ",
	       id, process, process, s, process, op->offset, id, segment->ii);
	if (segment->poll)
		printf("1");
	else
		printf("%s_i < %u && %s_i %% %u == %u", id, segment->trips, id, op_every(op),
		       op->phase);
	printf("%s%s%s;\n", op->won ? " && (" : "", op->won ? process : "", op->won ? "_won)" : "");
	const char *ready = "1";
	char text[128];
	switch (op->kind) {
	case FCL_TIME_WRITE:
	case FCL_TIME_CLAIM:
		snprintf(text, sizeof(text), "%s_free > 0", channel);
		ready = text;
		break;
	case FCL_TIME_READ:
	case FCL_TIME_TAKE:
		snprintf(text, sizeof(text), "%s_filled > 0", channel);
		ready = text;
		break;
	case FCL_TIME_READ_BEAT:
		snprintf(text, sizeof(text), "d%u_m_beat[%u]", number, op->object);
		ready = text;
		break;
	case FCL_TIME_WRITE_BEAT:
		snprintf(text, sizeof(text), "d%u_m_room[%u]", number, op->object);
		ready = text;
		break;
	case FCL_TIME_RESPONSE:
		snprintf(text, sizeof(text), "d%u_m_response[%u]", number, op->object);
		ready = text;
		break;
	default:
		break;
	}
	printf("  wire %s_ready = %s;\n", id, ready);
	const char *yes = "1";
	if (op->kind == FCL_TIME_TRY_WRITE || op->kind == FCL_TIME_FREE)
		snprintf(text, sizeof(text), "%s_free >= %u", channel,
			 op->kind == FCL_TIME_FREE ? op->least : 1);
	else if (is_question(op->kind))
		snprintf(text, sizeof(text), "%s_filled >= %u", channel,
			 op->kind == FCL_TIME_FILLED ? op->least : 1);
	if (is_question(op->kind))
		yes = text;
	printf("  wire %s_yes = %s;\n", id, yes);
	printf("  wire %s_fires = %s_due && %s_goes && %s_yes;\n", id, id, process, id);
}

/* Declares what operations look at, before they do. */
static void put_process_registers(unsigned number, unsigned p)
{
	printf("  reg [31:0] d%u_p%u_cycle, d%u_p%u_clock, d%u_p%u_last, d%u_p%u_events, d%u_p%u_wins, "
	       "d%u_p%u_turns;\n",
	       number, p, number, p, number, p, number, p, number, p, number, p);
	printf("  reg [31:0] d%u_p%u_segment, d%u_p%u_round;\n", number, p, number, p);
	printf("  reg d%u_p%u_done, d%u_p%u_held;\n  wire d%u_p%u_goes, d%u_p%u_won;\n", number, p,
	       number, p, number, p, number, p);
}

/* "term(o) OP term(o) …" over the operations of a process that `want` accepts; or `none`. */
static void put_terms(unsigned number, unsigned p, const struct design *design, const char *format,
		      const char *between, const char *none, bool questions)
{
	bool first = true;
	for (unsigned s = 0; s < MAX_SEGMENTS; s++)
		for (unsigned o = 0; o < MAX_OPS; o++) {
			const struct op *op = &design->processes[p].segments[s].ops[o];
			if (!op->kind || (questions && !is_question(op->kind)))
				continue;
			char id[64];
			snprintf(id, sizeof(id), "d%u_p%u_s%u_o%u", number, p, s, o);
			printf("%s(", first ? "" : between);
			for (const char *c = format; *c; c++)
				if (*c == '@')
					printf("%s", id);
				else
					putchar(*c);
			printf(")");
			first = false;
		}
	if (first)
		printf("%s", none);
}

static void put_process(unsigned number, unsigned p, const struct design *design)
{
	const struct process *process = &design->processes[p];
	char id[32];
	snprintf(id, sizeof(id), "d%u_p%u", number, p);
	printf("  assign %s_goes = !%s_done && ", id, id);
	put_terms(number, p, design, "!@_due || @_ready", " && ", "1", false);
	printf(";\n  wire %s_answer = ", id);
	put_terms(number, p, design, "@_due && @_yes", " || ", "0", true);
	printf(";\n  wire %s_asks = ", id);
	put_terms(number, p, design, "@_due", " || ", "0", true);
	/* An answer holds in the cycle that it is given in and for the rest of the iteration. */
	printf(";\n  assign %s_won = %s_asks ? %s_answer : %s_held;\n  wire [31:0] %s_count = ", id,
	       id, id, id, id);
	put_terms(number, p, design, "{31'd0, @_due}", " + ", "32'd0", false);
	printf(";\n  always @(posedge clock%u) begin\n", process->clock);
	printf("    if (reset) begin %s_cycle <= 0; %s_clock <= 0; %s_last <= 0; %s_events <= 0; %s_wins <= 0; "
	       "%s_turns <= 0; %s_segment <= 0; %s_round <= 0; %s_done <= 0; %s_held <= 0; end\n",
	       id, id, id, id, id, id, id, id, id, id);
	printf("    else begin\n      %s_clock <= %s_clock + 1;\n      if (%s_goes) begin\n", id,
	       id, id);
	printf("        if (%s_count != 0) begin %s_last <= %s_clock; %s_events <= %s_events + %s_count; "
	       "end\n        if (%s_asks) %s_held <= %s_answer;\n        %s_cycle <= %s_cycle + 1;\n",
	       id, id, id, id, id, id, id, id, id, id, id);
	printf("        case (%s_segment)\n", id);
	unsigned last = 0;
	while (last + 1 < MAX_SEGMENTS && process->segments[last + 1].length)
		last++;
	for (unsigned s = 0; s <= last; s++) {
		const struct segment *segment = &process->segments[s];
		char next[512];
		if (s < last)
			snprintf(next, sizeof(next), "%s_cycle <= 0; %s_segment <= %u;", id, id,
				 s + 1);
		else
			snprintf(
				next, sizeof(next),
				"%s_cycle <= 0; %s_segment <= 0; %s_round <= %s_round + 1; if (%s_round == "
				"%u) %s_done <= 1;",
				id, id, id, id, id, process_rounds(process) - 1, id);
		if (!segment->poll) {
			printf("        %u: if (%s_cycle == %" PRIu64 ") begin %s end\n", s, id,
			       (uint64_t)(segment->trips - 1) * segment->ii + segment->length - 1,
			       next);
			continue;
		}
		/* The question is at offset 0: an iteration's answer is held by its end. */
		printf("        %u: if (%s_cycle == %u) begin\n", s, id, segment->length - 1);
		printf("          %s_cycle <= 0;\n", id);
		printf("          if (%s_wins + {31'd0, %s_won} == %u || %s_turns + 1 == %u) begin %s %s_wins <= 0; "
		       "%s_turns <= 0; end\n",
		       id, id, segment->trips, id, segment->limit, next, id, id);
		printf("          else begin %s_wins <= %s_wins + {31'd0, %s_won}; %s_turns <= %s_turns + 1; end\n",
		       id, id, id, id, id);
		printf("        end\n");
	}
	printf("        default: ;\n        endcase\n      end\n    end\n  end\n");
}

/* The operations of one kind on one object, as a wire each for each of its process's operations. */
static void put_any(unsigned number, const struct design *design, uint32_t object,
		    const uint32_t kinds[3])
{
	bool first = true;
	for (unsigned p = 0; p < count_processes(design); p++)
		for (unsigned s = 0; s < MAX_SEGMENTS; s++)
			for (unsigned o = 0; o < MAX_OPS; o++) {
				const struct op *op = &design->processes[p].segments[s].ops[o];
				if (!op->kind || op->object != object ||
				    (op->kind != kinds[0] && op->kind != kinds[1] &&
				     op->kind != kinds[2]))
					continue;
				printf("%sd%u_p%u_s%u_o%u_fires", first ? "" : " || ", number, p, s,
				       o);
				first = false;
			}
	if (first)
		printf("0");
}

/* The clock of the process that uses an end of the channel. */
static unsigned channel_clock(const struct design *design, uint32_t object, bool writes)
{
	for (unsigned p = 0; p < count_processes(design); p++)
		for (unsigned s = 0; s < MAX_SEGMENTS; s++)
			for (unsigned o = 0; o < MAX_OPS; o++) {
				const struct op *op = &design->processes[p].segments[s].ops[o];
				bool writer = op->kind == FCL_TIME_WRITE ||
					      op->kind == FCL_TIME_PUBLISH ||
					      op->kind == FCL_TIME_TRY_WRITE;
				bool reader = op->kind == FCL_TIME_READ ||
					      op->kind == FCL_TIME_RELEASE ||
					      op->kind == FCL_TIME_TRY_READ;
				if (op->object == object && (writes ? writer : reader))
					return design->processes[p].clock;
			}
	return 0;
}

static void put_channel(unsigned number, unsigned c, const struct design *design)
{
	static const uint32_t kinds[4][3] = {
		{FCL_TIME_WRITE, FCL_TIME_CLAIM, FCL_TIME_TRY_WRITE},
		{FCL_TIME_WRITE, FCL_TIME_PUBLISH, FCL_TIME_TRY_WRITE},
		{FCL_TIME_READ, FCL_TIME_TAKE, FCL_TIME_TRY_READ},
		{FCL_TIME_READ, FCL_TIME_RELEASE, FCL_TIME_TRY_READ},
	};
	static const char *const names[4] = {"claim", "publish", "take", "give"};
	const struct channel *channel = &design->channels[c];
	for (unsigned k = 0; k < 4; k++) {
		printf("  wire d%u_c%u_%s = ", number, c, names[k]);
		put_any(number, design, c, kinds[k]);
		printf(";\n");
	}
	printf("  channel #(.DEPTH(%u), .READ_LATENCY(%u), .WRITE_LATENCY(%u)) d%u_c%u (.reset(reset), "
	       ".writer_clock(clock%u), .reader_clock(clock%u)",
	       channel->depth, channel->read_latency ? channel->read_latency : 1,
	       channel->write_latency ? channel->write_latency : 1, number, c,
	       channel_clock(design, c, true), channel_clock(design, c, false));
	for (unsigned k = 0; k < 4; k++)
		printf(", .%s(d%u_c%u_%s)", names[k], number, c, names[k]);
	printf(", .free(d%u_c%u_free), .filled(d%u_c%u_filled), .most(d%u_c%u_most));\n", number, c,
	       number, c, number, c);
}

/* A value of the operation that fires among those of one kind on a port: address or beats. */
static void put_value(unsigned number, const struct design *design, unsigned port, uint32_t kind,
		      bool beats)
{
	bool first = true;
	for (unsigned p = 0; p < count_processes(design); p++)
		for (unsigned s = 0; s < MAX_SEGMENTS; s++)
			for (unsigned o = 0; o < MAX_OPS; o++) {
				const struct op *op = &design->processes[p].segments[s].ops[o];
				if (op->kind != kind || op->object != port)
					continue;
				printf("%s(d%u_p%u_s%u_o%u_fires ? ", first ? "" : " | ", number, p,
				       s, o);
				if (beats)
					printf("64'd%u", op->beats);
				else
					printf("64'd%u + {32'd0, d%u_p%u_s%u_o%u_i} * %u",
					       op->address, number, p, s, o, op->stride);
				printf(" : 64'd0)");
				first = false;
			}
	if (first)
		printf("64'd0");
}

static void put_port(unsigned number, unsigned m, const struct design *design)
{
	static const uint32_t kinds[5] = {FCL_TIME_READ_REQUEST, FCL_TIME_READ_BEAT,
					  FCL_TIME_WRITE_REQUEST, FCL_TIME_WRITE_BEAT,
					  FCL_TIME_RESPONSE};
	static const char *const names[5] = {"read_request", "read_beat", "write_request",
					     "write_beat", "answer"};
	for (unsigned k = 0; k < 5; k++) {
		printf("  assign d%u_m_%s[%u] = ", number, names[k], m);
		put_any(number, design, m, (const uint32_t[]){kinds[k], kinds[k], kinds[k]});
		printf(";\n");
	}
	printf("  assign d%u_m_read_address[%u] = ", number, m);
	put_value(number, design, m, FCL_TIME_READ_REQUEST, false);
	printf(";\n  assign d%u_m_read_beats[%u] = ", number, m);
	put_value(number, design, m, FCL_TIME_READ_REQUEST, true);
	printf(";\n  assign d%u_m_write_address[%u] = ", number, m);
	put_value(number, design, m, FCL_TIME_WRITE_REQUEST, false);
	printf(";\n  assign d%u_m_write_beats[%u] = ", number, m);
	put_value(number, design, m, FCL_TIME_WRITE_REQUEST, true);
	printf(";\n");
}

static void put_constants(const char *name, unsigned count, const uint64_t *values)
{
	printf(", .%s({", name);
	for (unsigned i = count; i-- > 0;)
		printf("64'd%" PRIu64 "%s", values[i], i ? ", " : "");
	printf("})");
}

static void put_memory(unsigned number, const struct design *design)
{
	unsigned ports = count_ports(design);
	uint64_t values[9][MAX_PORTS > MAX_BANKS ? MAX_PORTS : MAX_BANKS];
	for (unsigned m = 0; m < ports; m++) {
		const struct port *port = &design->ports[m];
		const uint64_t row[] = {port->bank,
					port->bytes,
					port->read_burst,
					port->write_burst,
					port->reads,
					port->writes,
					port->shares ? port->shares - 1 : m};
		for (unsigned i = 0; i < 7; i++)
			values[i][m] = row[i];
	}
	printf("  memory #(.PORTS(%u), .PERIOD(%" PRIu64 ")", ports, clock_periods[0]);
	static const char *const names[] = {"BANK",  "BYTES",  "READ_BURST", "WRITE_BURST",
					    "READS", "WRITES", "BUS"};
	for (unsigned i = 0; i < 7; i++)
		put_constants(names[i], ports, values[i]);
	for (unsigned b = 0; b < MAX_BANKS; b++) {
		values[0][b] = design->banks[b].latency_ps;
		values[1][b] = design->banks[b].megabytes;
		values[2][b] = design->banks[b].burst_ps;
	}
	put_constants("LATENCY", MAX_BANKS, values[0]);
	put_constants("MEGABYTES", MAX_BANKS, values[1]);
	put_constants("OVERHEAD", MAX_BANKS, values[2]);
	printf(") d%u_m (.clock(clock0), .reset(reset)", number);
	static const char *const wires[] = {"read_request", "read_address",  "read_beats",
					    "read_beat",    "write_request", "write_address",
					    "write_beats",  "write_beat",    "answer",
					    "beat",         "room",          "response"};
	for (unsigned i = 0; i < 12; i++)
		printf(", .%s(d%u_m_%s)", wires[i], number, wires[i]);
	printf(");\n");
}

static void put_memory_wires(unsigned number, unsigned ports)
{
	printf("  wire d%u_m_read_request [0:%u], d%u_m_read_beat [0:%u], d%u_m_write_request [0:%u], "
	       "d%u_m_write_beat [0:%u], d%u_m_answer [0:%u], d%u_m_beat [0:%u], d%u_m_room [0:%u], "
	       "d%u_m_response [0:%u];\n",
	       number, ports - 1, number, ports - 1, number, ports - 1, number, ports - 1, number,
	       ports - 1, number, ports - 1, number, ports - 1, number, ports - 1);
	printf("  wire [63:0] d%u_m_read_address [0:%u], d%u_m_read_beats [0:%u], d%u_m_write_address "
	       "[0:%u], d%u_m_write_beats [0:%u];\n",
	       number, ports - 1, number, ports - 1, number, ports - 1, number, ports - 1);
}

static void put_design(unsigned number, const struct design *design)
{
	printf("  // %s\n", design->name);
	for (unsigned c = 0; c < count_channels(design); c++)
		printf("  wire [63:0] d%u_c%u_free, d%u_c%u_filled, d%u_c%u_most;\n", number, c,
		       number, c, number, c);
	if (count_ports(design))
		put_memory_wires(number, count_ports(design));
	for (unsigned p = 0; p < count_processes(design); p++)
		put_process_registers(number, p);
	each_op(design, number, put_op);
	for (unsigned p = 0; p < count_processes(design); p++)
		put_process(number, p, design);
	for (unsigned c = 0; c < count_channels(design); c++)
		put_channel(number, c, design);
	for (unsigned m = 0; m < count_ports(design); m++)
		put_port(number, m, design);
	if (count_ports(design))
		put_memory(number, design);
}

/* At the end: one line for each process and channel. */
static void put_report(unsigned number, const struct design *design)
{
	for (unsigned p = 0; p < count_processes(design); p++)
		printf("    $display(\"%u process %u %%0d %%0d %%0d\", d%u_p%u_last, d%u_p%u_events, "
		       "d%u_p%u_done);\n",
		       number, p, number, p, number, p, number, p);
	for (unsigned c = 0; c < count_channels(design); c++)
		printf("    $display(\"%u channel %u %%0d\", d%u_c%u_most);\n", number, c, number,
		       c);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		first_seed = (unsigned)strtoul(argv[1], NULL, 10);
	struct design design;
	unsigned count = 0;
	printf("module designs(input reset, input report");
	for (unsigned c = 0; c < CLOCKS; c++)
		printf(", input clock%u", c);
	printf(");\n");
	for (; design_get(count, &design); count++)
		put_design(count, &design);
	printf("  always @(posedge report) begin\n");
	for (unsigned i = 0; i < count; i++) {
		design_get(i, &design);
		put_report(i, &design);
	}
	printf("  end\nendmodule\n");
	return 0;
}
