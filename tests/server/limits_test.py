"""The limits of a request: body, items, memory, time, the queue. Each answers with its status and says what to do."""
import json
import os
import threading

import costly
from serving import Server, check, finish, sample

documents, references = sample("westmere-recount")
SMALL = {"documents": documents, "budget": "60w"}
sentence = "Clerk number %d of the district of Westmere counted %d ballots on day %d of the recount and found %d more for Tarrant. "
LARGE = {"documents": ["".join(sentence % (d * 999 + i, i * 7 % 1000, i % 31, i % 13) for i in range(400)) for d in range(20)],
         "budget": "2000w"}


def wants(answer, status, words, what):
    check(answer.status == status and words in answer.error["message"], what, answer.status, answer.body[:300])


# the body: by its declared length, and while it comes
with Server("--max-body", "4K") as server:
    wants(server.summarize(documents=["x" * 5000]), 413, "--max-body", "length")
    wants(server.summarize(documents=["x" * 3000000]), 413, "--max-body", "a longer one: the answer can be read")
    with server.raw() as raw:  # one that is far too long is not waited for
        raw.sendall(b"POST /v1/summarize HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    b"Content-Length: 99999999999\r\n\r\n")
        start = raw.recv(64)
        check(start.startswith(b"HTTP/1.1 413 "), start)
    connection = server.connect()
    connection.request("POST", "/v1/summarize", (b"x" * 1000 for _ in range(10)), {"Content-Type": "application/json"},
                       encode_chunked=True)
    response = connection.getresponse()
    body = json.loads(response.read())
    check(response.status == 413 and "--max-body" in body["error"]["message"], "chunked", response.status, body)
    check(server.summarize(documents=["The clerks counted the ballots again on Monday morning."]).status == 200, "a small one")

# items
with Server("--max-items", "20") as server:
    wants(server.post("/v1/summarize", SMALL), 413, "--max-items", "sentences")
    wants(server.post("/v1/pack", {"instance": {"budget": 1, "items": [{"cost": 1}] * 21}}), 413, "--max-items", "items")
    check(server.post("/v1/pack", {"instance": {"budget": 1, "items": [{"cost": 1}] * 20}}).status == 200, "items")
    wants(server.post("/v1/rouge", {"evaluations": [{"refs": ["a"], "peer": "a"}] * 21}), 413, "allows", "evaluations")

# memory: the request is refused, and the next one is served
with Server("--max-memory", "2M", "-j", "1") as server:
    for _ in range(3):
        wants(server.post("/v1/summarize", LARGE), 413, "--max-memory", "memory")
        check(server.summarize(documents=["The clerks counted the ballots again on Monday morning."]).status == 200, "a small one")
    # a small body that jansson makes large: the memory of its tree is counted too
    wants(server.post("/v1/pack", b'{"instance": [' + b"[]," * 200000 + b"[]]}"), 413, "--max-memory", "a tree")

# time: none at all, and less than a long request needs
with Server("--max-time", "0.000001") as server:
    wants(server.post("/v1/summarize", SMALL), 503, "queue", "no time")
    check(server.get("/healthz").status == 200, "health")
for what, path, body in [("a long request", "/v1/summarize", {**LARGE, "documents": LARGE["documents"] * 4}),
                         ("many pairs of segments", "/v1/rouge",
                          {"evaluations": [{"peer": "a b\n" * 40000, "refs": ["a a\n" * 40000]}], "rouge": "L"})]:
    with Server("--max-time", "0.05", "-j", "1") as server:
        wants(server.post(path, body), 503, "--max-time", what)

# what foreign libraries parse, and what a request sets: the limits hold there too, and a worker is free again afterwards. On a program
# without them the first request does not end. The others end by themselves, whatever the load of the machine is.
# The PDF meets the limit of time or of memory, whichever comes first on the machine.
for limit, expected in [("2", {"pdf": [413, 503], "pdf without words": [503], "ilp": [503]}), ("600", {"html": [200], "markdown": [200], "docx": [422]})]:
    with Server("--max-time", limit, "--max-memory", "64M", "-j", "1") as server:
        for name, path, body, kind in [*costly.requests(), costly.ENDLESS]:
            if name not in expected:
                continue
            answer = server.post(path, body, kind)
            check(answer.status in expected[name], name, answer.status, answer.body[:300])
            check(server.summarize(documents=["The clerks counted the ballots again on Monday morning."]).status == 200, "after", name)
        pages = int(open("/proc/%d/status" % server.process.pid).read().split("VmHWM:")[1].split()[0])
        check("asan" in os.environ["BUILD"] or pages < 96 << 10, "memory of the server in kB", pages)

# the queue: the worker and the one for long requests work, one request waits, the next is refused
with Server("-j", "1", "--queue", "1", "--max-time", "600", stuck=True) as server:
    answers = []
    threads = []
    long = costly.ilp(20, 20)
    for path, body, condition in [("/v1/pack", long, lambda now: now["knap_workers_busy"] == 1),
                                  ("/v1/pack", long, lambda now: now["knap_workers_busy"] == 2),
                                  ("/v1/summarize", SMALL, lambda now: now["knap_queue_length"] == 1)]:
        thread = threading.Thread(target=lambda *what: answers.append(server.post(*what)), args=(path, body))
        thread.start()
        threads.append(thread)
        server.wait_for(condition)
    answer = server.post("/v1/summarize", SMALL)
    wants(answer, 429, "queue", "a full queue")
    check(answer.headers["Retry-After"] == "1", answer.headers)
    answer = server.post("/v1/summarize", SMALL, Accept="text/event-stream")
    wants(answer, 429, "queue", "a full queue, with events")
    check(server.get("/healthz").status == 200 and server.get("/v1/models").status == 200, "others")
    server.release()
    for thread in threads:
        thread.join()
    check([answer.status for answer in answers] == [200, 200, 200], [answer.body[:200] for answer in answers])
    check(server.metrics()["knap_refused_total"] == 2, server.metrics())
    check(server.post("/v1/summarize", SMALL).status == 200, "afterwards")
finish()
