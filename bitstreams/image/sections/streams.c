/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FIFOs between CUs. v++ writes each one as an XML <connection> between kernels, a memory of type
 * MEM_STREAMING_CONNECTION, and a CONNECTIVITY entry for each end. The XML tells which end writes,
 * and contains our own depth and packet size. If a file has no such element, the memory entry and
 * the directions of the ports give the same information.
 */
#include "bitstreams/image/sections/sections.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xrt/xclbin.h>

/* The default depth of a FIFO, which is that of an HLS stream without a depth pragma. */
#define DEFAULT_DEPTH 2u
#define TAG_SIZE sizeof(((struct mem_data *)NULL)->m_tag)

static uint64_t end_key(uint32_t cu, uint32_t arg)
{
	return (uint64_t)cu << 32 | arg;
}

static int compare_keys(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static void sort_keys(uint64_t *keys, size_t count)
{
	if (count)
		qsort(keys, count, sizeof(*keys), compare_keys);
}

static bool has_key(const uint64_t *keys, size_t count, uint64_t key)
{
	return count && bsearch(&key, keys, count, sizeof(*keys), compare_keys);
}

/* The stream argument of a CU at that port; vendors' files may use the argument's own name. */
static bool streams_find_arg(const struct fcl_image *image, uint32_t cu, const char *port,
			     uint32_t *ret_arg)
{
	const struct fcl_image_kernel *kernel = &image->kernels[image->cus[cu].kernel];

	for (int by_name = 0; by_name < 2; by_name++) {
		for (uint32_t i = 0; i < kernel->nargs; i++) {
			const struct fcl_image_arg *arg = &kernel->args[i];

			if (arg->qualifier == FCL_ARG_STREAM &&
			    !strcmp(by_name ? arg->name : arg->port, port)) {
				*ret_arg = i;
				return true;
			}
		}
	}
	return false;
}

static const struct fcl_image_arg *streams_arg_of(const struct fcl_image *image, uint32_t cu,
						  uint32_t arg)
{
	return &image->kernels[image->cus[cu].kernel].args[arg];
}

/*
 * Only in vendors' files, an end may refer to a CU or port that does not exist; it is then not
 * found.
 */
static int streams_find_end(struct fcl_image_reader *r, const struct fcl_image_link *link,
			    const char *cu_name, const char *port, enum fcl_image_direction wrong,
			    uint32_t *ret_cu, uint32_t *ret_arg, bool *ret_found)
{
	int error;

	*ret_found = !cu_name;
	if (!cu_name) {
		*ret_cu = FCL_IMAGE_HOST;
		return 0;
	}
	if (!fcl_image_names_find(r->cu_names, r->image->ncus, cu_name, strlen(cu_name), ret_cu))
		return !r->strict
			       ? 0
			       : fcl_err_set(
					 r->err, -EINVAL,
					 "EMBEDDED_METADATA line %ld: connection: IP_LAYOUT has no CU \"%s\"",
					 link->line, cu_name);
	error = fcl_image_reader_compared(
		r, port, 2 * r->image->kernels[r->image->cus[*ret_cu].kernel].nargs);
	if (error)
		return error;
	if (!streams_find_arg(r->image, *ret_cu, port, ret_arg))
		return !r->strict
			       ? 0
			       : fcl_err_set(
					 r->err, -EINVAL,
					 "EMBEDDED_METADATA line %ld: connection: CU \"%s\" has no stream port \"%s\"",
					 link->line, cu_name, port);
	if (streams_arg_of(r->image, *ret_cu, *ret_arg)->direction == wrong)
		return fcl_err_set(
			r->err, -EINVAL,
			"EMBEDDED_METADATA line %ld: connection: stream port \"%s\" of CU \"%s\" is at the wrong end: it is %s",
			link->line, port, cu_name,
			wrong == FCL_DIR_IN ? "read_only" : "write_only");
	*ret_found = true;
	return 0;
}

static int streams_read_link(struct fcl_image_reader *r, const struct fcl_image_link *link)
{
	struct fcl_image_stream *s = &r->image->streams[r->image->nstreams];
	bool found;
	int error = streams_find_end(r, link, link->src_cu, link->src_port, FCL_DIR_IN, &s->src_cu,
				     &s->src_arg, &found);

	if (!error && found)
		error = streams_find_end(r, link, link->dst_cu, link->dst_port, FCL_DIR_OUT,
					 &s->dst_cu, &s->dst_arg, &found);
	if (error || !found)
		return error;
	s->name = link->name;
	if (!s->name[0])
		s->name = fcl_image_string(r->image, "%s.%s:%s.%s", link->src_cu, link->src_port,
					   link->dst_cu, link->dst_port);
	if (!s->name)
		return fcl_image_no_memory(r->err);
	s->depth = link->depth ? link->depth : DEFAULT_DEPTH;
	s->packet_size = link->packet_size;
	if (!s->packet_size)
		s->packet_size =
			s->src_cu == FCL_IMAGE_HOST
				? (uint32_t)streams_arg_of(r->image, s->dst_cu, s->dst_arg)->size
				: (uint32_t)streams_arg_of(r->image, s->src_cu, s->src_arg)->size;
	if (!s->packet_size)
		return fcl_err_set(
			r->err, -EINVAL,
			"EMBEDDED_METADATA line %ld: connection \"%s\": neither it nor its port states the packet width",
			link->line, s->name);
	r->image->nstreams++;
	return 0;
}

/* Sorts the ends of all streams at CUs, as a port can be connected only once. */
static int collect_ends(struct fcl_image_reader *r, uint64_t *keys, size_t *ret_count)
{
	const struct fcl_image *image = r->image;
	size_t count = 0;

	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *s = &image->streams[i];

		if (s->src_cu != FCL_IMAGE_HOST)
			keys[count++] = end_key(s->src_cu, s->src_arg);
		if (s->dst_cu != FCL_IMAGE_HOST)
			keys[count++] = end_key(s->dst_cu, s->dst_arg);
	}
	sort_keys(keys, count);
	*ret_count = count;
	for (size_t i = 1; i < count; i++) {
		uint32_t cu = (uint32_t)(keys[i] >> 32), arg = (uint32_t)keys[i];

		if (keys[i - 1] == keys[i])
			return fcl_err_set(
				r->err, -EINVAL,
				"EMBEDDED_METADATA: stream port \"%s\" of CU \"%s\" is in two connections",
				streams_arg_of(image, cu, arg)->port, image->cus[cu].name);
	}
	return 0;
}

/* The CONNECTIVITY entries of a streaming memory: their indices and number. */
struct pair {
	uint32_t ends[2];
	uint32_t count;
};

static void add_pair(struct fcl_image *image, uint32_t mem, const struct pair *pair,
		     const uint64_t *keys, size_t nkeys)
{
	const struct fcl_image_connection *src = &image->connections[pair->ends[0]];
	const struct fcl_image_connection *dst = &image->connections[pair->ends[1]], *swap = src;

	if (streams_arg_of(image, src->cu, src->arg)->direction == FCL_DIR_IN) {
		src = dst;
		dst = swap;
	}
	if (streams_arg_of(image, src->cu, src->arg)->direction != FCL_DIR_OUT ||
	    streams_arg_of(image, dst->cu, dst->arg)->direction != FCL_DIR_IN ||
	    streams_arg_of(image, src->cu, src->arg)->size == 0 ||
	    has_key(keys, nkeys, end_key(src->cu, src->arg)) ||
	    has_key(keys, nkeys, end_key(dst->cu, dst->arg)))
		return;
	image->streams[image->nstreams++] = (struct fcl_image_stream){
		.name = image->mems[mem].tag,
		.src_cu = src->cu,
		.src_arg = src->arg,
		.dst_cu = dst->cu,
		.dst_arg = dst->arg,
		.packet_size = (uint32_t)streams_arg_of(image, src->cu, src->arg)->size,
		.depth = DEFAULT_DEPTH,
	};
}

/* Reads streams that only MEM_TOPOLOGY and CONNECTIVITY describe. */
static int read_stream_mems(struct fcl_image_reader *r, const uint64_t *keys, size_t nkeys)
{
	struct fcl_image *image = r->image;
	struct pair *pairs = fcl_image_reader_alloc(r, image->nmems, sizeof(*pairs));

	if (!pairs)
		return -ENOMEM;
	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *c = &image->connections[i];
		struct pair *pair = &pairs[c->mem];

		if (image->mems[c->mem].type != MEM_STREAMING_CONNECTION ||
		    streams_arg_of(image, c->cu, c->arg)->qualifier != FCL_ARG_STREAM)
			continue;
		if (pair->count < 2)
			pair->ends[pair->count] = i;
		pair->count++;
	}
	for (uint32_t i = 0; i < image->nmems; i++) {
		if (pairs[i].count == 2)
			add_pair(image, i, &pairs[i], keys, nkeys);
	}
	return 0;
}

int fcl_image_streams_read(struct fcl_image_reader *r)
{
	struct fcl_image *image = r->image;
	size_t most = (size_t)r->nlinks + image->nmems;
	uint64_t *keys = fcl_image_reader_alloc(r, most, 2 * sizeof(*keys));
	size_t ends;
	int error;

	image->streams = fcl_image_reader_alloc(r, most, sizeof(*image->streams));
	if (!image->streams || !keys)
		return -ENOMEM;
	for (uint32_t i = 0; i < r->nlinks; i++) {
		error = streams_read_link(r, &r->links[i]);
		if (error)
			return error;
	}
	error = collect_ends(r, keys, &ends);
	if (!error)
		error = read_stream_mems(r, keys, ends);
	return error ? error : collect_ends(r, keys, &ends);
}

/* Lists the CONNECTIVITY entries that already refer to a streaming memory. */
static size_t planned_ends(const struct fcl_image *image, uint64_t *keys)
{
	size_t count = 0;

	for (uint32_t i = 0; i < image->nconnections; i++) {
		const struct fcl_image_connection *c = &image->connections[i];

		if (image->mems[c->mem].type == MEM_STREAMING_CONNECTION)
			keys[count++] = end_key(c->cu, c->arg);
	}
	sort_keys(keys, count);
	return count;
}

/*
 * Adds entries beyond the image's own: a memory and two connections for each stream without them.
 */
static void plan_stream(struct fcl_image_writer *w, const struct fcl_image_stream *s,
			uint32_t number, char *tag)
{
	struct fcl_image_connection *c = &w->connections[w->nconnections];
	uint32_t mem = w->nmems++;

	snprintf(tag, TAG_SIZE, "dc_%u", number);
	w->mems[mem].tag = tag;
	w->mems[mem].type = MEM_STREAMING_CONNECTION;
	w->mems[mem].used = true;
	c[0] = (struct fcl_image_connection){s->src_cu, s->src_arg, mem};
	c[1] = (struct fcl_image_connection){s->dst_cu, s->dst_arg, mem};
	w->nconnections += 2;
}

int fcl_image_streams_plan(struct fcl_image_writer *w)
{
	const struct fcl_image *image = w->image;
	uint64_t *keys = fcl_image_writer_alloc(w, image->nconnections, sizeof(*keys));
	size_t nkeys, streams = image->nstreams;

	w->mems = fcl_image_writer_alloc(w, image->nmems + streams, sizeof(*w->mems));
	w->connections = fcl_image_writer_alloc(w, image->nconnections + 2 * streams,
						sizeof(*w->connections));
	if (!keys || !w->mems || !w->connections)
		return -ENOMEM;
	nkeys = planned_ends(image, keys);
	if (image->nmems)
		memcpy(w->mems, image->mems, image->nmems * sizeof(*w->mems));
	if (image->nconnections)
		memcpy(w->connections, image->connections,
		       image->nconnections * sizeof(*w->connections));
	w->nmems = image->nmems;
	w->nconnections = image->nconnections;
	for (uint32_t i = 0; i < image->nstreams; i++) {
		const struct fcl_image_stream *s = &image->streams[i];
		char *tag;

		/* The host's end has no memory. */
		if (fcl_image_stream_has_host(s) ||
		    has_key(keys, nkeys, end_key(s->src_cu, s->src_arg)))
			continue;
		tag = fcl_image_writer_alloc(w, TAG_SIZE, 1);
		if (!tag)
			return -ENOMEM;
		plan_stream(w, s, i, tag);
	}
	return 0;
}
