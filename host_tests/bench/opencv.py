# SPDX-License-Identifier: Apache-2.0
"""The rows of fcl_vision that tools/bench shows, with OpenCV on the same number of processors."""
import time

import cv2
import numpy as np

WIDTH, HEIGHT, ROUNDS = 1920, 1080, 15


def sobel(gray):
    cv2.Sobel(gray, cv2.CV_16S, 1, 0)
    cv2.Sobel(gray, cv2.CV_16S, 0, 1)


def edges(colour):
    gray = cv2.GaussianBlur(cv2.cvtColor(colour, cv2.COLOR_RGB2GRAY), (3, 3), 0)
    x = cv2.Sobel(gray, cv2.CV_32F, 1, 0)
    y = cv2.Sobel(gray, cv2.CV_32F, 0, 1)
    cv2.convertScaleAbs(cv2.magnitude(x, y))


def measure(name, operation, picture):
    operation(picture)
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        operation(picture)
        times.append(time.perf_counter() - start)
    print(f"vision, {name}\tM/s\t{WIDTH * HEIGHT / sorted(times)[ROUNDS // 2] / 1e6:.4g}")


random = np.random.default_rng(1)
measure("sobel3x3", sobel, random.integers(0, 256, (HEIGHT, WIDTH), np.uint8))
measure("edges, a chain of 5", edges, random.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8))
