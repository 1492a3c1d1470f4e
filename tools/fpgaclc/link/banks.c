/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/fpgaclc/link/banks.h"

#include <inttypes.h>
#include <string.h>

static int check(const struct fcl_board *board, const struct fclc_bank_size *asked,
		 struct fcl_err *err)
{
	for (uint32_t i = 0; i < board->nbanks; i++) {
		if (strcmp(board->banks[i].tag, asked->tag) != 0)
			continue;
		if (asked->size % 4096 == 0 && asked->size <= board->banks[i].most)
			return 0;
		return fclc_error(err, asked->place,
				  "%s: expected a multiple of 4096 bytes, at most %" PRIu64
				  ", found %" PRIu64,
				  asked->tag, board->banks[i].most, asked->size);
	}
	return fclc_error(err, asked->place, "%s has no memory %s", board->name, asked->tag);
}

int fclc_banks_check(const struct fclc_program *program, struct fcl_err *err)
{
	const struct fclc_options *options = &program->options;
	int error = 0;

	for (uint32_t i = 0; !error && i < options->nbank_sizes; i++)
		error = check(program->board, &options->bank_sizes[i], err);
	return error;
}

uint64_t fclc_bank_size(const struct fclc_program *program, uint32_t bank)
{
	const struct fclc_options *options = &program->options;
	uint64_t size = program->board->banks[bank].size;

	for (uint32_t i = 0; i < options->nbank_sizes; i++)
		if (!strcmp(program->board->banks[bank].tag, options->bank_sizes[i].tag))
			size = options->bank_sizes[i].size;
	return size;
}
