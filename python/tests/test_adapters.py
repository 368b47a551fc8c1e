"""The adapters, with the real packages."""

import datetime
import decimal
import enum
import pathlib
import random
import sys
import threading
import uuid

import pytest

import knap

TEXTS = ["Trams run every six minutes on the new line.", "The new line has trams every six minutes.",
         "Repairs of the Mill bridge take two years.", "The Mill bridge closed in May because of cracks.",
         "Fares do not change, the office said."]


class Colour(enum.Enum):
    RED = "red"


class Hostile:
    def __str__(self):
        raise RuntimeError("no")

    __repr__ = __iter__ = tolist = __str__


def metadata():
    """Values that retrievers attach, and some that nobody should."""
    loop = {}
    loop["self"] = loop["again"] = [loop, loop]
    return {"date": datetime.datetime(2024, 5, 1, tzinfo=datetime.timezone.utc), "day": datetime.date(2024, 5, 1), "uuid": uuid.UUID(int=7),
            "path": pathlib.Path("a/b"), "bytes": b"\xff\x00", "array": bytearray(b"x"), "set": {1, 2}, "decimal": decimal.Decimal("1.5"),
            "enum": Colour.RED, "object": object(), "lock": threading.Lock(), "infinite": float("-inf"), "nan": float("nan"), "loop": loop,
            "half": "\ud800", "nul": "a\0b", "huge": 10**400, "large": 2**70, "file": open(__file__), "generator": (n for n in [1]),
            "lambda": len, "type": int, "complex": 1j, "hostile": Hostile(), 3: 4, "3": 5, None: 1, (1, 2): 3, "": 1,
            # names that mean something to knap, with values that mean something else
            "after": "2020", "features": ["wifi"], "covers": ["Rome"], "vector": "feature", "embedding": [1], "id": ["a"], "group": None,
            "flaws": list("abc") * 20, "needs": {"a": "b"}, "score": "high", "relevance": True, "cost": 0, "length": -3, "p": -1, "value": 3,
            "alternative": 1.5, "useful": "no", "text": 3, "content": {}, "pin": "no", "ban": 0, "node": {"text": 1}, "meta": [], "budget": -1}


def test_langchain():
    pytest.importorskip("langchain_core")
    from langchain_core.documents import Document

    from knap.langchain import KnapCompressor

    documents = [Document(page_content=text, metadata={"n": n}) for n, text in enumerate(TEXTS)]
    kept = KnapCompressor(budget=20).compress_documents(documents, "How long do repairs of the bridge take?")
    expected = knap.pack([{"text": t, "score": -n} for n, t in enumerate(TEXTS)], 20, cost="words",
                         query="How long do repairs of the bridge take?").indices
    assert kept == [documents[n] for n in expected] and kept[0] is documents[0]  # the order of the retriever is the score
    assert sum(len(one.page_content.split()) for one in kept) <= 20
    assert not {0, 1} <= {one.metadata["n"] for one in kept}
    half = [Document(page_content=text, metadata={"score": n} if n else {}) for n, text in enumerate(TEXTS)]
    kept = KnapCompressor(budget=20).compress_documents(half, "How long do repairs of the bridge take?")
    assert kept == [half[n] for n in expected]  # not all have a score
    scored = [Document(page_content=text, metadata={"score": n / 5}) for n, text in enumerate(TEXTS)]
    kept = KnapCompressor(budget=16, keep_order=True).compress_documents(scored, "bridge")
    expected = knap.pack([{"text": t, "score": n / 5} for n, t in enumerate(TEXTS)], 16, cost="words").indices
    assert [TEXTS.index(one.page_content) for one in kept] == sorted(expected)
    documents[4].metadata["pin"] = documents[2].metadata["ban"] = True
    kept = KnapCompressor(budget=20).compress_documents(documents, "How long do repairs of the bridge take?")
    assert documents[4] in kept and documents[2] not in kept
    kept = KnapCompressor(budget=20, options={"bans": [3]}).compress_documents(documents, "How long do repairs of the bridge take?")
    assert documents[4] in kept and documents[3] not in kept
    assert KnapCompressor(budget=3).compress_documents([], "x") == []
    with pytest.raises(knap.UsageError):
        KnapCompressor(budget=3, cost="miles").compress_documents(documents, "x")


def test_langchain_in_a_chain():
    pytest.importorskip("langchain_core")
    from langchain_core.documents import Document
    from langchain_core.runnables import RunnableLambda

    from knap.langchain import KnapCompressor

    compressor = KnapCompressor(budget=9)
    retrieve = RunnableLambda(lambda query: {"query": query, "documents": [Document(page_content=t) for t in TEXTS[2:]]})
    chain = retrieve | RunnableLambda(lambda found: compressor.compress_documents(found["documents"], found["query"]))
    assert [one.page_content for one in chain.invoke("repairs bridge")] == [TEXTS[2]]


def test_llama_index():
    pytest.importorskip("llama_index.core")
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

    from knap.llama_index import KnapPostprocessor

    nodes = [NodeWithScore(node=TextNode(text=text), score=0.9 - n / 10) for n, text in enumerate(TEXTS)]
    kept = KnapPostprocessor(budget=20).postprocess_nodes(nodes, query_str="trams")
    expected = knap.pack([{"text": t, "score": 0.9 - n / 10} for n, t in enumerate(TEXTS)], 20, cost="words").indices
    assert kept[0] is nodes[0] and [nodes.index(one) for one in kept] == list(expected)
    assert sum(len(one.node.get_content().split()) for one in kept) <= 20
    twice = nodes + [NodeWithScore(node=TextNode(text=TEXTS[0]), score=0.85)]
    kept = KnapPostprocessor(budget=40).postprocess_nodes(twice, query_str="trams")
    assert twice[0] in kept and twice[-1] not in kept
    unscored = [NodeWithScore(node=TextNode(text=text)) for text in TEXTS]
    kept = KnapPostprocessor(budget=9).postprocess_nodes(unscored, query_bundle=QueryBundle("repairs of the bridge"))
    assert kept == [unscored[0]]
    unscored[4].node.metadata["pin"] = unscored[2].node.metadata["ban"] = True
    kept = KnapPostprocessor(budget=20).postprocess_nodes(unscored, query_bundle=QueryBundle("repairs of the bridge"))
    assert unscored[4] in kept and unscored[2] not in kept
    assert KnapPostprocessor(budget=9).postprocess_nodes([]) == []


def test_any_metadata():
    plain = [{"text": text, "score": 1 - n / 5} for n, text in enumerate(TEXTS)]
    expected = knap.pack(plain, 20, cost="words", query="trams").indices
    strange = metadata()
    for name, value in strange.items():
        items = [{**item, "about": {name: value}} for item in plain]
        assert knap.pack(items, 20, cost="words", query="trams").indices == expected, name
    assert knap.pack([{**item, "about": strange} for item in plain], 20, cost="words", query="trams").indices == expected
    assert next(strange["generator"]) == 1 and strange["file"].tell() == 0  # not read
    for text in ("a\0b", "\ud83d\ude00 \udfff"):
        assert knap.pack([{"text": text}], 20, cost="chars").indices == [0]
    assert knap.pack([{"text": "\ud83d\ude00"}], 20, cost="chars").cost == 1  # two halves are one character
    made = knap.pack([{"cost": 1, "id": uuid.UUID(int=n), "text": b"x" * (n + 1), "group": pathlib.Path("a")} for n in range(3)], 9, per_group=2)
    assert len(made) == 2
    for name, value in (("score", datetime.date(2024, 5, 1)), ("cost", object()), ("score", float("inf"))):
        with pytest.raises(knap.KnapError):
            knap.pack([{"cost": 1, name: value}], 9)


def test_any_metadata_in_adapters():
    pytest.importorskip("langchain_core")
    pytest.importorskip("llama_index.core")
    from langchain_core.documents import Document
    from llama_index.core.schema import NodeWithScore, TextNode

    from knap.langchain import KnapCompressor
    from knap.llama_index import KnapPostprocessor

    expected = knap.pack([{"text": t, "score": -n} for n, t in enumerate(TEXTS)], 20, cost="words", query="trams").indices
    strange = {str(name): value for name, value in metadata().items()}
    documents = [Document(page_content=t, metadata={**strange, "n": n} if n % 2 else {"n": n}) for n, t in enumerate(TEXTS)]
    assert [one.metadata["n"] for one in KnapCompressor(budget=20).compress_documents(documents, "trams")] == expected
    assert documents[1].metadata["object"] is strange["object"]
    nodes = [NodeWithScore(node=TextNode(text=t, metadata={**strange, "n": n} if n % 2 else {"n": n})) for n, t in enumerate(TEXTS)]
    kept = KnapPostprocessor(budget=20).postprocess_nodes(nodes, query_str="trams")
    assert [one.node.metadata["n"] for one in kept] == expected and kept[0] is nodes[expected[0]]
    rng = random.Random(3)
    names = list(strange)
    for _ in range(200):
        documents = [Document(page_content=t, metadata={name: strange[name] for name in rng.sample(names, rng.randrange(6))}) for t in TEXTS]
        kept = KnapCompressor(budget=20).compress_documents(documents, "trams")
        assert [TEXTS.index(one.page_content) for one in kept] == expected


def test_groups_and_costs_of_adapters():
    pytest.importorskip("langchain_core")
    pytest.importorskip("llama_index.core")
    from langchain_core.documents import Document
    from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

    from knap.langchain import KnapCompressor
    from knap.llama_index import KnapPostprocessor

    one_each = {"per_group": 1}
    for name in ("group", "source"):
        documents = [Document(page_content=t, metadata={name: pathlib.Path(str(n // 2)), "tokens": 10}) for n, t in enumerate(TEXTS)]
        kept = KnapCompressor(budget=99, options=one_each).compress_documents(documents, "trams")
        assert len(kept) == len({one.metadata[name] for one in kept}) == 3
    assert len(KnapCompressor(budget=20, cost="given").compress_documents(documents, "trams")) == 2
    nodes = [NodeWithScore(node=TextNode(text=t, metadata={"group": n // 2, "cost": 10, "rank": n, "size": {"words": 5}}), score=1.0)
             for n, t in enumerate(TEXTS)]
    kept = KnapPostprocessor(budget=99, options=one_each).postprocess_nodes(nodes, query_str="trams")
    assert len(kept) == len({one.node.metadata["group"] for one in kept}) == 3
    assert len(KnapPostprocessor(budget=20, cost="given").postprocess_nodes(nodes)) == 2
    assert len(KnapPostprocessor(budget=20, cost="given", options={"map": {"cost": "metadata.size.words"}}).postprocess_nodes(nodes)) == 4
    by_rank = KnapPostprocessor(budget=10, cost="given", options={"map": {"score": "metadata.rank"}}).postprocess_nodes(nodes)
    assert by_rank == [nodes[4]]
    nodes = [NodeWithScore(node=TextNode(text=t, relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=str(n // 2))}), score=1.0)
             for n, t in enumerate(TEXTS)]
    kept = KnapPostprocessor(budget=99, options=one_each).postprocess_nodes(nodes, query_str="trams")
    assert len(kept) == len({one.node.ref_doc_id for one in kept}) == 3


def test_shapes_of_retrievers():
    items = [{"id": str(n), "text": text, "score": 1 - n / 5} for n, text in enumerate(TEXTS)]
    expected = knap.pack(items, 20, cost="words").indices
    shapes = [
        {"took": 3, "hits": {"total": {"value": 5}, "max_score": 1.0, "hits": [
            {"_index": "i", "_id": one["id"], "_score": one["score"], "_source": {"text": one["text"], "title": "t"}} for one in items]}},
        {"object": "vector_store.search_results.page", "search_query": ["trams"], "has_more": False, "data": [
            {"file_id": one["id"], "score": one["score"], "attributes": {}, "content": [{"type": "text", "text": one["text"]}]}
            for one in items]},
        {"result": {"points": [{"id": one["id"], "score": one["score"], "payload": {"text": one["text"]}} for one in items]}},
        [{"lc": 1, "type": "constructor", "id": ["langchain", "schema", "document", "Document"],
          "kwargs": {"page_content": one["text"], "metadata": {"score": one["score"]}, "type": "Document"}} for one in items],
        {"ids": [[one["id"] for one in items]], "documents": [TEXTS], "distances": [[1 - one["score"] for one in items]],
         "metadatas": [[None] + [{"date": datetime.date(2024, 5, 1)}] * 4], "embeddings": None, "uris": None, "data": None,
         "included": ["documents"]},
        {"ids": [one["id"] for one in items], "documents": TEXTS, "distances": [1 - one["score"] for one in items]},
    ]
    for shape in shapes:
        packed = knap.pack(shape, 20, cost="words")
        assert packed.indices == expected and len(packed.items) == len(expected), shape
    columns = {"ids": [["a", "b"], ["c"]], "documents": [["one two", "three"], ["four"]], "distances": [[0.5, 0.1], [0.2]]}
    made = knap.pack_all(columns, 1, cost="words")
    assert made.indices == [[1], [0]] and made[0].texts == ["three"]
    with pytest.raises(knap.UsageError, match="results of 2 queries: pack_all"):
        knap.pack(columns, 1, cost="words")
    with pytest.raises(knap.InputError, match="column 'documents' has 1 values, and 'ids' has 2"):
        knap.pack({"ids": ["a", "b"], "documents": ["one"]}, 1, cost="words")
    with pytest.raises(knap.InputError, match="column 'documents' is of 1 queries, and 'ids' of 2"):
        knap.pack_all({"ids": [["a"], ["b"]], "documents": [["one"]]}, 1, cost="words")


def test_dumpd():
    pytest.importorskip("langchain_core")
    from langchain_core.documents import Document
    from langchain_core.load import dumpd

    items = [dumpd(Document(page_content=text, metadata={"score": 1 - n / 5})) for n, text in enumerate(TEXTS)]
    expected = knap.pack([{"text": t, "score": 1 - n / 5} for n, t in enumerate(TEXTS)], 20, cost="words").indices
    assert knap.pack(items, 20, cost="words").indices == expected


def test_vector_of_the_query():
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(5)
    for _ in range(50):
        vector, query = rng.normal(size=(8, 4)), rng.normal(size=4)
        cosine = vector @ query / numpy.linalg.norm(vector, axis=1) / numpy.linalg.norm(query)
        items = [{"cost": 1, "embedding": row} for row in vector]
        expected = knap.pack([{**item, "score": float(one)} for item, one in zip(items, cosine)], 3).indices
        assert expected[0] == cosine.argmax()
        assert knap.pack(items, 3, query_vector=query).indices == expected
        assert knap.pack({"items": items, "query_embedding": list(query)}, 3).indices == expected
        assert knap.pack({"cost": numpy.ones(8), "vector": vector, "query_vector": query}, 3).indices == expected
    with pytest.raises(knap.InputError, match="the query's vector has 3 numbers, and those of the items 4"):
        knap.pack(items, 3, query_vector=[1, 2, 3])
    with pytest.raises(knap.InputError, match="neither scores nor vectors"):
        knap.pack([{"cost": 1}], 3, query_vector=[1, 2, 3])
    with pytest.raises(knap.InputError, match="'query_vector' has 3 numbers, and 'vector' has 4 in a row"):
        knap.pack({"cost": numpy.ones(8), "vector": vector, "query_vector": query[:3]}, 3)


def test_embeddings_of_llama_index():
    pytest.importorskip("llama_index.core")
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

    from knap.llama_index import KnapPostprocessor

    nodes = [NodeWithScore(node=TextNode(text=text, embedding=[1.0, float(n == 2)])) for n, text in enumerate(TEXTS)]
    query = QueryBundle("anything", embedding=[0.0, 1.0])
    assert KnapPostprocessor(budget=9).postprocess_nodes(nodes, query_bundle=query)[0] is nodes[2]
    nodes[1].node.embedding = None  # not all have one: the order is the score
    assert KnapPostprocessor(budget=9).postprocess_nodes(nodes, query_bundle=query)[0] is nodes[0]


def test_adapters_are_imported_only_on_demand():
    import subprocess

    program = "import sys, knap; print([m for m in sys.modules if m.split('.')[0] in ('langchain_core', 'llama_index', " \
              "'pyspark', 'numpy', 'pandas', 'sklearn')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"
