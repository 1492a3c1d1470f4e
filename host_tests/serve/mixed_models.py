# SPDX-License-Identifier: Apache-2.0
"""Models of the kernels in kernels.cpp, and requests for them."""
import json
import os
import shutil


def add_model(repository, kernel, datatype, image, edit=None, **more):
    """Adds a model that takes and returns four numbers per item, on the kernel of that name."""
    folder = os.path.join(repository, kernel, "1")
    os.makedirs(folder)
    shutil.copy(image, os.path.join(folder, "kernels.xclbin"))
    description = {
        "image": "kernels.xclbin", "max_batch": 8,
        "inputs": [{"name": "in", "datatype": datatype, "shape": [-1, 4]}],
        "outputs": [{"name": "out", "datatype": datatype, "shape": [-1, 4]}],
        "kernels": [{"name": kernel, "arguments": {"in": {"input": "in"}, "out": {"output": "out"},
                                                   "count": {"batch": True}}}], **more}
    if edit:
        edit(description)
    with open(os.path.join(folder, "model.json"), "w", encoding="ascii") as file:
        json.dump(description, file)


def ask(datatype, data=None, count=None, binary=False):
    """A request for such a model."""
    tensor = {"name": "in", "datatype": datatype, "shape": [count or len(data) // 4, 4]}
    if binary:
        size = {"BOOL": 1, "FP32": 4}.get(datatype, 8)
        tensor["parameters"] = {"binary_data_size": 4 * size * count}
    else:
        tensor["data"] = data
    return {"inputs": [tensor], "parameters": {"binary_data_output": binary}}
