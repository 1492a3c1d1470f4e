// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cerrno>
#include <chrono>
#include <grpcpp/grpcpp.h>
#include <memory>
#include <string>
#include <vector>

#include "deviceplugin.grpc.pb.h"

extern "C" {
#include "tools/kubernetes/grant.h"
#include "tools/kubernetes/prefer.h"
#include "tools/kubernetes/service.h"
}

namespace
{

constexpr int register_s = 10; // even a busy node should not take longer
constexpr int stop_ms = 2000;  // for calls in progress

class Locked
{
      public:
	explicit Locked(struct fcl_kube_inventory *inventory) : inventory_(inventory)
	{
		pthread_mutex_lock(&inventory_->lock);
	}
	~Locked()
	{
		pthread_mutex_unlock(&inventory_->lock);
	}
	Locked(const Locked &) = delete;
	Locked &operator=(const Locked &) = delete;

      private:
	struct fcl_kube_inventory *inventory_;
};

class Plugin final : public v1beta1::DevicePlugin::Service
{
      public:
	Plugin(struct fcl_kube_inventory *inventory, std::string type)
	    : inventory_(inventory), type_(std::move(type))
	{
	}

	void end()
	{
		ending_ = true;
	}

	grpc::Status GetDevicePluginOptions(grpc::ServerContext *, const v1beta1::Empty *,
					    v1beta1::DevicePluginOptions *options) override
	{
		options->set_get_preferred_allocation_available(true);
		return grpc::Status::OK;
	}

	// Sends all boards of the type at once, and again after each change, until the kubelet
	// disconnects.
	grpc::Status
	ListAndWatch(grpc::ServerContext *context, const v1beta1::Empty *,
		     grpc::ServerWriter<v1beta1::ListAndWatchResponse> *writer) override
	{
		std::string last;
		unsigned version = 0;

		while (!context->IsCancelled() && !ending_) {
			v1beta1::ListAndWatchResponse response;
			bool first = !version;
			{
				Locked locked(inventory_);
				unsigned now = fcl_kube_inventory_wait(inventory_, version);

				if (!now)
					break;
				if (now == version)
					continue;
				version = now;
				list(&response);
			}
			// Boards of other types change the version as well.
			std::string bytes = response.SerializeAsString();
			if (!first && bytes == last)
				continue;
			last = bytes;
			if (!writer->Write(response))
				break;
		}
		return grpc::Status::OK;
	}

	grpc::Status Allocate(grpc::ServerContext *, const v1beta1::AllocateRequest *request,
			      v1beta1::AllocateResponse *response) override
	{
		for (const auto &container : request->containers()) {
			grpc::Status status = grant(container, response->add_containers());

			if (!status.ok())
				return status;
		}
		return grpc::Status::OK;
	}

	grpc::Status GetPreferredAllocation(grpc::ServerContext *,
					    const v1beta1::PreferredAllocationRequest *request,
					    v1beta1::PreferredAllocationResponse *response) override
	{
		for (const auto &container : request->containers())
			prefer(container, response->add_containers());
		return grpc::Status::OK;
	}

	grpc::Status PreStartContainer(grpc::ServerContext *,
				       const v1beta1::PreStartContainerRequest *,
				       v1beta1::Empty *) override
	{
		return grpc::Status::OK;
	}

      private:
	// The lock must be held. A board that is gone stays in the list, so that pods which had it
	// are shown correctly.
	void list(v1beta1::ListAndWatchResponse *response) const
	{
		for (unsigned i = 0; i < inventory_->boards.count; i++) {
			const struct fcl_kube_board *board = &inventory_->boards.boards[i];

			if (type_ != board->type)
				continue;
			v1beta1::Device *device = response->add_devices();
			device->set_id(board->id);
			device->set_health(fcl_kube_state_of(board) == FCL_KUBE_GOOD ? "Healthy"
										     : "Unhealthy");
			if (board->numa >= 0)
				device->mutable_topology()->add_nodes()->set_id(board->numa);
		}
	}

	static void fill(const struct fcl_kube_grant &grant,
			 v1beta1::ContainerAllocateResponse *response)
	{
		auto &envs = *response->mutable_envs();

		if (grant.devices.size)
			envs["FPGACL_DEVICES"] = grant.devices.bytes;
		if (grant.visible.size)
			envs["FPGACL_VISIBLE_DEVICES"] = grant.visible.bytes;
		for (unsigned i = 0; i < grant.count; i++) {
			const char *path = grant.boards[i]->path;

			if (grant.boards[i]->kind == FCL_KUBE_CARD) {
				v1beta1::DeviceFile *file = response->add_devices();
				file->set_container_path(path);
				file->set_host_path(path);
				file->set_permissions("rw");
			} else {
				v1beta1::Mount *mount = response->add_mounts();
				mount->set_container_path(path);
				mount->set_host_path(path);
			}
		}
	}

	grpc::Status grant(const v1beta1::ContainerAllocateRequest &request,
			   v1beta1::ContainerAllocateResponse *response)
	{
		std::vector<const char *> ids;
		struct fcl_kube_grant grant = {};
		struct fcl_err err = {};

		for (const auto &id : request.devices())
			ids.push_back(id.c_str());
		Locked locked(inventory_);
		if (fcl_kube_grant_make(&inventory_->boards, ids.data(), (unsigned)ids.size(),
					&grant, &err))
			return {grpc::StatusCode::FAILED_PRECONDITION, err.text};
		fill(grant, response);
		fcl_kube_grant_free(&grant);
		return grpc::Status::OK;
	}

	void prefer(const v1beta1::ContainerPreferredRequest &request,
		    v1beta1::ContainerPreferredResponse *response)
	{
		std::vector<struct fcl_kube_choice> choices;

		{
			Locked locked(inventory_);
			for (const auto &id : request.available()) {
				const struct fcl_kube_board *board =
					fcl_kube_boards_get(&inventory_->boards, id.c_str());
				bool must = false;

				for (const auto &one : request.must_include())
					must = must || one == id;
				choices.push_back({board ? board->numa : -1, must});
			}
		}
		fcl_kube_prefer(choices.data(), (unsigned)choices.size(),
				request.size() > 0 ? (unsigned)request.size() : 0);
		for (size_t i = 0; i < choices.size(); i++)
			if (choices[i].chosen)
				response->add_devices(request.available((int)i));
	}

	struct fcl_kube_inventory *inventory_;
	const std::string type_;
	std::atomic<bool> ending_{false};
};

std::chrono::system_clock::time_point from_now(std::chrono::milliseconds time)
{
	return std::chrono::system_clock::now() + time;
}

} // namespace

struct fcl_kube_service {
	fcl_kube_service(struct fcl_kube_inventory *inventory, const char *type)
	    : plugin(inventory, type)
	{
	}

	Plugin plugin;
	std::unique_ptr<grpc::Server> server;
};

extern "C" int fcl_kube_service_start(struct fcl_kube_inventory *inventory, const char *type,
				      const char *socket, struct fcl_kube_service **ret_service,
				      struct fcl_err *err)
try {
	auto service = std::make_unique<fcl_kube_service>(inventory, type);
	grpc::ServerBuilder builder;

	builder.AddListeningPort(std::string("unix:") + socket, grpc::InsecureServerCredentials());
	builder.RegisterService(&service->plugin);
	// There is one kubelet with few calls, so few threads suffice.
	builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::NUM_CQS, 1);
	builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MAX_POLLERS, 2);
	service->server = builder.BuildAndStart();
	if (!service->server)
		return fcl_err_set(err, -EADDRINUSE, "gRPC cannot listen at %s", socket);
	*ret_service = service.release();
	return 0;
} catch (const std::exception &exception) {
	return fcl_err_set(err, -ENOMEM, "gRPC cannot listen at %s: %s", socket, exception.what());
}

extern "C" void fcl_kube_service_stop(struct fcl_kube_service *service)
{
	if (!service)
		return;
	service->plugin.end();
	service->server->Shutdown(from_now(std::chrono::milliseconds(stop_ms)));
	delete service;
}

extern "C" int fcl_kube_register(const char *kubelet, const char *endpoint, const char *resource,
				 struct fcl_err *err)
try {
	grpc::ChannelArguments arguments;
	grpc::ClientContext context;
	v1beta1::RegisterRequest request;
	v1beta1::Empty response;

	// Go's HTTP/2 rejects a path as the host name; and connections must not be reused for
	// another kubelet.
	arguments.SetString(GRPC_ARG_DEFAULT_AUTHORITY, "localhost");
	arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
	auto stub = v1beta1::Registration::NewStub(grpc::CreateCustomChannel(
		std::string("unix:") + kubelet, grpc::InsecureChannelCredentials(), arguments));

	request.set_version("v1beta1");
	request.set_endpoint(endpoint);
	request.set_resource_name(resource);
	request.mutable_options()->set_get_preferred_allocation_available(true);
	context.set_deadline(from_now(std::chrono::seconds(register_s)));
	grpc::Status status = stub->Register(&context, request, &response);
	if (!status.ok())
		return fcl_err_set(err, -ECONNREFUSED, "the kubelet at %s rejected %s: %s", kubelet,
				   resource, status.error_message().c_str());
	return 0;
} catch (const std::exception &exception) {
	return fcl_err_set(err, -ENOMEM, "%s cannot be registered: %s", resource, exception.what());
}
