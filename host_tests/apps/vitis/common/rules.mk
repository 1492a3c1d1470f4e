# SPDX-License-Identifier: Apache-2.0
# What all these projects share, in the form that Vitis projects have: kernels go through v++ -c, -l and
# -p, the host through g++, and `run` starts it. A project's Makefile sets
#   KERNELS   names; kernel k is compiled from src/k.cpp with VPP_FLAGS_k
#   EXTRA_OBJECTS  .xo files that the project's own rules make
#   LINK      flags of the link step: --config files
#   DEVICES   number of boards, default 1
# and the caller TARGET and PLATFORM.
TARGET ?= hw
PLATFORM ?= xilinx_u250_gen3x16_xdma_4_1_202210_1
DEVICES ?= 1

ifndef XILINX_VITIS
$(error XILINX_VITIS is not set: source settings64.sh)
endif
ifndef XILINX_XRT
$(error XILINX_XRT is not set: source settings64.sh)
endif
FAMILY := $(shell platforminfo -p $(PLATFORM) | grep 'FPGA Family' | sed 's/.*: *//')
ifeq ($(findstring virtexuplus,$(FAMILY)),)
$(error platforminfo does not say that $(PLATFORM) is an Alveo board)
endif

XSA := $(patsubst %.xpfm,%,$(notdir $(PLATFORM)))
TEMP_DIR := ./_x.$(TARGET).$(XSA)
BUILD_DIR := ./build_dir.$(TARGET).$(XSA)
XCLBIN := $(BUILD_DIR)/design.xclbin
OBJECTS := $(KERNELS:%=$(TEMP_DIR)/%.xo) $(EXTRA_OBJECTS)

VPP_FLAGS += -t $(TARGET) --platform $(PLATFORM) --save-temps --temp_dir $(TEMP_DIR)
ifneq ($(TARGET),hw)
VPP_FLAGS += -g
endif
CXXFLAGS += -I$(XILINX_XRT)/include -I$(XILINX_VIVADO)/include -I../common -Wall -O0 -g -std=c++1y
LDFLAGS += -L$(XILINX_XRT)/lib -pthread -lOpenCL -lrt -lstdc++

.PHONY: all run clean
all: host $(XCLBIN) emconfig.json

$(TEMP_DIR)/%.xo: src/%.cpp
	mkdir -p $(TEMP_DIR)
	v++ -c $(VPP_FLAGS) $(VPP_FLAGS_$*) -k $* -I'$(<D)' -o'$@' '$<'

$(XCLBIN): $(OBJECTS)
	mkdir -p $(BUILD_DIR)
	v++ -l $(VPP_FLAGS) $(LINK) -R2 -o'$(BUILD_DIR)/design.link.xclbin' $+
	v++ -p $(BUILD_DIR)/design.link.xclbin $(VPP_FLAGS) --package.out_dir package.$(TARGET) -o $@

host: src/host.cpp ../common/board.hpp
	g++ -o $@ $< $(CXXFLAGS) $(LDFLAGS)

emconfig.json:
	emconfigutil --platform $(PLATFORM) --nd $(DEVICES) --od .

run: all
ifeq ($(TARGET),$(filter $(TARGET),sw_emu hw_emu))
	XCL_EMULATION_MODE=$(TARGET) ./host $(XCLBIN)
else
	./host $(XCLBIN)
endif

clean:
	rm -rf host _x.* build_dir.* package.* emconfig.json
