"""A worker that cannot be stopped for a while: GLPK in the first relaxation of a large program. The others are answered when their time is over, and
the server is not ready. Silent connections do not keep others out. A model that becomes a pipe does not block the signals."""
import os
import signal
import socket
import tempfile
import threading

import costly
from serving import Server, check, finish, knap

SMALL = {"documents": ["The clerks counted the ballots again on Monday morning."]}
STUCK = costly.ilp(30000, 3000)


def occupy(server):
    """Lets the only worker work for much longer than its time."""
    connection = server.connect()
    connection.request("POST", "/v1/pack", STUCK, {"Content-Type": "application/json"})
    server.wait_for(lambda now: now["knap_workers_busy"] == 1)
    return connection


# the queue and readiness
with Server("-j", "1", "--max-time", "0.4", "--queue", "8", "--max-memory", "1G") as server:
    check(server.get("/readyz").status == 200, "ready at first")
    held = occupy(server)
    answers = {}

    def ask(number):
        kind = "text/event-stream" if number % 2 else "application/json"
        answers[number] = server.post("/v1/summarize", SMALL, Accept=kind)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    server.wait_for(lambda now: now["knap_queue_length"] == 8 or len(answers) > 0)
    ready = server.get("/readyz")
    check(ready.status == 503 and ready.json == {"status": "busy"}, "busy", ready.status, ready.body)
    for thread in threads:
        thread.join()
    check(server.metrics()["knap_workers_busy"] == 1, "the worker ended too soon for this test")
    for number, answer in answers.items():
        check(b"waited too long in the queue" in answer.body and (answer.status == 503 or number % 2), number, answer.status, answer.body[:200])
    check(server.get("/readyz").status == 200, "nothing waits any more")
    held.close()

# connections of one client that sends nothing: another one is served
with Server("-j", "1", "--connections", "64", "--idle-timeout", "600") as server:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(80)]
    check(server.summarize(**SMALL).status == 200, "beside silent connections")
    for each in silent:
        each.close()

# a model that becomes a pipe or a device
folder = tempfile.mkdtemp()
model = os.path.join(folder, "model.knap")
knap("train", "examples/passages.jsonl", "-o", model, "-q", "--epochs", "1")
with Server("-m", "items=" + model) as server:
    os.unlink(model)
    os.mkfifo(model)
    server.process.send_signal(signal.SIGHUP)
    server.wait_for(lambda now: now["knap_model_reload_errors_total"] == 1)
    os.unlink(model)
    os.symlink("/dev/zero", model)
    server.process.send_signal(signal.SIGHUP)
    server.wait_for(lambda now: now["knap_model_reload_errors_total"] == 2)
    check(server.summarize(**SMALL).status == 200, "afterwards")
os.unlink(model)
os.rmdir(folder)
finish()
