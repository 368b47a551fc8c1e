"""Sends mutated raw HTTP to a server over a Unix socket: broken request lines and headers, chunks, pipelines, early ends.

    KNAP=build/asan/knap python3 tests/server/raw_fuzz.py [REQUESTS [SEED]]

No answer has a status of 500, each error of the server's own has the documented form, and the server ends without a report of its
sanitizers. Prints what was sent and which statuses came back. raw_test.py runs a short round of it."""
import collections
import json
import os
import random
import re
import socket
import sys
import tempfile
import threading

from serving import Server, check, finish

BODIES = {
    "/v1/summarize": [b'{"documents":["The council closed the bridge. A crack was found on Monday."],"budget":"10w"}',
                      b'{"documents":[1]}', b'{"documents":["a"],"budget":"x"}', b'{'],
    "/v1/pack": [b'{"instance":{"budget":3,"items":[{"cost":1,"id":"a"},{"cost":2}]}}', b'{"instance":{"items":[{"cost":-1}]}}', b'[]'],
    "/v1/rouge": [b'{"refs":["a b"],"peer":"a"}', b'{"refs":[]}', b'\xff']}
PATHS = list(BODIES) + ["/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/v1/models", "/favicon.ico", "/x", "/%00", "/..", "*", "//",
                        "http://a/b", "/v1/pack?budget=3", "/v1/pack?x=%zz"]
METHODS = ["GET", "POST", "HEAD", "PUT", "OPTIONS", "DELETE", "TRACE", "CONNECT", "get", "", "X" * 50]
HEADERS = [b"Host: 127.0.0.1", b"Host: localhost:1", b"Host: evil.example", b"Host:", b"Content-Type: application/json", b"Connection: close",
           b"Connection: keep-alive", b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Expect: 100-continue",
           b"Expect: x", b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip", b"Content-Encoding: gzip", b"Origin: http://evil.example",
           b"Accept: text/event-stream", b"Authorization: Bearer x", b"Cookie: a=b; c", b"Range: bytes=0-1", b"Upgrade: h2c", b"no colon", b": x",
           b"X: " + b"y" * 5000, b"X\x00: y", b"\tfolded", b"Content-Type: multipart/form-data; boundary=b", b"Content-Type: text/csv"]


def chunked(body, chance):
    out = b""
    while body:
        size = chance.randrange(1, len(body) + 1)
        digits = b"%x" % size if chance.random() < 0.9 else chance.choice([b"zz", b"-1", b"ffffffffffffffff", b"0x5", b"", b"5;ext=1"])
        out += digits + b"\r\n" + body[:size] + (b"\r\n" if chance.random() < 0.95 else b"")
        body = body[size:]
    return out + (b"0\r\n\r\n" if chance.random() < 0.9 else b"0\r\nTrailer: x\r\n\r\n")


def request(chance):
    """One request: a good one in two cases of five, so that what follows it in a pipeline is reached."""
    path = chance.choice(list(BODIES) if chance.random() < 0.6 else PATHS)
    body = chance.choice(BODIES.get(path, [b""]))
    if chance.random() < 0.4:
        method = b"POST" if path in BODIES else b"GET"
        return method + b" " + path.encode() + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(
            body) + body
    head = [chance.choice(METHODS if chance.random() < 0.3 else ["POST"]).encode() + b" " + path.encode() + b" " +
            chance.choice([b"HTTP/1.1"] * 8 + [b"HTTP/1.0", b"HTTP/2.0", b"", b"HTTP/1.1 x"])]
    head += chance.sample(HEADERS, chance.randrange(0, 6)) + ([b"Host: 127.0.0.1"] if chance.random() < 0.8 else [])
    if chance.random() < 0.4:
        head.append(b"Transfer-Encoding: chunked")
        body = chunked(body, chance)
    elif chance.random() < 0.7:
        head.append(b"Content-Length: %d" % max(0, len(body) + chance.choice([0, 0, 0, -1, 1, 1000])))
    raw = bytearray(chance.choice([b"\r\n"] * 9 + [b"\n"]).join(head) + b"\r\n\r\n" + body)
    for _ in range(chance.choice([0, 0, 1, 3])):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw)


def exchange(path, raw, chance):
    """Sends bytes, sometimes cut off, and returns all that comes back."""
    answer = b""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        try:
            client.connect(path)
            client.sendall(raw)
            if chance.random() < 0.1:
                return b"" # gone before the answer
            client.shutdown(socket.SHUT_WR)
            while part := client.recv(1 << 16):
                answer += part
        except socket.timeout:
            check(False, "no answer, and the connection stays open", raw[:300])
        except OSError:
            pass
    return answer


def check_answers(answer, raw, statuses):
    for found in re.finditer(rb"HTTP/1\.[01] (\d{3}) [^\r\n]*\r\n(.*?)\r\n\r\n", answer, re.S):
        status = int(found.group(1))
        statuses[status] += 1
        check(status != 500 and status != 503, "status", status, raw[:500], answer[:500])
        length = re.search(rb"Content-Length: (\d+)", found.group(2))
        if b"nosniff" in found.group(2) and status >= 400 and length and int(length.group(1)):
            body = answer[found.end():found.end() + int(length.group(1))]
            if body.startswith(b"{"):  # an answer to HEAD has none
                error = json.loads(body)["error"]
                check(error["status"] == status and error["message"], "error", body)


def send_many(path, count, seed, statuses):
    chance, sent = random.Random(seed), 0
    while sent < count:
        number = chance.choice([1, 1, 2, 5, 20])  # a pipeline
        raw = b"".join(request(chance) for _ in range(number))
        if chance.random() < 0.1:
            raw = raw[:chance.randrange(len(raw) + 1)]
        sent += number
        check_answers(exchange(path, raw, chance), raw, statuses)


def run(count, seed, clients=8):
    """Several clients at once, because a request that is not complete is waited for until the idle timeout."""
    path = os.path.join(tempfile.mkdtemp(), "socket")
    counts = [collections.Counter() for _ in range(clients)]
    with Server("-j", "1", "--quiet", "--idle-timeout", "1", unix=path) as server:
        threads = [threading.Thread(target=send_many, args=(path, count / clients, seed * 1000 + i, counts[i])) for i in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        check(server.get("/healthz").status == 200, "the server goes on")
        server.wait_for(lambda now: now["knap_body_buffer_bytes"] == 0 and now["knap_connections"] <= 1)
    print("%d requests sent, seed %d; statuses: %s" % (count, seed, dict(sorted(sum(counts, collections.Counter()).items()))))


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    finish()
