/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/card/messages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "tools/card/fault.h"
#include "tools/card/irqs.h"
#include "tools/card/maps.h"
#include "tools/card/regions.h"
#include "tools/card/socket.h"
#include "tools/card/state.h"

/* A command, and the reply to it. Handlers return 0 or a negative errno for an error's reply. */
struct call {
	struct fcl_card *card;
	struct fcl_card_connection *connection;
	const struct fcl_vu_header *header;
	const unsigned char *body;
	size_t size; /* bytes of the body */
	unsigned char *reply;
	size_t reply_size;
	int reply_fd; /* -1: none; stays open */
};

/* Copies a structure from the start of the body; -EINVAL: it is too short. */
static int messages_take(const struct call *call, void *to, size_t size)
{
	if (call->size < size)
		return -EINVAL;
	memcpy(to, call->body, size);
	return 0;
}

/* The reply's bytes; zeroed. */
static void *make_reply(struct call *call, size_t size)
{
	call->reply = calloc(1, size ? size : 1);
	call->reply_size = call->reply ? size : 0;
	return call->reply;
}

static int reply_with(struct call *call, const void *from, size_t size)
{
	void *to = make_reply(call, size);

	if (!to)
		return -ENOMEM;
	memcpy(to, from, size);
	return 0;
}

/* --- VERSION ------------------------------------------------------------------------------------- */

/* A number, or else 0. */
static uint64_t messages_read_number(struct fcl_json *json)
{
	char text[24] = "";
	const char *from = (fcl_json_peek(json), json->at);

	if (!fcl_json_skip(json) || (size_t)(json->at - from) >= sizeof(text))
		return 0;
	memcpy(text, from, (size_t)(json->at - from));
	return strtoull(text, NULL, 10);
}

static bool read_capability(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	struct fcl_card_connection *connection = data;
	uint64_t number;

	if (!fcl_json_equal(key, "max_data_xfer_size"))
		return fcl_json_skip(json);
	number = messages_read_number(json);
	if (number && number < connection->most_data)
		connection->most_data = number;
	return !json->error;
}

static bool read_offer(struct fcl_json *json, const struct fcl_json_string *key, void *data)
{
	if (fcl_json_equal(key, "capabilities") && fcl_json_peek(json) == '{')
		return fcl_json_object(json, read_capability, data);
	return fcl_json_skip(json);
}

static bool read_offers(const struct call *call)
{
	const char *text = (const char *)call->body + sizeof(struct fcl_vu_version);
	size_t size = call->size - sizeof(struct fcl_vu_version);
	struct fcl_json json = {.start = text, .at = text, .end = text + size};

	if (!size)
		return true;
	json.end--;
	return !text[size - 1] && fcl_json_object(&json, read_offer, call->connection);
}

static int messages_greet(struct call *call)
{
	struct fcl_vu_version version;
	char text[256];
	unsigned char *reply;
	int error = messages_take(call, &version, sizeof(version)), length;

	if (error || version.major != FCL_VU_MAJOR || call->connection->greeted ||
	    !read_offers(call)) {
		call->connection->closing = true;
		return -EINVAL;
	}
	if (call->card->client) {
		call->connection->closing = true;
		return -EBUSY;
	}
	version.minor = FCL_VU_MINOR;
	length = snprintf(text, sizeof(text),
			  "{\"capabilities\":{\"max_msg_fds\":%d,\"max_data_xfer_size\":%d,"
			  "\"max_dma_maps\":%d,\"pgsizes\":4096}}",
			  FCL_CARD_SAID_FDS, FCL_VU_MAX_DATA, FCL_CARD_MAPS);
	reply = make_reply(call, sizeof(version) + (size_t)length + 1);
	if (!reply)
		return -ENOMEM;
	memcpy(reply, &version, sizeof(version));
	memcpy(reply + sizeof(version), text, (size_t)length + 1);
	call->connection->greeted = true;
	call->card->client = call->connection;
	return 0;
}

/* --- facts --------------------------------------------------------------------------------------- */

static int messages_get_info(struct call *call)
{
	struct fcl_vu_info info;
	int error = messages_take(call, &info, sizeof(info));

	if (error)
		return error;
	info = (struct fcl_vu_info){.argsz = sizeof(info),
				    .flags = VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET,
				    .regions = VFIO_PCI_NUM_REGIONS,
				    .irqs = VFIO_PCI_NUM_IRQS};
	return reply_with(call, &info, sizeof(info));
}

static int get_region(struct call *call)
{
	struct vfio_region_info info;
	int error = messages_take(call, &info, sizeof(info));
	uint32_t index = info.index;

	if (error || info.argsz < sizeof(info) || index >= VFIO_PCI_NUM_REGIONS)
		return -EINVAL;
	info = (struct vfio_region_info){.argsz = sizeof(info),
					 .index = index,
					 .size = fcl_card_region_size(call->card, index)};
	if (info.size)
		info.flags = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;
	/* Registers cannot be mapped: what is read and written there has effects. */
	if (info.size && index == call->card->window_bar) {
		info.flags |= VFIO_REGION_INFO_FLAG_MMAP;
		info.offset = call->card->window_at;
		call->reply_fd = call->card->window_fd;
	}
	return reply_with(call, &info, sizeof(info));
}

static int get_irq(struct call *call)
{
	struct vfio_irq_info info;
	int error = messages_take(call, &info, sizeof(info));
	uint32_t index = info.index;

	if (error || info.argsz < sizeof(info) || index >= VFIO_PCI_NUM_IRQS)
		return -EINVAL;
	info = (struct vfio_irq_info){.argsz = sizeof(info),
				      .index = index,
				      .flags = VFIO_IRQ_INFO_EVENTFD,
				      .count = fcl_card_irqs_count(index)};
	return reply_with(call, &info, sizeof(info));
}

/* --- memory and interrupts ----------------------------------------------------------------------- */

static int messages_map(struct call *call)
{
	struct fcl_vu_dma_map wanted;
	struct fcl_card_connection *connection = call->connection;
	int error = messages_take(call, &wanted, sizeof(wanted)), fd = -1;

	if (error || connection->nfds > 1)
		return -EINVAL;
	if (connection->nfds) {
		fd = connection->fds[0];
		connection->fds[0] = -1;
	}
	return fcl_card_map_add(call->card, &wanted, fd);
}

static int messages_unmap(struct call *call)
{
	struct fcl_vu_dma_unmap wanted;
	int error = messages_take(call, &wanted, sizeof(wanted));

	if (error || wanted.flags & ~(uint32_t)VFIO_DMA_UNMAP_FLAG_ALL)
		return -EINVAL;
	error = fcl_card_map_remove(call->card, wanted.iova, wanted.size,
				    wanted.flags & VFIO_DMA_UNMAP_FLAG_ALL);
	wanted.argsz = sizeof(wanted);
	return error ? error : reply_with(call, &wanted, sizeof(wanted));
}

static int messages_set_irqs(struct call *call)
{
	const size_t head = offsetof(struct vfio_irq_set, data);
	struct vfio_irq_set set;
	struct fcl_card_connection *connection = call->connection;
	int error = messages_take(call, &set, head);
	uint32_t count, kind;

	if (error)
		return error;
	count = fcl_card_irqs_count(set.index);
	kind = set.flags & VFIO_IRQ_SET_DATA_TYPE_MASK;
	if (set.index >= VFIO_PCI_NUM_IRQS || set.start > count || set.count > count - set.start ||
	    (kind == VFIO_IRQ_SET_DATA_BOOL && call->size - head < set.count) ||
	    (kind != VFIO_IRQ_SET_DATA_NONE && kind != VFIO_IRQ_SET_DATA_BOOL &&
	     kind != VFIO_IRQ_SET_DATA_EVENTFD))
		return -EINVAL;
	return fcl_card_irqs_set(call->card, &set, call->body + head, connection->fds,
				 connection->nfds);
}

/* --- regions ------------------------------------------------------------------------------------- */

static int take_access(const struct call *call, struct fcl_vu_access *access)
{
	int error = messages_take(call, access, sizeof(*access));
	uint64_t size = error ? 0 : fcl_card_region_size(call->card, access->region);

	if (error || access->count > FCL_VU_MAX_DATA || access->offset > size ||
	    access->count > size - access->offset)
		return -EINVAL;
	return 0;
}

static int messages_read_region(struct call *call)
{
	struct fcl_vu_access access;
	int error = take_access(call, &access);
	unsigned char *reply = error ? NULL : make_reply(call, sizeof(access) + access.count);

	if (error || !reply)
		return error ? error : -ENOMEM;
	memcpy(reply, &access, sizeof(access));
	fcl_card_region_read(call->card, access.region, access.offset, reply + sizeof(access),
			     access.count);
	return 0;
}

static int write_region(struct call *call)
{
	struct fcl_vu_access access;
	int error = take_access(call, &access);

	if (error || call->size - sizeof(access) < access.count)
		return -EINVAL;
	fcl_card_region_write(call->card, access.region, access.offset, call->body + sizeof(access),
			      access.count);
	return reply_with(call, &access, sizeof(access));
}

static int messages_reset(struct call *call)
{
	fcl_card_reset(call->card);
	return 0;
}

/* --- fpgacl's own ------------------------------------------------------------------------------- */

static int messages_ask(struct call *call)
{
	struct fcl_text text = {0};
	uint32_t what;
	int error = messages_take(call, &what, sizeof(what));

	if (error || (what != FCL_VU_CARD_STATE && what != FCL_VU_CARD_STOP))
		return -EINVAL;
	call->card->stop |= what == FCL_VU_CARD_STOP;
	fcl_card_state_put(call->card, &text);
	error = text.failed ? -ENOMEM : reply_with(call, text.bytes, text.size + 1);
	fcl_text_free(&text);
	return error;
}

/* --- all commands -------------------------------------------------------------------------------- */

static int handle(struct call *call)
{
	switch (call->header->command) {
	case FCL_VU_VERSION:
		return messages_greet(call);
	case FCL_VU_CARD:
		return messages_ask(call);
	default:
		break;
	}
	if (call->connection != call->card->client)
		return -EPROTO;
	switch (call->header->command) {
	case FCL_VU_DMA_MAP:
		return messages_map(call);
	case FCL_VU_DMA_UNMAP:
		return messages_unmap(call);
	case FCL_VU_INFO:
		return messages_get_info(call);
	case FCL_VU_REGION_INFO:
		return get_region(call);
	case FCL_VU_IRQ_INFO:
		return get_irq(call);
	case FCL_VU_SET_IRQS:
		return messages_set_irqs(call);
	case FCL_VU_REGION_READ:
		return messages_read_region(call);
	case FCL_VU_REGION_WRITE:
		return write_region(call);
	case FCL_VU_RESET:
		return messages_reset(call);
	default:
		return -EOPNOTSUPP;
	}
}

static int send_reply(struct call *call, int error)
{
	struct fcl_vu_header header = {
		.id = call->header->id, .command = call->header->command, .flags = FCL_VU_REPLY};

	if (call->header->flags & FCL_VU_NO_REPLY)
		return 0;
	if (error) {
		header.flags |= FCL_VU_ERROR;
		header.error = (uint32_t)-error;
		call->reply_size = 0;
	}
	return fcl_card_send_fd(call->connection, &header, call->reply, call->reply_size,
				error ? -1 : call->reply_fd);
}

/* Faults that depend on how many messages the client has sent. */
static int count_message(struct fcl_card *card, struct fcl_err *err)
{
	const struct fcl_card_rule *rule = fcl_card_fault(card, FCL_CARD_AT_SOCKET);

	if (rule && rule->how == FCL_CARD_REQ)
		fcl_card_irqs_event(card, VFIO_PCI_REQ_IRQ_INDEX);
	else if (rule && rule->how == FCL_CARD_ERR)
		fcl_card_irqs_event(card, VFIO_PCI_ERR_IRQ_INDEX);
	else if (rule)
		return fcl_err_set(err, -EPIPE, "a fault closes the connection at message %" PRIu64,
				   card->counts[FCL_CARD_AT_SOCKET]);
	return 0;
}

int fcl_card_message(struct fcl_card *card, struct fcl_card_connection *connection,
		     struct fcl_err *err)
{
	const struct fcl_vu_header *header = &connection->header;
	struct call call = {.card = card,
			    .connection = connection,
			    .header = header,
			    .body = connection->body,
			    .size = header->size - sizeof(*header),
			    .reply_fd = -1};
	int error;

	if ((header->flags & FCL_VU_TYPE) == FCL_VU_REPLY) {
		if (connection == card->client)
			fcl_card_host_reply(card, header, connection->body, call.size);
		return 0;
	}
	if (header->flags & FCL_VU_TYPE)
		return fcl_err_set(err, -EPROTO, "message type %u; expected 0 or 1",
				   header->flags & FCL_VU_TYPE);
	error = connection == card->client ? count_message(card, err) : 0;
	if (error)
		return error;
	error = send_reply(&call, handle(&call));
	free(call.reply);
	return error ? fcl_err_set(err, error, "a reply cannot be sent: %s", strerror(-error)) : 0;
}
