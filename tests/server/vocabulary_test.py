"""Tokens: with a vocabulary, requests count them as the commands do, in several threads at once; without one they are refused."""
import json
import os
import threading

from serving import ROOT, SAMPLES, Server, check, finish, knap, sample

FILE = os.path.join(ROOT, "tests", "data", "tokens", "gpt2.json")
documents, _ = sample(SAMPLES[0])
ITEMS = [{"id": str(i), "text": document["text"][:40 * (i + 1)], "score": 1 / (i + 1)} for i, document in enumerate(documents)]
LINE = json.dumps({"id": "q", "budget": 120, "items": ITEMS}).encode()

with Server("-j", "4", "--tokenizer", FILE) as server:
    names = [document["name"] for document in documents]
    printed = {budget: knap("summarize", *names, "--json", "-q", "-b", budget, "--tokenizer", FILE,
                            cwd=os.path.join(ROOT, "sample", SAMPLES[0], "docs")) for budget in ["80t", "200t", "60w"]}
    packed = json.loads(knap("pack", "-", "--json", "-q", "--cost", "tokens", "--tokenizer", FILE, stdin=LINE))
    check(packed["indices"] and packed["cost"] <= 120, packed)

    def ask():
        for _ in range(5):
            for budget, expected in printed.items():
                got = server.summarize(id=json.loads(expected)["id"], documents=documents, budget=budget)
                check(got.status == 200 and got.body == expected, budget, got.body[:300], expected[:300])
            answer = server.post("/v1/pack", {"instance": json.loads(LINE), "cost": "tokens"})
            check(answer.status == 200, answer.body[:300])
            check(answer.json["lists"][0]["indices"] == packed["indices"] and answer.json["lists"][0]["cost"] == packed["cost"],
                  answer.body[:300], packed)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(server.post("/v1/pack", {"instance": {"budget": 5, "items": [{"cost": 1}]}, "cost": "tokens"}).status == 400, "no text")
with Server("-j", "1") as server:
    for path, request, member in [("/v1/summarize", {"documents": documents, "budget": "80t"}, "budget"),
                                  ("/v1/pack", {"instance": json.loads(LINE), "cost": "tokens"}, "cost")]:
        answer = server.post(path, request)
        check(answer.status == 400 and answer.error["member"] == member and "--tokenizer" in answer.error["message"], answer.body)
finish()
