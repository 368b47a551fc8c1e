"""LlamaIndex: a node postprocessor that keeps the nodes which fit a budget and repeat each other least.

    from knap.llama_index import KnapPostprocessor

    engine = index.as_query_engine(similarity_top_k=50, node_postprocessors=[KnapPostprocessor(budget=1000)])
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from llama_index.core.bridge.pydantic import Field
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle

from ._retrieved import item_of, picked


class KnapPostprocessor(BaseNodePostprocessor):
    """Picks nodes by the score of the retriever and by coverage. Where not all nodes have a score, their order is the score, unless
    the nodes and the query have embeddings. Nodes with the same
    "group" in their metadata, or else of the same document, are of one group. Nodes whose metadata have a true "pin" or "ban" are always, or
    never, kept. Other metadata can be of any type."""

    budget: float
    """The largest total cost of the nodes, in the unit of ``cost``."""
    cost: str = "words"
    """What a node costs: "words", "chars", "bytes", "tokens" (with ``tokenizer``), or "given" (metadata)."""
    tokenizer: Optional[str] = None
    """A vocabulary file, for ``cost="tokens"``."""
    model: Optional[str] = None
    """A model file of ``knap train``."""
    options: Dict[str, Any] = Field(default_factory=dict)
    """Further arguments of `knap.pack`."""
    keep_order: bool = False
    """Return the nodes in the order given, instead of that of the picks."""

    @classmethod
    def class_name(cls) -> str:
        return "KnapPostprocessor"

    def _postprocess_nodes(self, nodes: List[NodeWithScore],
                           query_bundle: Optional[QueryBundle] = None) -> List[NodeWithScore]:
        if not nodes:
            return []
        items = [item_of(one.node.get_content(metadata_mode=MetadataMode.NONE), one.node.metadata, source=one.node.ref_doc_id,
                         score=one.score, vector=one.node.embedding) for one in nodes]
        options = {"query": query_bundle.query_str if query_bundle else None,
                   "query_vector": query_bundle.embedding if query_bundle else None, "cost": self.cost, "tokenizer": self.tokenizer,
                   "model": self.model, **self.options}
        return [nodes[i] for i in picked(items, self.budget, self.keep_order, **options)]
