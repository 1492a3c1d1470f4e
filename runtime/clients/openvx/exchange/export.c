/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/exchange/export.h"

#include <VX/vx_khr_ix.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/exchange/exchange.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/classes.h"
#include "runtime/clients/openvx/objects/flat.h"

struct writer {
	vx_context context;
	unsigned char *bytes;
	size_t size, room;
	vx_reference *objects; /* in the order of their records */
	uint32_t nobjects;
	vx_graph *graphs;
	uint32_t ngraphs;
	const vx_reference *refs;
	const vx_enum *uses;
	vx_size nrefs;
	vx_status status; /* the first error */
};

/*
 * Memory that the program has to release. Recorded apart from the bytes, because the program may copy
 * those.
 */
struct exported {
	struct exported *next;
	vx_context context;
	unsigned char *bytes;
};

static struct exported *all_exported;
static pthread_mutex_t exported_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t export_add_store(struct fcl_vx_store **stores, size_t room, size_t count,
			       struct fcl_vx_store *store)
{
	if (store && count < room)
		stores[count] = store;
	return count + (store != NULL);
}

size_t fcl_vx_stores(vx_reference ref, struct fcl_vx_store **stores, size_t room)
{
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)ref;
	struct fcl_vx_group *group = (struct fcl_vx_group *)ref;
	vx_image image = (vx_image)ref;
	size_t count = 0;

	switch (ref->class->type) {
	case VX_TYPE_IMAGE:
		for (vx_size i = 0; i < image->nplanes; i++)
			count = export_add_store(stores, room, count, image->planes[i].store);
		return count;
	case VX_TYPE_PYRAMID:
	case VX_TYPE_OBJECT_ARRAY:
	case VX_TYPE_DELAY:
		for (vx_size i = 0; i < group->count; i++)
			count += fcl_vx_stores(group->items[i], stores + (count < room ? count : 0),
					       count < room ? room - count : 0);
		return count;
	default:
		count = export_add_store(stores, room, count, flat->store);
		return export_add_store(stores, room, count, flat->count);
	}
}

static void export_refuse(struct writer *writer, vx_reference ref, vx_status status,
			  const char *what)
{
	if (!writer->status)
		writer->status = fcl_vx_fail(ref, status, "vxExportObjectsToMemory: %s", what);
}

static void export_put(struct writer *writer, const void *bytes, size_t size)
{
	while (!writer->status && writer->room - writer->size < size) {
		size_t room = writer->room ? writer->room * 2 : 4096;
		unsigned char *more = realloc(writer->bytes, room);

		if (!more) {
			writer->status = VX_ERROR_NO_MEMORY;
			return;
		}
		writer->bytes = more;
		writer->room = room;
	}
	if (writer->status)
		return;
	memcpy(writer->bytes + writer->size, bytes, size);
	writer->size += size;
}

/* Collecting objects. */

static vx_reference top_of(vx_reference ref)
{
	while (ref->parent)
		ref = ref->parent;
	return ref;
}

static uint32_t export_find(struct writer *writer, vx_reference ref)
{
	uint32_t i = 0;

	while (i < writer->nobjects && writer->objects[i] != ref)
		i++;
	return i;
}

/*
 * An object whose data belong to another object, or to the program, cannot be recreated by itself.
 */
static bool export_is_whole(vx_reference ref)
{
	if (ref->class->type == VX_TYPE_IMAGE)
		return !((vx_image)ref)->base;
	if (ref->class->type == VX_TYPE_TENSOR)
		return !((struct fcl_vx_flat *)ref)->base;
	if (ref->class->type == VX_TYPE_DELAY)
		return ref->meta.objects.item != VX_TYPE_OBJECT_ARRAY;
	if (ref->class->type == VX_TYPE_OBJECT_ARRAY)
		return export_is_whole(((struct fcl_vx_group *)ref)->items[0]);
	return true;
}

static void export_add_object(struct writer *writer, vx_reference ref)
{
	vx_reference *objects;

	ref = top_of(ref);
	if (writer->status || export_find(writer, ref) < writer->nobjects)
		return;
	if (!export_is_whole(ref)) {
		export_refuse(
			writer, ref, VX_ERROR_NOT_SUPPORTED,
			"parts of images, views of tensors, and delays of object arrays are not "
			"exported");
		return;
	}
	objects = realloc(writer->objects, (writer->nobjects + 1) * sizeof(*objects));
	if (!objects) {
		writer->status = VX_ERROR_NO_MEMORY;
		return;
	}
	writer->objects = objects;
	objects[writer->nobjects++] = ref;
}

static void add_graph(struct writer *writer, vx_graph graph)
{
	vx_graph *graphs = realloc(writer->graphs, (writer->ngraphs + 1) * sizeof(*graphs));

	if (!graphs) {
		writer->status = VX_ERROR_NO_MEMORY;
		return;
	}
	writer->graphs = graphs;
	graphs[writer->ngraphs++] = graph;
	if (!graph->verified && vxVerifyGraph(graph)) {
		export_refuse(writer, &graph->ref, VX_ERROR_INVALID_GRAPH,
			      "a graph cannot be verified");
		return;
	}
	for (vx_uint32 i = 0; i < graph->ndelays; i++)
		export_add_object(writer, &graph->delays[i]->ref);
	for (vx_uint32 i = 0; i < graph->nnodes; i++)
		for (vx_uint32 k = 0; k < graph->nodes[i]->nparameters; k++)
			if (graph->nodes[i]->arguments[k].value)
				export_add_object(writer, graph->nodes[i]->arguments[k].value);
}

static vx_enum use_of(struct writer *writer, vx_reference ref)
{
	for (vx_size i = 0; i < writer->nrefs; i++)
		if (writer->refs[i] == ref)
			return writer->uses[i];
	return 0;
}

static void export_collect(struct writer *writer)
{
	for (vx_size i = 0; i < writer->nrefs && !writer->status; i++) {
		vx_reference ref = writer->refs[i];

		if (!fcl_vx_is_of(writer->context, ref, VX_TYPE_REFERENCE))
			writer->status = VX_ERROR_INVALID_REFERENCE;
		else if (ref->class->type == VX_TYPE_GRAPH)
			add_graph(writer, (vx_graph)ref);
		else if (!fcl_vx_data_class(ref->class->type) || ref->is_virtual || ref->parent)
			export_refuse(
				writer, ref, VX_ERROR_INVALID_PARAMETERS,
				"expected graphs and data objects that are not virtual and in no "
				"other");
		else
			export_add_object(writer, ref);
	}
}

/* Objects with equal names could not be told apart on import. */
static void check_refs(struct writer *writer)
{
	for (vx_size i = 0; i < writer->nrefs && !writer->status; i++) {
		vx_reference ref = writer->refs[i];
		vx_image image = (vx_image)ref;
		vx_enum use = writer->uses[i];

		for (vx_size k = 0; k < i; k++)
			if (ref->name[0] && ref != writer->refs[k] &&
			    !strcmp(ref->name, writer->refs[k]->name))
				export_refuse(writer, ref, VX_ERROR_INVALID_PARAMETERS,
					      "two objects have the same name");
		if (ref->class->type == VX_TYPE_GRAPH)
			continue;
		if (use < VX_IX_USE_APPLICATION_CREATE || use > VX_IX_USE_NO_EXPORT_VALUES)
			export_refuse(writer, ref, VX_ERROR_INVALID_PARAMETERS,
				      "expected a use of vx_khr_ix");
		if (ref->class->type == VX_TYPE_IMAGE &&
		    image->memory_type != VX_MEMORY_TYPE_NONE &&
		    use != VX_IX_USE_APPLICATION_CREATE)
			export_refuse(writer, ref, VX_ERROR_INVALID_PARAMETERS,
				      "the application must create images from handles itself");
	}
}

/* Records. */

static void export_put_data(struct writer *writer, vx_reference ref, uint32_t count)
{
	struct fcl_vx_store **stores = calloc(count + 1, sizeof(*stores));

	if (!stores) {
		writer->status = VX_ERROR_NO_MEMORY;
		return;
	}
	fcl_vx_stores(ref, stores, count);
	for (uint32_t i = 0; i < count && !writer->status; i++) {
		uint64_t size = stores[i]->size;

		writer->status = fcl_vx_store_host(stores[i], true, false);
		export_put(writer, &size, sizeof(size));
		export_put(writer, stores[i]->host, stores[i]->size);
	}
	free(stores);
}

static uint32_t graph_index(struct writer *writer, vx_graph graph)
{
	uint32_t i = 0;

	while (i < writer->ngraphs && writer->graphs[i] != graph)
		i++;
	return i;
}

static void put_object(struct writer *writer, vx_reference ref)
{
	struct fcl_vx_export_object record;
	bool group = ref->class->type == VX_TYPE_OBJECT_ARRAY || ref->class->type == VX_TYPE_DELAY;

	memset(&record, 0, sizeof(record));
	record.meta = ref->meta;
	if (group)
		record.item = ((struct fcl_vx_group *)ref)->items[0]->meta;
	memcpy(record.name, ref->name, sizeof(record.name));
	record.graph = ref->is_virtual ? graph_index(writer, ref->scope) + 1 : 0;
	record.space = ref->class->type == VX_TYPE_IMAGE ? ((vx_image)ref)->space : 0;
	record.use = use_of(writer, ref);
	if (!ref->is_virtual && (!record.use || record.use == VX_IX_USE_EXPORT_VALUES))
		record.chunks = (uint32_t)fcl_vx_stores(ref, NULL, 0);
	export_put(writer, &record, sizeof(record));
	if (record.chunks)
		export_put_data(writer, ref, record.chunks);
}

static void export_put_argument(struct writer *writer, const struct fcl_vx_argument *argument)
{
	struct fcl_vx_export_argument record = {0, {-1, -1}};
	vx_reference ref = argument->value;

	if (ref) {
		unsigned depth = 0;

		for (vx_reference at = ref; at->parent; at = at->parent)
			depth++;
		for (vx_reference at = ref; at->parent && depth <= FCL_VX_EXPORT_PATH;
		     at = at->parent)
			record.path[--depth] = (int32_t)at->child;
		record.object = export_find(writer, top_of(ref)) + 1;
	}
	export_put(writer, &record, sizeof(record));
}

static void put_node(struct writer *writer, vx_node node)
{
	struct fcl_vx_export_node record;

	memset(&record, 0, sizeof(record));
	memcpy(record.kernel, node->kernel->kernel_name, sizeof(record.kernel));
	record.border = node->border;
	record.narguments = node->nparameters;
	for (cl_uint i = 0; node->target && i < writer->context->ndevices; i++)
		if (writer->context->devices[i] == node->target)
			record.target = i + 1;
	export_put(writer, &record, sizeof(record));
	for (vx_uint32 i = 0; i < node->nparameters; i++)
		export_put_argument(writer, &node->arguments[i]);
}

static void put_graph(struct writer *writer, vx_graph graph)
{
	struct fcl_vx_export_graph record;

	memset(&record, 0, sizeof(record));
	memcpy(record.name, graph->ref.name, sizeof(record.name));
	record.nnodes = graph->nnodes;
	record.nparameters = graph->nparameters;
	record.ndelays = graph->ndelays;
	export_put(writer, &record, sizeof(record));
	for (vx_uint32 i = 0; i < graph->nnodes; i++)
		put_node(writer, graph->nodes[i]);
	for (vx_uint32 i = 0; i < graph->nparameters; i++) {
		uint32_t pair[2] = {0, graph->parameters[i].index};

		while (pair[0] < graph->nnodes &&
		       graph->nodes[pair[0]] != graph->parameters[i].node)
			pair[0]++;
		if (pair[0] == graph->nnodes)
			export_refuse(writer, &graph->ref, VX_ERROR_INVALID_GRAPH,
				      "a graph parameter's node was removed");
		else if (!use_of(writer, graph->nodes[pair[0]]->arguments[pair[1]].value))
			export_refuse(writer, &graph->ref, VX_ERROR_INVALID_PARAMETERS,
				      "a graph parameter is not in the list");
		export_put(writer, pair, sizeof(pair));
	}
	for (vx_uint32 i = 0; i < graph->ndelays; i++) {
		uint32_t index = export_find(writer, &graph->delays[i]->ref);

		export_put(writer, &index, sizeof(index));
	}
}

static void put_ref(struct writer *writer, vx_size i)
{
	bool graph = writer->refs[i]->class->type == VX_TYPE_GRAPH;
	struct fcl_vx_export_ref record = {graph ? graph_index(writer, (vx_graph)writer->refs[i]) |
							   0x80000000U
						 : export_find(writer, writer->refs[i]),
					   writer->uses[i]};

	export_put(writer, &record, sizeof(record));
}

static void export_put_all(struct writer *writer)
{
	struct fcl_vx_export_head head = {.magic = FCL_VX_EXPORT_MAGIC,
					  .version = FCL_VX_EXPORT_VERSION,
					  .nrefs = (uint32_t)writer->nrefs,
					  .nobjects = writer->nobjects,
					  .ngraphs = writer->ngraphs,
					  .meta_size = sizeof(struct fcl_vx_meta)};

	export_put(writer, &head, sizeof(head));
	for (vx_size i = 0; i < writer->nrefs; i++)
		put_ref(writer, i);
	for (uint32_t i = 0; i < writer->nobjects; i++)
		put_object(writer, writer->objects[i]);
	for (uint32_t i = 0; i < writer->ngraphs; i++)
		put_graph(writer, writer->graphs[i]);
	if (writer->status)
		return;
	head.length = writer->size - sizeof(head);
	head.checksum = fcl_fnv(FCL_FNV_EMPTY, writer->bytes + sizeof(head), head.length);
	memcpy(writer->bytes, &head, sizeof(head));
}

static vx_status export_keep(struct writer *writer)
{
	struct exported *entry = malloc(sizeof(*entry));

	if (!entry)
		return VX_ERROR_NO_MEMORY;
	*entry = (struct exported){NULL, writer->context, writer->bytes};
	pthread_mutex_lock(&exported_lock);
	entry->next = all_exported;
	all_exported = entry;
	pthread_mutex_unlock(&exported_lock);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxExportObjectsToMemory(vx_context context, vx_size numrefs,
							   const vx_reference *refs,
							   const vx_enum *uses,
							   const vx_uint8 **ptr, vx_size *length)
{
	struct writer writer = {.context = context, .refs = refs, .uses = uses, .nrefs = numrefs};

	if (ptr)
		*ptr = NULL;
	if (length)
		*length = 0;
	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!numrefs || numrefs > INT32_MAX || !refs || !uses || !ptr || !length)
		return VX_ERROR_INVALID_PARAMETERS;
	export_collect(&writer);
	check_refs(&writer);
	if (!writer.status)
		export_put_all(&writer);
	if (!writer.status)
		writer.status = export_keep(&writer);
	free(writer.objects);
	free(writer.graphs);
	if (writer.status) {
		free(writer.bytes);
		return writer.status;
	}
	*ptr = writer.bytes;
	*length = writer.size;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseExportedMemory(vx_context context, const vx_uint8 **ptr)
{
	struct exported **at, *entry;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return VX_ERROR_INVALID_REFERENCE;
	if (!ptr || !*ptr)
		return VX_ERROR_INVALID_PARAMETERS;
	pthread_mutex_lock(&exported_lock);
	for (at = &all_exported; *at && ((*at)->bytes != *ptr || (*at)->context != context);)
		at = &(*at)->next;
	entry = *at;
	if (entry)
		*at = entry->next;
	pthread_mutex_unlock(&exported_lock);
	if (!entry)
		return VX_ERROR_INVALID_PARAMETERS;
	free(entry->bytes);
	free(entry);
	*ptr = NULL;
	return VX_SUCCESS;
}
