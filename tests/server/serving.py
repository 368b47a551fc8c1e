"""What the tests of `knap serve` share: a server on a free port, requests, assertions that say what they saw."""
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

KNAP = os.environ["KNAP"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = dict(os.environ)
failures = []


def check(condition, *what):
    """Notes a failure with what was seen."""
    if not condition:
        failures.append(what)
        print("FAIL:", *what, file=sys.stderr)


def finish():
    sys.exit(1 if failures else 0)


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Answer:
    def __init__(self, response, body):
        self.status = response.status
        self.headers = response.headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        return self.json["error"]


class Server:
    """A server that is stopped at the end of the block, and must then have ended well."""

    def __init__(self, *options, listen="0", unix=None, expect=0, wrap=(), stuck=False):
        """`wrap` is a command that runs the server in its own process, such as strace -D. With `stuck` the system ilp cannot be stopped
        and does not end before release()."""
        self.options, self.unix, self.expect = options, unix, expect
        self.log_path = tempfile.NamedTemporaryFile(delete=False).name
        added = {"ASAN_OPTIONS": "detect_leaks=0"} if wrap else {}
        if stuck:
            added = {"LD_LIBRARY_PATH": os.path.join(os.environ["BUILD"], "tests", "stuck"), "KNAP_STUCK": self.log_path}
        arguments = [*wrap, KNAP, "serve", "--log", self.log_path, *options]
        arguments += ["--unix", unix] if unix else ["--listen", listen]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
                                        env=dict(ENVIRONMENT, **added))
        self.url = self.process.stdout.readline().decode().strip()
        if not self.url:
            raise RuntimeError(self.process.stderr.read().decode())
        self.port = None if unix else int(self.url.rstrip("/").rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        self.release()
        self.stop()

    def release(self):
        """Lets the system ilp end. The log is removed: stuck_glpk.c waits for that."""
        if os.path.exists(self.log_path):
            os.unlink(self.log_path)

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            _, errors = self.process.communicate(timeout=600)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
            check(False, "the server did not stop")
        check(self.process.returncode == self.expect, "exit status", self.process.returncode, errors.decode()[-2000:])

    def connect(self, timeout=600):
        return UnixConnection(self.unix, timeout) if self.unix else http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=timeout)

    def raw(self, timeout=600):
        """A socket, for requests that http.client cannot send."""
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def send(self, method, path, body=None, headers=None, connection=None):
        mine = connection or self.connect()
        mine.request(method, path, body, headers or {})
        response = mine.getresponse()
        answer = Answer(response, response.read())
        if not connection:
            mine.close()
        return answer

    def get(self, path, **headers):
        return self.send("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path, body, kind="application/json", connection=None, **headers):
        if not isinstance(body, (str, bytes)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send("POST", path, body, {"Content-Type": kind, **headers}, connection)

    def summarize(self, **members):
        return self.post("/v1/summarize", members)

    def log(self):
        with open(self.log_path) as lines:
            return [json.loads(line) for line in lines]

    def wait_for(self, condition):
        """Waits until the metrics meet a condition."""
        for _ in range(6000):
            if condition(self.metrics()):
                return
            time.sleep(0.01)
        check(False, "what was waited for did not happen")

    def metrics(self):
        lines = self.get("/metrics").body.decode().splitlines()
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}


def multipart(*parts):
    """The body and content type of parts (name, file name or None, bytes)."""
    mark = "knap-test-boundary"
    body = b""
    for name, file, data in parts:
        label = '; filename="%s"' % file if file is not None else ""
        body += ('--%s\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n' % (mark, name, label)).encode() + data + b"\r\n"
    return body + ("--%s--\r\n" % mark).encode(), "multipart/form-data; boundary=" + mark


def knap(*arguments, cwd=ROOT, stdin=None):
    """The output of a command."""
    done = subprocess.run([KNAP, *arguments], capture_output=True, env=ENVIRONMENT, cwd=cwd, input=stdin)
    return done.stdout


def sample(name):
    """The documents of a sample as a request has them, and the references."""
    folder = os.path.join(ROOT, "sample", name)

    def read(kind):
        inside = os.path.join(folder, kind)
        return [{"name": file, "text": open(os.path.join(inside, file), encoding="utf-8").read()}
                for file in sorted(os.listdir(inside))]
    return read("docs"), read("refs")


SAMPLES = sorted(os.listdir(os.path.join(ROOT, "sample")))
