/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_COMMON_PRAGMA_TABLE_H
#define FCLC_COMMON_PRAGMA_TABLE_H

#include <stddef.h>

/*
 * Every `#pragma HLS` of UG1399, 2020.1 to 2025.1, and those of earlier releases that sources still
 * have: its arguments, where it may stand, and what it does here. The compiler's plugin checks
 * pragmas against this table, and docs/supported.md has the same rows. It is C and C++.
 */

/* Where a pragma may stand; a bit each. */
enum fclc_pragma_place {
	FCLC_IN_FUNCTION = 1, /* in a function's body, in no inner block */
	FCLC_IN_LOOP = 2,     /* in a loop's body, in no inner block */
	FCLC_IN_BLOCK = 4,    /* in any other block */
	FCLC_IN_CODE = 7,
};

enum fclc_pragma_kind {
	FCLC_PRAGMA_WORKS,  /* has an effect here */
	FCLC_PRAGMA_TIMING, /* shapes when and with what the hardware computes; no effect yet */
	FCLC_PRAGMA_NEVER,  /* about what only a circuit has, or for a tool that is not here */
};

enum fclc_argument_kind {
	FCLC_ARGUMENT_FLAG, /* a word; may have a truth value */
	FCLC_ARGUMENT_WORD, /* one of `words` */
	FCLC_ARGUMENT_BARE, /* the same; the word may also stand alone, as older sources write it */
	FCLC_ARGUMENT_INTEGER,  /* a constant of at least `least` */
	FCLC_ARGUMENT_NUMBER,   /* a constant that need not be whole */
	FCLC_ARGUMENT_VARIABLE, /* a variable in scope, or several; or "return" */
	FCLC_ARGUMENT_PORT,     /* an argument of the function; or "return" */
	FCLC_ARGUMENT_NAME,     /* anything else */
};

struct fclc_argument_rule {
	const char *name;
	enum fclc_argument_kind kind;
	int required;
	int least;
	const char *words; /* separated by spaces */
};

#define FCLC_MOST_ARGUMENTS 28

struct fclc_pragma_rule {
	const char *name;
	unsigned place; /* of enum fclc_pragma_place */
	enum fclc_pragma_kind kind;
	const char *effect; /* for docs/supported.md; NULL: as the kind says */
	struct fclc_argument_rule arguments[FCLC_MOST_ARGUMENTS];
};

/* clang-format off */
#define FCLC_FLAG(name) {name, FCLC_ARGUMENT_FLAG, 0, 0, NULL}
#define FCLC_WORD(name, words) {name, FCLC_ARGUMENT_WORD, 0, 0, words}
#define FCLC_BARE(name, words) {name, FCLC_ARGUMENT_BARE, 0, 0, words}
#define FCLC_INTEGER(name, least) {name, FCLC_ARGUMENT_INTEGER, 0, least, NULL}
#define FCLC_NUMBER(name) {name, FCLC_ARGUMENT_NUMBER, 0, 0, NULL}
#define FCLC_NAME(name) {name, FCLC_ARGUMENT_NAME, 0, 0, NULL}
#define FCLC_VARIABLE {"variable", FCLC_ARGUMENT_VARIABLE, 1, 0, NULL}
#define FCLC_ANY_VARIABLE(name) {name, FCLC_ARGUMENT_VARIABLE, 0, 0, NULL}
#define FCLC_NEEDED_NAME(name) {name, FCLC_ARGUMENT_NAME, 1, 0, NULL}
#define FCLC_NEEDED_INTEGER(name, least) {name, FCLC_ARGUMENT_INTEGER, 1, least, NULL}
#define FCLC_NEEDED_WORD(name, words) {name, FCLC_ARGUMENT_WORD, 1, 0, words}
#define FCLC_PORT {"port", FCLC_ARGUMENT_PORT, 0, 0, NULL}
#define FCLC_NEEDED_PORT(name) {name, FCLC_ARGUMENT_PORT, 1, 0, NULL}

#define FCLC_MODES "m_axi s_axilite axis ap_none ap_stable ap_vld ap_ack ap_ovld ap_hs ap_memory bram ap_fifo ap_bus ap_ctrl_hs ap_ctrl_chain ap_ctrl_none"
#define FCLC_MEMORIES "fifo ram_1p ram_1wnr ram_2p ram_s2p ram_t2p rom_1p rom_2p rom_np"
#define FCLC_MEMORY_IMPLS "auto bram bram_ecc lutram uram uram_ecc srl memory"
#define FCLC_OPERATIONS "add sub mul icmp sdiv udiv srem urem lshr ashr shl " \
	"fadd fsub fmul fdiv fcmp frem fsqrt frsqrt frecip flog fexp facc fmacc fmadd " \
	"dadd dsub dmul ddiv dcmp dsqrt drsqrt drecip dlog dexp hadd hsub hmul hdiv hsqrt all"

static const struct fclc_pragma_rule fclc_pragma_rules[] = {
	{"AGGREGATE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_VARIABLE, FCLC_BARE("compact", "auto bit byte none")}},
	{"ALIAS", FCLC_IN_FUNCTION, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_NEEDED_PORT("ports"), FCLC_NAME("offset"), FCLC_INTEGER("distance", 0)}},
	{"ALLOCATION", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_BARE("type", "function operation core"), FCLC_NEEDED_NAME("instances"),
	  FCLC_NEEDED_INTEGER("limit", 0)}},
	{"ARRAY_MAP", FCLC_IN_CODE, FCLC_PRAGMA_NEVER, NULL,
	 {FCLC_VARIABLE, FCLC_NAME("instance"), FCLC_BARE("type", "horizontal vertical"),
	  FCLC_INTEGER("offset", 0)}},
	{"ARRAY_PARTITION", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_VARIABLE, FCLC_BARE("type", "block cyclic complete"), FCLC_INTEGER("factor", 0),
	  FCLC_INTEGER("dim", 0), FCLC_FLAG("off"), FCLC_FLAG("dynamic")}},
	{"ARRAY_RESHAPE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_VARIABLE, FCLC_BARE("type", "block cyclic complete"), FCLC_INTEGER("factor", 0),
	  FCLC_INTEGER("dim", 0), FCLC_FLAG("object"), FCLC_FLAG("off")}},
	{"ARRAY_STENCIL", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_VARIABLE, FCLC_FLAG("off")}},
	{"BIND_OP", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_VARIABLE, FCLC_NEEDED_WORD("op", FCLC_OPERATIONS),
	  FCLC_WORD("impl", "auto dsp fabric none meddsp fulldsp maxdsp primitivedsp"),
	  FCLC_INTEGER("latency", -1)}},
	{"BIND_STORAGE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_VARIABLE, FCLC_NEEDED_WORD("type", FCLC_MEMORIES), FCLC_WORD("impl", FCLC_MEMORY_IMPLS),
	  FCLC_INTEGER("latency", -1)}},
	{"CACHE", FCLC_IN_FUNCTION, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_NEEDED_PORT("port"), FCLC_INTEGER("lines", 1), FCLC_INTEGER("depth", 1),
	  FCLC_INTEGER("ways", 1), FCLC_INTEGER("users", 1), FCLC_WORD("burst", "on off true false"),
	  FCLC_WORD("write_mode", "write_back write_through")}},
	{"CLOCK", FCLC_IN_CODE, FCLC_PRAGMA_NEVER, NULL, {FCLC_NAME("domain"), FCLC_NAME("name")}},
	{"DATAFLOW", FCLC_IN_CODE, FCLC_PRAGMA_WORKS,
	 "processes run concurrently, over streams of their declared depth; `disable_start_propagation`: none",
	 {FCLC_FLAG("disable_start_propagation"), FCLC_FLAG("interval")}},
	{"DATA_PACK", FCLC_IN_CODE, FCLC_PRAGMA_NEVER, NULL,
	 {FCLC_VARIABLE, FCLC_NAME("instance"), FCLC_BARE("byte_pad", "struct_level field_level")}},
	{"DEPENDENCE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_ANY_VARIABLE("variable"), FCLC_ANY_VARIABLE("cross_variables"),
	  FCLC_BARE("class", "array pointer"), FCLC_BARE("type", "inter intra"),
	  FCLC_BARE("direction", "raw war waw"), FCLC_INTEGER("distance", 0),
	  FCLC_BARE("dependent", "true false")}},
	{"DISAGGREGATE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_VARIABLE}},
	{"EXPRESSION_BALANCE", FCLC_IN_CODE, FCLC_PRAGMA_NEVER, NULL, {FCLC_FLAG("off")}},
	{"FUNCTION_INSTANTIATE", FCLC_IN_FUNCTION, FCLC_PRAGMA_TIMING, NULL, {FCLC_VARIABLE}},
	{"INLINE", FCLC_IN_CODE, FCLC_PRAGMA_WORKS,
	 "the calls of an inlined function count as one process",
	 {FCLC_FLAG("off"), FCLC_FLAG("recursive"), FCLC_BARE("type", "self region all")}},
	{"INTERFACE", FCLC_IN_FUNCTION, FCLC_PRAGMA_WORKS,
	 "`mode`, `port`, `bundle`, `offset`: ports, bundles, registers, control protocol; modes that only exist for IP blocks become an AXI4 master, with a warning; the others: none",
	 {FCLC_BARE("mode", FCLC_MODES), FCLC_PORT, FCLC_NAME("bundle"), FCLC_NAME("offset"),
	  FCLC_INTEGER("depth", 0), FCLC_FLAG("register"),
	  FCLC_BARE("register_mode", "forward reverse both off"), FCLC_NAME("clock"), FCLC_NAME("name"),
	  FCLC_INTEGER("latency", -1), FCLC_INTEGER("num_read_outstanding", 0),
	  FCLC_INTEGER("num_write_outstanding", 0), FCLC_INTEGER("max_read_burst_length", 0),
	  FCLC_INTEGER("max_write_burst_length", 0), FCLC_INTEGER("max_widen_bitwidth", 0),
	  FCLC_NAME("channel"), FCLC_WORD("storage_type", "default " FCLC_MEMORIES),
	  FCLC_WORD("storage_impl", FCLC_MEMORY_IMPLS), FCLC_INTEGER("interrupt", 0),
	  FCLC_FLAG("autorestart"), FCLC_WORD("mailbox", "none in out both"), FCLC_FLAG("direct_io"),
	  FCLC_NAME("metadata")}},
	{"LATENCY", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_INTEGER("min", 0), FCLC_INTEGER("max", 0)}},
	{"LOOP_FLATTEN", FCLC_IN_LOOP, FCLC_PRAGMA_TIMING, NULL, {FCLC_FLAG("off")}},
	{"LOOP_MERGE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_FLAG("force")}},
	{"LOOP_TRIPCOUNT", FCLC_IN_LOOP, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_INTEGER("min", 0), FCLC_INTEGER("max", 0), FCLC_INTEGER("avg", 0)}},
	{"OCCURRENCE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_INTEGER("cycle", 1), FCLC_FLAG("off")}},
	{"PERFORMANCE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_NUMBER("target_ti"), FCLC_NUMBER("target_tl"), FCLC_NUMBER("assume_ti"),
	  FCLC_NUMBER("assume_tl"), FCLC_WORD("unit", "sec cycle"), FCLC_WORD("scope", "loop region"),
	  FCLC_WORD("location", "loop region")}},
	{"PIPELINE", FCLC_IN_FUNCTION | FCLC_IN_LOOP, FCLC_PRAGMA_TIMING, NULL,
	 {FCLC_INTEGER("II", 1), FCLC_FLAG("rewind"), FCLC_FLAG("enable_flush"), FCLC_FLAG("off"),
	  FCLC_WORD("style", "stp frp flp")}},
	{"PROTOCOL", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_BARE("mode", "floating fixed")}},
	{"RESET", FCLC_IN_CODE, FCLC_PRAGMA_NEVER, NULL, {FCLC_VARIABLE, FCLC_FLAG("off")}},
	{"RESOURCE", FCLC_IN_CODE, FCLC_PRAGMA_NEVER, NULL,
	 {FCLC_VARIABLE, FCLC_NEEDED_NAME("core"), FCLC_INTEGER("latency", -1), FCLC_NAME("metadata"),
	  FCLC_WORD("ecc_mode", "none encode decode both"),
	  FCLC_BARE("memory_style", "auto distribute block uram")}},
	{"SHARED", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_VARIABLE}},
	{"STABLE", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_VARIABLE}},
	{"STABLE_CONTENT", FCLC_IN_CODE, FCLC_PRAGMA_TIMING, NULL, {FCLC_VARIABLE}},
	{"STREAM", FCLC_IN_CODE, FCLC_PRAGMA_WORKS,
	 "`depth`: the depth of a stream in a region with `DATAFLOW`; the others: none",
	 {FCLC_VARIABLE, FCLC_INTEGER("depth", 0), FCLC_WORD("type", "fifo pipo shared unsync"),
	  FCLC_INTEGER("dim", 0), FCLC_FLAG("off")}},
	{"TOP", FCLC_IN_FUNCTION, FCLC_PRAGMA_NEVER, NULL, {FCLC_NAME("name")}},
	{"UNROLL", FCLC_IN_LOOP, FCLC_PRAGMA_WORKS,
	 "without a factor, where sources have `DATAFLOW`: calls in such a loop that use streams and share nothing run concurrently; otherwise none yet",
	 {FCLC_INTEGER("factor", 0), FCLC_FLAG("skip_exit_check"), FCLC_FLAG("off"),
	  FCLC_BARE("type", "region partial complete")}},
};
/* clang-format on */

enum { FCLC_PRAGMA_RULES = sizeof(fclc_pragma_rules) / sizeof(fclc_pragma_rules[0]) };

#endif
