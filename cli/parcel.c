/* parcel.c - the bytes of messages between processes (base/bytes.h), with texts and errors. */
#include "team.h"

#include <stdlib.h>
#include <string.h>

void cli_put_count(cli_buffer *to, uint64_t value)
{
    kn_put_count(to, value);
    cli_need_memory(to->failed ? KNAP_NO_MEMORY : KNAP_OK);
}

void cli_put_real(cli_buffer *to, double value)
{
    kn_put_real(to, value);
    cli_need_memory(to->failed ? KNAP_NO_MEMORY : KNAP_OK);
}

void cli_put_bytes(cli_buffer *to, const char *bytes, size_t length)
{
    cli_put_count(to, length);
    cli_add(to, bytes ? bytes : "", length);
}

void cli_put_error(cli_buffer *to, const knap_error *error)
{
    cli_put_count(to, (uint64_t)error->status);
    cli_put_count(to, error->line);
    cli_put_bytes(to, error->file, strlen(error->file));
    cli_put_bytes(to, error->message, strlen(error->message));
}

/* A message that ends too early is not from this program. */
static void check(const cli_parcel *from)
{
    if (from->bad)
        exit(cli_say(CLI_FAILED, "a message of another process is not complete: do all processes run the same knap?"));
}

uint64_t cli_take_count(cli_parcel *from)
{
    uint64_t value = kn_take_count(from);
    check(from);
    return value;
}

double cli_take_real(cli_parcel *from)
{
    double value = kn_take_real(from);
    check(from);
    return value;
}

const char *cli_take_bytes(cli_parcel *from, size_t *length)
{
    const char *bytes;
    *length = kn_take_size(from, SIZE_MAX);
    bytes = kn_take(from, *length);
    check(from);
    return bytes;
}

static void take_text(cli_parcel *from, char *text, size_t size)
{
    size_t length;
    const char *bytes = cli_take_bytes(from, &length);
    length = length < size ? length : size - 1;
    memcpy(text, bytes, length);
    text[length] = 0;
}

knap_error cli_take_error(cli_parcel *from)
{
    knap_error error = {.status = (knap_status)cli_take_count(from)};
    error.line = (size_t)cli_take_count(from);
    take_text(from, error.file, sizeof error.file);
    take_text(from, error.message, sizeof error.message);
    return error;
}
