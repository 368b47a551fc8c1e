/* pack_batch.c - a batch of instances of knap pack, in memory and in messages between processes. */
#include "pack_batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void cli_batch_clear(cli_batch *batch)
{
    batch->bads = batch->rewards = batch->duplicates = batch->out.length = 0;
    memset(batch->missing, 0, sizeof batch->missing);
    batch->status = KNAP_OK;
}

void cli_batch_free(cli_batch *batch)
{
    knap_records_free(batch->records);
    knap_reader_close(batch->part);
    free(batch->bad);
    free(batch->out.bytes);
    free(batch->reward);
}

void cli_batch_add_bad(cli_batch *batch, const knap_error *error)
{
    if (batch->bads == batch->bad_capacity) {
        batch->bad_capacity = 2 * batch->bad_capacity + 8;
        batch->bad = cli_grow(batch->bad, batch->bad_capacity, sizeof *batch->bad);
    }
    batch->bad[batch->bads++] = *error;
}

void cli_batch_add_reward(cli_batch *batch, double reward)
{
    if (isnan(reward))
        return;
    if (batch->rewards == batch->reward_capacity) {
        batch->reward_capacity = 2 * batch->reward_capacity + 64;
        batch->reward = cli_grow(batch->reward, batch->reward_capacity, sizeof *batch->reward);
    }
    batch->reward[batch->rewards++] = reward;
}

void cli_batch_put(cli_buffer *to, const cli_batch *batch)
{
    cli_put_error(to, &batch->error);
    cli_put_count(to, (uint64_t)batch->status);
    cli_put_bytes(to, batch->out.bytes, batch->out.length);
    cli_put_count(to, batch->duplicates);
    for (int i = 0; i < KNAP_MISSINGS; i++)
        cli_put_count(to, batch->missing[i]);
    cli_put_count(to, batch->bads);
    for (size_t i = 0; i < batch->bads; i++)
        cli_put_error(to, &batch->bad[i]);
    cli_put_count(to, batch->rewards);
    for (size_t i = 0; i < batch->rewards; i++)
        cli_put_real(to, batch->reward[i]);
}

void cli_batch_take(cli_parcel *from, cli_batch *batch)
{
    size_t length, count;
    const char *out;
    cli_batch_clear(batch);
    batch->error = cli_take_error(from);
    batch->status = (knap_status)cli_take_count(from);
    out = cli_take_bytes(from, &length);
    cli_add(&batch->out, out, length);
    batch->duplicates = (size_t)cli_take_count(from);
    for (int i = 0; i < KNAP_MISSINGS; i++)
        batch->missing[i] = (size_t)cli_take_count(from);
    count = (size_t)cli_take_count(from);
    for (size_t i = 0; i < count; i++) {
        knap_error error = cli_take_error(from);
        cli_batch_add_bad(batch, &error);
    }
    count = (size_t)cli_take_count(from);
    for (size_t i = 0; i < count; i++)
        cli_batch_add_reward(batch, cli_take_real(from));
}
