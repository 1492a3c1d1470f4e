/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/serve/protocol/infer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "tools/serve/protocol/tensor.h"
#include "tools/serve/repository/json.h"

enum { VALUES = 4096, VALUES_OF_TENSOR = 256, JSON_ELEMENT = 8 };

/* The state of the parser. */
struct reading {
	struct fcl_serve_infer *infer;
	struct fcl_serve_body *body;
	size_t at; /* start of the next binary tensor */
	struct fcl_err *err;
	struct fcl_serve_cuts cuts; /* the tensors in JSON */
};

static int infer_refuse(struct reading *reading, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int infer_refuse(struct reading *reading, const char *format, ...)
{
	char text[sizeof(reading->err->text)];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return fcl_err_set(reading->err, -EINVAL, "%s", text);
}

static int refuse_memory(struct reading *reading)
{
	return fcl_err_set(
		reading->err, -ENOMEM,
		"no memory left for the tensors of this request: --max-bodies and --share limit it");
}

static int infer_find(const struct fcl_serve_tensor *tensors, unsigned count, const char *name)
{
	for (unsigned i = 0; name && i < count; i++)
		if (!strcmp(tensors[i].name, name))
			return (int)i;
	return -1;
}

/* "[-1,64]", for messages. */
static const char *shape_text(const struct fcl_serve_tensor *tensor, char text[256])
{
	int at = 0;

	for (unsigned i = 0; i < tensor->ndimensions; i++)
		at += snprintf(text + at, 256 - (size_t)at, "%c%" PRId64, i ? ',' : '[',
			       tensor->shape[i]);
	snprintf(text + at, 256 - (size_t)at, "]");
	return text;
}

static bool shape_fits(const struct fcl_serve_tensor *tensor, const json_t *shape)
{
	if (!json_is_array(shape) || json_array_size(shape) != tensor->ndimensions)
		return false;
	for (unsigned i = 0; i < tensor->ndimensions; i++) {
		const json_t *extent = json_array_get(shape, i);

		if (!json_is_integer(extent) ||
		    (tensor->shape[i] >= 0 && json_integer_value(extent) != tensor->shape[i]))
			return false;
	}
	return true;
}

/* All inputs of a request must have the same number of items. */
static int infer_read_shape(struct reading *reading, const struct fcl_serve_tensor *tensor,
			    const json_t *shape)
{
	const struct fcl_serve_description *description = reading->infer->model->description;
	struct fcl_serve_request *request = &reading->infer->request;
	char text[256];
	int64_t items = 1;

	if (!shape_fits(tensor, shape))
		return infer_refuse(reading, "input '%s': expected the shape %s, found another",
				    tensor->name, shape_text(tensor, text));
	if (description->batches)
		items = json_integer_value(json_array_get(shape, 0));
	if (items < 1 || items > description->max_batch)
		return infer_refuse(
			reading, "input '%s': expected a batch of 1 to %" PRId64 ", found %" PRId64,
			tensor->name, description->max_batch, items);
	if (request->items && request->items != items)
		return infer_refuse(reading,
				    "input '%s': a batch of %" PRId64 ", and of %" PRId64 " before",
				    tensor->name, items, request->items);
	request->items = items;
	return 0;
}

static int take_binary(struct reading *reading, const struct fcl_serve_tensor *tensor,
		       const json_t *size, const void **ret_bytes)
{
	uint64_t expected = tensor->item_size * (uint64_t)reading->infer->request.items;

	if (!json_is_integer(size) || (uint64_t)json_integer_value(size) != expected)
		return infer_refuse(reading,
				    "input '%s': expected 'binary_data_size' to be %" PRIu64
				    " for its shape",
				    tensor->name, expected);
	if (expected > reading->body->size - reading->at)
		return infer_refuse(
			reading, "input '%s': expected %" PRIu64 " bytes of binary data, found %zu",
			tensor->name, expected, reading->body->size - reading->at);
	*ret_bytes = reading->body->bytes + reading->at;
	reading->at += expected;
	return 0;
}

static int take_json(struct reading *reading, const struct fcl_serve_tensor *tensor,
		     const json_t *data, const void **ret_bytes)
{
	struct fcl_serve_body *body = reading->body;
	json_int_t cut = json_integer_value(json_array_get(data, 0));
	size_t size = tensor->item_size * (size_t)reading->infer->request.items;
	void *bytes;

	if (!json_is_array(data))
		return infer_refuse(reading,
				    "input '%s': expected 'data', an array, or binary data",
				    tensor->name);
	/*
	 * An element takes at least two bytes of JSON, so do not allocate memory for a shape that
	 * claims more.
	 */
	if (size / tensor->type->size > body->size)
		return infer_refuse(reading, "input '%s': expected %zu elements for its shape",
				    tensor->name, size / tensor->type->size);
	if (!fcl_serve_body_charge(body, size))
		return refuse_memory(reading);
	bytes = malloc(size);
	if (!bytes)
		return fcl_err_set(reading->err, -ENOMEM, "out of memory");
	body->converted[body->nconverted++] = bytes;
	*ret_bytes = bytes;
	return fcl_serve_tensor_read(tensor, reading->infer->request.items,
				     reading->cuts.cuts[cut].start, bytes, reading->err);
}

static int infer_read_input(struct reading *reading, const json_t *input)
{
	const struct fcl_serve_description *description = reading->infer->model->description;
	const char *name = json_string_value(json_object_get(input, "name"));
	const char *type = json_string_value(json_object_get(input, "datatype"));
	const json_t *parameters = json_object_get(input, "parameters");
	const json_t *size = json_object_get(parameters, "binary_data_size");
	int index = infer_find(description->inputs, description->ninputs, name);
	const struct fcl_serve_tensor *tensor;
	int error;

	if (index < 0)
		return infer_refuse(reading, "the model has no input '%s'",
				    name ? name : "(no name)");
	tensor = &description->inputs[index];
	if (reading->body->inputs[index])
		return infer_refuse(reading, "input '%s' is given twice", name);
	if (!type || strcmp(type, tensor->type->name) != 0)
		return infer_refuse(reading, "input '%s': expected the datatype %s, found %s", name,
				    tensor->type->name, type ? type : "none");
	if (json_object_get(parameters, "shared_memory_region"))
		return infer_refuse(reading, "input '%s': shared memory is not supported", name);
	error = infer_read_shape(reading, tensor, json_object_get(input, "shape"));
	if (error)
		return error;
	if (size && json_object_get(input, "data"))
		return infer_refuse(reading,
				    "input '%s': expected 'data' or 'binary_data_size', not both",
				    name);
	if (size)
		return take_binary(reading, tensor, size, &reading->body->inputs[index]);
	return take_json(reading, tensor, json_object_get(input, "data"),
			 &reading->body->inputs[index]);
}

static int infer_read_inputs(struct reading *reading, const json_t *root)
{
	const struct fcl_serve_description *description = reading->infer->model->description;
	const json_t *inputs = json_object_get(root, "inputs");
	size_t count = json_array_size(inputs);

	if (!count)
		return infer_refuse(reading, "expected 'inputs', an array that is not empty");
	if (count > description->ninputs)
		return infer_refuse(reading, "expected %u inputs, found %zu", description->ninputs,
				    count);
	for (size_t i = 0; i < count; i++) {
		int error = infer_read_input(reading, json_array_get(inputs, i));

		if (error)
			return error;
	}
	for (unsigned i = 0; i < description->ninputs; i++)
		if (!reading->body->inputs[i])
			return infer_refuse(reading, "the input '%s' is missing",
					    description->inputs[i].name);
	if (reading->at != reading->body->size)
		return infer_refuse(reading, "%zu bytes of binary data do not belong to any input",
				    reading->body->size - reading->at);
	return 0;
}

static int read_output(struct reading *reading, const json_t *output, bool binary)
{
	struct fcl_serve_infer *infer = reading->infer;
	const struct fcl_serve_description *description = infer->model->description;
	const char *name = json_string_value(json_object_get(output, "name"));
	const json_t *parameters = json_object_get(output, "parameters");
	const json_t *own = json_object_get(parameters, "binary_data");
	int index = infer_find(description->outputs, description->noutputs, name);

	if (index < 0)
		return infer_refuse(reading, "the model has no output '%s'",
				    name ? name : "(no name)");
	if (own && !json_is_boolean(own))
		return infer_refuse(reading, "output '%s': 'binary_data' is true or false", name);
	if (json_object_get(parameters, "classification") ||
	    json_object_get(parameters, "shared_memory_region"))
		return infer_refuse(
			reading, "output '%s': classification and shared memory are not supported",
			name);
	infer->wanted[index] = true;
	infer->binary[index] = own ? json_is_true(own) : binary;
	return 0;
}

static int read_outputs(struct reading *reading, const json_t *root, bool binary)
{
	struct fcl_serve_infer *infer = reading->infer;
	unsigned count = infer->model->description->noutputs;
	const json_t *outputs = json_object_get(root, "outputs");

	if (outputs && !json_is_array(outputs))
		return infer_refuse(reading, "expected 'outputs' to be an array");
	for (size_t i = 0; i < json_array_size(outputs); i++)
		if (read_output(reading, json_array_get(outputs, i), binary))
			return -EINVAL;
	for (unsigned i = 0; !json_array_size(outputs) && i < count; i++) {
		infer->wanted[i] = true;
		infer->binary[i] = binary;
	}
	return 0;
}

/* Charges the results, too, and what they roughly take as JSON. */
static int charge_outputs(struct reading *reading)
{
	const struct fcl_serve_infer *infer = reading->infer;
	const struct fcl_serve_description *description = infer->model->description;
	uint64_t items = (uint64_t)infer->request.items;
	uint64_t bytes = fcl_serve_output_offset(infer->model, description->noutputs,
						 infer->request.items);

	for (unsigned i = 0; i < description->noutputs; i++)
		if (infer->wanted[i] && !infer->binary[i])
			bytes += JSON_ELEMENT * items * description->outputs[i].item_size /
				 description->outputs[i].type->size;
	return fcl_serve_body_charge(reading->body, bytes) ? 0 : refuse_memory(reading);
}

/* Triton's parameters: priority (0: not given, 1: the highest), timeout (microseconds). */
static int infer_read_parameters(struct reading *reading, const json_t *parameters,
				 bool *ret_binary)
{
	struct fcl_serve_request *request = &reading->infer->request;
	const json_t *binary = json_object_get(parameters, "binary_data_output");
	const json_t *priority = json_object_get(parameters, "priority");
	const json_t *timeout = json_object_get(parameters, "timeout");

	if (parameters && !json_is_object(parameters))
		return infer_refuse(reading, "expected 'parameters' to be an object");
	if (binary && !json_is_boolean(binary))
		return infer_refuse(reading, "'binary_data_output' is true or false");
	*ret_binary = json_is_true(binary);
	if (priority && (!json_is_integer(priority) || json_integer_value(priority) < 0 ||
			 json_integer_value(priority) > FCL_SERVE_PRIORITIES))
		return infer_refuse(reading, "'priority' is a number from 0 to %d",
				    FCL_SERVE_PRIORITIES);
	if (json_integer_value(priority))
		request->priority = (unsigned)json_integer_value(priority) - 1;
	if (timeout && (!json_is_integer(timeout) || json_integer_value(timeout) < 0 ||
			json_integer_value(timeout) > INT64_C(86400000000)))
		return infer_refuse(reading, "'timeout' is a number of microseconds, up to a day");
	if (json_integer_value(timeout))
		request->deadline = fcl_now_ns() + (uint64_t)json_integer_value(timeout) * 1000;
	if (json_object_get(parameters, "sequence_id"))
		return infer_refuse(reading,
				    "sequences are not supported: models here have no state");
	return 0;
}

static int infer_read_root(struct reading *reading, const json_t *root)
{
	const json_t *id = json_object_get(root, "id");
	bool binary = false;
	int error;

	if (!json_is_object(root))
		return infer_refuse(reading, "expected a JSON object");
	if (id && !json_is_string(id))
		return infer_refuse(reading, "expected 'id' to be a string");
	if (id)
		reading->infer->id = json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT);
	error = infer_read_parameters(reading, json_object_get(root, "parameters"), &binary);
	if (!error)
		error = read_outputs(reading, root, binary);
	if (!error)
		error = infer_read_inputs(reading, root);
	return error ? error : charge_outputs(reading);
}

static bool infer_allocate(struct fcl_serve_infer *infer, struct fcl_serve_body *body)
{
	const struct fcl_serve_description *description = infer->model->description;

	infer->wanted = calloc(description->noutputs, sizeof(*infer->wanted));
	infer->binary = calloc(description->noutputs, sizeof(*infer->binary));
	return fcl_serve_body_begin(body, description->ninputs) && infer->wanted && infer->binary;
}

/* Upper bound for the JSON values in a valid request, without the tensors' elements. */
static uint64_t most_values(const struct fcl_serve_description *description)
{
	return VALUES + VALUES_OF_TENSOR * ((uint64_t)description->ninputs + description->noutputs);
}

int fcl_serve_infer_read(struct fcl_serve_infer *infer, struct fcl_serve_body *body, size_t header,
			 struct fcl_err *err)
{
	struct reading reading = {infer, body, header, err, {.cuts = NULL}};
	json_t *root;
	int error;

	if (!infer_allocate(infer, body))
		return fcl_err_set(err, -ENOMEM, "out of memory");
	if (header > body->size)
		return infer_refuse(&reading,
				    "Inference-Header-Content-Length is %zu, of a body of %zu",
				    header, body->size);
	reading.cuts.most = most_values(infer->model->description);
	root = fcl_serve_json_load(body->bytes, header, &reading.cuts, err);
	error = root ? infer_read_root(&reading, root) : err->code;
	json_decref(root);
	free(reading.cuts.cuts);
	infer->request.inputs = body->inputs;
	infer->request.memory = body->shared;
	return error;
}

static void append_shape(struct fcl_text *text, const struct fcl_serve_tensor *tensor,
			 int64_t items)
{
	for (unsigned i = 0; i < tensor->ndimensions; i++)
		fcl_text_format(text, "%s%" PRId64, i ? "," : "",
				tensor->shape[i] < 0 ? items : tensor->shape[i]);
}

static int append_output(struct fcl_serve_infer *infer, unsigned index,
			 struct fcl_serve_answer *answer, struct fcl_err *err)
{
	const struct fcl_serve_tensor *tensor = &infer->model->description->outputs[index];
	int64_t items = infer->request.items;
	size_t size = tensor->item_size * (size_t)items;
	const char *bytes = infer->request.outputs +
			    fcl_serve_output_offset(infer->model, index, items);

	fcl_text_format(&answer->text, "{\"name\":");
	fcl_json_append(&answer->text, tensor->name);
	fcl_text_format(&answer->text, ",\"datatype\":\"%s\",\"shape\":[", tensor->type->name);
	append_shape(&answer->text, tensor, items);
	fcl_text_format(&answer->text, "],");
	if (infer->binary[index]) {
		fcl_text_format(&answer->text, "\"parameters\":{\"binary_data_size\":%zu}}", size);
		answer->tails[answer->ntails++] = (struct MHD_IoVec){bytes, size};
		return 0;
	}
	fcl_text_format(&answer->text, "\"data\":");
	if (fcl_serve_tensor_write(tensor, items, bytes, &answer->text, err))
		return -EINVAL;
	fcl_text_format(&answer->text, "}");
	return 0;
}

static void answer_outputs(struct fcl_serve_infer *infer, struct fcl_serve_answer *answer)
{
	struct fcl_serve_model *model = infer->model;
	struct fcl_err err = {0};
	const char *comma = "";
	int error = 0;

	answer->status = MHD_HTTP_OK;
	fcl_text_format(&answer->text, "{\"model_name\":\"%s\",\"model_version\":\"%u\",",
			model->name, model->version);
	if (infer->id)
		fcl_text_format(&answer->text, "\"id\":%s,", infer->id);
	fcl_text_format(&answer->text, "\"outputs\":[");
	for (unsigned i = 0; i < model->description->noutputs && !error; i++) {
		if (!infer->wanted[i])
			continue;
		fcl_text_format(&answer->text, "%s", comma);
		comma = ",";
		error = append_output(infer, i, answer, &err);
	}
	fcl_text_format(&answer->text, "]}");
	if (answer->ntails)
		answer->type = "application/octet-stream";
	answer->memory = infer->request.outputs;
	infer->request.outputs = NULL;
	if (error)
		fcl_serve_answer_error(answer, MHD_HTTP_BAD_REQUEST, "%s", err.text);
}

void fcl_serve_infer_answer(struct fcl_serve_infer *infer, struct fcl_serve_answer *answer)
{
	const char *name = infer->model->name;

	switch (infer->request.outcome) {
	case FCL_SERVE_OK:
		answer_outputs(infer, answer);
		break;
	case FCL_SERVE_EXPIRED:
		fcl_serve_answer_error(
			answer, MHD_HTTP_GATEWAY_TIMEOUT,
			"model '%s': the request's deadline passed while it was queued", name);
		break;
	case FCL_SERVE_NO_BOARD:
		fcl_serve_answer_error(answer, MHD_HTTP_SERVICE_UNAVAILABLE,
				       "model '%s': no board is left that runs it", name);
		break;
	case FCL_SERVE_FAILED:
		fcl_serve_answer_error(answer, MHD_HTTP_INTERNAL_SERVER_ERROR,
				       "model '%s': the launch failed on every attempt (%d)", name,
				       infer->request.status);
		break;
	}
}

void fcl_serve_infer_clear(struct fcl_serve_infer *infer)
{
	free(infer->id);
	free(infer->wanted);
	free(infer->binary);
	free(infer->request.outputs);
	fcl_serve_model_unref(infer->model);
	*infer = (struct fcl_serve_infer){0};
}
