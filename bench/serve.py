#!/usr/bin/env python3
"""Loads `knap serve` with wrk on the loopback, and compares it with `knap summarize` on the same clusters and cores.

    bench/serve.py KNAP DATA [--seconds 60] [--rounds 4] [--connections 64] [--jobs N]

Clusters of DATA are sent to POST /v1/summarize, one per request, by `--connections` connections that each wait for their answer.
The time is split into rounds; in each round `knap summarize --json` runs on the same clusters first, so that both meet the same
machine. The server has a queue of 128 requests (--queue 128), which holds what 64 connections and the hostile clients send: no request is
refused, and each waits for those ahead of it. So the latency at this load is about the number of connections divided by the throughput.

Then rounds with hostile clients at the same time: readers that take a byte now and then, connections that are cut in the middle of a
request or of an answer, bodies that never end, and sockets that send nothing or half a header.

Prints a table with PASS or MISS for each goal; ends with status 1 if one is missed. Needs wrk."""
import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

LUA = """
local bodies = {}
local number = 0
function init(arguments)
  for i = 2, #arguments do
    local file = io.open(arguments[i], "rb")
    bodies[#bodies + 1] = wrk.format("POST", "/v1/summarize", {["Content-Type"] = "application/json"}, file:read("*a"))
    file:close()
  end
  math.randomseed(tonumber(arguments[1]))
  number = math.random(#bodies)
end
function request()
  number = number % #bodies + 1
  return bodies[number]
end
function done(summary, latency, requests)
  local e = summary.errors
  print(string.format('RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d,"p50":%d,"p99":%d,"max":%d}',
    summary.requests, summary.duration, summary.bytes, e.status, e.connect, e.read, e.write, e.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
"""
ENVIRONMENT = dict(os.environ)


def read_clusters(data):
    """The documents of each cluster: DATA/NAME/docs/*."""
    found = {}
    for name in sorted(os.listdir(data)):
        folder = os.path.join(data, name, "docs")
        if os.path.isdir(folder):
            found[name] = [{"name": file, "text": open(os.path.join(folder, file), encoding="utf-8", errors="replace").read()}
                           for file in sorted(os.listdir(folder))]
    return found


class Command:
    """`knap summarize` on enough copies of the clusters to take about as long as a round."""

    def __init__(self, knap, data, work, jobs, names):
        self.arguments = [knap, "summarize", "--json", "-j", str(jobs)]
        self.data, self.folder, self.names, self.copies = data, os.path.join(work, "clusters"), names, 0
        os.mkdir(self.folder)

    def grow(self, copies):
        for copy in range(self.copies, copies):
            for name in self.names:
                shutil.copytree(os.path.join(self.data, name, "docs"), os.path.join(self.folder, "%s-%d" % (name, copy), "docs"))
        self.copies = copies

    def run(self):
        """Clusters and seconds."""
        begun = time.monotonic()
        subprocess.run(self.arguments + [self.folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT,
                       check=True)
        return self.copies * len(self.names), time.monotonic() - begun


class Server:
    def __init__(self, knap, jobs):
        self.process = subprocess.Popen([knap, "serve", "--listen", "0", "--quiet", "-j", str(jobs), "--queue", "128",
                                         "--idle-timeout", "10"],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        self.url = self.process.stdout.readline().decode().strip()
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        self.memory, self.sampling = [], threading.Event()
        threading.Thread(target=self.sample, daemon=True).start()

    def sample(self):
        """Notes the resident memory in MiB once a second, while sampling is on."""
        while True:
            self.sampling.wait()
            time.sleep(1)
            try:
                with open("/proc/%d/statm" % self.process.pid) as file:
                    self.memory.append(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2 ** 20)
            except OSError:
                return

    def wait_until_idle(self):
        """Requests whose client has gone are finished all the same: they must not count for the next round."""
        for _ in range(600):
            with urllib.request.urlopen(self.url + "metrics") as answer:
                lines = answer.read().decode().splitlines()
            if "knap_queue_length 0" in lines and "knap_workers_busy 0" in lines:
                return
            time.sleep(0.05)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)


def run_wrk(server, work, seconds, connections, seed):
    server.wait_until_idle()
    bodies = sorted(os.path.join(work, name) for name in os.listdir(work) if name.endswith(".json"))
    server.sampling.set()
    done = subprocess.run(["wrk", "-t1", "-c%d" % connections, "-d%ds" % seconds, "--timeout", "30s", "--latency", "-s",
                           os.path.join(work, "wrk.lua"), server.url, "--", str(seed), *bodies], capture_output=True, text=True)
    server.sampling.clear()
    for line in done.stdout.splitlines():
        if line.startswith("RESULT "):
            return json.loads(line[7:])
    sys.exit("wrk failed: " + done.stdout + done.stderr)


class Hostile:
    """Clients that do not do what clients should. Each is one thread, and few bytes."""

    def __init__(self, port, body):
        self.port, self.body, self.ending, self.counts = port, body.encode(), threading.Event(), {}
        head = "POST /v1/summarize HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        self.head = (head + "Content-Length: %d\r\n\r\n" % len(self.body)).encode()
        self.endless = (head + "Transfer-Encoding: chunked\r\n\r\n").encode()
        self.threads = [threading.Thread(target=self.repeat, args=[kind], daemon=True)
                        for kind in [self.slow_reader, self.cut, self.never_ends, self.half_open] for _ in range(12)]
        for thread in self.threads:
            thread.start()

    def repeat(self, kind):
        while not self.ending.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self.port), 30) as client:
                    kind(client)
            except OSError:
                pass # the server closed it, as it should
            self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
            self.ending.wait(0.2)

    def slow_reader(self, client):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        client.sendall(self.head + self.body)
        while not self.ending.wait(0.3) and client.recv(1):
            pass

    def cut(self, client):
        whole = self.head + self.body
        client.sendall(whole[:random.randrange(1, len(whole) + 1)])
        self.ending.wait(random.random() * 0.05)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0") # a reset rather than an end

    def never_ends(self, client):
        client.sendall(self.endless)
        while not self.ending.wait(0.5):
            client.sendall(b"5\r\n{\"id\"\r\n")

    def half_open(self, client):
        client.sendall(self.head[:random.randrange(0, 60)])
        while not self.ending.wait(1):
            client.sendall(b"X" if random.random() < 0.3 else b"")

    def stop(self):
        self.ending.set()
        for thread in self.threads:
            thread.join(40)
        return self.counts


def rate(results):
    """Clusters per second."""
    return 1e6 * sum(result["requests"] for result in results) / sum(result["microseconds"] for result in results)


def errors(result):
    return sum(result[kind] for kind in ["status", "connect", "read", "write", "timeout"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("knap")
    parser.add_argument("data")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("bench/serve.py needs wrk: install it (Debian: wrk)")
    clusters = read_clusters(options.data)
    work = tempfile.mkdtemp(prefix="knap-bench-")
    try:
        sys.exit(bench(options, clusters, work))
    finally:
        shutil.rmtree(work)


def bench(options, clusters, work):
    seconds = max(1, round(options.seconds / options.rounds))
    for name, documents in clusters.items():
        with open(os.path.join(work, name + ".json"), "w") as file:
            json.dump({"id": name, "documents": documents}, file)
    with open(os.path.join(work, "wrk.lua"), "w") as file:
        file.write(LUA)
    size = sum(len(text["text"]) for documents in clusters.values() for text in documents) / len(clusters) / 1024
    print("%d clusters of %.0f KiB; %d connections, %d threads, %d rounds of %d s; --queue 128" % (
        len(clusters), size, options.connections, options.jobs, options.rounds, seconds))
    command = Command(options.knap, options.data, work, options.jobs, list(clusters))
    command.grow(1)
    command.run() # files are read once, so that they are in memory
    done, took = command.run()
    command.grow(max(1, min(400, round(seconds * done / took / len(clusters)))))
    server = Server(options.knap, options.jobs)
    run_wrk(server, work, 1, options.connections, 0)
    server.memory.clear()
    rounds, total = [], [0, 0.0]
    for number in range(options.rounds):
        done, took = command.run()
        total = [total[0] + done, total[1] + took]
        result = run_wrk(server, work, seconds, options.connections, number)
        rounds.append(result)
        print("round %d: knap summarize %6.1f clusters/s; knap serve %6.1f; latency p50 %.0f ms, p99 %.0f ms; RSS %.0f MiB" % (
            number + 1, done / took, rate([result]), result["p50"] / 1e3, result["p99"] / 1e3, server.memory[-1]), flush=True)
    memory = list(server.memory)
    quarter = max(1, len(memory) // 4)
    first, last = max(memory[:quarter]), max(memory[-quarter:])
    attacked, calm = [], []
    for number in range(2): # with hostile clients and without them, in turns
        hostile = Hostile(server.port, json.dumps({"documents": next(iter(clusters.values()))[:2], "sources": True}))
        time.sleep(0.5)
        attacked.append(run_wrk(server, work, seconds, options.connections, 98 + number))
        print("hostile clients:", ", ".join("%s %d" % pair for pair in sorted(hostile.stop().items())), flush=True)
        calm.append(run_wrk(server, work, seconds, options.connections, 98 + number))
    memory_after = server.memory[-1]
    status = server.stop()
    served, among = rate(rounds), rate(attacked) / rate(calm)
    commanded = total[0] / total[1]
    p50, p99 = (max(result[name] for result in rounds) / 1e3 for name in ["p50", "p99"])
    ratio = max(result["p99"] / result["p50"] for result in rounds)
    rows = [("errors under load", "0", "%d of %d" % (sum(map(errors, rounds)), sum(result["requests"] for result in rounds)),
             not any(map(errors, rounds))),
            ("throughput / knap summarize", ">= 85%", "%.1f%% (%.1f of %.1f clusters/s)" % (100 * served / commanded, served, commanded),
             served >= 0.85 * commanded),
            ("p99 / median latency", "< 10", "%.2f (p50 %.0f ms, p99 %.0f ms)" % (ratio, p50, p99), ratio < 10),
            ("memory flat", "<= 5% + 2 MiB", "%.1f MiB in the first quarter, %.1f in the last" % (first, last), last <= 1.05 * first + 2),
            ("errors with hostile clients", "0", "%d of %d" % (sum(map(errors, attacked)), sum(result["requests"] for result in attacked)),
             not any(map(errors, attacked + calm))),
            ("throughput among them", ">= 50%", "%.1f%% of that without them; RSS %.1f MiB" % (100 * among, memory_after), among >= 0.5),
            ("the server stops well", "status 0", "status %d" % status, status == 0)]
    print()
    for name, goal, seen, good in rows:
        print("%-30s %-15s %-55s %s" % (name, goal, seen, "PASS" if good else "MISS"))
    print("RSS in MiB, once a second:", " ".join("%.0f" % value for value in memory[::max(1, len(memory) // 60)]))
    return 0 if all(row[3] for row in rows) else 1


main()
