"""Trained models over HTTP: a summarizer answers byte for byte what the command prints with it, also after SIGHUP; a model of items is
refused for documents. Then the addresses that a server listens on: IPv6, all of them, one that is taken."""
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile

from serving import ENVIRONMENT, KNAP, ROOT, SAMPLES, Server, check, finish, knap, sample

folder = tempfile.mkdtemp()
words, items = os.path.join(folder, "words.knap"), os.path.join(folder, "items.knap")
knap("train", "sample", "-o", words, "-q", "--lang", "en", "--epochs", "1")
knap("train", "examples/passages.jsonl", "-o", items, "-q", "--epochs", "1")


def compare(server, model, file):
    """Summaries over HTTP by `model` are those of the command with `file`; returns them."""
    texts = []
    for name in SAMPLES:
        documents, _ = sample(name)
        printed = knap("summarize", *[document["name"] for document in documents], "--json", "-q", "-b", "60w", *(["-m", file] if file else []),
                       cwd=os.path.join(ROOT, "sample", name, "docs"))
        wanted = json.loads(printed)
        got = server.summarize(id=wanted["id"], documents=documents, budget="60w", **({"model": model} if model else {}))
        check(got.status == 200 and got.body == printed, name, model, got.body[:300], printed[:300])
        texts.append(wanted["sentences"])
    return texts


# the first model is the default; others are named
with Server("-m", words, "-m", "items=" + items, "-j", "2") as server:
    models = server.get("/v1/models").json["models"]
    check([model["name"] for model in models] == ["default", "items"], models)
    trained = compare(server, None, words)
    check(trained == compare(server, "default", words), "the default by its name")
    documents, _ = sample(SAMPLES[0])
    answer = server.summarize(documents=documents, model="items")
    check(answer.status == 400 and answer.error["member"] == "model" and "/v1/pack" in answer.error["message"], answer.body)
    answer = server.summarize(documents=documents, model="none")
    check(answer.status == 400 and answer.error["member"] == "model" and "/v1/models" in answer.error["message"], answer.body)
    line = open(os.path.join(ROOT, "examples", "passages.jsonl"), "rb").readline()
    for name, status in [("items", 200), ("default", 400), ("none", 400)]:
        answer = server.post("/v1/pack?model=" + name, line, "application/x-ndjson")
        check(answer.status == status and (status == 200 or answer.error["member"] == "model"), name, answer.body[:300])
    # another summarizer takes the place of the first
    knap("train", "sample", "-o", words + ".new", "-q", "--lang", "en", "--epochs", "1", "--views", "paper", "--seed", "7")
    shutil.move(words + ".new", words)
    server.process.send_signal(signal.SIGHUP)
    server.wait_for(lambda now: now["knap_model_reloads_total"] >= 1)
    check(compare(server, None, words) != trained, "another model")
with Server("-m", "words=" + words) as server:
    check(compare(server, "words", words) != compare(server, None, None), "the embedded model stays the default")

# addresses
with Server() as server:
    taken = subprocess.run([KNAP, "serve", "--listen", "127.0.0.1:%d" % server.port], capture_output=True, env=ENVIRONMENT)
    check(taken.returncode == 1 and b"--listen 127.0.0.1:%d: Address already in use" % server.port in taken.stderr, taken)
    check(server.get("/healthz").status == 200, "the first one goes on")
with Server(listen="0.0.0.0:0") as server:
    check(server.get("/healthz").status == 200, "all addresses")
    server.process.send_signal(signal.SIGTERM)
    _, errors = server.process.communicate(timeout=600)
    check(b"without a token" in errors, errors)
try:
    socket.create_server(("::1", 0), family=socket.AF_INET6).close()
except OSError:
    print("note: this machine has no IPv6")
else:
    with Server(listen="[::1]:0") as server:
        check(server.url.startswith("http://[::1]:"), server.url)
        with socket.create_connection(("::1", server.port)) as raw:
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n")
            check(raw.recv(64).startswith(b"HTTP/1.1 200 "), "IPv6")
shutil.rmtree(folder)
finish()
