#!/usr/bin/env python3
"""Measures what expensive requests take from honest ones: KNAP=PROGRAM bench/hostile.py [SECONDS]

Sixteen connections send the requests of tests/server/costly.py in turn, each as soon as the one before is answered. Sixteen others send a
small request each, one after another. Both are on the loopback. Rounds with and without the expensive requests alternate, so that both
meet the same machine. Prints PASS or MISS for each goal; ends with status 1 if one is missed."""
import json
import multiprocessing
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "server"))
import costly  # noqa: E402
from serving import Server, sample  # noqa: E402

CONNECTIONS, LIMIT, MEMORY, JOBS, ROUNDS = 16, 3, 64, 2, 4
documents, _ = sample("westmere-recount")
SMALL = {"documents": documents, "budget": "60w"}


class Clients:
    """Connections that ask until they are stopped."""

    def __init__(self, server, asks):
        self.server, self.asks, self.ending, self.answers = server, asks, threading.Event(), []
        self.threads = [threading.Thread(target=self.ask, args=(number,)) for number in range(CONNECTIONS)]
        for thread in self.threads:
            thread.start()

    def ask(self, number):
        connection = self.server.connect()
        while not self.ending.is_set():
            name, path, body, kind = self.asks[number % len(self.asks)]
            number += 1
            begun = time.monotonic()
            answer = self.server.post(path, body, kind, connection)
            self.answers.append((name, answer.status, time.monotonic() - begun))
        connection.close()

    def stop(self):
        self.ending.set()
        for thread in self.threads:
            thread.join()
        return self.answers


class Apart:
    """The same in a process of its own, so that one kind of client does not slow down the other."""

    def __init__(self, server):
        self.mine, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=self.run, args=(server, theirs))
        self.process.start()
        self.mine.recv()

    @staticmethod
    def run(server, pipe):
        clients = Clients(server, costly.requests())
        pipe.send("ready")
        pipe.recv()
        pipe.send(clients.stop())

    def stop(self):
        self.mine.send("stop")
        answers = self.mine.recv()
        self.process.join()
        return answers


def resident(process):
    """The most resident memory of a process, in MiB."""
    try:
        with open("/proc/%s/status" % process) as lines:
            return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


def readers(server):
    with open("/proc/%d/task/%d/children" % (server, server)) as file:
        helpers = file.read().split()
    for helper in helpers:
        try:
            with open("/proc/%s/task/%s/children" % (helper, helper)) as file:
                yield from file.read().split()
        except OSError:
            pass


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    honest = [("honest", "/v1/summarize", json.dumps(SMALL).encode(), "application/json")]
    rates, attacks, served, largest = {False: [], True: []}, [], [], 0
    with Server("-j", str(JOBS), "--max-time", str(LIMIT), "--max-memory", "%dM" % MEMORY) as server:
        server.post("/v1/summarize", SMALL)
        for number in range(2 * ROUNDS):
            attacked = number % 2 == 1
            hostile = Apart(server) if attacked else None
            time.sleep(0.5)
            clients, begun = Clients(server, honest), time.monotonic()
            while time.monotonic() - begun < seconds / ROUNDS:
                time.sleep(0.1)
                for reader in readers(server.process.pid):
                    largest = max(largest, resident(reader))
            answers = clients.stop()
            rates[attacked].append(len(answers) / (time.monotonic() - begun))
            served += answers
            if hostile:
                attacks += hostile.stop()
            print("round %d: %6.1f honest requests/s %s" % (number + 1, rates[attacked][-1], "beside expensive ones" if attacked else "alone"),
                  flush=True)
        memory = resident(server.process.pid)
    kinds = {name: [(status, took) for kind, status, took in attacks if kind == name] for name in sorted({name for name, _, _ in attacks})}
    for name, seen in kinds.items():
        print("%-9s %5d requests, status %s, longest %.2f s" % (
            name, len(seen), ", ".join("%d: %d" % (status, sum(1 for other, _ in seen if other == status))
                                       for status in sorted({status for status, _ in seen})), max(took for _, took in seen)))
    alone, beside = (sum(rates[attacked]) / len(rates[attacked]) for attacked in [False, True])
    longest = max(took for _, _, took in attacks)
    wrong = sum(1 for _, status, _ in served if status != 200)
    rows = [("honest rate", ">= 80%", "%.0f%% (%.1f of %.1f requests/s)" % (100 * beside / alone, beside, alone), beside >= 0.8 * alone),
            ("honest errors", "0", "%d of %d" % (wrong, len(served)), wrong == 0),
            ("longest honest answer", "", "%.2f s" % max(took for _, _, took in served), True),
            ("longest expensive answer", "<= %.1f s" % (LIMIT + 0.5), "%.2f s of %d" % (longest, len(attacks)), longest <= LIMIT + 0.5),
            ("memory of the server", "<= %d MiB" % (2 * JOBS * MEMORY + 32), "%.0f MiB" % memory, memory <= 2 * JOBS * MEMORY + 32),
            ("memory of a reader", "<= %d MiB" % (MEMORY + 32), "%.0f MiB" % largest, largest <= MEMORY + 32)]
    for name, goal, seen, good in rows:
        print("%-26s %-12s %-40s %s" % (name, goal, seen, "PASS" if good else "MISS"))
    return 0 if all(row[3] for row in rows) else 1


sys.exit(main())
