"""Workers that cannot be stopped for a while, in a solver. The others are answered when their time is over, and
the server is not ready. Long requests that can be stopped leave the workers to short ones. Silent connections do not keep others out. A model that becomes a pipe does not block the signals."""
import os
import signal
import socket
import tempfile
import threading
import time

import costly
from serving import Server, check, finish, knap

SMALL = {"documents": ["The clerks counted the ballots again on Monday morning."]}
STUCK = costly.ilp(20, 20)


def occupy(server):
    """Lets the worker for short requests, and the one for long ones, work for much longer than their time."""
    connections = [server.connect(), server.connect()]
    for number, connection in enumerate(connections):
        connection.request("POST", "/v1/pack", STUCK, {"Content-Type": "application/json"})
        server.wait_for(lambda now: now["knap_workers_busy"] == number + 1)
    return connections


# the queue and readiness
with Server("-j", "1", "--max-time", "0.4", "--queue", "8", stuck=True) as server:
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
    for thread in threads:
        thread.join()
    for each in held:  # they are answered although the workers go on
        answer = each.getresponse()
        check(answer.status == 503 and b"took longer than the 0.4 seconds" in answer.read(), "held", answer.status)
    check(server.metrics()["knap_workers_busy"] == 2, "the workers are stuck")
    check(ready.status == 503 and ready.json == {"status": "busy"}, "busy", ready.status, ready.body)
    for number, answer in answers.items():
        check(b"waited too long in the queue" in answer.body and (answer.status == 503 or number % 2), number, answer.status,
              answer.body[:200])
    check(server.get("/readyz").status == 200, "nothing waits any more")
    for each in held:
        each.close()
    server.release()
    server.wait_for(lambda now: now["knap_workers_busy"] == 0)

# long requests beside short ones: the long ones fill what there is for them, and the only worker is free for short ones. None of the long
# ones can end before the limit, so without that every short one would be answered with 503.
with Server("-j", "1", "--max-time", "20") as server:
    answers = {}

    def ask_long(number, path, body, kind):
        answers[number] = server.post(path, body, kind)

    costs = [costly.ENDLESS] * 8
    threads = [threading.Thread(target=ask_long, args=(number, *cost[1:])) for number, cost in enumerate(costs)]
    for thread in threads:
        thread.start()
    server.wait_for(lambda now: now["knap_workers_busy"] + now["knap_queue_length"] == len(costs))
    for _ in range(40):
        answer = server.summarize(**SMALL)
        check(answer.status == 200, "beside long requests", answer.status, answer.body[:200])
    page = b"<!DOCTYPE html><html><body><p>The clerks counted the ballots again on Monday morning.</p></body></html>"
    for _ in range(5):
        answer = server.post("/v1/summarize", costly.part("a.html", page), costly.KIND)
        check(answer.status == 200, "a page beside long requests", answer.status, answer.body[:200])
    check(not answers, "a long request ended before the short ones: the machine is too slow for this test", len(answers))
    check(server.get("/readyz").status == 200, "ready for short requests")
    for thread in threads:
        thread.join()
    for number, answer in answers.items():
        check(answer.status == 503 and b"took longer than the 20 seconds" in answer.body, costs[number][0], answer.status, answer.body[:200])

# more long requests than may wait: the next is refused when it turns out to be long, and a short one is served
with Server("-j", "1", "--max-time", "20", "--queue", "2") as server:
    name, path, body, kind = costly.ENDLESS
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(server.post(path, body, kind))) for _ in range(6)]
    for number, thread in enumerate(threads):
        thread.start()
        server.wait_for(lambda now: now["knap_workers_busy"] + now["knap_queue_length"] + len(answers) == number + 1)
        server.wait_for(lambda now: now["knap_queue_length"] + len(answers) >= number)
    server.wait_for(lambda now: now["knap_refused_total"] == 3)
    # a new worker opens its languages for a summary, which is no short request on a busy machine; a list needs none
    for _ in range(20):  # as a client does that is told to try again: the long ones may just change places
        short = server.post("/v1/pack", {"instance": {"budget": 1, "items": [{"cost": 1}]}})
        if short.status != 429:
            break
        time.sleep(0.1)
    check(short.status == 200 and len(answers) == 3, "a short one", short.status, short.body[:200], len(answers))
    for thread in threads:
        thread.join()
    check(sorted(answer.status for answer in answers) == [429] * 3 + [503] * 3, [answer.status for answer in answers])

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
