// SPDX-License-Identifier: Apache-2.0
// The gRPC form of the Open Inference Protocol. No thread waits for a board: a call is finished by
// the thread that ends its request.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <grpcpp/grpcpp.h>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "grpc_service.grpc.pb.h"

extern "C" {
#include "tools/serve/grpc/service.h"
}

namespace
{

constexpr int64_t most_timeout_us = INT64_C(86400000000); // a day
constexpr unsigned most_versions = 64;

using grpc::CallbackServerContext;
using grpc::ServerUnaryReactor;
using grpc::Status;
using grpc::StatusCode;

Status invalid(const std::string &text)
{
	return {StatusCode::INVALID_ARGUMENT, text};
}

Status status_of(const struct fcl_err &err)
{
	return {err.code == -ENOENT ? StatusCode::NOT_FOUND : StatusCode::INVALID_ARGUMENT,
		err.text};
}

// A reference to a model.
class Model
{
      public:
	Model(struct fcl_serve_server *server, const std::string &name, const std::string &version)
	    : model_(fcl_serve_bridge_get(server, name.c_str(), version.c_str(), &err_))
	{
	}
	~Model()
	{
		if (model_)
			fcl_serve_bridge_release(model_);
	}
	Model(const Model &) = delete;
	Model &operator=(const Model &) = delete;

	explicit operator bool() const
	{
		return model_ != nullptr;
	}
	Status status() const
	{
		return status_of(err_);
	}
	struct fcl_serve_model *get() const
	{
		return model_;
	}
	const struct fcl_serve_description &description() const
	{
		return *fcl_serve_bridge_description(model_);
	}

      private:
	struct fcl_err err_ = {};
	struct fcl_serve_model *model_;
};

// A request's tensors. An abandoned launch may read them after the call has ended.
struct Inputs {
	std::vector<std::vector<char>> bytes;
	std::vector<const void *> pointers;
	uint64_t charged = 0;

	static void release(void *data)
	{
		auto *inputs = static_cast<Inputs *>(data);

		fcl_serve_bridge_uncharge(inputs->charged);
		delete inputs;
	}
};

int find(const struct fcl_serve_tensor *tensors, unsigned count, const std::string &name)
{
	for (unsigned i = 0; i < count; i++)
		if (name == tensors[i].name)
			return static_cast<int>(i);
	return -1;
}

// Appends elements of type T. False: one does not fit.
template <typename T, typename Elements>
bool append(const Elements &elements, std::vector<char> *out)
{
	for (auto element : elements) {
		auto value = static_cast<T>(element);

		if (static_cast<decltype(element)>(value) != element && element == element)
			return false;
		out->insert(out->end(), reinterpret_cast<const char *>(&value),
			    reinterpret_cast<const char *>(&value) + sizeof(value));
	}
	return true;
}

bool convert(const struct fcl_serve_datatype &type, const inference::InferTensorContents &contents,
	     std::vector<char> *out)
{
	switch (type.kind) {
	case FCL_SERVE_BOOL:
		return append<uint8_t>(contents.bool_contents(), out);
	case FCL_SERVE_SIGNED:
		return type.size == 1   ? append<int8_t>(contents.int_contents(), out)
		       : type.size == 2 ? append<int16_t>(contents.int_contents(), out)
		       : type.size == 4 ? append<int32_t>(contents.int_contents(), out)
					: append<int64_t>(contents.int64_contents(), out);
	case FCL_SERVE_UNSIGNED:
		return type.size == 1   ? append<uint8_t>(contents.uint_contents(), out)
		       : type.size == 2 ? append<uint16_t>(contents.uint_contents(), out)
		       : type.size == 4 ? append<uint32_t>(contents.uint_contents(), out)
					: append<uint64_t>(contents.uint64_contents(), out);
	case FCL_SERVE_FLOAT:
		return type.size == 4 ? append<float>(contents.fp32_contents(), out)
				      : append<double>(contents.fp64_contents(), out);
	case FCL_SERVE_HALF:
		break;
	}
	return false;
}

// One call of ModelInfer, from its message to its response. Deletes itself.
class Inference
{
      public:
	Inference(struct fcl_serve_server *server, const CallbackServerContext *context,
		  const inference::ModelInferRequest *message,
		  inference::ModelInferResponse *response, ServerUnaryReactor *reactor)
	    : server_(server), context_(context), message_(message), response_(response),
	      reactor_(reactor)
	{
		request_.priority = FCL_SERVE_PRIORITY;
		request_.done = on_done;
		request_.data = this;
	}

	~Inference()
	{
		fcl_serve_memory_unref(request_.memory);
		std::free(request_.outputs);
	}
	Inference(const Inference &) = delete;
	Inference &operator=(const Inference &) = delete;

	// If the model was replaced after it was looked up, its successor takes the request.
	void start()
	{
		enum fcl_serve_pushed pushed = FCL_SERVE_PUSH_CLOSED;
		Status status;

		while (status.ok() && pushed == FCL_SERVE_PUSH_CLOSED) {
			status = read();
			if (status.ok())
				pushed = fcl_serve_bridge_push(model_->get(), &request_);
		}
		if (status.ok() && pushed == FCL_SERVE_PUSHED)
			return; /* and perhaps deleted already */
		if (status.ok() && pushed == FCL_SERVE_PUSH_FULL)
			status = {StatusCode::RESOURCE_EXHAUSTED,
				  "model '" + message_->model_name() + "': its queue is full"};
		else if (status.ok())
			status = {StatusCode::UNAVAILABLE,
				  "model '" + message_->model_name() + "' has no board left"};
		finish(status);
	}

      private:
	static void on_done(struct fcl_serve_request *request)
	{
		static_cast<Inference *>(request->data)->answer();
	}

	void finish(const Status &status)
	{
		ServerUnaryReactor *reactor = reactor_;
		struct fcl_serve_server *server = server_;

		delete this;
		reactor->Finish(status);
		fcl_serve_bridge_end(server);
	}

	Status read()
	{
		model_ = std::make_unique<Model>(server_, message_->model_name(),
						 message_->model_version());
		if (!*model_)
			return model_->status();
		Status status = read_parameters();
		if (status.ok())
			status = read_outputs();
		return status.ok() ? read_inputs() : status;
	}

	Status read_parameters()
	{
		const auto &parameters = message_->parameters();
		auto priority = parameters.find("priority"), timeout = parameters.find("timeout");
		auto until = context_->deadline();

		request_.deadline = 0;
		if (until != std::chrono::system_clock::time_point::max()) {
			auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(
					    until - std::chrono::system_clock::now())
					    .count();

			request_.deadline = fcl_serve_bridge_now() +
					    static_cast<uint64_t>(std::max<int64_t>(left, 1));
		}
		if (parameters.count("sequence_id"))
			return invalid("sequences are not supported: models here have no state");
		if (priority != parameters.end()) {
			int64_t value = number_of(priority->second);

			if (value < 0 || value > FCL_SERVE_PRIORITIES)
				return invalid("'priority' is a number from 0 to " +
					       std::to_string(FCL_SERVE_PRIORITIES));
			if (value)
				request_.priority = static_cast<unsigned>(value) - 1;
		}
		if (timeout != parameters.end()) {
			int64_t us = number_of(timeout->second);

			if (us < 0 || us > most_timeout_us)
				return invalid(
					"'timeout' is a number of microseconds, up to a day");
			if (us)
				request_.deadline = fcl_serve_bridge_now() +
						    static_cast<uint64_t>(us) * 1000;
		}
		return Status::OK;
	}

	// -1: not a number that is not negative
	static int64_t number_of(const inference::InferParameter &parameter)
	{
		if (parameter.has_uint64_param())
			return parameter.uint64_param() > INT64_MAX
				       ? -1
				       : static_cast<int64_t>(parameter.uint64_param());
		return parameter.has_int64_param() ? parameter.int64_param() : -1;
	}

	Status read_outputs()
	{
		const auto &description = model_->description();

		wanted_.assign(description.noutputs, message_->outputs().empty());
		for (const auto &output : message_->outputs()) {
			int index = find(description.outputs, description.noutputs, output.name());

			if (index < 0)
				return invalid("the model has no output '" + output.name() + "'");
			if (output.parameters().count("classification") ||
			    output.parameters().count("shared_memory_region"))
				return invalid("output '" + output.name() +
					       "': classification and shared memory are not "
					       "supported");
			wanted_[static_cast<size_t>(index)] = true;
		}
		return Status::OK;
	}

	Status read_inputs()
	{
		const auto &description = model_->description();
		int raw = message_->raw_input_contents_size();
		auto inputs = std::make_unique<Inputs>();
		uint64_t size = message_->ByteSizeLong();

		if (raw && raw != message_->inputs_size())
			return invalid(
				"expected 'raw_input_contents' for all inputs or none, found " +
				std::to_string(raw));
		fcl_serve_memory_unref(request_.memory);
		request_.memory = nullptr;
		request_.items = 0;
		inputs->bytes.resize(description.ninputs);
		inputs->pointers.resize(description.ninputs);
		if (!fcl_serve_bridge_charge(size))
			return {StatusCode::RESOURCE_EXHAUSTED, "no memory left for requests"};
		inputs->charged = size;
		request_.inputs = inputs->pointers.data();
		Inputs *kept = inputs.release();
		request_.memory = fcl_serve_memory_create(Inputs::release, kept);
		if (!request_.memory) {
			Inputs::release(kept);
			return {StatusCode::RESOURCE_EXHAUSTED, "out of memory"};
		}
		for (int i = 0; i < message_->inputs_size(); i++) {
			Status status = read_input(
				kept, i, raw ? &message_->raw_input_contents(i) : nullptr);

			if (!status.ok())
				return status;
		}
		for (unsigned i = 0; i < description.ninputs; i++)
			if (!kept->pointers[i])
				return invalid(std::string("the input '") +
					       description.inputs[i].name + "' is missing");
		return Status::OK;
	}

	Status read_input(Inputs *inputs, int number, const std::string *raw)
	{
		const auto &description = model_->description();
		const auto &input = message_->inputs(number);
		int index = find(description.inputs, description.ninputs, input.name());

		if (index < 0)
			return invalid("the model has no input '" + input.name() + "'");
		const auto &tensor = description.inputs[index];
		auto &bytes = inputs->bytes[static_cast<size_t>(index)];
		const std::string what = "input '" + input.name() + "'";

		if (inputs->pointers[static_cast<size_t>(index)])
			return invalid(what + " is given twice");
		if (input.datatype() != tensor.type->name)
			return invalid(what + ": expected the datatype " + tensor.type->name +
				       ", found " + input.datatype());
		if (input.parameters().count("shared_memory_region"))
			return invalid(what + ": shared memory is not supported");
		Status status = read_shape(what, tensor, input);
		if (!status.ok())
			return status;
		if (raw)
			bytes.assign(raw->begin(), raw->end());
		else if (tensor.type->kind == FCL_SERVE_HALF)
			return invalid(what + ": " + tensor.type->name +
				       " is accepted as raw data only");
		else if (!convert(*tensor.type, input.contents(), &bytes))
			return invalid(what + ": an element is not of type " + tensor.type->name);
		if (bytes.size() != tensor.item_size * static_cast<uint64_t>(request_.items))
			return invalid(what + ": expected " +
				       std::to_string(tensor.item_size *
						      static_cast<uint64_t>(request_.items)) +
				       " bytes for its shape, found " +
				       std::to_string(bytes.size()));
		inputs->pointers[static_cast<size_t>(index)] = bytes.data();
		return Status::OK;
	}

	// All inputs of a request must have the same number of items.
	Status read_shape(const std::string &what, const struct fcl_serve_tensor &tensor,
			  const inference::ModelInferRequest::InferInputTensor &input)
	{
		const auto &description = model_->description();
		bool fits = input.shape_size() == static_cast<int>(tensor.ndimensions);
		int64_t items = 1;

		for (int i = 0; fits && i < input.shape_size(); i++)
			fits = tensor.shape[i] < 0 || tensor.shape[i] == input.shape(i);
		if (!fits)
			return invalid(what + ": its shape is not the model's");
		if (description.batches)
			items = input.shape(0);
		if (items < 1 || items > description.max_batch)
			return invalid(what + ": expected a batch of 1 to " +
				       std::to_string(description.max_batch) + ", found " +
				       std::to_string(items));
		if (request_.items && request_.items != items)
			return invalid(what + ": a batch of " + std::to_string(items) +
				       ", and of " + std::to_string(request_.items) + " before");
		request_.items = items;
		return Status::OK;
	}

	void answer()
	{
		const std::string what = "model '" + message_->model_name() + "': ";

		switch (request_.outcome) {
		case FCL_SERVE_OK:
			fill();
			finish(Status::OK);
			break;
		case FCL_SERVE_EXPIRED:
			finish({StatusCode::DEADLINE_EXCEEDED,
				what + "the request's deadline passed while it was queued"});
			break;
		case FCL_SERVE_NO_BOARD:
			finish({StatusCode::UNAVAILABLE, what + "no board is left that runs it"});
			break;
		case FCL_SERVE_FAILED:
			finish({StatusCode::INTERNAL,
				what + "the launch failed on every attempt (" +
					std::to_string(request_.status) + ")"});
			break;
		}
	}

	void fill()
	{
		const auto &description = model_->description();

		response_->set_model_name(fcl_serve_bridge_name(model_->get()));
		response_->set_model_version(
			std::to_string(fcl_serve_bridge_version(model_->get())));
		response_->set_id(message_->id());
		for (unsigned i = 0; i < description.noutputs; i++) {
			const auto &tensor = description.outputs[i];

			if (!wanted_[i])
				continue;
			auto *output = response_->add_outputs();
			output->set_name(tensor.name);
			output->set_datatype(tensor.type->name);
			for (unsigned k = 0; k < tensor.ndimensions; k++)
				output->add_shape(tensor.shape[k] < 0 ? request_.items
								      : tensor.shape[k]);
			response_->add_raw_output_contents(
				request_.outputs +
					fcl_serve_bridge_offset(model_->get(), i, request_.items),
				tensor.item_size * static_cast<size_t>(request_.items));
		}
	}

	struct fcl_serve_server *server_;
	const CallbackServerContext *context_;
	const inference::ModelInferRequest *message_;
	inference::ModelInferResponse *response_;
	ServerUnaryReactor *reactor_;
	std::unique_ptr<Model> model_;
	std::vector<bool> wanted_;
	struct fcl_serve_request request_ = {};
};

void add_tensors(
	const struct fcl_serve_tensor *tensors, unsigned count,
	google::protobuf::RepeatedPtrField<inference::ModelMetadataResponse::TensorMetadata> *list)
{
	for (unsigned i = 0; i < count; i++) {
		auto *tensor = list->Add();

		tensor->set_name(tensors[i].name);
		tensor->set_datatype(tensors[i].type->name);
		for (unsigned k = 0; k < tensors[i].ndimensions; k++)
			tensor->add_shape(tensors[i].shape[k]);
	}
}

struct Index {
	inference::RepositoryIndexResponse *response;
	bool ready_only;

	static void add(void *data, const char *name, unsigned version, bool ready,
			const char *reason)
	{
		auto *index = static_cast<Index *>(data);

		if (index->ready_only && !ready)
			return;
		auto *model = index->response->add_models();
		model->set_name(name);
		if (version)
			model->set_version(std::to_string(version));
		model->set_state(ready ? "READY" : "UNAVAILABLE");
		model->set_reason(reason);
	}
};

class Service final : public inference::GRPCInferenceService::CallbackService
{
      public:
	explicit Service(struct fcl_serve_server *server) : server_(server)
	{
	}

	ServerUnaryReactor *ServerLive(CallbackServerContext *context,
				       const inference::ServerLiveRequest *,
				       inference::ServerLiveResponse *response) override
	{
		response->set_live(true);
		return finish(context, Status::OK);
	}

	ServerUnaryReactor *ServerReady(CallbackServerContext *context,
					const inference::ServerReadyRequest *,
					inference::ServerReadyResponse *response) override
	{
		response->set_ready(!fcl_serve_bridge_unready(server_));
		return finish(context, Status::OK);
	}

	ServerUnaryReactor *ModelReady(CallbackServerContext *context,
				       const inference::ModelReadyRequest *request,
				       inference::ModelReadyResponse *response) override
	{
		Model model(server_, request->name(), request->version());

		if (!model)
			return finish(context, model.status());
		response->set_ready(fcl_serve_bridge_is_ready(model.get()));
		return finish(context, Status::OK);
	}

	ServerUnaryReactor *ServerMetadata(CallbackServerContext *context,
					   const inference::ServerMetadataRequest *,
					   inference::ServerMetadataResponse *response) override
	{
		response->set_name("fpgacl serve");
		response->set_version(FPGACL_VERSION);
		for (const char *extension : {"model_repository", "schedule_policy"})
			response->add_extensions(extension);
		return finish(context, Status::OK);
	}

	ServerUnaryReactor *ModelMetadata(CallbackServerContext *context,
					  const inference::ModelMetadataRequest *request,
					  inference::ModelMetadataResponse *response) override
	{
		Model model(server_, request->name(), request->version());
		unsigned versions[most_versions];

		if (!model)
			return finish(context, model.status());
		unsigned count = fcl_serve_bridge_versions(server_, request->name().c_str(),
							   versions, most_versions);
		response->set_name(request->name());
		for (unsigned i = 0; i < count; i++)
			response->add_versions(std::to_string(versions[i]));
		response->set_platform("fpgacl_opencl");
		add_tensors(model.description().inputs, model.description().ninputs,
			    response->mutable_inputs());
		add_tensors(model.description().outputs, model.description().noutputs,
			    response->mutable_outputs());
		return finish(context, Status::OK);
	}

	ServerUnaryReactor *ModelInfer(CallbackServerContext *context,
				       const inference::ModelInferRequest *request,
				       inference::ModelInferResponse *response) override
	{
		if (!fcl_serve_bridge_begin(server_))
			return finish(context, shutting_down());
		ServerUnaryReactor *reactor = context->DefaultReactor();
		auto *one = new Inference(server_, context, request, response, reactor);

		one->start();
		return reactor;
	}

	ServerUnaryReactor *RepositoryIndex(CallbackServerContext *context,
					    const inference::RepositoryIndexRequest *request,
					    inference::RepositoryIndexResponse *response) override
	{
		Index index = {response, request->ready()};

		fcl_serve_bridge_index(server_, Index::add, &index);
		return finish(context, Status::OK);
	}

	ServerUnaryReactor *
	RepositoryModelLoad(CallbackServerContext *context,
			    const inference::RepositoryModelLoadRequest *request,
			    inference::RepositoryModelLoadResponse *) override
	{
		if (!request->parameters().empty())
			return finish(context, invalid("load takes no parameters: a model is "
						       "defined by its folder"));
		return change(context, request->model_name(), fcl_serve_bridge_load);
	}

	ServerUnaryReactor *
	RepositoryModelUnload(CallbackServerContext *context,
			      const inference::RepositoryModelUnloadRequest *request,
			      inference::RepositoryModelUnloadResponse *) override
	{
		return change(context, request->model_name(), fcl_serve_bridge_unload);
	}

      private:
	static Status shutting_down()
	{
		return {StatusCode::UNAVAILABLE, "the worker is shutting down"};
	}

	static ServerUnaryReactor *finish(CallbackServerContext *context, const Status &status)
	{
		ServerUnaryReactor *reactor = context->DefaultReactor();

		reactor->Finish(status);
		return reactor;
	}

	// On its own thread, because boards may take seconds.
	ServerUnaryReactor *change(CallbackServerContext *context, const std::string &name,
				   int (*how)(struct fcl_serve_server *, const char *,
					      struct fcl_err *))
	{
		struct fcl_serve_server *server = server_;

		if (!fcl_serve_bridge_begin(server))
			return finish(context, shutting_down());
		ServerUnaryReactor *reactor = context->DefaultReactor();
		auto run = [server, reactor, name, how] {
			struct fcl_err err = {};

			reactor->Finish(how(server, name.c_str(), &err) ? status_of(err)
									: Status::OK);
			fcl_serve_bridge_end(server);
		};
		try {
			std::thread(run).detach();
		} catch (const std::system_error &) {
			reactor->Finish({StatusCode::UNAVAILABLE, "no thread can be started"});
			fcl_serve_bridge_end(server);
		}
		return reactor;
	}

	struct fcl_serve_server *server_;
};

} // namespace

struct fcl_serve_grpc {
	explicit fcl_serve_grpc(struct fcl_serve_server *worker) : service(worker)
	{
	}

	Service service;
	std::unique_ptr<grpc::Server> server;
};

struct fcl_serve_grpc *fcl_serve_grpc_start(struct fcl_serve_server *server,
					    const struct fcl_serve_grpc_options *options,
					    int *ret_port, struct fcl_err *err)
{
	auto grpc = std::make_unique<fcl_serve_grpc>(server);
	grpc::ServerBuilder builder;
	grpc::ResourceQuota quota;
	int port = 0;

	quota.Resize(options->memory);
	builder.SetResourceQuota(quota);
	builder.SetMaxReceiveMessageSize(
		static_cast<int>(std::min<uint64_t>(options->largest, INT_MAX)));
	builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
	builder.AddListeningPort(options->address, grpc::InsecureServerCredentials(), &port);
	builder.RegisterService(&grpc->service);
	grpc->server = builder.BuildAndStart();
	if (!grpc->server) {
		fcl_err_set(err, -EADDRINUSE, "--grpc: nothing can listen at '%s'",
			    options->address);
		return nullptr;
	}
	*ret_port = port;
	return grpc.release();
}

void fcl_serve_grpc_stop(struct fcl_serve_grpc *grpc)
{
	if (grpc)
		grpc->server->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(1));
}

void fcl_serve_grpc_free(struct fcl_serve_grpc *grpc)
{
	delete grpc;
}
