#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""grpc_clients.py SERVE MODELS IMAGES KERNELS.xclbin: the protocol over gRPC, with messages that protoc has made."""
import array
import os
import signal
import sys
import tempfile
import threading

import grpc
import grpc_service_pb2 as pb

from mixed_models import add_model
from worker import Digits, Worker, check_right, copy_models, main

serve, models, images, kernels = sys.argv[1:]
digits = Digits(os.path.join(models, "digits", "1"), images)


class Client:
    """Calls without generated stubs: a method's messages are named after it."""

    def __init__(self, worker):
        port = worker.wait_for("serving gRPC at ").split("(port ")[1].split(")")[0]
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}")

    def call(self, method, request=None, timeout=60):
        request = request or getattr(pb, method + "Request")()
        answer = getattr(pb, method + "Response")
        rpc = self.channel.unary_unary("/inference.GRPCInferenceService/" + method, type(request).SerializeToString,
                                       answer.FromString)
        return rpc(request, timeout=timeout)

    def refused(self, code, words, method, request):
        try:
            answer = self.call(method, request)
        except grpc.RpcError as error:
            assert error.code() == code and words in error.details(), (error.code(), error.details(), code, words)
        else:
            raise AssertionError((words, answer))


def start(folder, *options, devices="emu:u250"):
    worker = Worker(serve, folder, "--grpc", "127.0.0.1:0", *options, devices=devices)
    return worker, Client(worker)


def ask(first, count, raw=True, **more):
    request = pb.ModelInferRequest(model_name="digits", **more)
    tensor = request.inputs.add(name="images", datatype="UINT8", shape=[count, 64])
    if raw:
        request.raw_input_contents.append(bytes(digits.some(first, count)))
    else:
        tensor.contents.uint_contents.extend(digits.some(first, count))
    return request


def logits(answer):
    assert len(answer.outputs) == len(answer.raw_output_contents) == 1, answer
    return list(array.array("i", answer.raw_output_contents[0]))


def test_metadata():
    worker, client = start(models)
    assert client.call("ServerLive").live and client.call("ServerReady").ready
    server = client.call("ServerMetadata")
    assert server.name == "fpgacl serve" and server.version and "model_repository" in server.extensions
    assert client.call("ModelReady", pb.ModelReadyRequest(name="digits")).ready
    model = client.call("ModelMetadata", pb.ModelMetadataRequest(name="digits", version="1"))
    assert list(model.versions) == ["1"] and model.inputs[0].name == "images" and list(model.inputs[0].shape) == [-1, 64]
    assert model.outputs[0].datatype == "INT32", model
    client.refused(grpc.StatusCode.NOT_FOUND, "there is no model", "ModelReady", pb.ModelReadyRequest(name="x"))
    client.refused(grpc.StatusCode.NOT_FOUND, "version 1, not 2", "ModelMetadata",
                   pb.ModelMetadataRequest(name="digits", version="2"))
    client.refused(grpc.StatusCode.NOT_FOUND, "no version 'x'", "ModelMetadata",
                   pb.ModelMetadataRequest(name="digits", version="x"))
    assert worker.stop() == 0, worker.said()


def test_infer():
    worker, client = start(models)
    for first, count, raw in ((0, 1, True), (9, 32, True), (7, 3, False)):
        answer = client.call("ModelInfer", ask(first, count, raw, id="me"))
        assert logits(answer) == digits.expected(first, count) and answer.id == "me", answer
        assert answer.model_name == "digits" and answer.model_version == "1" and list(answer.outputs[0].shape) == [count, 10]
    assert check_right(worker, digits, 3, 2) == 200  # beside HTTP
    assert worker.metric("succeeded_requests_total") == 4

    def wrong(words, edit):
        request = ask(0, 2)
        edit(request)
        client.refused(grpc.StatusCode.INVALID_ARGUMENT, words, "ModelInfer", request)

    wrong("no input 'x'", lambda request: setattr(request.inputs[0], "name", "x"))
    wrong("expected the datatype UINT8", lambda request: setattr(request.inputs[0], "datatype", "FP32"))
    wrong("its shape", lambda request: request.inputs[0].shape.append(1))
    wrong("1 to 256, found 0", lambda request: request.inputs[0].shape.__setitem__(0, 0))
    wrong("1 to 256, found -1", lambda request: request.inputs[0].shape.__setitem__(0, -1))
    wrong("expected 192 bytes for its shape, found 128", lambda request: request.inputs[0].shape.__setitem__(0, 3))
    wrong("'raw_input_contents' for all inputs", lambda request: request.raw_input_contents.append(b""))
    wrong("is missing", lambda request: (request.ClearField("inputs"), request.ClearField("raw_input_contents")))
    wrong("given twice", lambda request: (request.inputs.append(request.inputs[0]), request.raw_input_contents.append(
        request.raw_input_contents[0])))
    wrong("no output 'x'", lambda request: request.outputs.add(name="x"))
    wrong("'priority'", lambda request: setattr(request.parameters["priority"], "int64_param", 9))
    wrong("sequences", lambda request: setattr(request.parameters["sequence_id"], "int64_param", 1))
    wrong("shared memory", lambda request: setattr(request.inputs[0].parameters["shared_memory_region"], "string_param", "r"))
    request = ask(0, 1, raw=False)
    request.inputs[0].contents.uint_contents[5] = 256
    client.refused(grpc.StatusCode.INVALID_ARGUMENT, "not of type UINT8", "ModelInfer", request)
    client.refused(grpc.StatusCode.NOT_FOUND, "there is no model", "ModelInfer", pb.ModelInferRequest(model_name="x"))
    assert logits(client.call("ModelInfer", ask(4, 1))) == digits.logits(4)
    assert worker.stop() == 0, worker.said()


def test_types():
    with tempfile.TemporaryDirectory() as folder:
        for model, datatype in (("scale", "FP32"), ("invert", "BOOL"), ("next", "INT64"), ("half", "FP64")):
            add_model(folder, model, datatype, kernels)
        worker, client = start(folder)
        for model, datatype, field, data, letter, expected in (
                ("scale", "FP32", "fp32_contents", [0.5, -1.25, 2, 3], "f", [2, -1.5, 5, 7]),
                ("invert", "BOOL", "bool_contents", [True, False, False, True], "B", [0, 1, 1, 0]),
                ("next", "INT64", "int64_contents", [-2**63, 0, 1, 2**63 - 2], "q", [-2**63 + 1, 1, 2, 2**63 - 1]),
                ("half", "FP64", "fp64_contents", [1, 2, 3, 1e300], "d", [0.5, 1, 1.5, 5e299])):
            request = pb.ModelInferRequest(model_name=model)
            getattr(request.inputs.add(name="in", datatype=datatype, shape=[1, 4]).contents, field).extend(data)
            answer = client.call("ModelInfer", request)
            assert list(array.array(letter, answer.raw_output_contents[0])) == expected, (model, answer)
        assert worker.stop() == 0, worker.said()


def test_repository_and_deadline():
    with tempfile.TemporaryDirectory() as folder:
        repository = copy_models(models, folder)
        worker, client = start(repository, devices="delay(emu:u250)?read=500ms")
        index = client.call("RepositoryIndex").models
        assert [(model.name, model.version, model.state) for model in index] == [("digits", "1", "READY")], index
        client.call("RepositoryModelUnload", pb.RepositoryModelUnloadRequest(model_name="digits"))
        client.refused(grpc.StatusCode.NOT_FOUND, "unloaded", "ModelInfer", ask(0, 1))
        client.call("RepositoryModelLoad", pb.RepositoryModelLoadRequest(model_name="digits"))
        client.refused(grpc.StatusCode.NOT_FOUND, "no model 'x'", "RepositoryModelLoad",
                       pb.RepositoryModelLoadRequest(model_name="x"))
        # Launches keep both feeders busy for half a second each; a request behind them is too late.
        threads = [threading.Thread(target=client.call, args=("ModelInfer", ask(0, 256))) for _ in range(6)]
        for thread in threads:
            thread.start()
        worker.wait_for_metric("queued_items", 1)
        late = ask(0, 1)
        late.parameters["timeout"].int64_param = 1
        client.refused(grpc.StatusCode.DEADLINE_EXCEEDED, "while it was queued", "ModelInfer", late)
        # Accepted calls are answered after SIGTERM.
        worker.process.send_signal(signal.SIGTERM)
        for thread in threads:
            thread.join()
        assert worker.stop() == 0, worker.said()


main(globals())
