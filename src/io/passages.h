/* io/passages.h - one item per line or row: grouped into instances. */
#pragma once

#include "io/format.h"

/* Where rows come from. */
typedef struct kn_rows_from {
    /* Puts the next row into reader->json, at its first byte, without taking it. */
    kn_read (*next)(knap_reader *reader, knap_error *error);
    void (*take)(knap_reader *reader);
} kn_rows_from;

/* Reads one instance: rows up to one of another group, or all rows where reader->options.by is NULL. */
kn_read kn_read_passages(knap_reader *reader, knap_data *data, const kn_rows_from *rows, knap_error *error);
