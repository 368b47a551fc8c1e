"""The adapters, with the real packages."""

import pytest

import knap

TEXTS = ["Trams run every six minutes on the new line.", "The new line has trams every six minutes.",
         "Repairs of the Mill bridge take two years.", "The Mill bridge closed in May because of cracks.",
         "Fares do not change, the office said."]


def test_langchain():
    pytest.importorskip("langchain_core")
    from langchain_core.documents import Document

    from knap.langchain import KnapCompressor

    documents = [Document(page_content=text, metadata={"n": n}) for n, text in enumerate(TEXTS)]
    kept = KnapCompressor(budget=20).compress_documents(documents, "How long do repairs of the bridge take?")
    assert kept[0] is documents[2] and sum(len(one.page_content.split()) for one in kept) <= 20
    assert not {0, 1} <= {one.metadata["n"] for one in kept}
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
    retrieve = RunnableLambda(lambda query: {"query": query, "documents": [Document(page_content=t) for t in TEXTS]})
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
    assert kept == [unscored[2]]
    unscored[4].node.metadata["pin"] = unscored[2].node.metadata["ban"] = True
    kept = KnapPostprocessor(budget=20).postprocess_nodes(unscored, query_bundle=QueryBundle("repairs of the bridge"))
    assert unscored[4] in kept and unscored[2] not in kept
    assert KnapPostprocessor(budget=9).postprocess_nodes([]) == []


def test_adapters_are_imported_only_on_demand():
    import subprocess
    import sys

    program = "import sys, knap; print([m for m in sys.modules if m.split('.')[0] in ('langchain_core', 'llama_index', " \
              "'pyspark', 'numpy', 'pandas', 'sklearn')])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "[]\n"
