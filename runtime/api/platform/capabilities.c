/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/capabilities.h"

#include <xrt/xclbin.h>

bool fcl_api_is_on_board(const struct fcl_hal_bank *bank)
{
	return bank->type != MEM_HOST;
}

uint64_t fcl_api_max_alloc(const struct fcl_device *device)
{
	uint64_t biggest = 0;

	for (uint32_t i = 0; i < device->info->nbanks; i++) {
		const struct fcl_hal_bank *bank = &device->info->banks[i];

		if (fcl_api_is_on_board(bank) && bank->size > biggest)
			biggest = bank->size;
	}
	return biggest;
}

bool fcl_api_has_svm(const struct fcl_device *device)
{
	return device->info->caps & FCL_HAL_CAP_SVM;
}

bool fcl_api_has_pipes(const struct fcl_device *device)
{
	return device->info->caps & (FCL_HAL_CAP_PIPES | FCL_HAL_CAP_STREAMS);
}

bool fcl_api_has_host_pipes(const struct fcl_device *device)
{
	const uint32_t needed = FCL_HAL_CAP_PIPES | FCL_HAL_CAP_HOST_STREAM;

	return (device->info->caps & needed) == needed;
}

bool fcl_api_has_program_pipes(const struct fcl_device *device)
{
	const uint32_t needed = FCL_HAL_CAP_STREAMS | FCL_HAL_CAP_HOST_STREAM;

	return (device->info->caps & needed) == needed;
}
