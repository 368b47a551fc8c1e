"""Clients that send slowly, stop halfway, never read or go away: the others are served, and the slow ones are closed."""
import json
import socket
import struct

from serving import Server, check, finish, sample

documents, _ = sample("orrin-dam-flood")
SMALL = json.dumps({"id": "x", "documents": documents, "budget": "60w"}).encode()
HEAD = b"POST /v1/summarize HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"


def cut(client):
    """Ends a connection with a reset."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


with Server("-j", "1", "--idle-timeout", "2", "--connections", "200") as server:
    wanted = server.post("/v1/summarize", SMALL).body
    slow = []
    for number in range(100):
        client = server.raw()
        kind = number % 5
        if kind == 1:
            client.sendall(b"GET /healthz HT")  # half a line
        elif kind == 2:
            client.sendall(HEAD % len(SMALL))  # no end of the headers
        elif kind == 3:
            client.sendall(HEAD % len(SMALL) + b"\r\n" + SMALL[:1000])  # half a body
        elif kind == 4:
            client.sendall(b"POST /v1/summarize HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                           b"Transfer-Encoding: chunked\r\n\r\n100\r\n" + SMALL[:256] + b"\r\n")  # a body without an end
        slow.append(client)
    for _ in range(20):
        check(server.post("/v1/summarize", SMALL).body == wanted, "beside slow clients")
    # clients that go away: in the headers, in the body, while the request is worked on, before they read
    for number in range(60):
        client = server.raw()
        whole = HEAD % len(SMALL) + b"\r\n" + SMALL
        client.sendall(whole[:len(whole) * (number % 4 + 1) // 4])
        (cut if number % 2 else socket.socket.close)(client)
    # one that asks for much and does not read it
    lazy = server.raw()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    big = json.dumps({"documents": documents * 1, "sources": True, "explain": True, "candidates": 1000}).encode()
    for _ in range(30):
        lazy.sendall(HEAD % len(big) + b"\r\n" + big) if _ == 0 else None
    for _ in range(20):
        check(server.post("/v1/summarize", SMALL).body == wanted, "beside clients that went away")
    # the slow ones are closed in the end, though one of them goes on to send a byte now and then
    trickle = server.raw()
    trickle.sendall(HEAD % 100000 + b"\r\n")
    ended = False
    for _ in range(600):
        try:
            trickle.sendall(b" ")
            trickle.settimeout(0.1)
            if trickle.recv(100) == b"":
                ended = True
                break
        except socket.timeout:
            continue
        except ConnectionError:
            ended = True
            break
    check(ended, "a client that sends a byte now and then is closed")
    server.wait_for(lambda now: now["knap_connections"] <= 2)
    check(server.metrics()["knap_body_buffer_bytes"] == 0, server.metrics())
    for client in slow:
        client.close()
    check(server.post("/v1/summarize", SMALL).body == wanted, "at the end")
finish()
