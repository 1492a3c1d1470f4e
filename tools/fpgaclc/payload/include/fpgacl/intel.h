/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_INTEL_H
#define FPGACLC_INTEL_H

/*
 * Functions of Intel's FPGA SDK for OpenCL that only affect hardware, not values (Best Practices
 * Guide, "Controlling the Load-Store Units"; Programming Guide, "Inserting Registers with
 * __fpga_reg()").
 */
#define __fpga_reg(VALUE) (VALUE)
#define __pipelined_load(POINTER) (*(POINTER))
#define __prefetching_load(POINTER) (*(POINTER))
#define __burst_coalesced_load(POINTER) (*(POINTER))
#define __burst_coalesced_cached_load(POINTER, BYTES) (*(POINTER))
#define __pipelined_store(POINTER, VALUE) ((void)(*(POINTER) = (VALUE)))
#define __burst_coalesced_store(POINTER, VALUE) ((void)(*(POINTER) = (VALUE)))

#endif
