"""LlamaIndex: a node postprocessor that keeps the nodes which fit a budget and repeat each other least.

    from knap.llama_index import KnapPostprocessor

    engine = index.as_query_engine(similarity_top_k=50, node_postprocessors=[KnapPostprocessor(budget=1000)])
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from llama_index.core.bridge.pydantic import Field
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle

from ._pack import pack


class KnapPostprocessor(BaseNodePostprocessor):
    """Picks nodes by the score of the retriever and by coverage. Nodes whose metadata have "pin" or "ban" are always, or never, kept."""

    budget: float
    """The largest total cost of the nodes, in the unit of ``cost``."""
    cost: str = "words"
    """What a node costs: "words", "chars", "bytes" or, with ``tokenizer``, "tokens"."""
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
        items: List[Dict[str, Any]] = [{"text": one.node.get_content(metadata_mode=MetadataMode.NONE)} for one in nodes]
        for item, one in zip(items, nodes):
            if one.score is not None:
                item["score"] = one.score
            item.update({name: one.node.metadata[name] for name in ("pin", "ban") if name in one.node.metadata})
        picked = pack(items, self.budget, query=query_bundle.query_str if query_bundle else None, cost=self.cost,
                      tokenizer=self.tokenizer, model=self.model, jobs=1, progress=False, **self.options).indices
        return [nodes[i] for i in (sorted(picked) if self.keep_order else picked)]
