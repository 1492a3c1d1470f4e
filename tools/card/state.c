/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/state.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <uuid/uuid.h>

#include "base/json.h"
#include "bitstreams/image/fcl_image.h"

enum { ANSWER_MS = 10 * 1000 };

/* The name of a process; "?" if it has ended. */
static void state_read_name(int pid, char name[64])
{
	char path[64];
	FILE *file;
	size_t length = 0;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	file = fopen(path, "re");
	if (file) {
		length = fread(name, 1, 63, file);
		fclose(file);
	}
	name[length] = '\0';
	name[strcspn(name, "\n")] = '\0';
	fcl_text_make_printable(name);
	if (!*name)
		strcpy(name, "?");
}

void fcl_card_state_put(const struct fcl_card *card, struct fcl_text *text)
{
	char uuid[37], name[64];

	fcl_text_format(text, "{\"board\":");
	fcl_json_append(text, card->options->board);
	fcl_text_format(text, ",\"process\":%d,\"channels\":%u", (int)getpid(), card->channels);
	if (card->shown) {
		uuid_unparse_lower(card->shown->uuid, uuid);
		fcl_text_format(text, ",\"image\":\"%s\"", uuid);
	}
	if (card->client) {
		state_read_name(card->client->pid, name);
		fcl_text_format(text, ",\"user\":{\"process\":%d,\"name\":", card->client->pid);
		fcl_json_append(text, name);
		fcl_text_format(text, "},\"maps\":%" PRIu32, card->nmaps);
	}
	fcl_text_format(text, "}");
}

/* --- asking -------------------------------------------------------------------------------------- */

static int connect_to(const char *path, int *ret_fd, struct fcl_err *err)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd;

	if (strlen(path) >= sizeof(address.sun_path))
		return fcl_err_set(err, -EINVAL, "the path %s is too long for a socket", path);
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return fcl_err_set(err, -errno, "no socket: %s", strerror(errno));
	if (connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		int error = errno == ECONNREFUSED ? ENOENT : errno;

		close(fd);
		return fcl_err_set(err, -error, "no card can be reached at %s: %s", path,
				   error == ENOENT ? "nothing listens there" : strerror(error));
	}
	*ret_fd = fd;
	return 0;
}

/* Receives all of the bytes, with a pause of at most ANSWER_MS. */
static bool state_receive_all(int fd, void *to, size_t size)
{
	char *at = to;

	while (size) {
		struct pollfd entry = {.fd = fd, .events = POLLIN};
		ssize_t got = recv(fd, at, size, 0);

		if (got > 0) {
			at += got;
			size -= (size_t)got;
		} else if (!got || (errno != EAGAIN && errno != EINTR) ||
			   poll(&entry, 1, ANSWER_MS) == 0) {
			return false;
		}
	}
	return true;
}

static bool state_exchange(int fd, uint32_t what, char **ret_answer)
{
	struct {
		struct fcl_vu_header header;
		uint32_t what;
	} question = {{.command = FCL_VU_CARD, .size = sizeof(question)}, what};
	struct fcl_vu_header header;
	size_t size;
	char *answer;

	if (send(fd, &question, sizeof(question), MSG_NOSIGNAL) != sizeof(question) ||
	    !state_receive_all(fd, &header, sizeof(header)) || header.flags != FCL_VU_REPLY ||
	    header.command != FCL_VU_CARD || header.size <= sizeof(header) ||
	    header.size > FCL_CARD_BODY)
		return false;
	size = header.size - sizeof(header);
	answer = malloc(size + 1);
	if (!answer || !state_receive_all(fd, answer, size)) {
		free(answer);
		return false;
	}
	answer[size] = '\0';
	*ret_answer = answer;
	return true;
}

int fcl_card_ask(const char *socket, uint32_t what, char **ret_answer, struct fcl_err *err)
{
	int fd = -1, error = connect_to(socket, &fd, err);

	if (error)
		return error;
	if (!state_exchange(fd, what, ret_answer))
		error = fcl_err_set(err, -EPROTO, "what listens at %s does not answer as a card",
				    socket);
	close(fd);
	return error;
}
