"""Hostile requests: the bad input of the commands' tests, names of files, markup, smuggled headers. Each answers 4xx with a message that names
the member. Run under strace where it is installed: no name of a request reaches the file system."""
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

from serving import Server, check, finish, multipart

TEXT = "The council closed the bridge on Monday after a crack was found. Engineers will repair it within six weeks. " \
       "Traffic is sent over the ring road until then."
GOOD = {"id": "g", "budget": 2, "items": [{"cost": 1, "p": 0.5}, {"cost": 1, "p": 0.1}], "reward": {"kind": "success"}}
SECRET = "knap-hostile-%d" % os.getpid()  # a part of every name of a file that requests contain
PATHS = ["/etc/" + SECRET, "../../../../etc/" + SECRET, "file:///etc/" + SECRET, "/proc/self/" + SECRET, "~/" + SECRET,
         "\\\\host\\" + SECRET, SECRET + ".zip", SECRET + ".pdf", "@/etc/" + SECRET, "|cat " + SECRET, "http://127.0.0.1/" + SECRET]

# What tests/cli/errors.sh and others give to the commands, as an instance: words of the message.
item = {"cost": 1, "covers": {"a": 1}}
INSTANCES = [
    ({"items": [{"cost": -1}]}, "cost -1"),
    ({"items": [{"cost": 0}]}, "cost 0"),
    ({"items": [{"cost": 1e200}]}, "cost 1e+200"),
    ({"items": [{"cost": "much"}]}, "cost"),
    ({"items": []}, "no items"),
    ({"items": {}}, "expected '['"),
    ({"items": [3]}, "item"),
    ({"items": [item], "expect": {"a": [0.1, 0.5]}}, "'a'"),
    ({"items": [item], "expect": {"a": "much"}}, "'a'"),
    ({"items": [item], "expect": [0.5]}, "'expect'"),
    ({"items": [item], "mass": -1}, "mass"),
    ({"items": [item], "budget": -1}, "budget"),
    ({"items": [item], "budget": "all"}, "budget"),
    ({"items": [item], "budget": 1, "reward": {"kind": "nobody"}}, "nobody"),
    ({"items": [{"cost": 1, "vector": [1]}, {"cost": 1, "vector": [1, 2]}]}, "vector"),
    ({"items": [{"cost": 1, "vector": ["a"]}]}, "vector"),
    ({"items": [{"cost": 1, "score": "high"}]}, "score"),
    ({"items": [{"cost": 1, "pin": 3}]}, "pin"),
]
LINES = [  # not JSON at all, or cut off
    (json.dumps(GOOD) + '\n{"items":[{"cost":NaN,"features":{"x":1}}]}\n', 2), ('{"items":[{"cost":1}', 1), ("\x01\x02", 1),
    ("1 1 1 1|qf 1:1\n1 1 nan 1|qf 1:1\n", 2), ("id,cost\na\n", None), ("id,cost\na,much\n", 2), ('id,cost\n"a,1\n', None)]
BUDGETS = ["", " ", "w", "-5w", "1e999w", "nan", "inf%", "101%", "5ww", "1000t", "1000t:/etc/" + SECRET, "1e13b", "\u0661w"]
SETTINGS = [("mmr", {"lambda": 2}), ("mmr", {"lambda": "x"}), ("mmr", {"lambda": None}), ("mmr", {"lamda": 1}), ("mmr", {"": 1}),
            ("mmr", {"lambda=0.5 x": 1}), ("mmr", {"lambda": "0.5\n"}), ("lexrank", {"damping": 1e308}), ("lexrank", {"damping": {}}),
            ("mmr", {"lambda": "@/etc/" + SECRET}), ("mmr", {"@/etc/" + SECRET: 1})]


def is_error(answer, what, member=None, words="", statuses=(400, 413, 415, 422)):
    """A 4xx answer with a message; `member` begins the member that it names."""
    try:
        error = answer.error
    except (ValueError, KeyError, TypeError):
        check(False, what, answer.status, answer.body[:200])
        return
    check(answer.status in statuses and error["status"] == answer.status, what, answer.status, answer.body[:300])
    check(member is None or error.get("member", "").startswith(member), what, "member", error)
    check(words in error["message"] + error.get("member", ""), what, "expected", words, error)
    check(answer.headers["X-Content-Type-Options"] == "nosniff" and answer.headers["Content-Type"] == "application/json", what)


def check_inputs(server):
    for instance, words in INSTANCES:
        for system in ["lead", "cover", "mmr"]:
            body = {"instance": {"budget": 2, **instance}, "system": system}
            is_error(server.post("/v1/pack", body), instance, "instance", words)
        body = {"instances": [GOOD, {"budget": 2, **instance}]}
        answer = server.post("/v1/pack", body)  # the right one is packed
        check(answer.status == 200 and words in answer.json["errors"][0]["message"], instance, answer.body[:300])
        is_error(server.post("/v1/pack", {"instances": [{"budget": 2, **instance}]}), instance, "instances[0]", words)
        is_error(server.post("/v1/pack", json.dumps({"budget": 2, **instance}), "application/jsonl"), instance)
    for text, line in LINES:
        answer = server.post("/v1/pack", {"text": text, "budget": 2})
        if answer.status == 200:
            check(answer.json["errors"][0]["line"] == line, text, answer.body[:300])
        else:
            is_error(answer, text, "text")
            check(line is None or answer.error.get("line") == line, text, answer.error)
    for budget in BUDGETS:
        is_error(server.summarize(documents=[TEXT], budget=budget), budget, "budget")
    for budget in [-1, 1e300, "5", True, [], {}]:
        is_error(server.post("/v1/pack", {"instance": GOOD, "budget": budget}), budget, "budget")
    for system, settings in SETTINGS:
        is_error(server.post("/v1/pack", {"instance": GOOD, "system": system, "set": settings}), settings, "set")
        is_error(server.summarize(documents=[TEXT], system=system, set=settings), settings, "set")
    for text in ["", " \n\t "]:
        is_error(server.summarize(documents=[text]), repr(text))
    for data, name in [(b"PK\x03\x04broken", "a.zip"), (b"%PDF-1.4 broken", "a.pdf"), (b"\x00" * 100, "a.txt"), (b"{\\rtf1", "a.rtf"),
                       (b"PK\x03\x04" + b"\xff" * 500, "a.docx"), (b"", "a.html")]:
        body, kind = multipart(("documents", name, data))
        is_error(server.post("/v1/summarize", body, kind), name)


def check_names(server):
    """Names of files in every text of every request; answers may be right or wrong, but name no file of the machine."""
    for path in PATHS:
        for member in ["budget", "model", "system", "language", "order", "decode", "filter", "rouge"]:
            is_error(server.post("/v1/summarize", {"documents": [TEXT], "references": [TEXT], member: path}), (member, path), member)
        for member in ["model", "system", "cost", "map"]:
            is_error(server.post("/v1/pack", {"instance": GOOD, member: path}), (member, path), member)
        server.post("/v1/pack", {"instance": GOOD, "by": path})
        server.post("/v1/pack", {"text": path, "budget": 1})
        for member in ["language", "rouge"]:
            is_error(server.post("/v1/rouge", {"refs": ["a"], "peer": "a", member: path}), (member, path), member)
        is_error(server.post("/v1/pack?map=" + path.replace("\\", "%5C").replace(" ", "%20"), json.dumps(GOOD), "application/jsonl"), path, "map")
        answer = server.summarize(id=path, documents=[{"name": path, "text": TEXT}], references=[{"name": path, "text": TEXT}],
                                  sources=True, rouge="1")
        check(answer.status == 200 and answer.json["id"] == path and answer.json["documents"][0]["name"] == path, path, answer.body[:300])
        body, kind = multipart(("documents", path, TEXT.encode()), ("request", path, b'{"sources": true}'))
        answer = server.post("/v1/summarize", body, kind)
        check(answer.status in (200, 422), path, answer.status, answer.body[:200])
        body, kind = multipart(("items", path, json.dumps(GOOD).encode()))
        check(server.post("/v1/pack", body, kind).status == 200, path)
        is_error(server.get("/" + path.replace("\\", "%5C").replace(" ", "%20")), path, statuses=(404, 400))
        page = '<html><body><p>%s</p><img src="%s"><link href="%s" rel=stylesheet></body></html>' % (TEXT, path, path)
        xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "%s">]><DOC><TEXT>%s &e;</TEXT></DOC>' % (path, TEXT)
        for name, data in [("a.html", page), ("a.xml", xml), ("a.sgml", xml), ("a.eml", "Subject: %s\n\n%s" % (path, TEXT))]:
            body, kind = multipart(("documents", name, data.encode()))
            answer = server.post("/v1/summarize", body, kind)
            check(answer.status in (200, 422), name, path, answer.status, answer.body[:200])


def check_markup(server):
    script = "<script>alert(1)</script>"
    answer = server.summarize(id=script, documents=[{"name": script, "text": script + " " + TEXT}], sources=True, explain=True)
    check(answer.status == 200 and answer.json["documents"][0]["text"].startswith(script), answer.body[:300])
    answers = [answer, server.post("/v1/pack", {"instance": {**GOOD, "id": script, "items": [{"cost": 1, "id": script}]}, "explain": True}),
               server.post("/v1/rouge", {"refs": [script], "peers": {script: script}, "each": True}),
               server.summarize(documents=[TEXT], model=script), server.summarize(documents=[TEXT], **{script: 1}),
               server.post("/v1/pack", {"text": script}), server.get("/" + script)]
    for answer in answers:
        check(answer.headers["Content-Type"] == "application/json" and answer.headers["X-Content-Type-Options"] == "nosniff", answer.headers)
        check("default-src 'none'" in answer.headers["Content-Security-Policy"] and json.loads(answer.body), answer.body[:200])
    check(answers[4].error["member"] == script, answers[4].body)
    # the page's own policy has the hashes of its elements, and nothing else is allowed
    page = server.get("/")
    policy, html = page.headers["Content-Security-Policy"], page.body.decode()
    for name in ["script", "style"]:
        hashes = ["'sha256-%s'" % base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
                  for text in re.findall("<%s[^>]*>(.*?)</%s>" % (name, name), html, re.S)]
        check("%s-src %s;" % (name, " ".join(hashes)) in policy and hashes, name, policy)


def check_smuggling(server):
    """Two requests in one, by headers that servers and proxies read differently: refused, and what follows is not read."""
    body = b'{"refs": ["a"], "peer": "a"}'
    hidden = b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    head = b"POST /v1/rouge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    for lines in [b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % len(body), b"Content-Length: %d\r\nContent-Length: 5\r\n" % len(body),
                  b"Content-Length: +%d\r\n" % len(body), b"Content-Length: %d, 5\r\n" % len(body), b"Content-Length: 0x1c\r\n",
                  b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", b"Transfer-Encoding: xchunked\r\n",
                  b"Transfer-Encoding : chunked\r\n", b"Content-Length : %d\r\n" % len(body), b"X: a\rContent-Length: 5\r\n",
                  b"Content-Length: %d\r\nContent-Length: %d\r\n" % (len(body), len(body)), b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                  b"Origin: http://127.0.0.1\r\nOrigin: http://evil.example\r\nContent-Length: %d\r\n" % len(body),
                  b" Content-Length: 3\r\n", b"Host: evil.example\r\nContent-Length: %d\r\n" % len(body)]:
        with server.raw(20) as raw:
            answer = b""
            try:
                raw.sendall(head + lines + b"\r\n" + body + hidden)
                raw.shutdown(1)
                while part := raw.recv(65536):
                    answer += part
            except OSError:
                pass
            check(b"HTTP/1.1 5" not in answer or b"HTTP/1.1 501" in answer, lines, answer[:200])
            check(b"HTTP/1.1 2" not in answer and b"knap_requests_total" not in answer, lines, answer[:300])
    for path in [b"/healthz%00x", b"/metrics%00"]:
        with server.raw(20) as raw:
            raw.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            check(raw.recv(12).startswith(b"HTTP/1.1 404"), path)
    for value in ["a\tb", "x" * 30000, "\xff"]:
        with server.raw(20) as raw:
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + value.encode("latin-1") + b"\r\nConnection: close\r\n\r\n")
            check(raw.recv(12).startswith((b"HTTP/1.1 200", b"HTTP/1.1 4")), value[:10])


def check_library():
    """What libmicrohttpd answers by itself: it reads paths and headers up to a byte 0, so what comes before it must be right. Chunks with
    long extensions and addresses with many arguments are closed, and others are served."""
    head, end = b"GET /healthz HTTP/1.1\r\nHost: ", b"\r\nConnection: close\r\n\r\n"
    own = b"127.0.0.1"
    chunks = (b"POST /v1/rouge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
              b"5;" + b"x" * 66000 + b"\r\nhello\r\n0\r\n\r\n")
    arguments = b"GET /healthz?" + b"&".join(b"a%d=1" % i for i in range(1000)) + b" HTTP/1.1\r\nHost: " + own + end
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "token")
        with open(path, "w") as file:
            file.write("correct-horse-battery-staple\n")
        os.chmod(path, 0o600)
        with Server("--token-file", path, "--idle-timeout", "2") as server:
            for request in [b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer x\0correct-horse-battery-staple" + end,
                            b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: \0Bearer correct-horse-battery-staple" + end,
                            b"GET /metrics\0 HTTP/1.1\r\nHost: 127.0.0.1" + end, head + b"evil.example\0" + own + end,
                            head + own + b"\r\nOrigin: http://evil.example\0http://127.0.0.1" + end, chunks, arguments]:
                answer = b""
                with server.raw(30) as raw:
                    try:
                        raw.sendall(request)
                        raw.shutdown(1)
                        while part := raw.recv(65536):
                            answer += part
                    except OSError:
                        pass
                check(b"HTTP/1.1 2" not in answer and b"knap_requests_total" not in answer, request[:80], answer[:100])
                check(server.get("/healthz").status == 200, "afterwards", request[:80])


def check_time():
    """A request whose answer takes longer than its time is ended while the answer is written, too."""
    items = [{"cost": 1, "text": "w%d w%d w%d" % (i % 17, i % 301, i % 4001)} for i in range(200000)]
    with Server("-j", "1", "--max-time", "0.1", "--max-body", "64M") as server:
        for members in [{"system": "random"}, {"system": "random", "explain": True}, {"system": "lead", "curve": 200}, {"system": "lead", "bigger": 20}]:
            for _ in range(20):  # the worker may still end the request before
                answer = server.post("/v1/pack", {"instance": {"budget": 30000, "items": items}, **members})
                if answer.status != 503 or "queue" not in answer.error["message"]:
                    break
            check(answer.status == 503 and "--max-time" in answer.error["message"], members, answer.status, answer.body[:200])
        answer = server.post("/v1/rouge", {"evaluations": [{"refs": ["a b"], "peers": {"A": "a", "B": "b"}}] * 5000, "compare": ["A", "B"],
                                           "samples": 1000000})
        check(answer.status == 503, "samples", answer.status, answer.body[:200])


def check_files(path):
    """The calls of the server that open, stat or execute: none has a name of a request."""
    with open(path, errors="replace") as trace:
        lines = trace.read().splitlines()
    check(any("openat" in line for line in lines), "strace wrote nothing")
    for line in lines:
        check(SECRET not in line, "a name of a request reached the file system", line)


tracing = shutil.which("strace") and subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
folder = tempfile.mkdtemp()
trace = os.path.join(folder, "trace")
wrap = ["strace", "-D", "-f", "-qq", "-s", "4096", "-e", "trace=%file,execve,connect", "-o", trace] if tracing else []
with Server("-j", "1", "--max-memory", "256M", wrap=wrap) as server:
    check_inputs(server)
    check_names(server)
    check_markup(server)
    check_smuggling(server)
    check(server.metrics()['knap_responses_total{class="5xx"}'] == 0, "an answer of 5xx")
    check(server.post("/v1/pack", {"instance": GOOD}).status == 200, "the server goes on")
if tracing:
    check_files(trace)
else:
    print("strace is not installed, or may not trace: opened files were not checked")
check_time()
check_library()
shutil.rmtree(folder)
finish()
