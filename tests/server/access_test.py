"""Who may ask: names of hosts, origins, the token, the Unix socket; and what the options of the server refuse."""
import os
import stat
import subprocess
import tempfile

from serving import ENVIRONMENT, KNAP, Server, check, finish

SMALL = {"documents": ["The clerks counted the ballots again on Monday morning. Nobody was surprised."]}
folder = tempfile.mkdtemp()

with Server() as server:
    port = server.port
    for host in ["127.0.0.1", "127.0.0.1:%d" % port, "localhost", "LOCALHOST:%d" % port, "[::1]:%d" % port]:
        check(server.get("/healthz", Host=host).status == 200, host)
    for host in ["evil.example", "evil.example:%d" % port, "127.0.0.1.evil.example", "localhost.evil.example", "[::2]", "127.0.0.2", ""]:
        answer = server.get("/healthz", Host=host)
        check(answer.status in (400, 403) and answer.error["message"], host, answer.status)
    own = "127.0.0.1:%d" % port
    for origin, status in [("http://" + own, 200), ("http://evil.example", 403), ("null", 403), ("https://localhost:1", 403),
                           ("http://127.0.0.1:1", 403), ("file://", 403)]:
        answer = server.post("/v1/summarize", SMALL, Host=own, Origin=origin)
        check(answer.status == status, origin, answer.status)
    check(server.send("OPTIONS", "/v1/summarize", headers={"Origin": "http://evil.example"}).status == 403, "preflight")

with Server("--host", "knap.example") as server:
    check(server.get("/healthz", Host="knap.example").status == 200, "--host")
    check(server.get("/healthz", Host="other.example").status == 403, "--host")
    answer = server.post("/v1/summarize", SMALL, Host="127.0.0.1", Origin="https://knap.example")
    check(answer.status == 200, "an origin of --host", answer.status)

# the token
token = "correct-horse-battery-staple"
path = os.path.join(folder, "token")
with open(path, "w") as file:
    file.write(token + "\n")
os.chmod(path, 0o600)
with Server("--token-file", path) as server:
    for free in ["/", "/healthz", "/readyz", "/openapi.json"]:
        check(server.get(free).status == 200, free)
    for kept in ["/v1/models", "/metrics"]:
        check(server.get(kept).status == 401, kept)
        check(server.get(kept, Authorization="Bearer " + token).status == 200, kept)
    answer = server.post("/v1/summarize", SMALL)
    check(answer.status == 401 and answer.headers["WWW-Authenticate"] == "Bearer", answer.status)
    for wrong in ["Bearer", "Bearer ", "Bearer " + token[:-1], "Bearer " + token + "x", "Bearer " + token.upper(), "Basic " + token,
                  token, "Bearer " + token * 20]:
        check(server.post("/v1/summarize", SMALL, Authorization=wrong).status == 401, wrong)
    for right in ["Bearer " + token, "bearer " + token]:
        check(server.post("/v1/summarize", SMALL, Authorization=right).status == 200, right)
    check(token not in open(server.log_path).read(), "the token is in the log")

# a Unix socket: any host may be named, as no browser reaches it
socket_path = os.path.join(folder, "knap.socket")
with Server(unix=socket_path) as server:
    check(server.url == "unix:" + socket_path, server.url)
    check(stat.S_IMODE(os.stat(socket_path).st_mode) == 0o660, "mode of the socket")
    check(server.get("/healthz").status == 200 and server.post("/v1/summarize", SMALL).status == 200, "unix")
check(not os.path.exists(socket_path), "the socket is removed")
# one that a server left behind is replaced; one that is in use is not
stale = subprocess.run(["python3", "-c", "import socket; socket.socket(socket.AF_UNIX).bind(%r)" % socket_path])
with Server(unix=socket_path) as server:
    second = subprocess.run([KNAP, "serve", "--unix", socket_path], capture_output=True, env=ENVIRONMENT)
    check(second.returncode == 1 and b"another server" in second.stderr, second)
    check(server.get("/healthz").status == 200, "the first one goes on")

# options that are wrong
weak = os.path.join(folder, "weak")
with open(weak, "w") as file:
    file.write("short\n")
os.chmod(weak, 0o600)
public = os.path.join(folder, "public")
with open(public, "w") as file:
    file.write(token + "\n")
os.chmod(public, 0o644)
for status, words, options in [
        (1, "16 to", ["--token-file", weak]), (1, "chmod", ["--token-file", public]), (1, "cannot open", ["--token-file", folder + "/none"]),
        (2, "expected ADDRESS:PORT", ["--listen", "nonsense"]), (2, "expected ADDRESS:PORT", ["--listen", "127.0.0.1:99999"]),
        (2, "expected ADDRESS:PORT", ["--listen", "::1:80"]), (2, "expected ADDRESS:PORT", ["--listen", ""]),
        (1, "--listen", ["--listen", "256.1.1.1:80"]), (1, "--unix", ["--unix", folder + "/none/x"]),
        (2, "1 to 107 bytes", ["--unix", "/" + "x" * 200]), (2, "1 to 107 bytes", ["--unix", ""]),
        (2, "--host '': expected the name of a host", ["--host", ""]), (2, "without a port", ["--host", "knap.example:80"]),
        (2, "--host", ["--host", "https://knap.example"]), (2, "--host", ["--host", "knap.example", "--host", "a/b"]),
        (1, "cannot open", ["-m", "a=" + folder + "/none"]), (2, "NAME=FILE", ["-m", "a b=x"]), (2, "two models", ["-m", "a=x", "-m", "a=y"]),
        (2, "NAME=FILE", ["-m", "a="]), (2, "NAME=FILE", ["-m", ""]), (2, "NAME=FILE", ["-m", "=x"]),
        (1, "cannot open", ["--tokenizer", folder + "/none"]), (2, "leave the scheme out", ["--tokenizer", "gpt2:" + weak]),
        (1, "--log", ["--listen", "0", "--log", folder]), (2, "--max-time", ["--max-time", "0"]), (2, "--max-body", ["--max-body", "5"]),
        (2, "--queue", ["--queue", "0"]), (2, "no operands", ["file"]), (2, "--idle-timeout", ["--idle-timeout", "0"])]:
    done = subprocess.run([KNAP, "serve", *options], capture_output=True, env=ENVIRONMENT, timeout=120)
    check(done.returncode == status and words in done.stderr.decode(), options, done)
finish()
