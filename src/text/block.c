/* block.c - the kinds of blocks: their names, and which of them are prose. */
#include "text/document.h"

static const struct {
    const char *name;
    unsigned flags; /* of its sentences */
} KIND[KNAP_BLOCK_KINDS] = {
    [KNAP_BLOCK_PARAGRAPH] = {"paragraph", 0},
    [KNAP_BLOCK_HEADING] = {"heading", KNAP_SENTENCE_HEADING},
    [KNAP_BLOCK_ITEM] = {"item", 0},
    [KNAP_BLOCK_QUOTE] = {"quote", 0},
    [KNAP_BLOCK_CODE] = {"code", KNAP_SENTENCE_ASIDE},
    [KNAP_BLOCK_TABLE] = {"table", KNAP_SENTENCE_ASIDE},
    [KNAP_BLOCK_CAPTION] = {"caption", KNAP_SENTENCE_ASIDE},
    [KNAP_BLOCK_NOTE] = {"note", KNAP_SENTENCE_ASIDE},
    [KNAP_BLOCK_REFERENCE] = {"reference", KNAP_SENTENCE_ASIDE},
    [KNAP_BLOCK_FURNITURE] = {"furniture", KNAP_SENTENCE_ASIDE},
};

const char *knap_block_name(knap_block kind)
{
    return (unsigned)kind < KNAP_BLOCK_KINDS ? KIND[kind].name : "";
}

unsigned kn_block_flags(knap_block kind)
{
    return (unsigned)kind < KNAP_BLOCK_KINDS ? KIND[kind].flags : 0;
}
