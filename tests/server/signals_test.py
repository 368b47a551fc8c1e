"""SIGHUP under load loses no request and changes the model; a bad file keeps the old one. SIGTERM ends what runs and refuses new work; a second
signal stops at once."""
import json
import os
import shutil
import signal
import socket
import tempfile
import threading

from serving import ROOT, Server, check, finish, knap

folder = tempfile.mkdtemp()
lines = open(os.path.join(ROOT, "examples", "passages.jsonl"), "rb").read()
model = os.path.join(folder, "model.knap")
versions = []
for number, options in enumerate([["--epochs", "1", "--seed", "1"], ["--epochs", "40", "--seed", "5", "--learner", "ogd"]]):
    path = os.path.join(folder, "%d.knap" % number)
    knap("train", "examples/passages.jsonl", "-o", path, "-q", *options)
    versions.append((path, knap("pack", "-m", path, "--json", "-q", "examples/passages.jsonl")))
check(versions[0][1] and versions[1][1] and versions[0][1] != versions[1][1], "two models that differ", versions)


def install(number):
    """Replaces the file of the model as a whole."""
    shutil.copyfile(versions[number][0], model + ".new")
    os.rename(model + ".new", model)


def reloads(server, wanted):
    server.wait_for(lambda now: now["knap_model_reloads_total"] + now["knap_model_reload_errors_total"] >= wanted)


install(0)
with Server("-m", "items=" + model, "-j", "2", "--queue", "64") as server:
    check([row["name"] for row in server.get("/v1/models").json["models"]] == ["default", "items"], "models")
    answers, stop = [], threading.Event()

    def load():
        connection = server.connect()
        while not stop.is_set():
            answers.append(server.post("/v1/pack?model=items", lines, "application/x-ndjson", connection))
        connection.close()

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    for round_ in range(1, 21):
        install(round_ % 2)
        server.process.send_signal(signal.SIGHUP)
        reloads(server, round_)
        current = server.post("/v1/pack?model=items", lines, "application/x-ndjson")
        check(current.body == versions[round_ % 2][1], "the new model", round_)
    stop.set()
    for thread in threads:
        thread.join()
    known = {version[1] for version in versions}
    check(len(answers) > 20 and all(answer.status == 200 and answer.body in known for answer in answers),
          [answer.body[:200] for answer in answers if answer.body not in known][:3])
    # a file that is wrong, or gone
    for damage in [lambda: open(model, "w").write("nonsense"), lambda: os.unlink(model)]:
        damage()
        round_ += 1
        server.process.send_signal(signal.SIGHUP)
        reloads(server, round_)
        check(server.post("/v1/pack?model=items", lines, "application/x-ndjson").body == versions[0][1], "the old model stays")
    events = [line["event"] for line in server.log() if "event" in line]
    check(sum("old one stays" in event for event in events) == 2, events)

# the end
sentence = "Clerk number %d of the district of Westmere counted %d ballots on day %d of the recount and found %d more for Tarrant. "
long = {"budget": "2000w", "documents": ["".join(sentence % (d * 999 + i, i * 7 % 1000, i % 31, i % 13) for i in range(400))
                                         for d in range(30)]}
with Server("-j", "1", "--max-time", "600") as server:
    answers, idle = [], server.connect()
    check(server.send("GET", "/readyz", connection=idle).status == 200, "ready")
    threads = [threading.Thread(target=lambda: answers.append(server.post("/v1/summarize", long))) for _ in range(2)]
    for thread in threads:
        thread.start()
    server.wait_for(lambda now: now["knap_workers_busy"] == 1 and now["knap_queue_length"] == 1)
    server.process.send_signal(signal.SIGTERM)
    while not any(line.get("event") == "stopping" for line in server.log()):
        pass
    # on a connection that is open: not ready, and no new work
    answer = server.send("GET", "/readyz", connection=idle)
    check(answer.status == 503 and answer.json == {"status": "stopping"}, answer.status, answer.body)
    for thread in threads:
        thread.join()
    check([answer.status for answer in answers] == [200, 200], [answer.body[:200] for answer in answers])
    server.process.wait(timeout=600)
    try:
        socket.create_connection(("127.0.0.1", server.port)).close()
        check(False, "the server still listens")
    except ConnectionRefusedError:
        pass

with Server("-j", "1", "--max-time", "600", expect=1) as server:
    def ask():
        try:
            server.post("/v1/summarize", long)
        except (ConnectionError, OSError):
            pass
    thread = threading.Thread(target=ask)
    thread.start()
    server.wait_for(lambda now: now["knap_workers_busy"] == 1)
    server.process.send_signal(signal.SIGINT)
    while not any(line.get("event") == "stopping" for line in server.log()):
        pass
    server.process.send_signal(signal.SIGINT)
    server.process.wait(timeout=600)
    thread.join()
    check(any("second signal" in line.get("event", "") for line in server.log()), server.log())
shutil.rmtree(folder)
finish()
