"""Bad requests: 4xx with a message, and the member where there is one; never 5xx, and the server lives on."""
import json
import socket

from serving import Server, check, finish, multipart

TEXT = "The council closed the bridge on Monday after a crack was found. Engineers will repair it within six weeks. " \
       "Traffic is sent over the ring road until then."
GOOD = {"documents": [TEXT]}
ITEM = {"instance": {"budget": 5, "items": [{"id": "a", "cost": 3, "score": 0.5}, {"id": "b", "cost": 4, "score": 0.9}]}}
ROUGE = {"refs": ["a b"], "peer": "a"}

# path, members that replace those of a good request (... removes one), status, member that the error names
CASES = [
    ("/v1/summarize", {"documents": ...}, 400, "documents"),
    ("/v1/summarize", {"documents": None}, 400, "documents"),
    ("/v1/summarize", {"documents": "x"}, 400, "documents"),
    ("/v1/summarize", {"documents": []}, 400, "documents"),
    ("/v1/summarize", {"documents": [1]}, 400, "documents[0]"),
    ("/v1/summarize", {"documents": [TEXT, {"text": 3}]}, 400, "documents[1].text"),
    ("/v1/summarize", {"documents": [{}]}, 400, "documents[0].text"),
    ("/v1/summarize", {"documents": [{"text": TEXT, "name": 5}]}, 400, "documents[0].name"),
    ("/v1/summarize", {"documents": [{"text": TEXT, "path": "/etc/passwd"}]}, 400, "documents[0]"),
    ("/v1/summarize", {"documents": [""]}, 422, None),
    ("/v1/summarize", {"references": {}}, 400, "references"),
    ("/v1/summarize", {"references": [[]]}, 400, "references[0]"),
    ("/v1/summarize", {"budget": 5}, 400, "budget"),
    ("/v1/summarize", {"budget": "many"}, 400, "budget"),
    ("/v1/summarize", {"budget": "100t"}, 400, "budget"),
    ("/v1/summarize", {"model": "nobody"}, 400, "model"),
    ("/v1/summarize", {"model": "../default"}, 400, "model"),
    ("/v1/summarize", {"system": "scp"}, 400, "system"),
    ("/v1/summarize", {"system": "nobody"}, 400, "system"),
    ("/v1/summarize", {"system": "lexrank", "set": {"nobody": 1}}, 400, "set"),
    ("/v1/summarize", {"system": "lexrank", "set": []}, 400, "set"),
    ("/v1/summarize", {"system": "lexrank", "set": {"damping": []}}, 400, "set"),
    ("/v1/summarize", {"set": {}}, 400, "set"),
    ("/v1/summarize", {"language": "klingon"}, 400, "language"),
    ("/v1/summarize", {"order": "random"}, 400, "order"),
    ("/v1/summarize", {"decode": "nobody"}, 400, "decode"),
    ("/v1/summarize", {"filter": "nobody"}, 400, "filter"),
    ("/v1/summarize", {"readability_penalty": -1}, 400, "readability_penalty"),
    ("/v1/summarize", {"trim": "yes"}, 400, "trim"),
    ("/v1/summarize", {"seed": -1}, 400, "seed"),
    ("/v1/summarize", {"seed": 1.5}, 400, "seed"),
    ("/v1/summarize", {"seed": 1e300}, 400, "seed"),
    ("/v1/summarize", {"rouge": "1"}, 400, "rouge"),
    ("/v1/summarize", {"rouge": "nobody", "references": [TEXT]}, 400, "rouge"),
    ("/v1/summarize", {"pins": {}}, 400, "pins"),
    ("/v1/summarize", {"pins": [0]}, 400, "pins[0]"),
    ("/v1/summarize", {"pins": [{"document": 0}]}, 400, "pins[0]"),
    ("/v1/summarize", {"pins": [{"document": 0, "sentence": 0, "form": 1}]}, 400, "pins[0]"),
    ("/v1/summarize", {"pins": [{"document": -1, "sentence": 0}]}, 400, "pins[0]"),
    ("/v1/summarize", {"pins": [{"document": 0, "sentence": 0}, {"document": 7, "sentence": 0}]}, 400, "pins[1]"),
    ("/v1/summarize", {"bans": [{"document": 0, "sentence": 99}]}, 400, "bans[0]"),
    ("/v1/summarize", {"pins": [{"document": 0, "sentence": 0}], "budget": "3w"}, 422, "pins"),
    ("/v1/summarize", {"pins": [{"document": 0, "sentence": 0}], "bans": [{"document": 0, "sentence": 1}, {"document": 0, "sentence": 0}]},
     400, "bans[1]"),
    ("/v1/summarize", {"explain": 1}, 400, "explain"),
    ("/v1/summarize", {"candidates": "all"}, 400, "candidates"),
    ("/v1/summarize", {"bugdet": "5w"}, 400, "bugdet"),
    ("/v1/pack", {"instance": ...}, 400, "instance"),
    ("/v1/pack", {"text": "a"}, 400, "instance"),
    ("/v1/pack", {"instance": []}, 400, "instance"),
    ("/v1/pack", {"instance": ..., "items": [{"cost": -1}]}, 400, "instance"),
    ("/v1/pack", {"instance": ..., "items": 3}, 400, "instance"),
    ("/v1/pack", {"instance": ..., "instances": {}}, 400, "instances"),
    ("/v1/pack", {"instance": ..., "instances": [3]}, 400, "instances[0]"),
    ("/v1/pack", {"instance": ..., "instances": []}, 400, "instances"),
    ("/v1/pack", {"instance": ..., "text": ""}, 400, "text"),
    ("/v1/pack", {"instance": {"items": [{"cost": 1}]}}, 400, "budget"),
    ("/v1/pack", {"instance": {"budget": 5, "items": [{"cost": -1}]}}, 400, "instance"),
    ("/v1/pack", {"instance": {"budget": 5, "items": 3}}, 400, "instance"),
    ("/v1/pack", {"budget": -1}, 400, "budget"),
    ("/v1/pack", {"budget": "5"}, 400, "budget"),
    ("/v1/pack", {"model": "default"}, 400, "model"),
    ("/v1/pack", {"model": "default", "system": "mmr"}, 400, "system"),
    ("/v1/pack", {"system": "dpp"}, 400, "system"),
    ("/v1/pack", {"cost": "tokens"}, 400, "cost"),
    ("/v1/pack", {"cost": "nobody"}, 400, "cost"),
    ("/v1/pack", {"per_item": -1}, 400, "per_item"),
    ("/v1/pack", {"map": "nobody=x"}, 400, "map"),
    ("/v1/pack", {"duplicates": 7}, 400, "duplicates"),
    ("/v1/pack", {"pins": [5]}, 400, "pins[0]"),
    ("/v1/pack", {"pins": ["a"]}, 400, "pins[0]"),
    ("/v1/pack", {"pins": [0, 1]}, 422, "pins"),
    ("/v1/pack", {"pins": 1}, 400, "pins"),
    ("/v1/pack", {"pins": [1], "bans": [0, 1]}, 400, "bans[1]"),
    ("/v1/pack", {"instance": {"budget": 5, "items": [{"cost": 1}, {"cost": 2, "pin": True}]}, "bans": [1]}, 400, "bans[0]"),
    ("/v1/pack", {"instance": {"budget": 5, "items": [{"cost": 1}, {"cost": 2, "ban": True}]}, "pins": [0, 1]}, 400, "pins[1]"),
    ("/v1/pack", {"instance": {"budget": 5, "items": [{"cost": 1, "pin": True, "ban": True}]}}, 400, "instance"),
    ("/v1/pack", {"curve": 0}, 400, "curve"),
    ("/v1/pack", {"curve": 1000000}, 400, "curve"),
    ("/v1/pack", {"curve": ["a"]}, 400, "curve"),
    ("/v1/pack", {"curve": [-1]}, 400, "curve"),
    ("/v1/pack", {"curve": "x"}, 400, "curve"),
    ("/v1/pack", {"bigger": -1}, 400, "bigger"),
    ("/v1/rouge", {"refs": ...}, 400, "refs"),
    ("/v1/rouge", {"refs": []}, 400, "refs"),
    ("/v1/rouge", {"refs": [3]}, 400, "refs[0]"),
    ("/v1/rouge", {"refs": [["a", 3]]}, 400, "refs[0]"),
    ("/v1/rouge", {"peer": ...}, 400, "peers"),
    ("/v1/rouge", {"peer": {}}, 400, "peer"),
    ("/v1/rouge", {"peers": []}, 400, "peers"),
    ("/v1/rouge", {"evaluations": 1}, 400, "evaluations"),
    ("/v1/rouge", {"evaluations": [1]}, 400, "evaluations"),
    ("/v1/rouge", {"evaluations": [{"refs": ["a"]}]}, 400, "evaluations[0].peers"),
    ("/v1/rouge", {"evaluations": [{"refs": ["a"], "peer": "b", "x": 1}]}, 400, "evaluations[0].x"),
    ("/v1/rouge", {"rouge": "17"}, 400, "rouge"),
    ("/v1/rouge", {"language": "klingon"}, 400, "language"),
    ("/v1/rouge", {"compare": ["X"]}, 400, "compare"),
    ("/v1/rouge", {"compare": ["X", "nobody"]}, 400, "compare"),
    ("/v1/rouge", {"alpha": 7}, 400, "alpha"),
    ("/v1/rouge", {"samples": 1000000000000}, 400, "samples"),
]
# bodies that are no JSON object
BODIES = [b"", b"{", b"[]", b"3", b'"x"', b"null", b"\xff\xfe", b'{"documents": ["\xff"]}', b'{"documents": ["\\u0000"]}',
          b'{"documents": ["\\ud800"]}', b'{"documents": [], "documents": []}', b'{"a":' * 5000, b"[" * 100000, b'{"documents": ["a"]}x',
          b'{"seed": 1e999, "documents": ["a"]}', b'{"seed": 99999999999999999999999, "documents": ["a"]}']
TYPES = ["", "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=",
         "multipart/form-data; boundary=" + "x" * 300, "application/json; charset=utf-8"]
PARTS = [b"", b"--b--", b"--b\r\n", b"--b\r\n\r\nx\r\n--b--", b"--b\r\nContent-Disposition: form-data; name=x\r\n\r\nx\r\n--b--\r\n",
         b"--b\r\nContent-Disposition: form-data; name=\"documents\"\r\n\r\nno end", b"--c\r\n\r\n--c--",
         b"--b\r\nContent-Disposition: form-data; name=\"request\"\r\n\r\n{\r\n--b--",
         b"--b\r\nX: " + b"y" * 9000 + b"\r\n\r\n--b--"]


def check_error(answer, status, what):
    try:
        error = answer.error
    except (ValueError, KeyError, TypeError):
        check(False, what, answer.status, answer.body[:200])
        return None
    check(answer.status == status and error["status"] == status, what, "status", answer.status, answer.body[:300])
    check(len(error["message"]) > 10, what, error)
    check(answer.headers["Content-Type"] == "application/json", what, answer.headers["Content-Type"])
    return error


with Server("-j", "1", "--idle-timeout", "2") as server:
    good = {"/v1/summarize": GOOD, "/v1/pack": ITEM, "/v1/rouge": ROUGE}
    for path, members in good.items():
        answer = server.post(path, members)
        check(answer.status == 200, path, answer.body[:300])
    for path, changes, status, member in CASES:
        body = {name: value for name, value in {**good[path], **changes}.items() if value is not ...}
        error = check_error(server.post(path, body), status, (path, changes))
        check(error is None or error.get("member") == member, path, changes, error)
    for path in good:
        for body in BODIES:
            check_error(server.post(path, body), 400, (path, body[:60]))
        for kind in TYPES:
            answer = server.post(path, json.dumps(good[path]), kind)
            check(answer.status == (200 if "json" in kind else 400 if "multipart" in kind and path != "/v1/rouge" else 415), path, kind,
                  answer.status, answer.body[:200])
        answer = server.post(path, json.dumps(good[path]), Content_Encoding="gzip")
        check_error(answer, 415, (path, "gzip"))
        check_error(server.post(path + "?nobody=1", good[path]), 400, (path, "query"))
    for body in PARTS:
        check_error(server.post("/v1/summarize", body, "multipart/form-data; boundary=b"), 400, body[:60])
    body, kind = multipart(("documents", "a.txt", TEXT.encode()), ("secrets", "a", b"x"))
    error = check_error(server.post("/v1/summarize", body, kind), 400, "a part with another name")
    check(error["member"] == "secrets", error)
    body, kind = multipart(("request", None, b"{}"), ("request", None, b"{}"), ("documents", "a.txt", TEXT.encode()))
    check_error(server.post("/v1/summarize", body, kind), 400, "two requests")
    # lines that are wrong do not hide those that are right
    lines = b'{"id": 1, "budget": 2, "items": [{"cost": 1}]}\nnonsense\n{"id": 3, "budget": 2, "items": [{"cost": 1}]}\n'
    answer = server.post("/v1/pack", lines, "application/jsonl")
    rows = [json.loads(line) for line in answer.body.splitlines()]
    check([row.get("id") for row in rows] == ["1", None, "3"] and "error" in rows[1], rows)
    check([error["line"] for error in server.post("/v1/pack", {"text": lines.decode()}).json["errors"]] == [2], "errors")
    # what is text stays text
    script = "<script>alert(1)</script> The council closed the bridge \"on Monday\" & a crack was found\x01. " + TEXT
    answer = server.summarize(documents=[{"name": "<b>\"'&", "text": script}], sources=True, explain=True)
    check(answer.status == 200 and answer.json["documents"][0]["text"] == script, answer.body[:300])
    check(answer.json["documents"][0]["name"] == "<b>\"'&", "name")
    check(answer.headers["Content-Type"] == "application/json", answer.headers)
    # raw nonsense instead of HTTP
    for bytes_ in [b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST /v1/pack HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                   b"Content-Length: -5\r\n\r\n", b"POST /v1/pack HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                   b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n", b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                   b"GET /healthz HTTP/1.1\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"]:
        with server.raw() as raw:
            try:
                raw.sendall(bytes_)
                raw.shutdown(socket.SHUT_WR)
                start = raw.recv(64)
                check(not start.startswith(b"HTTP/1.1 5") or b"HTTP/9.9" in bytes_, bytes_[:40], start)
                check(not start.startswith(b"HTTP/1.1 200"), bytes_[:40], start)
            except OSError:  # the server has closed it; "not connected" is no ConnectionError
                pass
    metrics = server.metrics()
    check(metrics['knap_responses_total{class="5xx"}'] == 0, metrics)
    for path, members in good.items():
        check(server.post(path, members).status == 200, "at the end", path)
finish()
