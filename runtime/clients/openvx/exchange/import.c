/* SPDX-License-Identifier: Apache-2.0 */
#include <VX/vx_khr_ix.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/exchange/exchange.h"
#include "runtime/clients/openvx/exchange/export.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/objects/classes.h"
#include "runtime/clients/openvx/objects/delay.h"
#include "runtime/clients/openvx/objects/same.h"

struct _vx_import {
	struct _vx_reference ref;
	vx_reference *refs; /* references */
	vx_size nrefs;
};

static void destroy_import(vx_reference ref)
{
	vx_import import = (vx_import)ref;

	for (vx_size i = 0; i < import->nrefs; i++)
		fcl_vx_drop(import->refs[i]);
	free(import->refs);
}

static const struct fcl_vx_class import_class = {
	.type = VX_TYPE_IMPORT, .size = sizeof(struct _vx_import), .destroy = destroy_import};

/* Untrusted bytes: each read is checked against the remaining size. */
struct reader {
	vx_context context;
	const unsigned char *at;
	size_t left;
	struct fcl_vx_export_head head;
	struct fcl_vx_export_ref *records;
	vx_reference *given; /* the program's list */
	vx_reference *objects;
	vx_graph *graphs;
	vx_status status;
};

static void import_refuse(struct reader *reader, const char *what)
{
	if (!reader->status)
		reader->status = fcl_vx_fail(reader->context, VX_ERROR_INVALID_PARAMETERS,
					     "vxImportObjectsFromMemory: %s", what);
}

static bool import_take(struct reader *reader, void *ret, size_t size)
{
	if (reader->left < size)
		import_refuse(reader, "the data is truncated");
	if (reader->status)
		return false;
	memcpy(ret, reader->at, size);
	reader->at += size;
	reader->left -= size;
	return true;
}

static void import_take_head(struct reader *reader, vx_size numrefs)
{
	struct fcl_vx_export_head *head = &reader->head;

	if (!import_take(reader, head, sizeof(*head)))
		return;
	if (head->magic != FCL_VX_EXPORT_MAGIC || head->version != FCL_VX_EXPORT_VERSION ||
	    head->meta_size != sizeof(struct fcl_vx_meta))
		import_refuse(reader, "the data was not exported by this version of the library");
	else if (head->length != reader->left ||
		 head->checksum != fcl_fnv(FCL_FNV_EMPTY, reader->at, reader->left) ||
		 head->nobjects > reader->left || head->ngraphs > reader->left)
		import_refuse(reader, "the data is damaged");
	else if (head->nrefs != numrefs)
		import_refuse(reader, "expected as many references as were exported");
}

/* The index in the program's list of an object or a graph; -1: none. */
static vx_int32 import_place_of(const struct reader *reader, uint32_t index)
{
	for (uint32_t i = 0; i < reader->head.nrefs; i++)
		if (reader->records[i].index == index)
			return (vx_int32)i;
	return -1;
}

/* Objects. */

static bool import_is_group(const struct fcl_vx_meta *meta)
{
	return meta->type == VX_TYPE_OBJECT_ARRAY || meta->type == VX_TYPE_DELAY;
}

static vx_reference create_like(struct reader *reader, vx_graph graph,
				const struct fcl_vx_meta *meta)
{
	struct _vx_reference model = {.class = fcl_vx_data_class(meta->type), .meta = *meta};

	return model.class->like(reader->context, graph, &model);
}

static vx_reference import_create(struct reader *reader, const struct fcl_vx_export_object *record)
{
	vx_graph graph = record->graph ? reader->graphs[record->graph - 1] : NULL;
	vx_reference exemplar, made;

	if (!import_is_group(&record->meta))
		return create_like(reader, graph, &record->meta);
	exemplar = create_like(reader, NULL, &record->item);
	if (record->meta.type == VX_TYPE_DELAY)
		made = (vx_reference)vxCreateDelay(reader->context, exemplar,
						   record->meta.objects.count);
	else if (graph)
		made = (vx_reference)vxCreateVirtualObjectArray(graph, exemplar,
								record->meta.objects.count);
	else
		made = (vx_reference)vxCreateObjectArray(reader->context, exemplar,
							 record->meta.objects.count);
	vxReleaseReference(&exemplar);
	return made;
}

/* Rejects sizes that the creating functions would refuse. */
static bool is_sane(const struct fcl_vx_meta *meta)
{
	switch (meta->type) {
	case VX_TYPE_IMAGE:
		return meta->image.width <= INT32_MAX / 4 && meta->image.height <= INT32_MAX / 4;
	case VX_TYPE_TENSOR:
		return meta->tensor.ndims <= FCL_VX_MAX_DIMS;
	case VX_TYPE_ARRAY:
		return meta->array.capacity <= UINT32_MAX;
	case VX_TYPE_DISTRIBUTION:
		return meta->distribution.bins && meta->distribution.range;
	case VX_TYPE_OBJECT_ARRAY:
	case VX_TYPE_DELAY:
		return meta->objects.count && meta->objects.count <= UINT16_MAX;
	default:
		return fcl_vx_data_class(meta->type) != NULL;
	}
}

/* The items of a group must be data objects, not groups. */
static bool is_sane_record(const struct fcl_vx_export_object *record)
{
	return is_sane(&record->meta) &&
	       (!import_is_group(&record->meta) ||
		(is_sane(&record->item) && !import_is_group(&record->item)));
}

static void take_data(struct reader *reader, vx_reference ref, uint32_t count)
{
	struct fcl_vx_store **stores = calloc(count + 1, sizeof(*stores));

	if (!stores || fcl_vx_stores(ref, stores, count) != count)
		import_refuse(reader, "the data is damaged");
	for (uint32_t i = 0; i < count && !reader->status; i++) {
		uint64_t size = 0;

		import_take(reader, &size, sizeof(size));
		if (size != stores[i]->size || size > reader->left)
			import_refuse(reader, "the data is damaged");
		if (!reader->status)
			reader->status = fcl_vx_store_host(stores[i], false, true);
		if (!reader->status && import_take(reader, stores[i]->host, size))
			fcl_vx_store_written(stores[i]);
	}
	free(stores);
}

/* An object supplied by the application must match the exported one. */
static vx_reference use_given(struct reader *reader, const struct fcl_vx_export_object *record,
			      vx_int32 place)
{
	vx_reference ref = place < 0 ? NULL : reader->given[place];

	if (!fcl_vx_is_of(reader->context, ref, VX_TYPE_REFERENCE) ||
	    !fcl_vx_same(&ref->meta, &record->meta)) {
		import_refuse(reader,
			      "an object of the application does not match the exported one");
		return NULL;
	}
	vxRetainReference(ref);
	return ref;
}

static void take_object(struct reader *reader, uint32_t index)
{
	struct fcl_vx_export_object record;
	vx_int32 place = import_place_of(reader, index);
	vx_reference ref;

	if (!import_take(reader, &record, sizeof(record)))
		return;
	record.name[sizeof(record.name) - 1] = '\0';
	if (!is_sane_record(&record) || record.graph > reader->head.ngraphs ||
	    record.chunks > reader->left) {
		import_refuse(reader, "the data is damaged");
		return;
	}
	if (record.use == VX_IX_USE_APPLICATION_CREATE) {
		reader->objects[index] = use_given(reader, &record, place);
		return;
	}
	ref = import_create(reader, &record);
	if (!fcl_vx_is(ref, VX_TYPE_REFERENCE)) {
		import_refuse(reader, "an object cannot be created");
		return;
	}
	reader->objects[index] = ref;
	memcpy(ref->name, record.name, sizeof(ref->name));
	if (ref->class->type == VX_TYPE_IMAGE)
		((vx_image)ref)->space = record.space;
	if (!record.graph && !fcl_vx_stores(ref, NULL, 0))
		import_refuse(reader, "the data is damaged");
	else if (record.chunks)
		take_data(reader, ref, record.chunks);
}

/* Graphs. */

static vx_reference import_resolve(struct reader *reader,
				   const struct fcl_vx_export_argument *argument)
{
	vx_reference ref;

	if (argument->object > reader->head.nobjects) {
		import_refuse(reader, "the data is damaged");
		return NULL;
	}
	ref = reader->objects[argument->object - 1];
	for (int i = 0; i < FCL_VX_EXPORT_PATH && argument->path[i] >= 0; i++) {
		struct fcl_vx_group *group = (struct fcl_vx_group *)ref;
		vx_enum type = ref->class->type;

		if ((type != VX_TYPE_DELAY && type != VX_TYPE_PYRAMID &&
		     type != VX_TYPE_OBJECT_ARRAY) ||
		    (vx_size)argument->path[i] >= group->count) {
			import_refuse(reader, "the data is damaged");
			return NULL;
		}
		ref = type == VX_TYPE_DELAY ? fcl_vx_delay_slot(group, (vx_uint32)argument->path[i])
					    : group->items[argument->path[i]];
	}
	return ref;
}

static void take_argument(struct reader *reader, vx_node node, uint32_t index)
{
	struct fcl_vx_export_argument argument;
	vx_reference ref;

	if (!import_take(reader, &argument, sizeof(argument)) || !argument.object)
		return;
	ref = import_resolve(reader, &argument);
	if (!reader->status)
		reader->status = vxSetParameterByIndex(node, index, ref);
}

static void take_node(struct reader *reader, vx_graph graph)
{
	struct fcl_vx_export_node record;
	vx_kernel kernel;
	vx_node node;

	if (!import_take(reader, &record, sizeof(record)))
		return;
	record.kernel[sizeof(record.kernel) - 1] = '\0';
	kernel = vxGetKernelByName(reader->context, record.kernel);
	node = vxCreateGenericNode(graph, kernel);
	vxReleaseKernel(&kernel);
	if (!fcl_vx_is(node, VX_TYPE_NODE)) {
		import_refuse(reader, "a graph needs a kernel that is not loaded");
		return;
	}
	node->border = record.border;
	if (record.border.mode < VX_BORDER_UNDEFINED || record.border.mode > VX_BORDER_REPLICATE ||
	    record.narguments != node->nparameters)
		import_refuse(reader,
			      "a graph's kernel differs from the one that it was exported with");
	if (record.target > reader->context->ndevices)
		import_refuse(reader, "a node is for a device that the context does not have");
	else if (record.target)
		node->target = reader->context->devices[record.target - 1];
	for (uint32_t i = 0; i < record.narguments && !reader->status; i++)
		take_argument(reader, node, i);
	vxReleaseNode(&node);
}

static void take_parameter(struct reader *reader, vx_graph graph)
{
	vx_parameter parameter;
	uint32_t pair[2];

	if (!import_take(reader, pair, sizeof(pair)))
		return;
	if (pair[0] >= graph->nnodes) {
		import_refuse(reader, "the data is damaged");
		return;
	}
	parameter = vxGetParameterByIndex(graph->nodes[pair[0]], pair[1]);
	reader->status = vxAddParameterToGraph(graph, parameter);
	vxReleaseParameter(&parameter);
}

static void take_delay(struct reader *reader, vx_graph graph)
{
	uint32_t index;

	if (!import_take(reader, &index, sizeof(index)))
		return;
	if (index >= reader->head.nobjects)
		import_refuse(reader, "the data is damaged");
	else
		reader->status = vxRegisterAutoAging(graph, (vx_delay)reader->objects[index]);
}

static void take_graph(struct reader *reader, vx_graph graph)
{
	struct fcl_vx_export_graph record;

	if (!import_take(reader, &record, sizeof(record)))
		return;
	record.name[sizeof(record.name) - 1] = '\0';
	memcpy(graph->ref.name, record.name, sizeof(record.name));
	for (uint32_t i = 0; i < record.nnodes && !reader->status; i++)
		take_node(reader, graph);
	for (uint32_t i = 0; i < record.nparameters && !reader->status; i++)
		take_parameter(reader, graph);
	for (uint32_t i = 0; i < record.ndelays && !reader->status; i++)
		take_delay(reader, graph);
	if (!reader->status)
		reader->status = vxVerifyGraph(graph);
}

/* Graphs are created before objects, because virtual objects belong to them. */
static void import_take_all(struct reader *reader, const vx_enum *uses)
{
	import_take(reader, reader->records, reader->head.nrefs * sizeof(*reader->records));
	for (uint32_t i = 0; i < reader->head.nrefs && !reader->status; i++) {
		uint32_t index = reader->records[i].index;

		if (reader->records[i].use != uses[i])
			import_refuse(reader, "expected the uses that were given for the export");
		else if ((index & 0x80000000U) ? (index & 0x7fffffffU) >= reader->head.ngraphs
					       : index >= reader->head.nobjects)
			import_refuse(reader, "the data is damaged");
	}
	for (uint32_t i = 0; i < reader->head.ngraphs && !reader->status; i++) {
		reader->graphs[i] = vxCreateGraph(reader->context);
		reader->status = vxGetStatus(&reader->graphs[i]->ref);
	}
	for (uint32_t i = 0; i < reader->head.nobjects && !reader->status; i++)
		take_object(reader, i);
	for (uint32_t i = 0; i < reader->head.ngraphs && !reader->status; i++)
		take_graph(reader, reader->graphs[i]);
}

/* Returns references to listed objects that the program has not created itself. */
static vx_import import_give(struct reader *reader)
{
	vx_import import = fcl_vx_create(reader->context, &import_class);

	if (!fcl_vx_is(import, VX_TYPE_IMPORT))
		return import;
	import->refs = calloc(reader->head.nrefs, sizeof(*import->refs));
	if (!import->refs) {
		vxReleaseImport(&import);
		return fcl_vx_error(VX_ERROR_NO_MEMORY);
	}
	for (uint32_t i = 0; i < reader->head.nrefs; i++) {
		uint32_t index = reader->records[i].index;
		bool graph = index & 0x80000000U;
		vx_reference ref = graph ? &reader->graphs[index & 0x7fffffffU]->ref
					 : reader->objects[index];

		fcl_vx_hold(ref);
		import->refs[import->nrefs++] = ref;
		if (!graph && reader->records[i].use == VX_IX_USE_APPLICATION_CREATE)
			continue;
		vxRetainReference(ref);
		reader->given[i] = ref;
	}
	return import;
}

static void import_release(struct reader *reader)
{
	for (uint32_t i = 0; reader->graphs && i < reader->head.ngraphs; i++)
		vxReleaseGraph(&reader->graphs[i]);
	for (uint32_t i = 0; reader->objects && i < reader->head.nobjects; i++)
		vxReleaseReference(&reader->objects[i]);
	free(reader->graphs);
	free(reader->objects);
	free(reader->records);
}

VX_API_ENTRY vx_import VX_API_CALL vxImportObjectsFromMemory(vx_context context, vx_size numrefs,
							     vx_reference *refs,
							     const vx_enum *uses,
							     const vx_uint8 *ptr, vx_size length)
{
	struct reader reader = {.context = context, .at = ptr, .left = length, .given = refs};
	vx_import import = NULL;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!numrefs || !refs || !uses || !ptr)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	import_take_head(&reader, numrefs);
	if (reader.status)
		return fcl_vx_error(reader.status);
	reader.records = calloc(reader.head.nrefs, sizeof(*reader.records));
	reader.objects = calloc(reader.head.nobjects + 1, sizeof(*reader.objects));
	reader.graphs = calloc(reader.head.ngraphs + 1, sizeof(*reader.graphs));
	if (!reader.records || !reader.objects || !reader.graphs)
		reader.status = VX_ERROR_NO_MEMORY;
	else
		import_take_all(&reader, uses);
	if (!reader.status)
		import = import_give(&reader);
	import_release(&reader);
	return reader.status ? fcl_vx_error(reader.status) : import;
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseImport(vx_import *import)
{
	return fcl_vx_release(import, VX_TYPE_IMPORT);
}

VX_API_ENTRY vx_reference VX_API_CALL vxGetImportReferenceByName(vx_import import,
								 const vx_char *name)
{
	if (!fcl_vx_is(import, VX_TYPE_IMPORT) || !name)
		return NULL;
	for (vx_size i = 0; i < import->nrefs; i++) {
		if (strcmp(import->refs[i]->name, name) != 0)
			continue;
		vxRetainReference(import->refs[i]);
		return import->refs[i];
	}
	return NULL;
}
