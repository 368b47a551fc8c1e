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

from ._pack import pack


class KnapCompressor(BaseDocumentCompressor):
    """Picks documents by relevance and coverage. A score in their metadata is used; without one the query makes it. Documents whose
    metadata have "pin" or "ban" are always, or never, kept."""

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
        items = [{"text": one.page_content, "metadata": one.metadata} for one in documents]
        picked = pack(items, self.budget, query=query, cost=self.cost, tokenizer=self.tokenizer, model=self.model,
                      jobs=1, progress=False, **self.options).indices
        return [documents[i] for i in (sorted(picked) if self.keep_order else picked)]
