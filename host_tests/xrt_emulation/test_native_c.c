/* SPDX-License-Identifier: Apache-2.0 */
/* A host that uses XRT's C functions. Exits with 0, or with the number of the line that failed. */
#include <stdio.h>
#include <string.h>

#include <experimental/xrt_xclbin.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_kernel.h>

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			printf("line %d: %s\n", __LINE__, #condition);                             \
			return 1;                                                                  \
		}                                                                                  \
	} while (0)

enum { N = 1024 };

static int run(xrtDeviceHandle device, xrtKernelHandle kernel)
{
	xrtBufferHandle a = xrtBOAlloc(device, N * 4, 0, (unsigned)xrtKernelArgGroupId(kernel, 0));
	xrtBufferHandle sum = xrtBOAlloc(device, N * 4, 0,
					 (unsigned)xrtKernelArgGroupId(kernel, 2));
	int values[N];
	xrtRunHandle launch;

	CHECK(a && sum);
	for (int i = 0; i < N; i++)
		values[i] = i * i;
	CHECK(!xrtBOWrite(a, values, sizeof(values), 0));
	CHECK(!xrtBOSync(a, XCL_BO_SYNC_BO_TO_DEVICE, sizeof(values), 0));
	launch = xrtRunOpen(kernel);
	CHECK(launch);
	CHECK(!xrtRunSetArg(launch, 0, a) && !xrtRunSetArg(launch, 1, a));
	CHECK(!xrtRunSetArg(launch, 2, sum) && !xrtRunSetArg(launch, 3, (int)N));
	CHECK(!xrtRunStart(launch));
	CHECK(xrtRunWait(launch) == ERT_CMD_STATE_COMPLETED);
	CHECK(!xrtBOSync(sum, XCL_BO_SYNC_BO_FROM_DEVICE, sizeof(values), 0));
	memset(values, 0, sizeof(values));
	CHECK(!xrtBORead(sum, values, sizeof(values), 0));
	for (int i = 0; i < N; i++)
		CHECK(values[i] == 2 * i * i);
	xrtRunClose(launch);
	xrtBOFree(a);
	xrtBOFree(sum);
	return 0;
}

int main(int argc, char **argv)
{
	xrtDeviceHandle device = xrtDeviceOpen(0);
	xrtKernelHandle kernel;
	xuid_t uuid;
	int status;

	CHECK(argc == 2 && device);
	CHECK(!xrtDeviceLoadXclbinFile(device, argv[1]));
	CHECK(!xrtDeviceGetXclbinUUID(device, uuid));
	kernel = xrtPLKernelOpen(device, uuid, "vadd:{vadd_1}");
	CHECK(kernel);
	status = run(device, kernel);
	xrtKernelClose(kernel);
	xrtDeviceClose(device);
	if (!status)
		printf("all is well\n");
	return status;
}
