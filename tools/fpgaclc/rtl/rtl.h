/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_RTL_RTL_H
#define FCLC_RTL_RTL_H

#include "tools/fpgaclc/common/program.h"

/*
 * Kernels in Verilog and SystemVerilog. A kernel has a description (an IP-XACT component.xml as
 * Vivado packages it, a kernel.xml, or both), HDL sources, and perhaps a C model. With -c they are
 * stored in a .xo file of this form, and the link step chooses: for sw_emu the C model if there is
 * one, else Verilator's model of the HDL.
 *
 *	fpgaclc-rtl 1
 *	kernel <name>
 *	top <module>
 *	control <control> <user managed>
 *	bus <kind> <name>                        the name is the prefix of its signals
 *	width <bits> <bus>                       if the description gives its data's width
 *	port <bus> <port> <name>                 a port that has another name than its bus's signal
 *	arg <kind> <size> <offset> <bus> <name>
 *	hdl <bytes> <name>, model <bytes> <name>
 *	sha256 <digest of the lines before this one and of the files>
 *
 * and an empty line before the files' bytes.
 */

/* Limit for a kernel's registers, in bytes. */
#define FCLC_MOST_OFFSET 0x10000u

enum fclc_bus_kind { FCLC_BUS_MASTER, FCLC_BUS_SLAVE, FCLC_BUS_IN, FCLC_BUS_OUT };

struct fclc_bus {
	const char *name;
	enum fclc_bus_kind kind;
	uint32_t stated_width; /* bits of data that the description gives; 0: none */
	uint32_t data_width;   /* bits; like the members below, known once the HDL has been read */
	uint32_t user, id, dest; /* widths in bits of an AXI4-Stream's side channels */
	bool sides;              /* has any of these, or TKEEP, TSTRB or TLAST */
};

/* A port of the top module and the name that it would have by its purpose; `bus` is "-" without one. */
struct fclc_rtl_map {
	const char *bus, *port, *name;
};

struct fclc_rtl_arg {
	const char *name;
	const char *bus; /* of a pointer or stream; otherwise "" */
	enum fclc_arg_kind kind;
	uint32_t size, offset;
	uint32_t id; /* of kernel.xml: the index for hosts */
};

struct fclc_rtl_file {
	const char *name; /* relative, without ".." */
	const char *path; /* as given by the user; NULL if it came from a .xo file */
	const char *bytes;
	size_t size;
	bool model; /* part of the C model, not HDL */
};

/* A port of the top module in Verilator's model. */
struct fclc_rtl_signal {
	const char *name, *cxx; /* name in the HDL; name in the model's class */
	uint32_t bits;
	bool output;
};

struct fclc_rtl {
	const char *kernel, *top;
	enum fcl_image_control control;
	bool has_control;           /* the description gives `control` */
	bool has_context, has_root; /* members of Verilator's model (verilator.c) */
	enum fclc_waves waves;      /* the waveform formats that its model can write */
	bool snapshots;             /* its model can be set back */
	bool unknown;               /* registers' initial values are chosen when the model is
				     * created */
	bool dumpvars;              /* the HDL calls $dumpvars */
	bool user_managed;          /* the host drives its registers; control is FCL_CONTROL_NONE */
	struct fclc_bus *buses;
	uint32_t nbuses, buses_capacity;
	struct fclc_rtl_map *maps;
	uint32_t nmaps, maps_capacity;
	struct fclc_rtl_arg *args;
	uint32_t nargs, args_capacity;
	uint32_t registers_end; /* of the slave, in bytes, as described; 0: not given */
	struct fclc_rtl_file *files;
	uint32_t nfiles, files_capacity;
	bool modelled;      /* use the C model instead of the HDL */
	const char *folder; /* directory to which its files were written */
	struct fclc_rtl_signal *signals;
	uint32_t nsignals, signals_capacity;
};

#endif
