/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/dormant.h"

#include <stdlib.h>
#include <unistd.h>

#include "emulator/construct.h"

struct fcl_emu_dormant {
	struct fcl_emu_dormant *next;
	struct fcl_image *image;
	struct fcl_emu_payload payload;
	int fd;
};

/* Copies of the payload for CUs with their own static data are not kept. */
bool fcl_emu_dormant_put(struct fcl_emu_program *program)
{
	struct fcl_emu_board *board = program->board;
	struct fcl_emu_dormant *dormant;

	if (!program->image->variables_size || !program->npayloads || !program->payloads[0].ready ||
	    fcl_image_is_last(program->image))
		return false;
	dormant = malloc(sizeof(*dormant));
	if (!dormant)
		return false;
	*dormant = (struct fcl_emu_dormant){.image = fcl_image_ref(program->image),
					    .payload = program->payloads[0],
					    .fd = program->payload_fd};
	dormant->payload.private_taken = true;
	program->payload_fd = -1;
	pthread_mutex_lock(&board->lock);
	dormant->next = board->dormant;
	board->dormant = dormant;
	pthread_mutex_unlock(&board->lock);
	return true;
}

/*
 * Removes and returns the first match. `image` NULL: the first whose image nobody else references.
 */
static struct fcl_emu_dormant *dormant_take(struct fcl_emu_board *board,
					    const struct fcl_image *image, bool any)
{
	struct fcl_emu_dormant **link = &board->dormant, *dormant;

	pthread_mutex_lock(&board->lock);
	while (*link && !any &&
	       !(image ? (*link)->image == image : fcl_image_is_last((*link)->image)))
		link = &(*link)->next;
	dormant = *link;
	if (dormant)
		*link = dormant->next;
	pthread_mutex_unlock(&board->lock);
	return dormant;
}

bool fcl_emu_dormant_take(struct fcl_emu_program *program)
{
	struct fcl_emu_dormant *dormant = dormant_take(program->board, program->image, false);

	if (!dormant)
		return false;
	program->payloads[program->npayloads++] = dormant->payload;
	program->payload_fd = dormant->fd;
	fcl_image_unref(dormant->image);
	free(dormant);
	return true;
}

void fcl_emu_dormant_drop(struct fcl_emu_board *board, bool all)
{
	struct fcl_emu_dormant *dormant;

	while ((dormant = dormant_take(board, NULL, all))) {
		fcl_emu_payload_end(board, dormant->image, &dormant->payload);
		if (dormant->fd >= 0)
			close(dormant->fd);
		fcl_image_unref(dormant->image);
		free(dormant);
	}
}
