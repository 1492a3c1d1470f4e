/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/board/executor.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void executor_say(struct fcl_bd_executor *executor, enum fcl_bd_op op, int error,
			 const char *text)
{
	struct fcl_bd_packet *packet = calloc(1, sizeof(*packet));

	if (!packet)
		return;
	fcl_bd_packet_init(packet, op);
	packet->head.error = error;
	snprintf(packet->head.text, sizeof(packet->head.text), "%s", text);
	fcl_bd_send(executor->control, packet);
	free(packet);
}

void fcl_bd_die(struct fcl_bd_executor *executor, const char *format, ...)
{
	char text[FCL_BD_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	executor_say(executor, FCL_BD_NOTICE, 0, text);
	_exit(3);
}

/* The caller owns an answer's descriptors. */
static int executor_ask(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	int error = fcl_bd_call(executor->control, &executor->control_packet, FCL_BD_ANSWER_S, err);

	if (error == -EPIPE || error == -EPROTO)
		_Exit(1); /* the board process is gone or stopped: end, so that the client does not
			   * wait */
	return error;
}

int fcl_bd_ask(struct fcl_bd_executor *executor, struct fcl_err *err)
{
	int error = executor_ask(executor, err);

	if (!error)
		fcl_bd_packet_close(&executor->control_packet);
	return error;
}

int fcl_bd_open_again(void *data, int fd)
{
	struct fcl_bd_executor *executor = data;
	int error;

	fcl_bd_packet_init(&executor->control_packet, FCL_BD_OPEN);
	executor->control_packet.fds[0] = fd;
	error = executor_ask(executor, NULL);
	if (error)
		errno = -error;
	return error ? -1 : executor->control_packet.fds[0];
}
