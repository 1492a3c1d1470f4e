# SPDX-License-Identifier: Apache-2.0
"""A simulated kubelet, as far as device plugins see it: its socket, Register(), and its calls to
the plugins."""
import os
import sys
import threading
import time
from concurrent import futures

import grpc

import deviceplugin_pb2 as pb

PATIENCE = 60  # seconds; other tests slow the machine down


class Plugin:
    """One registration: the kubelet's connection to a plugin, and the devices that the plugin has
    listed."""

    def __init__(self, folder, request):
        self.endpoint, self.resource, self.version = request.endpoint, request.resource_name, request.version
        self.options = request.options
        self.channel = grpc.insecure_channel(f"unix:{folder}/{request.endpoint}")
        self.lists, self.ended = [], threading.Event()
        self.served = self.call("GetDevicePluginOptions", pb.Empty(), pb.DevicePluginOptions)
        self.stream = self.channel.unary_stream(
            "/v1beta1.DevicePlugin/ListAndWatch", request_serializer=pb.Empty.SerializeToString,
            response_deserializer=pb.ListAndWatchResponse.FromString)(pb.Empty())
        threading.Thread(target=self.follow, daemon=True).start()

    def call(self, method, request, response):
        return self.channel.unary_unary(
            f"/v1beta1.DevicePlugin/{method}", request_serializer=type(request).SerializeToString,
            response_deserializer=response.FromString)(request, timeout=PATIENCE)

    def follow(self):
        try:
            for response in self.stream:
                self.lists.append(response)
        except grpc.RpcError:
            pass
        self.ended.set()

    def devices(self):
        """{id: (health, NUMA nodes)} as the kubelet knows them now; {} before the first list."""
        if not self.lists:
            return {}
        return {device.id: (device.health, [node.id for node in device.topology.nodes])
                for device in self.lists[-1].devices}

    def allocate(self, *ids):
        response = self.call("Allocate", pb.AllocateRequest(containers=[{"devices": ids}]), pb.AllocateResponse)
        assert len(response.containers) == 1, response
        return response.containers[0]

    def prefer(self, available, must, size):
        response = self.call("GetPreferredAllocation", pb.PreferredAllocationRequest(
            containers=[{"available": available, "must_include": must, "size": size}]),
            pb.PreferredAllocationResponse)
        return sorted(response.containers[0].devices)


class Kubelet:
    """Like the real kubelet, removes all sockets in the folder when it starts, and makes its own."""

    def __init__(self, folder):
        self.folder, self.plugins, self.refuse = folder, [], None
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        self.server = grpc.server(futures.ThreadPoolExecutor(4))
        handler = grpc.unary_unary_rpc_method_handler(
            self.register, request_deserializer=pb.RegisterRequest.FromString,
            response_serializer=pb.Empty.SerializeToString)
        self.server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(
            "v1beta1.Registration", {"Register": handler})])
        assert self.server.add_insecure_port(f"unix:{folder}/kubelet.sock")
        self.server.start()

    def register(self, request, context):
        if self.refuse:
            context.abort(grpc.StatusCode.INTERNAL, self.refuse)
        self.plugins.append(Plugin(self.folder, request))
        return pb.Empty()

    def plugin(self, resource):
        """The last registration of that resource, or None."""
        return next((plugin for plugin in reversed(self.plugins) if plugin.resource == resource), None)

    def stop(self):
        for plugin in self.plugins:
            plugin.stream.cancel()
            plugin.channel.close()
        self.server.stop(0).wait()


def until(what, condition, seconds=PATIENCE):
    """Waits until the condition's value is true, and returns that value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"expected {what} within {seconds} s")
