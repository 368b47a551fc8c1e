"""LangChain: a document compressor that keeps the passages which fit a budget and repeat each other least.

    from langchain_classic.retrievers import ContextualCompressionRetriever
    from knap.langchain import KnapCompressor

    retriever = ContextualCompressionRetriever(base_retriever=..., base_compressor=KnapCompressor(budget=1000))
"""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Union

from langchain_core.callbacks import Callbacks
from langchain_core.documents import Document
from langchain_core.documents.compressor import BaseDocumentCompressor
from pydantic import Field

from ._retrieved import item_of, picked


class KnapCompressor(BaseDocumentCompressor):
    """Picks documents by relevance and coverage. The scores are those in their metadata; where not all documents have one, the order of the
    retriever is the score. Documents with the same "group", or else "source", in their metadata are of one group. Documents whose metadata
    have a true "pin" or "ban" are always, or never, kept. Other metadata can be of any type."""

    budget: float
    """The largest total cost of the documents, in the unit of ``cost``."""
    cost: str = "words"
    """What a document costs: "words", "chars", "bytes", "tokens" (with ``tokenizer``), or "given" (metadata)."""
    tokenizer: Optional[str] = None
    """A vocabulary file, for ``cost="tokens"``."""
    model: Optional[str] = None
    """A model file of ``knap train``."""
    options: Dict[str, Any] = Field(default_factory=dict)
    """Further arguments of `knap.pack`."""
    keep_order: bool = False
    """Return the documents in the order given, instead of that of the picks."""

    def compress_documents(self, documents: Sequence[Document], query: str,
                           callbacks: Union[Callbacks, None] = None) -> Sequence[Document]:
        if not documents:
            return []
        items = [item_of(one.page_content, one.metadata, source=one.metadata.get("source")) for one in documents]
        options = {"query": query, "cost": self.cost, "tokenizer": self.tokenizer, "model": self.model, **self.options}
        return [documents[i] for i in picked(items, self.budget, self.keep_order, **options)]
