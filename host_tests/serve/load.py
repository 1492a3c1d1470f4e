# SPDX-License-Identifier: Apache-2.0
"""Clients that keep a worker busy while a test disturbs it, and check each answer."""
import http.client
import threading

from worker import binary_logits, request


class Load:
    """Runs `clients` threads with a connection each until its `with` block ends, and counts the
    answers."""

    def __init__(self, worker, digits, clients=4, most=8, retried=()):
        self.worker, self.digits, self.most, self.retried = worker, digits, most, retried
        self.expected = {first: digits.expected(first, most) for first in range(0, 4 * most, most)}
        self.lock = threading.Lock()
        self.enough = threading.Condition(self.lock)
        self.right, self.again, self.problems = 0, 0, []
        self.over = False
        self.threads = [threading.Thread(target=self.run, args=(i,)) for i in range(clients)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error):
        self.over = True
        for thread in self.threads:
            thread.join()

    def count(self, right=0, again=0, problem=None):
        with self.lock:
            self.right += right
            self.again += again
            if problem:
                self.problems.append(problem)
                self.over = True
            self.enough.notify_all()

    def run(self, number):
        connection = self.worker.connect()
        turn = number
        while not self.over:
            turn += 1
            items = 1 + turn * 7 % self.most
            first = turn % 4 * self.most
            try:
                status, headers, body = self.worker.infer(
                    request(items), binary=self.digits.some(first, items), connection=connection)
            except (OSError, http.client.HTTPException) as error:
                self.count(problem=repr(error))
                return
            if status in self.retried:
                self.count(again=1)
            elif status != 200:
                self.count(problem=(status, body))
            elif binary_logits(headers, body) != self.expected[first][:10 * items]:
                self.count(problem=("wrong logits", first, items))
            else:
                self.count(right=1)

    def wait(self, right):
        """Waits for this many more right answers."""
        with self.lock:
            goal = self.right + right
            done = self.enough.wait_for(lambda: self.right >= goal or self.problems, 120)
            assert done and not self.problems, (self.right, goal, self.problems[:3], self.worker.said())

    def check(self):
        assert not self.problems, (self.problems[:3], self.worker.said())
