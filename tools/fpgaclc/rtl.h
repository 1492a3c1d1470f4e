/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_H
#define FCLC_RTL_H

#include "tools/fpgaclc/fclc.h"

/*
 * Kernels in Verilog and SystemVerilog. One is a description (an IP-XACT component.xml as Vivado
 * packages it, a kernel.xml, or both), HDL sources, and perhaps a C model of it. With -c they go
 *into a .xo file of this form, and what becomes of them is decided where it is linked: for sw_emu
 *the C model is compiled if there is one, else Verilator's model of the HDL.
 *
 *	fpgaclc-rtl 1
 *	kernel <name>
 *	top <module>
 *	control <control> <user managed>
 *	bus <kind> <name>                        the name is what its signals' names begin with
 *	arg <kind> <size> <offset> <bus> <name>
 *	hdl <bytes> <name>, model <bytes> <name>
 *	sha256 <digest of the lines before this one and of the files>
 *
 * and an empty line before the files' bytes.
 */

enum fclc_bus_kind { FCLC_BUS_MASTER, FCLC_BUS_SLAVE, FCLC_BUS_IN, FCLC_BUS_OUT };

struct fclc_bus {
	const char *name;
	enum fclc_bus_kind kind;
	uint32_t data_width;     /* bits; known once the HDL was read, as the rest */
	uint32_t user, id, dest; /* bits of an AXI4-Stream's side channels */
	bool sides;              /* it has any of them, TKEEP, TSTRB or TLAST */
};

struct fclc_rtl_arg {
	const char *name;
	const char *bus; /* of a pointer or stream; else "" */
	enum fclc_arg_kind kind;
	uint32_t size, offset;
};

struct fclc_rtl_file {
	const char *name; /* relative, without ".." */
	const char *bytes;
	size_t size;
	bool model; /* of the C model, not HDL */
};

/* A port of the top module, as Verilator's model has it. */
struct fclc_rtl_signal {
	const char *name, *cxx; /* in the HDL; in the model's class */
	uint32_t bits;
	bool output;
};

/* A packet of an AXI4-Stream as it lies in a FIFO; bytes 0: without that field. */
enum {
	FCLC_PACKET_DATA,
	FCLC_PACKET_KEEP,
	FCLC_PACKET_STRB,
	FCLC_PACKET_USER,
	FCLC_PACKET_LAST,
	FCLC_PACKET_ID,
	FCLC_PACKET_DEST,
	FCLC_PACKET_FIELDS
};

struct fclc_packet {
	uint32_t size;
	struct {
		uint32_t offset, bytes, bits;
	} fields[FCLC_PACKET_FIELDS];
};

struct fclc_rtl {
	const char *kernel, *top;
	enum fcl_image_control control;
	bool has_control;  /* the description says it */
	bool user_managed; /* the host drives its registers, control is FCL_CONTROL_NONE */
	struct fclc_bus *buses;
	uint32_t nbuses, buses_capacity;
	struct fclc_rtl_arg *args;
	uint32_t nargs, args_capacity;
	struct fclc_rtl_file *files;
	uint32_t nfiles, files_capacity;
	bool modelled;      /* by its C model, not by its HDL */
	const char *folder; /* where its files were written */
	struct fclc_rtl_signal *signals;
	uint32_t nsignals, signals_capacity;
};

/*
 * Takes HDL, descriptions and their .xo files out of options.sources: program->rtl. Where a C model
 * is to be used, its sources take their place. The temporary directory has to be there.
 */
int fclc_rtl_gather(struct fclc_program *program, struct fcl_err *err);

/* -c: writes options.output. */
int fclc_rtl_write(struct fclc_program *program, struct fcl_err *err);

/* Adds what the file says to *rtl (rtl_xml.c). */
int fclc_rtl_describe(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      struct fcl_err *err);

/* Adds a file; the bytes are read from `path`. */
int fclc_rtl_add_file(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		      const char *name, bool model, struct fcl_err *err);

/* Whether a .xo file's bytes are of this form; reads them if they are (rtl_xo.c). */
bool fclc_rtl_is(const char *bytes, size_t size);
int fclc_rtl_parse(struct fclc_program *program, struct fclc_rtl *rtl, const char *path,
		   char *bytes, size_t size, struct fcl_err *err);

/* Adds those that are not modelled in C to program->kernels, with a source each (rtl_kernel.c). */
int fclc_rtl_add_kernels(struct fclc_program *program, struct fcl_err *err);

/* By its name, in any case; NULL: none. */
const struct fclc_bus *fclc_rtl_bus_of(const struct fclc_rtl *rtl, const char *name);

/*
 * How packets of `size` bytes lie; size 0: as the stream has them by itself, with side channels if
 * it has any. False: its packets cannot have that size.
 */
bool fclc_rtl_packet(const struct fclc_bus *bus, uint32_t size, struct fclc_packet *ret_packet);

/* The ends of a stream: where one is HDL, which can have packets of the other's form, it gets them.
 */
void fclc_rtl_join(const struct fclc_program *program, const struct fclc_kernel *a,
		   struct fclc_arg *from, const struct fclc_kernel *b, struct fclc_arg *to);

/* Runs Verilator; the top module's signals are known then (rtl_build.c). */
int fclc_rtl_verilate(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err);
int fclc_rtl_read_signals(struct fclc_program *program, struct fclc_rtl *rtl, struct fcl_err *err);

/* Compiles the model and its tables into the source's unit. */
int fclc_rtl_compile(struct fclc_program *program, const struct fclc_kernel *kernel,
		     struct fcl_err *err);

/* What the payload's table says of such a kernel beyond what it says of all. */
void fclc_rtl_table(struct fclc_text *out, const struct fclc_kernel *kernel);

/* A kernel whose C model was laid out: its registers are where the description has them. */
int fclc_rtl_place_model(const struct fclc_program *program, struct fclc_kernel *kernel,
			 struct fcl_err *err);

#endif
