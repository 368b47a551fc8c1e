"""Every endpoint answers, and /v1/summarize, /v1/pack and /v1/rouge answer byte for byte what the commands print."""
import json
import os
import subprocess

from serving import KNAP, ROOT, SAMPLES, Server, check, finish, knap, multipart, sample

with Server("-j", "2") as server:
    # the small ones
    check(server.get("/healthz").json == {"status": "ok"}, "healthz")
    check(server.get("/readyz").json == {"status": "ready"}, "readyz")
    check(server.get("/favicon.ico").status == 204, "favicon")
    head = server.send("HEAD", "/healthz")
    check(head.status == 200 and head.body == b"", "HEAD", head.status, head.body)
    missing = server.get("/nothing")
    check(missing.status == 404 and missing.error["status"] == 404, "404", missing.body)
    wrong = server.send("DELETE", "/healthz")
    check(wrong.status == 405 and wrong.headers["Allow"] == "GET, HEAD", "405", wrong.headers["Allow"])
    wrong = server.get("/v1/summarize")
    check(wrong.status == 405 and wrong.headers["Allow"] == "POST", "405", wrong.headers["Allow"])

    # the page and its policy
    page = server.get("/")
    policy = page.headers["Content-Security-Policy"]
    check(page.status == 200 and page.body.startswith(b"<!DOCTYPE html>"), "page", page.body[:40])
    for rule in ["default-src 'none'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]:
        check(rule in policy, rule, policy)
    check("unsafe" not in policy and "*" not in policy, policy)
    for path in ["/", "/healthz", "/nothing", "/v1/models"]:
        headers = server.get(path).headers
        check(headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer", path, headers)

    # models and systems
    models = server.get("/v1/models").json
    check([model["name"] for model in models["models"]] == ["default"], models["models"])
    names = [system["name"] for system in models["systems"]]
    check("cover" in names and "lexrank" in names and "scp" in names, names)
    check(all(system["help"] for system in models["systems"]), "help")
    check(models["limits"]["jobs"] == 2, models["limits"])

    # summaries: as the command prints them
    for name in SAMPLES:
        documents, references = sample(name)
        for options, members in [([], {}), (["-b", "60w"], {"budget": "60w"}), (["--explain", "-b", "10%"], {"budget": "10%"}),
                                 (["-s", "lexrank", "-b", "3s"], {"system": "lexrank", "budget": "3s"}),
                                 (["--order", "source", "--max-rouge"], {"order": "source", "max_rouge": True}),
                                 (["--filter", "none", "--trim", "none"], {"filter": "none", "trim": "none"})]:
            folder = os.path.join(ROOT, "sample", name, "docs")
            printed = knap("summarize", *[document["name"] for document in documents], "--json", "-q", *options, cwd=folder)
            wanted = json.loads(printed)
            got = server.summarize(id=wanted["id"], documents=documents, **members)
            if "--explain" in options:
                got = server.summarize(id=wanted["id"], documents=documents, explain=True, **members)
                answer = got.json
                check({key: answer[key] for key in wanted} == wanted, name, options)
            else:
                check(got.body == printed, name, options, got.body[:200], printed[:200])
        # with references
        got = server.summarize(documents=documents, references=references, rouge="1,2,L").json
        check(0 < got["rouge1_recall"] < 1, got["rouge1_recall"])
        check(set(got["rouge"]) == {"ROUGE-1", "ROUGE-2", "ROUGE-L"}, got["rouge"])
        scores = server.post("/v1/rouge", {"refs": [text["text"] for text in references], "peer": got["summary"],
                                           "rouge": "1,2,L", "each": True}).json
        check(scores["systems"][0]["each"][0]["scores"] == got["rouge"], name, scores, got["rouge"])

    # the same documents as files, in other formats too
    documents, references = sample(SAMPLES[0])
    parts = [("documents", document["name"], document["text"].encode()) for document in documents]
    plain = server.summarize(id="x", documents=documents, budget="60w")
    body, kind = multipart(("request", None, b'{"id": "x", "budget": "60w"}'), *parts)
    check(server.post("/v1/summarize", body, kind).body == plain.body, "multipart")
    page = "<html><body><h1>News</h1>%s</body></html>" % "".join(
        "<p>%s</p>" % line for line in documents[0]["text"].splitlines() if line)
    body, kind = multipart(("documents", "../../etc/passwd", page.encode()),
                           ("request", None, b'{"sources": true, "budget": "30w"}'))
    got = server.post("/v1/summarize", body, kind)
    check(got.status == 200 and got.json["documents"][0]["name"] == "../../etc/passwd", got.body[:300])
    check("<p>" not in got.json["documents"][0]["text"], "HTML is read as HTML")
    # an empty file part, and one that is no text
    body, kind = multipart(("documents", "empty.txt", b""))
    check(server.post("/v1/summarize", body, kind).status == 422, "an empty file")
    body, kind = multipart(("documents", "x.pdf", b"%PDF-1.4 broken"))
    check(server.post("/v1/summarize", body, kind).status == 422, "a broken file")

    # lists: as the command prints them
    items = open(os.path.join(ROOT, "examples", "passages.jsonl"), "rb").read()
    for query, options in [("", []), ("?system=mmr&budget=60", ["-s", "mmr", "-b", "60"]),
                           ("?system=lead&seed=3&keep_order=true", ["-s", "lead", "--seed", "3", "--keep-order"]),
                           ("?cost=words&budget=30&duplicates=0.5", ["--cost", "words", "-b", "30", "--duplicates", "0.5"])]:
        got = server.post("/v1/pack" + query, items, "application/x-ndjson")
        printed = knap("pack", "--json", "-q", *options, "examples/passages.jsonl")
        check(got.status == 200 and got.body == printed, query, got.body[:300], printed[:300])
    for query, options in [("&format=markdown&merge=true", ["--format", "markdown", "--merge"]), ("&order=edges", ["--order", "edges"]),
                           ("&format=xml&compress=true&min_ratio=0.2", ["--format", "xml", "--compress", "--min-ratio", "0.2"])]:
        got = server.post("/v1/pack?cost=words&budget=30" + query, items, "application/x-ndjson")
        printed = knap("pack", "--json", "-q", "--cost", "words", "-b", "30", *options, "examples/passages.jsonl")
        check(got.status == 200 and got.body == printed, query, got.body[:300], printed[:300])
    got = server.post("/v1/pack", {"instance": {"budget": 3, "items": [{"cost": 1, "score": 1}]}, "per_group": 1, "half_life": "30d"}).json
    check([note.split()[0] for note in got["notes"]] == ["per-group", "half-life"], got)
    for body in [{"half_life": "3q"}, {"format": "pdf"}, {"order": "up"}, {"order": "edges", "keep_order": True}, {"compress": True}]:
        got = server.post("/v1/pack", {"instance": {"budget": 3, "items": [{"cost": 1, "text": "a"}]}, **body})
        check(got.status == 400, body, got.status, got.body)
    table = "id,cost,score\na,3,0.5\nb,4,0.9\nc,5,0.2\n"
    as_text = server.post("/v1/pack", {"text": table, "budget": 8}).json
    as_body = server.post("/v1/pack?budget=8", table, "text/csv").json
    body, kind = multipart(("items", "items.csv", table.encode()), ("request", None, b'{"budget": 8}'))
    as_file = server.post("/v1/pack", body, kind).json
    check(as_text == as_body == as_file and as_text["lists"][0]["items"], as_text, as_body, as_file)
    instances = [json.loads(line) for line in items.splitlines()]
    got = server.post("/v1/pack", {"instances": instances}).json
    printed = [json.loads(line) for line in knap("pack", "--json", "-q", "examples/passages.jsonl").splitlines()]
    check([row["items"] for row in got["lists"]] == [row["items"] for row in printed], "instances")

    # the curve: each point is the list of that budget
    for alone, more in ((instances[0], {}), ({"hits": {"hits": instances[0]["items"]}}, {"budget": instances[0]["budget"], "system": "mmr"})):
        bare = server.post("/v1/pack", {**alone, **more}).json  # an instance as the commands read it, with options beside it
        assert bare == server.post("/v1/pack", {"instance": alone, **more}).json and bare["lists"][0]["indices"]
    got = server.post("/v1/pack", {"instance": instances[0], "curve": [20, 48, 90], "bigger": 2, "explain": True}).json
    for point in got["curve"]:
        alone = server.post("/v1/pack", {"instance": instances[0], "budget": point["budget"]}).json["lists"][0]
        check(alone["indices"] == point["indices"] and abs(alone["reward"] - point["value"]) < 1e-12, point, alone)
        check(point["cost"] <= point["budget"], point)
    now = got["lists"][0]["indices"]
    for step in got["bigger"]:
        alone = server.post("/v1/pack", {"instance": instances[0], "budget": step["budget"]}).json["lists"][0]["indices"]
        check(set(step["adds"]) == set(alone) - set(now) and set(step["drops"]) == set(now) - set(alone), step, alone, now)
        check(step["budget"] > instances[0]["budget"] and step["adds"], step)
        now = alone
    states = {item["index"]: item["state"] for item in got["all"]}
    check({index for index in states if states[index] == "picked"} == set(got["lists"][0]["indices"]), states)
    check(all(("reason" in item) == (item["state"] == "left") for item in got["all"]), got["all"])

    # a format: of texts and of files, with the message of the command for other names
    text = "*Mud* :sup:`2` of the bay\n==========================\n\nThe ``stick`` of the harbour was made of *old* oak.\n"
    shown = "Mud 2 of the bay.\nThe stick of the harbour was made of old oak."
    got = server.summarize(documents=[{"name": "a.txt", "text": text}], format="rst")
    check(got.json["summary"].strip() == shown, "format of a text", got.body[:200])
    body, kind = multipart(("request", None, b'{"format": "rst"}'), ("documents", "a.txt", text.encode()))
    check(server.post("/v1/summarize", body, kind).json["summary"].strip() == shown, "format of a file")
    check("``stick``" in server.summarize(documents=[text]).json["summary"], "a text without a format is plain")
    got = server.summarize(documents=[text], format="word")
    message = subprocess.run([KNAP, "summarize", os.path.join(ROOT, "README.md"), "--format", "word"], capture_output=True).stderr.decode()
    check(got.status == 400 and got.error["member"] == "format", "no such format", got.body)
    check(message.strip() == "knap: " + got.error["message"], message, got.error["message"])

    # scores: as the command prints them
    topic = {"id": "t", "refs": ["the cat sat on the mat\nit slept", "a cat sat"], "peers": {"A": "the cat slept", "B": "dogs bark"}}
    other = {"id": "u", "refs": ["rain fell"], "peers": {"A": "rain fell hard", "B": "rain"}}
    lines = (json.dumps(topic) + "\n" + json.dumps(other) + "\n").encode()
    printed = knap("rouge", "-", "--json", "--each", "--rouge", "1,2,L,SU4", "--compare", "A,B", "-q", stdin=lines)
    got = server.post("/v1/rouge", {"evaluations": [topic, other], "each": True, "rouge": "1,2,L,SU4", "compare": ["A", "B"]}).json
    check(got["systems"] + got["comparison"] == [json.loads(line) for line in printed.splitlines()], got, printed)

    # progress: events, and the same answer in the last one
    got = server.post("/v1/summarize", {"id": "x", "documents": documents, "budget": "60w"}, Accept="text/event-stream")
    check(got.headers["Content-Type"] == "text/event-stream", got.headers)
    events = [event for event in got.body.decode().split("\n\n") if event]
    check(events[-1] == "event: result\ndata: " + plain.body.decode().rstrip("\n"), events[-1][:200])
    check(all(event.startswith("event: progress\ndata: {") for event in events[:-1]), events[:-1])
    got = server.post("/v1/summarize", {"documents": 3}, Accept="text/event-stream")
    check(got.body.startswith(b"event: progress\n") or got.body.startswith(b"event: error\n"), got.body)
    check(b'event: error\ndata: {"error":{"status":400,"member":"documents"' in got.body, got.body)

    # metrics and the log: counts, and nothing of what the requests said
    metrics = server.metrics()
    log = [line for line in server.log() if "route" in line]
    served = sum(1 for line in log if line["route"] == "/v1/summarize")
    check(metrics['knap_requests_total{route="/v1/summarize"}'] == served, metrics, served)
    check(all(set(line) == {"time", "method", "route", "status", "in", "out", "ms"} for line in log), log[:3])
    text = open(server.log_path).read()
    for secret in ["passwd", "lexrank", "mmr", "Averill", "budget", "nothing"]:
        check(secret not in text, "in the log:", secret)
finish()
