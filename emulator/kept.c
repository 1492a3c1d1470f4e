/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/kept.h"

#include <stdlib.h>
#include <unistd.h>

#include "emulator/construct.h"

struct fcl_emu_kept {
	struct fcl_emu_kept *next;
	struct fcl_image *image;
	struct fcl_emu_payload payload;
	int fd;
};

/* Copies of the payload for CUs with their own static data are not kept. */
bool fcl_emu_kept_put(struct fcl_emu_program *program)
{
	struct fcl_emu_board *board = program->board;
	struct fcl_emu_kept *kept;

	if (!program->image->variables_size || !program->npayloads || !program->payloads[0].ready ||
	    fcl_image_is_last(program->image))
		return false;
	kept = malloc(sizeof(*kept));
	if (!kept)
		return false;
	*kept = (struct fcl_emu_kept){.image = fcl_image_ref(program->image),
				      .payload = program->payloads[0],
				      .fd = program->payload_fd};
	kept->payload.private_taken = true;
	program->payload_fd = -1;
	pthread_mutex_lock(&board->lock);
	kept->next = board->kept;
	board->kept = kept;
	pthread_mutex_unlock(&board->lock);
	return true;
}

/*
 * Removes and returns the first match. `image` NULL: the first whose image nobody else references.
 */
static struct fcl_emu_kept *kept_take(struct fcl_emu_board *board, const struct fcl_image *image,
				      bool any)
{
	struct fcl_emu_kept **link = &board->kept, *kept;

	pthread_mutex_lock(&board->lock);
	while (*link && !any &&
	       !(image ? (*link)->image == image : fcl_image_is_last((*link)->image)))
		link = &(*link)->next;
	kept = *link;
	if (kept)
		*link = kept->next;
	pthread_mutex_unlock(&board->lock);
	return kept;
}

bool fcl_emu_kept_take(struct fcl_emu_program *program)
{
	struct fcl_emu_kept *kept = kept_take(program->board, program->image, false);

	if (!kept)
		return false;
	program->payloads[program->npayloads++] = kept->payload;
	program->payload_fd = kept->fd;
	fcl_image_unref(kept->image);
	free(kept);
	return true;
}

void fcl_emu_kept_drop(struct fcl_emu_board *board, bool all)
{
	struct fcl_emu_kept *kept;

	while ((kept = kept_take(board, NULL, all))) {
		fcl_emu_payload_end(board, kept->image, &kept->payload);
		if (kept->fd >= 0)
			close(kept->fd);
		fcl_image_unref(kept->image);
		free(kept);
	}
}
