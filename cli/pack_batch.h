/* cli/pack_batch.h - the instances that a thread of knap pack took at once, and what is to be written about them. */
#pragma once

#include "team.h"

typedef struct cli_batch {
    knap_records *records;
    knap_reader *part;    /* where the records are read from; NULL: they are read when they are taken */
    size_t ticket, first; /* its turn to be written; the number of its first instance */
    knap_error *bad;      /* [bads] what is wrong with instances */
    size_t bads, bad_capacity;
    cli_buffer out;
    double *reward; /* [rewards] */
    size_t rewards, reward_capacity, duplicates, missing[KNAP_MISSINGS];
    knap_status status;
    knap_error error; /* that ends the reading */
} cli_batch;

/* Makes it empty, for the next instances. */
void cli_batch_clear(cli_batch *batch);
void cli_batch_free(cli_batch *batch);
void cli_batch_add_bad(cli_batch *batch, const knap_error *error);
/* NaN is left out. */
void cli_batch_add_reward(cli_batch *batch, double reward);

/* What the first process of mpirun needs to write the batch of another one, as bytes of a message, and back. */
void cli_batch_put(cli_buffer *to, const cli_batch *batch);
void cli_batch_take(cli_parcel *from, cli_batch *batch);
