"""The examples of docs/SERVER.md that call curl run, and what the page says about endpoints, members and metrics is true."""
import json
import os
import re
import shutil
import subprocess
import sys

from serving import ENVIRONMENT, ROOT, Server, check, finish

page = open(os.path.join(ROOT, "docs", "SERVER.md"), encoding="utf-8").read()
if not shutil.which("curl"):
    print("skipped: curl is not installed")
    sys.exit(77)
with Server("-j", "1") as server:
    commands = 0
    for block in re.findall(r"```bash\n(.*?)```", page, re.DOTALL):
        if "curl" not in block:
            continue
        for command in re.split(r"\n(?=curl)", block.strip()):
            commands += 1
            command = command.replace("http://127.0.0.1:8765", server.url.rstrip("/")).replace("curl -sS", "curl --fail-with-body -sS", 1)
            done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, env=ENVIRONMENT)
            check(done.returncode == 0 and done.stdout, command, done.stdout[:300], done.stderr[:300])
    check(commands >= 8, "examples", commands)
    openapi = server.get("/openapi.json").json
    for path in openapi["paths"]:
        check("`GET %s`" % path in page or "`POST %s`" % path in page or path == "/favicon.ico", "not in the page:", path)
    for name, schema in openapi["components"]["schemas"].items():
        for member in schema["properties"]:
            check("`%s`" % member in page or '"%s"' % member in page, "not in the page:", name, member)
    for metric in server.metrics():
        name = re.sub(r"(_bucket|_sum|_count)?(\{.*)?$", "", metric)
        check(name in page or name == "knap_uptime_seconds", "not in the page:", name)
finish()
