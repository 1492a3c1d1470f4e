# SPDX-License-Identifier: Apache-2.0
"""beside.py IMAGE: a pyopencl host adds vectors on the device of every platform, from source if the
device has a compiler, else from IMAGE."""
import sys

import numpy
import pyopencl as cl

SOURCE = """__kernel void vadd(__global const int *a, __global const int *b, __global int *c, int n)
{
    for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}"""

for platform in cl.get_platforms():
    device = platform.get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    if device.type & cl.device_type.ACCELERATOR:
        program = cl.Program(context, [device], [open(sys.argv[1], "rb").read()])
    else:
        program = cl.Program(context, SOURCE)
    a = numpy.arange(1000, dtype=numpy.int32)
    c = numpy.zeros_like(a)
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    buffers = [cl.Buffer(context, flags, hostbuf=array) for array in (a, 2 * a)]
    buffers.append(cl.Buffer(context, cl.mem_flags.WRITE_ONLY, c.nbytes))
    kernel = cl.Kernel(program.build(), "vadd")
    kernel.set_args(*buffers, numpy.int32(len(a)))
    cl.enqueue_nd_range_kernel(queue, kernel, (1,), None)
    cl.enqueue_copy(queue, c, buffers[2])
    print(platform.name + ":", int((c == 3 * a).sum()), "right")
