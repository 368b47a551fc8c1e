#!/bin/sh
# Packs what a LangChain retriever returned into a prompt. langchain.jsonl holds one question per line, as a chain with
# return_source_documents=True gives it, each document by its model_dump().
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)

echo "== The best passages within 45 words, 2 of them per passage for separators"
"$knap" pack --cost words --per-item 2 --budget 45 --text --quiet "$here/langchain.jsonl"
