/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stands for headers of interfaces that came after XRT 2.13, with which hosts are built here. A copy of
 * them would not help: the functions are not in its libraries.
 */
#error "XRT 2.13 has no xrt::hw_context, runlist, ext, module, elf, fence, exception or version: open kernels with xrt::device::load_xclbin() and xrt::kernel(device, uuid, name); see docs/xrt-native.md"
