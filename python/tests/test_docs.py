"""Every example in Python of docs/PYTHON.md and docs/CLUSTERS.md runs, in the order of the page."""

import os
import re
import shutil
import sys
import warnings

import pytest

import knap
from conftest import ROOT, random_instances

TEXTS = ["Trams run every six minutes on the new line.", "Repairs of the Mill bridge take two years.", "Fares do not change."]


def blocks(page):
    """(heading, code) of the examples of a page."""
    heading, made = "", []
    for part in re.split(r"(?m)^(## [^\n]*\n|```python\n.*?^```\n)", (ROOT / "docs" / page).read_text(), flags=re.S):
        if part.startswith("## "):
            heading = part[3:].strip()
        elif part.startswith("```python\n"):
            made.append((heading, part[10:-4]))
    return made


def spark_frame():
    """Rows that are instances, topics and summaries at once."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    rows = [(n, one["items"], {"kind": "success"}, float(one["budget"]), TEXTS, TEXTS[1])
            for n, one in enumerate(random_instances(8))]
    item = "struct<cost:double,score:double,p:double,features:struct<a:double,b:double>>"
    rows = [(n, [(float(i["cost"]), i["score"], i["p"], (i["features"]["a"], i["features"]["b"])) for i in items], *rest)
            for n, items, *rest in rows]
    return session.createDataFrame(rows, f"n int, items array<{item}>, reward struct<kind:string>, budget double, texts array<string>, "
                                         "reference string")


class Index:
    def as_query_engine(self, similarity_top_k, node_postprocessors):
        from llama_index.core.schema import NodeWithScore, TextNode

        nodes = [NodeWithScore(node=TextNode(text=text), score=0.5) for text in TEXTS]
        assert len(node_postprocessors[0].postprocess_nodes(nodes, query_str="trams")) == 3


def compressed(base_retriever, base_compressor):
    assert len(base_compressor.compress_documents(base_retriever, "trams")) == 3


def prepare(heading, names):
    """What the text of a section takes for granted."""
    if heading == "Summarize":
        names.update(texts=["The dam broke on Monday.", "Two towns were evacuated."], paths=[names["folder"] / "report.txt"])
        (names["folder"] / "report.txt").write_text("\n".join(f"The dam of valley {n} broke on a Monday in the year {n}." for n in range(9)))
    elif heading == "Pack":
        numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
        passages = [{"text": text, "tokens": 9, "embedding": [1.0, 2.0]} for text in TEXTS]

        class Collection:
            def query(self, query_texts):
                return {"ids": [["a", "b", "c"]], "documents": [TEXTS], "distances": [[0.1, 0.2, 0.3]]}

        names.update(passages=passages, collection=Collection(), query="trams", embedding=[1.0, 0.5], costs=numpy.ones(3),
                     scores=numpy.ones(3), embeddings=numpy.eye(3), instances=random_instances(20), policy=knap.Policy.train(random_instances(20)),
                     frame=pandas.DataFrame({"text": TEXTS, "cost": [1, 2, 3]}), new_instances=random_instances(3))
    elif heading == "ROUGE":
        names.update(predictions=["the cat sat"], references=["the cat sat down"])
    elif heading == "LangChain and LlamaIndex":
        documents = pytest.importorskip("langchain_core.documents")
        pytest.importorskip("llama_index.core")
        names.update(retriever=[documents.Document(page_content=text) for text in TEXTS], index=Index(),
                     ContextualCompressionRetriever=compressed)
    elif heading == "Spark":
        pytest.importorskip("pyspark")
        if not shutil.which("java"):
            pytest.skip("Spark needs Java")
        names.update(frame=spark_frame(), policy=knap.Policy.train(
            [{"budget": one["budget"], "reward": one["reward"], "items": [{key: i[key] for key in ("cost", "score", "p", "features")}
              for i in one["items"]]} for one in random_instances(8)]))
        names["session"] = names["frame"].sparkSession
    elif heading in ("Ray Data", "Dask"):
        pytest.importorskip(heading.split()[0].lower())
        pytest.importorskip("pandas")


def test_manifests_of_kubernetes():
    yaml = pytest.importorskip("yaml")
    text = re.search(r"```yaml\n(.*?)```", (ROOT / "docs" / "CLUSTERS.md").read_text(), re.S).group(1)
    deployment, job = yaml.safe_load_all(text)
    assert (deployment["kind"], job["kind"]) == ("Deployment", "Job")
    routes, version = (ROOT / "server" / "routes.c").read_text(), (ROOT / "VERSION").read_text().strip()
    for one in (deployment, job):
        container = one["spec"]["template"]["spec"]["containers"][0]
        assert container["image"] == f"knap:{version}" and container["resources"]["limits"]
        for probe in ("readinessProbe", "livenessProbe"):
            assert probe not in container or f'"{container[probe]["httpGet"]["path"]}"' in routes
        volumes = {volume["name"] for volume in one["spec"]["template"]["spec"]["volumes"]}
        assert {mount["name"] for mount in container["volumeMounts"]} == volumes


@pytest.mark.parametrize("page", ["PYTHON.md", "CLUSTERS.md"])
def test_examples(page, tmp_path, monkeypatch):
    found = blocks(page)
    assert len(found) > (9 if page == "PYTHON.md" else 1)
    for name in ("sample", "examples"):
        os.symlink(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    names, ready, skipped = {"folder": tmp_path, "knap": knap}, None, []
    for heading, code in found:
        try:
            if heading != ready:
                prepare(heading, names)
                ready = heading
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(code, f"{page}: {heading}", "exec"), names)
        except pytest.skip.Exception as why:
            skipped.append(f"{heading}: {why}")
    if skipped:
        pytest.skip("; ".join(skipped))
