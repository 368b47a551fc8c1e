"""Pins and bans: pinned sentences are in the summary, banned ones are not, the budget holds, and the command does the same. The sources:
every sentence has its place in the text."""
import json
import os
import random

from serving import ROOT, SAMPLES, Server, check, finish, knap, sample

random.seed(17)


def text_at(document, sentence):
    """The text of a sentence by its UTF-16 range, which must agree with its byte range."""
    begin, end = sentence["utf16"]
    wide = document["text"].encode("utf-16-le")
    cut = wide[2 * begin:2 * end].decode("utf-16-le")
    begin, end = sentence["bytes"]
    check(document["text"].encode()[begin:end].decode() == cut, "ranges", sentence)
    return " ".join(cut.split())


with Server("-j", "2") as server:
    for name in SAMPLES:
        documents, _ = sample(name)
        documents[0]["text"] = documents[0]["text"].replace("the", "th\u00e9 \U0001F600 th", 3)
        for budget in ["60w", "500b", "4s"]:
            free = server.summarize(documents=documents, budget=budget, sources=True, explain=True, candidates=1000).json
            places = [(place["document"], place["sentence"]) for place in free["places"]]
            state = {}
            for number, document in enumerate(free["documents"]):
                check(document["input"] == number and document["text"] == documents[number]["text"], "input", number)
                ends = 0
                for sentence in document["sentences"]:
                    check(ends <= sentence["bytes"][0] < sentence["bytes"][1], "order", sentence)
                    ends = sentence["bytes"][1]
                    state[number, sentence["sentence"]] = sentence
                    check(("reason" in sentence) == (sentence["state"] not in ("picked", "pinned")), sentence)
                    check(("cost" in sentence) == (sentence["state"] != "never"), sentence)
            check({place for place in state if state[place]["state"] == "picked"} == set(places), "picked")
            for place, sentence in zip(places, free["sentences"]):
                check(sentence["position"] == place[1], "position")
                if "cut" not in sentence:
                    check(text_at(free["documents"][place[0]], state[place]) == sentence["text"], sentence["text"])
            left = {place for place in state if state[place]["state"] == "left"}
            check({(row["document"], row["sentence"]) for row in free["candidates"]} == left, "candidates")
            scores = [row["score"] for row in free["candidates"] if "score" in row]
            check(scores == sorted(scores, reverse=True), "sorted")
            for row in free["candidates"]:
                reason, limit = row["reason"], free["budget_amount"]
                check(reason["code"] != "too-long" or row["cost"] > limit, row)
                check(reason["code"] != "no-room" or row["cost"] > limit - free["cost"], row)
                check(reason["code"] != "lower" or row["cost"] <= limit - free["cost"], row)
                check(reason["code"] != "similar" or (reason["document"], reason["sentence"]) in places, row)

            # all that was picked, pinned: it stays, and what is added fits
            again = server.summarize(documents=documents, budget=budget, explain=True,
                                     pins=[{"document": d, "sentence": s} for d, s in places]).json
            got = {(place["document"], place["sentence"]) for place in again["places"]}
            check(set(places) <= got, name, budget, places, got)
            # random choices
            for _ in range(4):
                fitting = [place for place in sorted(left) if state[place]["cost"] <= free["budget_amount"] / 3]
                pins = random.sample(fitting, min(2, len(fitting)))
                bans = random.sample([place for place in sorted(state) if place not in pins], 8)
                bans += [place for place in places if place not in pins][:1]
                answer = server.summarize(documents=documents, budget=budget, explain=True, sources=True,
                                          pins=[{"document": d, "sentence": s} for d, s in pins],
                                          bans=[{"document": d, "sentence": s} for d, s in bans])
                check(answer.status == 200, answer.body[:300])
                answer = answer.json
                got = {(place["document"], place["sentence"]): place["pinned"] for place in answer["places"]}
                check(all(got.get(place) for place in pins), "pins", pins, got)
                check(sum(got.values()) == len(pins), "only these are pinned", got)
                check(not set(bans) & set(got), "bans", bans, got)
                check(answer["cost"] <= answer["budget_amount"], "budget", answer["cost"])
                for document, sentence in bans:
                    found = answer["documents"][document]["sentences"][sentence]
                    check(found["state"] in ("banned", "never"), found)
                check(all(answer["documents"][d]["sentences"][s]["state"] == "pinned" for d, s in pins), "pinned")
    # the command does the same
    documents, _ = sample(SAMPLES[0])
    free = server.summarize(documents=documents, budget="100w", explain=True).json
    first, second = [row for row in free["candidates"] if row["cost"] < 30 and row["document"] < 3][:2]
    banned = free["places"][0]
    printed = knap("summarize", *[document["name"] for document in documents], "--json", "-q", "-b", "100w",
                   "--pin", "%d:%d" % (first["document"], first["sentence"]), "--pin", "%s:%d" % (
                       documents[second["document"]]["name"], second["sentence"]), "--ban", "%d:%d" % (
                       banned["document"], banned["sentence"]), cwd=os.path.join(ROOT, "sample", SAMPLES[0], "docs"))
    got = server.summarize(id=json.loads(printed)["id"], documents=documents, budget="100w",
                           bans=[{"document": banned["document"], "sentence": banned["sentence"]}],
                           pins=[{"document": row["document"], "sentence": row["sentence"]} for row in (first, second)])
    check(got.body == printed, got.body[:300], printed[:300])

    # items
    for trial in range(30):
        items = [{"id": str(i), "cost": random.randint(1, 9), "score": random.random()} for i in range(20)]
        pins = random.sample(range(20), 2)
        bans = random.sample([i for i in range(20) if i not in pins], 5)
        for system in ["cover", "mmr", "lead", "random"]:
            request = {"instance": {"budget": 30, "items": items}, "pins": pins, "bans": bans, "system": system}
            answer = server.post("/v1/pack", request).json
            got = answer["lists"][0]["indices"]
            check(set(pins) <= set(got) and not set(bans) & set(got), system, pins, bans, got)
            check(answer["lists"][0]["cost"] <= 30 and answer["lists"][0]["cost"] == sum(items[i]["cost"] for i in got), got)
            check([answer["all"][i]["state"] for i in pins] == ["pinned"] * 2, answer["all"])
            # the same as marks in the data
            marked = [dict(item, **({"pin": True} if i in pins else {"ban": True} if i in bans else {})) for i, item in enumerate(items)]
            other = server.post("/v1/pack", {"instance": {"budget": 30, "items": marked}, "system": system}).json["lists"][0]
            check(other["indices"] == got, system, other["indices"], got)
finish()
