#!/bin/sh
# Packs what a LlamaIndex query returned into a prompt. llamaindex.json holds the query and its source_nodes, each by its
# to_dict(): a NodeWithScore with a TextNode.
set -eu
knap=${KNAP:-knap}
here=$(cd "$(dirname "$0")" && pwd)

echo "== The best passages within 45 words"
"$knap" pack --cost words --budget 45 --text --quiet "$here/llamaindex.json"
